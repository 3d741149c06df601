import type { Profile } from '../../api/contract/profile.ts';

/** Why an account cannot be used now. `subscription`: nothing pays for it; `number`: it has no number to text with. */
export type AccountBlock = 'archived' | 'inactive' | 'subscription' | 'number';

/** What of a profile decides about it. */
export type AccountStatus = Pick<
  Profile,
  'role' | 'payments' | 'subscribed' | 'stripe_status' | 'use_bandwidth' | 'member'
> & {
  readonly business:
    | (Pick<NonNullable<Profile['business']>, 'status' | 'free_fee' | 'is_template' | 'phone_number'> & {
        readonly agency: object | null;
      })
    | null;
  readonly agency: Pick<NonNullable<Profile['agency']>, 'status' | 'free_fee' | 'is_template'> | null;
};

/** Payments that the card refused: Stripe's words for a subscription that is owed for. */
const owed: ReadonlySet<string> = new Set(['past_due', 'unpaid']);
/** A payment failed: a dialog over every screen says so, and leads to where it is settled. */
export const isOwing = ({ payments, stripe_status: status }: Pick<Profile, 'payments' | 'stripe_status'>): boolean =>
  payments && owed.has(status ?? '');

/**
 * What stands in the way of using an account (specification, section 4: routing and Blocked), the gravest first; null: nothing.
 * A business is blocked when it has no agency, no subscription and no free fee, or no number, is not bandwidth-based and is no template;
 * an agency when it is not subscribed, has no free fee and is no template. Where no payments are taken, none needs a subscription.
 */
export function accountBlockOf(profile: AccountStatus): AccountBlock | null {
  const needsPlan = profile.payments && !profile.subscribed && !isOwing(profile);
  if (profile.role === 'Business' && profile.business) {
    const { status, agency, free_fee: free, is_template: template, phone_number: number } = profile.business;
    if (status !== 'active') return status;
    if (agency === null && needsPlan && !free) return 'subscription';
    if (number === null && !profile.use_bandwidth && !template) return 'number';
  }
  if (profile.role === 'Agency' && profile.agency) {
    if (profile.agency.status !== 'active') return profile.agency.status;
    if (needsPlan && !profile.agency.free_fee && !profile.agency.is_template) return 'subscription';
  }
  return null;
}
