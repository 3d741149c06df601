import type { PlanQuantity } from '../../../api/contract/plans.ts';
import type { Profile } from '../../../api/contract/profile.ts';
import type { AccountStanding, Subscription } from '../../../api/contract/subscriptions.ts';
import { useProfile } from '../../session/profile.tsx';

/** Where the screens of the one who is signed in stand. */
export const useBase = (): '/agency' | '/business' => (useProfile().role === 'Agency' ? '/agency' : '/business');

const over: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired']);
const works: ReadonlySet<string> = new Set(['active', 'trialing', 'past_due']);

/** The live subscription of a section: one that works before one that doesn't; null: there is none. */
export function liveOf(subscriptions: readonly Subscription[], section: Subscription['section']): Subscription | null {
  const live = subscriptions.filter((one) => one.section === section && !over.has(one.status));
  return live.find(({ status }) => works.has(status)) ?? live[0] ?? null;
}

/**
 * Whether nothing is sold beyond what is included, as the server has it: numbers, contacts, and the texts of a business
 * whose plan sells neither texts nor pictures beyond. Everything else goes on at the standard rate.
 */
export function stopsAtLimit(
  quantity: PlanQuantity,
  { included, overage }: Pick<AccountStanding, 'included' | 'overage'>,
  role: Profile['role'],
): boolean {
  if (overage[quantity] !== null || included?.[quantity] === null) return false;
  if (quantity === 'numbers' || quantity === 'contacts') return true;
  if (role === 'Agency' || (quantity !== 'messages' && quantity !== 'mms')) return false;
  const other = quantity === 'messages' ? 'mms' : 'messages';
  return overage[other] === null && included?.[other] !== null;
}

/** What a payer is told before anything else, the gravest first; null: nothing. */
export type Notice = 'failed' | 'unpaid' | 'incomplete' | 'paused' | 'ending' | 'nextPlan' | 'granted' | 'blocked';
export function noticeOf(standing: AccountStanding, plan: Subscription | null): Notice | null {
  if (plan === null)
    return (
      standing.trial_ends_at !== null ? 'granted'
      : standing.blocked !== null && standing.blocked !== 'no-number' ? 'blocked'
      : null
    );
  if (plan.status === 'past_due') return 'failed';
  if (plan.status === 'unpaid') return 'unpaid';
  if (plan.status === 'incomplete') return 'incomplete';
  if (plan.status === 'paused') return 'paused';
  if (plan.cancel_at !== null) return 'ending';
  return plan.next === null ? null : 'nextPlan';
}
