import { z } from 'zod';
import { thresholdFields } from '../../domain/limits/fields.ts';
import { PlanSection } from '../../domain/plans/fields.ts';
import { blockedReasons } from '../../domain/subscriptions/fields.ts';
import { calls } from './calls.ts';
import { Instant, Success, Uuid } from './common.ts';
import { PlanTerms } from './plans.ts';

const whole = z.int();
const Coupon = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .meta({ examples: ['SPRING20'] });
const Status = z.string().meta({ examples: ['active'] });
const SubscriptionId = z.string().meta({ examples: ['sub_1PgafmB7WZ01zgkW6dKueIc5'] });
const money = { currency: z.string().meta({ examples: ['USD'] }) } as const;

/**
 * One subscription. `status`: in the payment provider's words (`trialing`, `active`, `past_due`, …). `plan`: what was
 * bought, which later versions don't change. `cancel_at`: it ends then, unless it is resumed. `next`: the plan that it
 * changes to at the renewal.
 */
export const Subscription = z.object({
  id: SubscriptionId,
  section: PlanSection,
  plan_id: z.string(),
  version: whole,
  plan: PlanTerms,
  status: Status,
  started_at: Instant,
  period_start: Instant,
  period_end: Instant,
  trial_end: Instant.nullable(),
  cancel_at: Instant.nullable(),
  ended_at: Instant.nullable(),
  next: z.object({ plan_id: z.string(), version: whole, plan: PlanTerms, at: Instant }).nullable(),
});
export type Subscription = z.output<typeof Subscription>;

/** A month's quantities; null: unlimited, or of an overage: none is sold. */
const Allowance = z.object({
  messages: whole.nullable(),
  mms: whole.nullable(),
  emails: whole.nullable(),
  contacts: whole.nullable(),
  numbers: whole.nullable(),
  minutes: whole.nullable(),
});

/** Why a tenant can't send, publish or buy; null: it can. */
export const BlockedReason = z.enum(blockedReasons).nullable();
/**
 * How the caller stands. `payments`: this installation takes payments; without them nothing is blocked. `included`:
 * null, no plan says it. `overage`: in 1/10,000 of the currency's smallest unit.
 */
export const AccountStanding = z.object({
  payments: z.boolean(),
  subscribed: z.boolean(),
  plan_status: Status.nullable(),
  trial_ends_at: Instant.nullable(),
  blocked: BlockedReason,
  features: z.object({ livechat: z.boolean(), loop: z.boolean(), mms: z.boolean(), whitelabel: z.boolean() }),
  included: Allowance.nullable(),
  overage: Allowance,
  a2p: z.object({
    status: z.string().nullable(),
    ends_at: Instant.nullable(),
    ok: z.boolean(),
    terminates_on: Instant.nullable(),
  }),
});
export type AccountStanding = z.output<typeof AccountStanding>;

/** `subscriptions`: of a business that its agency pays for there are none here. The oldest first. */
export const SubscriptionsReply = z.object({
  data: z.object({ standing: AccountStanding, subscriptions: z.array(Subscription) }),
});

/** What a code gives. `amount`: what is left to pay of the first period, in the currency's smallest unit. */
export const CouponDiscount = z.object({
  code: z.string().meta({ examples: ['SPRING20'] }),
  name: z.string().nullable(),
  percent_off: z.number().nullable(),
  amount_off: whole.nullable(),
  duration: z.enum(['once', 'repeating', 'forever']),
  duration_in_months: whole.nullable(),
  amount: whole,
  ...money,
});
export const CouponReply = z.object({ data: CouponDiscount });

/**
 * What it costs, today and at the renewal, in the currency's smallest unit. Send `version` and `proration_date` back
 * with the order: until `holds_until` it costs what stands here.
 */
export const SubscriptionQuote = z.object({
  kind: z.enum(['new', 'upgrade', 'downgrade', 'unchanged']),
  plan_id: z.string(),
  version: whole,
  proration_date: Instant.nullable(),
  holds_until: Instant,
  ...money,
  due_now: whole,
  lines: z.array(z.object({ description: z.string(), amount: whole })),
  next_amount: whole,
  next_at: Instant,
});
export type SubscriptionQuote = z.output<typeof SubscriptionQuote>;
export const QuoteReply = z.object({ data: SubscriptionQuote });

/**
 * `client_secret`: the cardholder has to confirm the payment with it in the browser; null: nothing is to be confirmed.
 * `outcome`: `scheduled`, the plan changes at the renewal; `incomplete`, a payment waits, and what it buys.
 */
export const SubscribedReply = Success.extend({
  data: z.object({
    subscription_id: SubscriptionId,
    status: Status,
    outcome: z.enum(['subscribed', 'changed', 'scheduled', 'unchanged', 'incomplete']),
    client_secret: z
      .string()
      .nullable()
      .meta({ examples: ['pi_3Pga_secret_Qk2v'] }),
  }),
});
export const CheckoutLink = z.object({ data: z.object({ url: z.string() }) });
export const CanceledReply = Success.extend({ data: z.object({ ends_at: Instant.nullable() }) });

export const Subscribe = z.object({
  /** The version that the buyer was shown: another one is refused. */
  version: z.int().min(1).nullable().default(null),
  coupon: Coupon.nullable().default(null),
  proration_date: Instant.nullable().default(null),
});
export const ResumeSubscription = z.object({ section: PlanSection.default('plan') });
export { type AlertKind, alertKinds } from '../../domain/limits/fields.ts';

const thresholds = z.object(thresholdFields);
const byAlertKind = <T extends z.ZodType>(of: T, ofBalance: T) =>
  z.object({ messages: of, mms: of, emails: of, contacts: of, minutes: of, balance: ofBalance });
/** `numbers` of the balance: amounts in the wallet's smallest unit, which it falls below. */
export const AlertThresholds = byAlertKind(thresholds, thresholds).meta({
  examples: [
    {
      messages: { percents: [90, 100], numbers: [] },
      mms: { percents: [90, 100], numbers: [] },
      emails: { percents: [90, 100], numbers: [5000] },
      contacts: { percents: [90, 100], numbers: [] },
      minutes: { percents: [90, 100], numbers: [] },
      balance: { percents: [], numbers: [2500] },
    },
  ],
});
export type AlertThresholds = z.output<typeof AlertThresholds>;
/** `used`: of this month, and the contacts that there are. `currency`: of the wallet, else of the plan. */
export const AlertSettings = z.object({
  thresholds: AlertThresholds,
  used: z.object({ messages: whole, mms: whole, emails: whole, contacts: whole, minutes: whole }),
  ...money,
});
export type AlertSettings = z.output<typeof AlertSettings>;
export const AlertSettingsReply = z.object({ data: AlertSettings });

const planParams = z.object({ plan: Uuid });
const ofCoupon = z.object({ coupon: Coupon.optional() });
const ofCode = z.object({ code: Coupon });
const who = ['Agency', 'Business'] as const;

export const subscriptionCalls = calls('Subscriptions', {
  'GET /subscriptions': {
    id: 'getSubscriptions',
    who,
    summary: 'How you stand, and what you subscribe to.',
    reply: SubscriptionsReply,
  },
  'GET /subscriptions/alerts': {
    id: 'getUsageAlerts',
    who,
    summary: 'When you’re told of your usage, and what you’ve used this month.',
    reply: AlertSettingsReply,
  },
  'PUT /subscriptions/alerts': {
    id: 'updateUsageAlerts',
    who,
    summary: 'Choose at which percentages and numbers you’re told of your usage.',
    body: AlertThresholds,
    reply: Success,
  },
  'GET /subscriptions/quote': {
    id: 'quoteSubscription',
    who,
    summary: 'What a plan or an add-on costs today and at the renewal. The price holds for an hour.',
    query: z.object({
      plan: Uuid.optional(),
      section: PlanSection.exclude(['plan']).optional(),
      coupon: Coupon.optional(),
    }),
    reply: QuoteReply,
  },
  'POST /subscriptions/{plan}': {
    id: 'subscribe',
    who,
    summary:
      'Subscribe to a plan, or change to it: a higher one now, with unused time given back, a lower one at the renewal. Again, to finish a payment that waits for the cardholder.',
    params: planParams,
    body: Subscribe,
    reply: SubscribedReply,
    secret: true,
  },
  'POST /subscriptions/{id}/checkout': {
    id: 'openCheckout',
    who,
    summary: 'A link to the payment provider’s page, where the plan can be paid.',
    params: z.object({ id: Uuid }),
    reply: CheckoutLink,
    secret: true,
  },
  'POST /subscriptions/resume': {
    id: 'resumeSubscription',
    who,
    summary: 'Take back a cancellation, end a pause, or pay what is due.',
    body: ResumeSubscription,
    reply: SubscribedReply,
    secret: true,
  },
  'POST /subscriptions/subscribe-unlimited': {
    id: 'subscribeUnlimited',
    who,
    summary: 'Subscribe to unlimited texting.',
    reply: SubscribedReply,
    secret: true,
  },
  'POST /subscriptions/a2p': {
    id: 'subscribeA2p',
    who,
    summary: 'Subscribe to A2P registration. After its end it is kept for 7 days.',
    reply: SubscribedReply,
    secret: true,
  },
  'DELETE /subscriptions/{userId}/cancel': {
    id: 'cancelSubscription',
    who: ['Admin', 'Agency', 'Business'],
    summary: 'Cancel a subscription of the tenant that a user belongs to, now or at the end of what is paid.',
    params: z.object({ userId: Uuid }),
    query: z.object({
      section: PlanSection.default('plan'),
      when: z.enum(['now', 'period-end']).default('period-end'),
    }),
    reply: CanceledReply,
  },
  'POST /livechat/subscription': {
    id: 'subscribeLivechat',
    who,
    summary: 'Subscribe to live chat.',
    query: ofCoupon,
    reply: SubscribedReply,
    secret: true,
  },
  'POST /livechat/business-subscription': {
    id: 'openLivechatCheckout',
    who,
    summary: 'A link to the payment provider’s page, where live chat can be paid.',
    reply: CheckoutLink,
    secret: true,
  },
  'POST /livechat/check-coupon': {
    id: 'checkLivechatCoupon',
    who,
    summary: 'What a code gives on live chat.',
    query: ofCode,
    reply: CouponReply,
  },
  'POST /loops/subscription': {
    id: 'subscribeLoop',
    who,
    summary: 'Subscribe to the loop.',
    query: ofCoupon,
    reply: SubscribedReply,
    secret: true,
  },
  'POST /loops/check-coupon': {
    id: 'checkLoopCoupon',
    who,
    summary: 'What a code gives on the loop.',
    query: ofCode,
    reply: CouponReply,
  },
});
