import { z } from 'zod';
import { planFields, PlanFeature, PlanInterval, PlanKind, PlanSection } from '../../domain/plans/fields.ts';
import { planList } from '../../domain/plans/list.ts';
import { moveSkips, moveWhens } from '../../domain/subscriptions/fields.ts';
import { calls } from './calls.ts';
import { Created, IdParams, Instant, list, Revision, Saved, Success, Uuid, wholeList } from './common.ts';
import { listParams } from './lists.ts';

export {
  PlanFeature,
  PlanInterval,
  type PlanKind,
  planQuantities,
  type PlanQuantity,
  PlanSection,
  plainUnitPrice,
  readUnitPrice,
} from '../../domain/plans/fields.ts';

const whole = z.number().int();
const name = { examples: ['Growth'] };
const description = { examples: ['For teams that text every week.'] };

/**
 * What is sold. `amount`: per `interval`, in the currency's smallest unit. `messages` to `minutes`: included each
 * month, null is unlimited. `overage_…`: the price of one more, in 1/10,000 of the smallest unit; null: none is sold.
 */
export const PlanTerms = z.object({
  name: z.string().meta(name),
  description: z.string().meta(description),
  amount: whole,
  currency: z.string(),
  interval: PlanInterval,
  trial_days: whole,
  messages: whole.nullable(),
  mms: whole.nullable(),
  emails: whole.nullable(),
  contacts: whole.nullable(),
  numbers: whole.nullable(),
  minutes: whole.nullable(),
  overage_messages: whole.nullable(),
  overage_mms: whole.nullable(),
  overage_emails: whole.nullable(),
  overage_contacts: whole.nullable(),
  overage_numbers: whole.nullable(),
  overage_minutes: whole.nullable(),
  features: z.array(PlanFeature),
});
export type PlanTerms = z.output<typeof PlanTerms>;
/** `version`: the one that is sold now. `section`: what is bought with it, a plan or an add-on. */
export const Plan = PlanTerms.extend({
  id: z.string(),
  kind: PlanKind,
  section: PlanSection,
  version: whole,
  created_at: Instant,
  changed_at: Instant,
});
export type Plan = z.output<typeof Plan>;
/** `at`: sold from then on, until the next version. */
export const PlanVersion = PlanTerms.extend({ version: whole, at: Instant });
export type PlanVersion = z.output<typeof PlanVersion>;
/** `versions`: all that were ever sold, the newest first. */
export const PlanRecord = Plan.extend({ revision: Revision, versions: z.array(PlanVersion) });
export type PlanRecord = z.output<typeof PlanRecord>;
/** What one thing that is for sale costs. */
export const Price = Plan.pick({ name: true, section: true, amount: true, currency: true, interval: true }).extend({
  plan_id: z.string(),
  trial_days: whole,
});

const PlanFields = z.object({
  name: planFields.name.meta(name),
  description: planFields.description.default('').meta(description),
  amount: planFields.amount,
  currency: planFields.currency.meta({ examples: ['USD'] }),
  interval: planFields.interval,
  trial_days: planFields.trialDays.default(0),
  messages: planFields.messages.default(0),
  mms: planFields.mms.default(0),
  emails: planFields.emails.default(0),
  contacts: planFields.contacts.default(0),
  numbers: planFields.numbers.default(0),
  minutes: planFields.minutes.default(0),
  overage_messages: planFields.overageMessages.default(null),
  overage_mms: planFields.overageMms.default(null),
  overage_emails: planFields.overageEmails.default(null),
  overage_contacts: planFields.overageContacts.default(null),
  overage_numbers: planFields.overageNumbers.default(null),
  overage_minutes: planFields.overageMinutes.default(null),
  features: planFields.features.default([]),
});
/** What is left out is not included, and not sold beyond that. */
export const CreatePlan = PlanFields.extend({ section: PlanSection.default('plan') });
export const UpdatePlan = PlanFields.extend({ revision: Revision });
export const PlanList = list(Plan);
export const PlanReply = z.object({ data: Plan });
export const PlanRecordReply = z.object({ data: PlanRecord });
export const PlanListParams = listParams(planList);
const example = {
  name: 'Growth',
  description: 'For teams that text every week.',
  amount: 9900,
  currency: 'USD',
  interval: 'month',
  trial_days: 14,
  messages: 5000,
  contacts: 10_000,
  numbers: 1,
  overage_messages: 15_000,
  features: ['livechat'],
} as const;

const MoveWhen = z.enum(moveWhens);
/** Why a subscriber was not moved. */
export const MoveSkip = z.enum(moveSkips);
/**
 * Subscribers of earlier versions move to `version`. `subscribers`: how many there were when it began; those who are
 * neither moved nor skipped wait, since they renew within a day.
 */
export const PlanMove = z.object({
  id: z.string(),
  from_versions: z.array(whole),
  version: whole,
  when: MoveWhen,
  subscribers: whole,
  moved: whole,
  skipped: whole,
  started_at: Instant,
});
export type PlanMove = z.output<typeof PlanMove>;
/** How many have each version of a plan; of versions that no one has nothing is said. The newest moves first. */
export const PlanSubscribersReply = z.object({
  data: z.object({ versions: z.array(z.object({ version: whole, subscribers: whole })), moves: z.array(PlanMove) }),
});
const payerNamed = { payer: z.object({ kind: PlanKind, id: z.string(), name: z.string() }) } as const;
/**
 * What a move costs one subscriber, in the currency's smallest unit, before discounts. `at`: it has the new version from
 * then on. `due_now`: by the payment provider's preview; negative: taken off the next invoice. `skip`: it is not moved.
 */
export const MovePreviewRow = z.object({
  ...payerNamed,
  from_version: whole.nullable(),
  from_amount: whole.nullable(),
  amount: whole,
  at: Instant.nullable(),
  due_now: whole.nullable(),
  skip: MoveSkip.nullable(),
});
export type MovePreviewRow = z.output<typeof MovePreviewRow>;
/**
 * What a move costs, `from_total` and `total` each `interval` and of all that can be moved. Send `version`,
 * `proration_date` and `subscribers` back to begin it: within the hour it is charged what stands here.
 */
export const MovePreview = z.object({
  version: whole,
  currency: z.string().meta({ examples: ['USD'] }),
  interval: PlanInterval,
  proration_date: Instant,
  subscribers: whole,
  movable: whole,
  from_total: whole,
  total: whole,
  rows: z.array(MovePreviewRow),
});
export type MovePreview = z.output<typeof MovePreview>;
export const MovePreviewReply = z.object({ data: MovePreview });
export const PlanMoveReply = z.object({
  data: PlanMove.extend({ skips: z.array(z.object({ ...payerNamed, reason: MoveSkip, at: Instant })) }),
});
const versionNumber = z.int().min(1).max(1_000_000);
export const StartPlanMove = z.object({
  versions: z.array(versionNumber).min(1, 'Choose a version.').max(100),
  version: versionNumber,
  when: MoveWhen.default('renewal'),
  proration_date: Instant.nullable().default(null),
  subscribers: z.int().min(0).max(10_000_000),
});

/** Null: none is for sale. */
export const PriceList = wholeList(Price);
export const AddOnReply = z.object({ data: Plan.nullable() });

export const planCalls = calls('Plans', {
  'GET /subscriptions/plans': {
    id: 'listPlans',
    who: 'any',
    summary:
      'What the caller can subscribe to: plans, or with `section` an add-on. An admin gets the plans for agencies, add-ons included.',
    query: PlanListParams,
    reply: PlanList,
  },
  'GET /subscriptions/plans/{name}': {
    id: 'getPlanByName',
    who: 'any',
    summary: 'A plan that the caller can subscribe to, by its name.',
    params: z.object({ name: z.string().min(1).max(200) }),
    reply: PlanReply,
  },
  'GET /subscriptions/prices': {
    id: 'listPrices',
    who: 'any',
    summary: 'What everything costs that the caller can subscribe to, add-ons included.',
    reply: PriceList,
  },
  'GET /livechat/plan': {
    id: 'getLivechatPlan',
    who: ['Agency', 'Business'],
    summary: 'The live chat add-on that the caller can subscribe to; null: none is for sale.',
    reply: AddOnReply,
  },
  'GET /loops/plan': {
    id: 'getLoopPlan',
    who: ['Agency', 'Business'],
    summary: 'The loop add-on that the caller can subscribe to; null: none is for sale.',
    reply: AddOnReply,
  },
  'POST /plans': {
    id: 'createPlan',
    who: ['Admin'],
    summary: 'Create a plan or an add-on for agencies.',
    body: CreatePlan,
    example,
    reply: Created,
  },
  'GET /plans/{id}': {
    id: 'getPlan',
    who: ['Admin'],
    summary: 'A plan for agencies with all its versions.',
    params: IdParams,
    reply: PlanRecordReply,
  },
  'PUT /plans/{id}': {
    id: 'updatePlan',
    who: ['Admin'],
    summary: 'Sell a plan for agencies under new terms: a new version. Existing subscribers keep theirs.',
    params: IdParams,
    body: UpdatePlan,
    example: { ...example, revision: 0 },
    reply: Saved,
  },
  'DELETE /plans/{id}': {
    id: 'deletePlan',
    who: ['Admin'],
    summary: 'Stop selling a plan for agencies. Existing subscribers keep it.',
    params: IdParams,
    reply: Success,
  },
  'GET /plans/{id}/subscribers': {
    id: 'getPlanSubscribers',
    who: ['Admin'],
    summary: 'How many subscribe to each version of a plan for agencies or businesses, and the moves to its newest.',
    params: IdParams,
    reply: PlanSubscribersReply,
  },
  'GET /plans/{id}/moves/preview': {
    id: 'previewPlanMove',
    who: ['Admin'],
    summary: 'What it would cost subscribers of earlier versions to be moved to the version for sale. Nothing changes.',
    params: IdParams,
    query: z.object({
      versions: z
        .string()
        .regex(/^\d{1,6}(,\d{1,6}){0,99}$/, 'Name versions like 1,2.')
        .meta({ examples: ['1,2'] }),
      when: MoveWhen.default('renewal'),
      page: z.coerce.number().int().min(1).max(100_000).default(1),
    }),
    reply: MovePreviewReply,
  },
  'POST /plans/{id}/moves': {
    id: 'startPlanMove',
    who: ['Admin'],
    summary:
      'Move subscribers of earlier versions to the version for sale, in the background. Each is told by notice and email.',
    params: IdParams,
    body: StartPlanMove,
    example: { versions: [1], version: 2, when: 'renewal', subscribers: 12 },
    reply: Created,
  },
  'GET /plans/{id}/moves/{moveId}': {
    id: 'getPlanMove',
    who: ['Admin'],
    summary: 'How far a move is, and who was not moved and why.',
    params: IdParams.extend({ moveId: Uuid }),
    reply: PlanMoveReply,
  },
  'GET /business-plans': {
    id: 'listBusinessPlans',
    who: ['Admin', 'Agency'],
    summary: 'The plans and add-ons for businesses.',
    query: PlanListParams,
    reply: PlanList,
  },
  'POST /business-plans': {
    id: 'createBusinessPlan',
    who: ['Admin'],
    summary: 'Create a plan or an add-on for businesses.',
    body: CreatePlan,
    example,
    reply: Created,
  },
  'GET /business-plans/{id}': {
    id: 'getBusinessPlan',
    who: ['Admin', 'Agency'],
    summary: 'A plan for businesses with all its versions.',
    params: IdParams,
    reply: PlanRecordReply,
  },
  'PUT /business-plans/{id}': {
    id: 'updateBusinessPlan',
    who: ['Admin'],
    summary: 'Sell a plan for businesses under new terms: a new version. Existing subscribers keep theirs.',
    params: IdParams,
    body: UpdatePlan,
    example: { ...example, revision: 0 },
    reply: Saved,
  },
});
