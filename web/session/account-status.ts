import type { Profile } from '../../api/contract/profile.ts';

/** Why an account cannot be used now. `subscription`: nothing pays for it; `number`: it has no number to text with. */
export type AccountBlock = 'archived' | 'inactive' | 'subscription' | 'number';

/** What of a profile decides about it. */
export type AccountStatus = Pick<Profile, 'role' | 'subscribed' | 'use_bandwidth' | 'member'> & {
  readonly business:
    | (Pick<NonNullable<Profile['business']>, 'status' | 'free_fee' | 'is_template' | 'phone_number'> & {
        readonly agency: object | null;
      })
    | null;
  readonly agency: Pick<NonNullable<Profile['agency']>, 'status' | 'free_fee' | 'is_template'> | null;
};

/**
 * What stands in the way of using an account (specification, section 4: routing and Blocked), the gravest first; null: nothing.
 * A business is blocked when it has no agency, no subscription and no free fee, or no number, is not bandwidth-based and is no template;
 * an agency when it is not subscribed, has no free fee and is no template.
 */
export function accountBlockOf(profile: AccountStatus): AccountBlock | null {
  if (profile.role === 'Business' && profile.business) {
    const { status, agency, free_fee: free, is_template: template, phone_number: number } = profile.business;
    if (status !== 'active') return status;
    if (agency === null && !profile.subscribed && !free) return 'subscription';
    if (number === null && !profile.use_bandwidth && !template) return 'number';
  }
  if (profile.role === 'Agency' && profile.agency) {
    if (profile.agency.status !== 'active') return profile.agency.status;
    if (!profile.subscribed && !profile.agency.free_fee && !profile.agency.is_template) return 'subscription';
  }
  return null;
}
