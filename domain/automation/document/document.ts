import { z } from 'zod';
import { apiNames, apiNamesOf } from '../../contact/attributes.ts';
export { defaultAlert } from '../../campaign/fields.ts';
import { ContactFilter, FilterCondition, filterLimits } from '../../contact/filter.ts';
import { line } from '../../kernel/fields.ts';
import { maxTextLength } from '../../sms/values.ts';
import { messageFields } from '../../message/fields.ts';

/**
 * What an automation is made of: builder, engine and API read it here. It is one document: what starts it, and steps by
 * their ids, each with its named exits. Where a step is drawn is nobody's business but the drawing's. A draft may be
 * unfinished (`null`, empty); what keeps it from being published is said by `check.ts`.
 */

/** So many steps may an automation have. */
export const mostNodes = 500;
const mostTriggers = 10;
const id = z.uuid().toLowerCase();
const chosen = id.nullable();
const short = z.string().max(200);
/** The step that follows; null: the way ends here, or (`failed`) goes on with `next`. */
const target = chosen;

/** A wall clock's time of a day, `09:00`. */
export const TimeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Give a time, such as 09:00.');
export const TimeUnit = z.enum(['minutes', 'hours', 'days', 'weeks', 'months']);
export const Duration = z.object({ amount: z.number().int().min(1).max(3_650), unit: TimeUnit });
export type Duration = z.output<typeof Duration>;
/** Specification, section 9. */
export const defaultWait: Duration = { amount: 1, unit: 'days' };

/** Whose clock is meant. The contact's is told by area code, ZIP code and state; where these lie in several zones, the latest counts. */
export const ZoneOf = z.enum(['business', 'contact']);
export type ZoneOf = z.output<typeof ZoneOf>;

const singleDays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export const Weekday = z.enum([...singleDays, 'weekdays', 'weekends']);
export type Weekday = z.output<typeof Weekday>;
/** As luxon and ISO 8601 number them: 1 is Monday. */
export const numbersOf = (days: readonly Weekday[]): ReadonlySet<number> =>
  new Set(
    days.flatMap((day) =>
      day === 'weekdays' ? [1, 2, 3, 4, 5]
      : day === 'weekends' ? [6, 7]
      : [singleDays.indexOf(day) + 1],
    ),
  );

/** Something that a contact is asked for, or that changes. */
export const ContactField = z.discriminatedUnion('of', [
  z.object({ of: z.literal('contact'), name: z.enum(['first_name', 'last_name', ...apiNames]) }),
  z.object({ of: z.literal('custom'), id: chosen }),
]);
export type ContactField = z.output<typeof ContactField>;

/** So many days after (before: below zero) a day that is known of a contact, at a time. */
export const DayAt = z.object({
  day: z.discriminatedUnion('of', [
    z.object({ of: z.enum(apiNamesOf('day-of-year')) }),
    z.object({ of: z.literal('custom'), id: chosen, yearly: z.boolean() }),
  ]),
  offset: z.number().int().min(-365).max(365),
  at: TimeOfDay,
  zone: ZoneOf,
});
export type DayAt = z.output<typeof DayAt>;

/** What happens to a contact: it starts an automation, ends a wait, or is a goal. Null and empty: any. */
const occurrences = [
  z.object({ kind: z.literal('opted-in'), keyword: short.nullable(), campaignId: chosen }),
  z.object({ kind: z.enum(['page-submitted', 'vote-cast']), campaignId: chosen }),
  z.object({ kind: z.enum(['coupon-issued', 'coupon-redeemed']), campaignId: chosen }),
  z.object({ kind: z.literal('reward-unlocked'), campaignId: chosen, rewardId: chosen }),
  /** Of a loop: so many points, or more. */
  z.object({ kind: z.literal('points-reached'), campaignId: chosen, points: z.number().int().min(1).max(1_000_000) }),
  z.object({ kind: z.literal('contact-created') }),
  z.object({ kind: z.literal('contact-imported'), uploadId: chosen }),
  z.object({ kind: z.literal('field-changed'), field: ContactField.nullable(), to: short.nullable() }),
  /** `whole`: the text is one of the words and nothing more. */
  z.object({ kind: z.literal('text-received'), words: z.array(short).max(50), whole: z.boolean() }),
  /** `sourceId`: the broadcast, or the step of an automation, whose link it was. */
  z.object({ kind: z.literal('link-clicked'), sourceId: chosen }),
  z.object({ kind: z.enum(['broadcast-sent', 'broadcast-answered']), broadcastId: chosen }),
  z.object({ kind: z.literal('conversation-closed') }),
  z.object({ kind: z.literal('webhook-received'), webhookId: chosen }),
  z.object({ kind: z.literal('integration-event'), integrationId: chosen, event: short }),
] as const;
export const Occurrence = z.discriminatedUnion('kind', [...occurrences]);
export type Occurrence = z.output<typeof Occurrence>;

/** What starts an automation: something that happens to a contact, a day, something that does not happen, or a person. */
export const TriggerOn = z.discriminatedUnion('kind', [
  ...occurrences,
  z.object({ kind: z.literal('date'), when: DayAt }),
  z.object({ kind: z.literal('coupon-expiring'), campaignId: chosen, days: z.number().int().min(1).max(365) }),
  z.object({ kind: z.literal('broadcast-not-clicked'), broadcastId: chosen, hours: z.number().int().min(1).max(720) }),
  z.object({ kind: z.literal('by-hand') }),
]);
export type TriggerOn = z.output<typeof TriggerOn>;
/** `filter`: only who is meant by it at that moment. */
export const Trigger = z.object({ on: TriggerOn, filter: ContactFilter });
export type Trigger = z.output<typeof Trigger>;
/** What belongs to parts that are not built yet: in no menu, and not published. */
export const notYet: ReadonlySet<string> = new Set<TriggerOn['kind'] | NodeKind>([
  'integration-event',
  'GotoRegistration',
]);

/** Whether somebody may come in again. Never while they are inside. */
export const Reentry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('once') }),
  /** So many days after they came in the last time. */
  z.object({ kind: z.literal('after'), days: z.number().int().min(1).max(3_650) }),
  z.object({ kind: z.literal('always') }),
]);
export type Reentry = z.output<typeof Reentry>;

/** Until when a wait lasts. An event, or a day that may be unknown or over, has the exit `otherwise` besides `next`. */
export const WaitUntil = z.discriminatedUnion('kind', [
  /** Minutes and hours as they pass; days, weeks and months by the calendar: the clock shows the same then. */
  z.object({ kind: z.literal('duration'), ...Duration.shape, zone: ZoneOf }),
  z.object({ kind: z.literal('time'), at: TimeOfDay, zone: ZoneOf }),
  z.object({ kind: z.literal('weekday'), days: z.array(Weekday).max(9), at: TimeOfDay, zone: ZoneOf }),
  z.object({ kind: z.literal('date'), when: DayAt }),
  z.object({ kind: z.literal('event'), event: Occurrence, timeout: Duration }),
]);
export type WaitUntil = z.output<typeof WaitUntil>;

const options = (from: number, to: number) => z.array(z.number().int().min(from).max(to)).max(to - from + 1);
/** The time that it is then. Of each list any; an empty one says nothing. Options: specification, section 9. */
export const ClockCondition = z.object({
  field: z.literal('clock'),
  zone: ZoneOf,
  hours: options(0, 23),
  days: options(1, 31),
  months: options(1, 12),
  years: z.array(z.number().int().min(2_000).max(9_999)).max(11),
  weekdays: z.array(Weekday).max(9),
});
/** How many years a condition can look ahead: those that are offered are this one and so many more. */
export const yearsAhead = 10;
export const Check = z.discriminatedUnion('field', [FilterCondition, ClockCondition]);
export type Check = z.output<typeof Check>;
const together = z.enum(['all', 'any']);
/** As a filter of contacts, with the clock besides. */
export const Checks = z.object({
  match: together,
  groups: z
    .array(z.object({ match: together, conditions: z.array(Check).min(1).max(filterLimits.conditions) }))
    .max(filterLimits.groups),
});
export type Checks = z.output<typeof Checks>;

/** Fields of a text, and of what is said about a campaign: without one no coupon can be merged in. */
const body = z.string().max(maxTextLength);
const text = { body, media: messageFields.media, campaignId: chosen };
/** Asks by text, waits so long for each answer, asks so often. */
const question = {
  body,
  /** What is said where the answer was not understood; empty: the question again. */
  again: body,
  tries: z.number().int().min(1).max(5),
  patience: Duration,
};

/** A step. `off`: passed over, by `next`. `failed`: what happens when it could not be done; null: it goes on with `next`. */
const named = { name: z.string().trim().max(80).nullable() };
const exits = <const Names extends readonly string[]>(...names: Names) =>
  z.object(Object.fromEntries(names.map((name) => [name, target])) as { [N in Names[number]]: typeof target });
const step = { ...named, off: z.boolean() };
const action = { ...step, to: exits('next', 'failed') };
const asking = { ...step, to: exits('next', 'givenUp', 'failed') };

/** The ways of a split, in the order of their names: `a` is the first. */
export const ways = ['a', 'b', 'c', 'd', 'e'] as const;

export const Node = z.discriminatedUnion(
  'kind',
  [
    // The specification's eleven kinds (section 3), by its names.
    /** A text, with pictures where MMS is active. */
    z.object({ kind: z.literal('Notification'), ...action, ...text }),
    z.object({
      kind: z.literal('SendEmail'),
      ...action,
      subject: short,
      preheader: short,
      /** The document of the e-mail editor. */
      designId: chosen,
      campaignId: chosen,
    }),
    /** Issues a coupon of the campaign, and says so by text; empty: nothing is said. */
    z.object({ kind: z.literal('Redemption'), ...action, campaignId: chosen, body }),
    /** Tells people of the business. `[phone_number]`, `[email]`, `[name]` and `[keyword]` are filled in. */
    z.object({
      kind: z.literal('Alert'),
      ...action,
      text: z.string().max(maxTextLength),
      phones: z.array(z.string().max(30)).max(10),
      emails: z.array(z.string().max(254)).max(10),
      /** People of the team (`userId`), by whatever number and address they have when it happens. */
      textMembers: z.array(id).max(10).default([]),
      mailMembers: z.array(id).max(10).default([]),
    }),
    z.object({ kind: z.literal('GotoRegistration'), ...action, integrationId: chosen, webinar: short }),
    z.object({ kind: z.literal('Wait'), ...step, until: WaitUntil, to: exits('next', 'otherwise') }),
    /** Where it happens after the run began, the run ends, wherever it is. Who comes by here goes on. */
    z.object({ kind: z.literal('Goal'), ...step, event: Occurrence, to: exits('next') }),
    z.object({ kind: z.literal('Condition'), ...named, checks: Checks, to: exits('yes', 'no') }),
    z.object({ kind: z.literal('CollectContactData'), ...asking, ...question, field: ContactField }),
    /** The contact is of the campaign from then on. It agrees to nothing by that. */
    z.object({ kind: z.literal('SubscribeContactToList'), ...action, campaignId: chosen }),
    /** Asks for a picture; it is kept in the custom field, or (null) in the conversation alone. */
    z.object({ kind: z.literal('ImageUpload'), ...asking, ...question, fieldId: chosen }),
    // Beyond them.
    /** By chance, in shares of a hundred. The same run goes the same way whenever it is looked at. */
    z.object({
      kind: z.literal('Split'),
      ...named,
      shares: z.array(z.number().int().min(1).max(99)).min(2).max(ways.length),
      to: exits(...ways),
    }),
    z.object({ kind: z.literal('GoTo'), ...named, to: exits('next') }),
    z.object({ kind: z.literal('Webhook'), ...action, url: z.string().max(2_000) }),
    z.object({ kind: z.literal('Keyword'), ...action, change: z.enum(['add', 'remove']), keyword: short }),
    z.object({ kind: z.literal('Tag'), ...action, change: z.enum(['add', 'remove']), tag: short }),
    /** The conversation is this user's; null: it goes to the queue of those that are nobody's. */
    z.object({ kind: z.literal('Assign'), ...action, userId: chosen }),
    z.object({ kind: z.literal('End'), ...named, to: exits() }),
  ],
  { error: ({ code }) => (code === 'invalid_union' ? 'There is no step of this kind.' : undefined) },
);
export type Node = z.output<typeof Node>;
export type NodeKind = Node['kind'];
export const nodeKinds: readonly NodeKind[] = Node.options.map((option) => option.shape.kind.value);
export type NodeOf<Kind extends NodeKind> = Extract<Node, { kind: Kind }>;

export const Document = z.object({
  triggers: z.array(Trigger).max(mostTriggers),
  reentry: Reentry,
  start: target,
  nodes: z.record(id, Node),
});
export type Document = z.output<typeof Document>;
/** Nothing drawn yet. People come in once unless somebody says otherwise. */
export const emptyDocument: Document = { triggers: [], reentry: { kind: 'once' }, start: null, nodes: {} };

/** What people enter of an automation besides its document. */
export const automationFields = { name: line('The name', 80) } as const;

/** The exits that a step has, by name. */
export const exitsOf = (node: Node): readonly (readonly [exit: string, to: string | null])[] =>
  Object.entries(node.to) as [string, string | null][];
/** Where an exit leads; a `failed` that leads nowhere goes on. Null: the way ends. */
export function exitOf(node: Node, exit: string): string | null {
  const to = node.to as Readonly<Record<string, string | null>>;
  const own = Object.hasOwn(to, exit) ? to[exit]! : null;
  return own === null && exit === 'failed' ? (to['next'] ?? null) : own;
}
/** Of a record whose keys come from outside: never what an object has of itself. */
export const nodeOf = ({ nodes }: Document, at: string): Node | null => (Object.hasOwn(nodes, at) ? nodes[at]! : null);
/** Whether a step is passed over. */
export const isOff = (node: Node): boolean => 'off' in node && node.off;
/** Waits whose other exit means something: it did not happen in time, or there is no such day. */
export const hasOtherwise = ({ until }: NodeOf<'Wait'>): boolean => until.kind === 'event' || until.kind === 'date';
