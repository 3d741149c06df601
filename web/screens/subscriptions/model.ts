import { Currency, formatMoney } from '../../../api/contract/money.ts';
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

export const moneyOf = (amount: number, currency: string): string =>
  formatMoney({ amount, currency: Currency.parse(currency) });

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
