import { z } from 'zod';
import { planFields, PlanFeature, PlanInterval, PlanKind, PlanSection } from '../../domain/plans/fields.ts';
import { planList } from '../../domain/plans/list.ts';
import { calls } from './calls.ts';
import { Created, IdParams, Instant, list, Revision, Saved, Success, wholeList } from './common.ts';
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
