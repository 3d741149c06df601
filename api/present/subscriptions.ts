import type { z } from 'zod';
import type { Discount } from '../../adapters/payments/port.ts';
import type { Standing as StandingView } from '../../domain/subscriptions/standing.ts';
import { discounted } from '../../domain/subscriptions/change.ts';
import type { Subscriptions } from '../../domain/subscriptions/subscriptions.ts';
import type { PlanTerms } from '../../domain/plans/fields.ts';
import { type CouponDiscount, type AccountStanding, type Subscription } from '../contract/subscriptions.ts';
import { PlanTerms as PlanTermsReply } from '../contract/plans.ts';
import { as } from './as.ts';

const terms = as(PlanTermsReply);

export const presentStanding = (view: StandingView, payments: boolean): AccountStanding => ({
  payments,
  subscribed: view.subscribed,
  plan_status: view.planStatus,
  trial_ends_at: view.trialEndsAt,
  blocked: view.isBlocked,
  features: { ...view.features },
  included: view.included,
  overage: view.overage,
  a2p: { status: view.a2p.status, ends_at: view.a2p.endsAt, ok: view.a2p.isOk, terminates_on: view.a2p.terminatesOn },
});

/** The oldest first. */
export const presentSubscriptions = ({ all, scheduled }: Subscriptions): Subscription[] =>
  [...all.values()]
    .toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1))
    .map((one) => {
      const next = scheduled.get(one.subscriptionId);
      return {
        id: one.subscriptionId,
        section: one.section,
        plan_id: one.planId,
        version: one.version,
        plan: terms(one.terms),
        status: one.status,
        started_at: one.startedAt,
        period_start: one.periodStart,
        period_end: one.periodEnd,
        trial_end: one.trialEnd,
        cancel_at: one.cancelAt,
        ended_at: one.endedAt,
        next:
          next === undefined ? null : (
            { plan_id: next.planId, version: next.version, plan: terms(next.terms), at: next.at }
          ),
      };
    });

export const presentDiscount = (
  code: string,
  discount: Discount,
  { amount, currency }: PlanTerms,
): z.output<typeof CouponDiscount> => ({
  code,
  name: discount.name,
  percent_off: discount.percentOff,
  amount_off: discount.off?.amount ?? null,
  duration: discount.duration,
  duration_in_months: discount.durationInMonths,
  amount: discounted(amount, discount),
  currency,
});
