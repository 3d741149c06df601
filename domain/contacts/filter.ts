import { z } from 'zod';
import { filterLimits } from './limits.ts';
import { type ApiNamesOf, apiNamesOf, attributeByApiName, attributes, isOfKind, readChoice } from './attributes.ts';

/**
 * Who is meant, said once: the list of contacts, saved segments, what is done to many, and the audiences of broadcasts
 * and automations all speak it. It is data, so that it can stand in an event, an address and a form; what it means is
 * the SQL of `projections/contacts/filter.ts`.
 */

const word = z.string().trim().min(1).max(200);
const words = z.array(word).min(1, 'Choose at least one.').max(filterLimits.values);
const ids = z.array(z.uuid()).min(1, 'Choose at least one.').max(filterLimits.values);
const day = z.iso.date('Give a day, such as 2026-11-22.');
const days = z.number().int().min(1, 'One day at least.').max(3_650, 'Ten years at filterLimits.');

/** A number as people write one; what begins with further zeros is none: postal codes and extensions keep them. */
export const writtenNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
/** One way to write each number, `1.50` as `1.5`: equal numbers are equal words. Null: it is no number. */
export function oneNumber(text: string): string | null {
  if (!writtenNumber.test(text)) return null;
  const short = text.includes('.') ? text.replace(/\.?0+$/u, '') : text;
  return short === '-0' ? '0' : short;
}

const has = z.enum(['any', 'all', 'none']);
const written = z.discriminatedUnion('is', [
  z.object({ is: z.enum(['equal', 'not-equal', 'containing', 'not-containing', 'beginning']), value: word }),
  z.object({ is: z.enum(['known', 'not-known']) }),
]);
export type WrittenRule = z.output<typeof written>;
const choiceRule = z.discriminatedUnion('is', [
  z.object({ is: z.enum(['one-of', 'none-of']), values: words }),
  z.object({ is: z.enum(['known', 'not-known']) }),
]);
export type ChoiceRule = z.output<typeof choiceRule>;
const choice = z
  .object({ field: z.enum(apiNamesOf('choice')), value: choiceRule })
  // What is kept is asked for, `CA`, not `california`. An option that was taken off the list may be asked for still.
  .superRefine(({ field, value }, { addIssue }) => {
    const attribute = attributes[attributeByApiName[field]];
    const isKept = (one: string) => one.length <= attribute.max && (readChoice(attribute, one) ?? one) === one;
    if ('values' in value && !value.values.every(isKept))
      addIssue({ code: 'custom', message: attribute.refusal, path: ['value', 'values'] });
  });
/** A moment. Days are of the business's zone; `between` includes both. */
const moment = z.discriminatedUnion('when', [
  z.object({ when: z.enum(['on', 'before', 'after']), day }),
  z.object({ when: z.literal('between'), from: day, to: day }),
  z.object({ when: z.enum(['in-the-last', 'not-in-the-last']), days }),
]);
export type MomentRule = z.output<typeof moment>;
/** A day of the year. `month`: 1 to 12. */
const yearly = z.discriminatedUnion('when', [
  z.object({ when: z.literal('today') }),
  z.object({ when: z.literal('in-the-next'), days: z.number().int().min(1).max(365) }),
  z.object({ when: z.literal('month'), month: z.number().int().min(1).max(12) }),
  z.object({ when: z.enum(['known', 'not-known']) }),
]);
export type YearlyRule = z.output<typeof yearly>;

/** What somebody did, or not, with what they were sent. `within`: days up to now; null: ever. */
export const Engagement = z.enum(['sent', 'delivered', 'bounced', 'clicked', 'replied', 'redeemed', 'coupon-issued']);

export const FilterCondition = z.discriminatedUnion('field', [
  z.object({ field: z.literal('keyword'), has, values: words }),
  z.object({ field: z.literal('tag'), has, values: words }),
  z.object({ field: z.literal('campaign'), has, ids }),
  z.object({ field: z.literal('segment'), has: z.enum(['any', 'none']), ids }),
  z.object({ field: z.literal('upload'), has: z.enum(['any', 'none']), ids }),
  z.object({ field: z.literal('status'), values: z.array(z.enum(['subscribed', 'optedOut', 'unknown'])).min(1) }),
  z.object({
    field: z.literal('email_status'),
    values: z.array(z.enum(['subscribed', 'unsubscribed', 'unknown'])).min(1),
  }),
  z.object({ field: z.literal('reachable'), value: z.boolean() }),
  z.object({ field: z.literal('source'), values: words }),
  z.object({
    field: z.enum(['first_name', 'last_name', 'phone', ...apiNamesOf('email', 'text', 'url', 'zip')]),
    text: written,
  }),
  choice,
  z.object({ field: z.enum(['created', 'opted_in', 'last_message']), moment }),
  z.object({ field: z.enum(apiNamesOf('day-of-year')), day: yearly }),
  /** By the id of the custom field; numbers are compared as numbers, days as days. */
  z.object({
    field: z.literal('custom'),
    id: z.uuid(),
    value: z.union([
      written,
      z.object({ is: z.enum(['less', 'more']), value: word }),
      z.object({ is: z.literal('one-of'), values: words }),
    ]),
  }),
  z.object({
    field: z.literal('engagement'),
    did: Engagement,
    not: z.boolean(),
    within: days.nullable(),
    channel: z.enum(['text', 'mail']).nullable(),
    /** Of this broadcast (coupons: campaign) alone; null: any. */
    of: z.uuid().nullable(),
  }),
]);
export type FilterCondition = z.output<typeof FilterCondition>;
type ChoiceCondition = Extract<FilterCondition, { field: ApiNamesOf<'choice'> }>;
/** Whether it asks for an attribute that is chosen of a list. */
export const isChoice = (condition: { readonly field: string }): condition is ChoiceCondition =>
  isOfKind(condition.field, 'choice');

const together = z.enum(['all', 'any']);
const group = z.object({ match: together, conditions: z.array(FilterCondition).min(1).max(filterLimits.conditions) });

/** Groups of conditions: all of them must hold, or any. No group: everybody. */
export const ContactFilter = z.object({ match: together, groups: z.array(group).max(filterLimits.groups) });
export type ContactFilter = z.output<typeof ContactFilter>;

/** The segments that stand in a filter, each once. */
export const segmentsIn = ({ groups }: ContactFilter): readonly string[] => [
  ...new Set(
    groups.flatMap(({ conditions }) =>
      conditions.flatMap((condition) => (condition.field === 'segment' ? condition.ids : [])),
    ),
  ),
];

/**
 * What a filter may become in all, counted in conditions with every segment in it written out as often as it is
 * mentioned: that is how it stands in the statement. `ofBusiness`: all segments of a business together, which are asked
 * for in one statement; Postgres takes 65,535 parameters.
 */
export const maxConditions = { ofFilter: 500, ofBusiness: 5_000 } as const;
export const tooManyConditions = `With the segments in it, a filter can have at most ${maxConditions.ofFilter} conditions.`;

/** How many conditions a filter becomes in all. Each segment is counted once, however often it is mentioned; a cycle ends. */
export function conditionsInAll(
  { groups }: ContactFilter,
  segments: (id: string) => ContactFilter | undefined,
  known: Map<string, number> = new Map(),
): number {
  const ofSegment = (id: string): number => {
    const counted = known.get(id);
    if (counted !== undefined) return counted;
    known.set(id, 1);
    const filter = segments(id);
    const count = filter === undefined ? 1 : conditionsInAll(filter, segments, known);
    known.set(id, count);
    return count;
  };
  return groups
    .flatMap(({ conditions }) => conditions)
    .reduce((sum, one) => sum + (one.field === 'segment' ? one.ids.reduce((ids, id) => ids + ofSegment(id), 0) : 1), 0);
}

export const everybody: ContactFilter = { match: 'all', groups: [] };
