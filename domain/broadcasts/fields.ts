import { z } from 'zod';
import { ContactFilter, everybody } from '../contacts/filter.ts';
import { line, optionalLine, paragraphs, timezone } from '../kernel/fields.ts';
import { messageFields } from '../messages/fields.ts';
import { Media, maxTextLength } from '../sms/values.ts';

/** By what it goes out. `mms`: a text with pictures. */
export const BroadcastType = z.enum(['sms', 'mms', 'email']);
export type BroadcastType = z.output<typeof BroadcastType>;

/**
 * `draft`: being written. `approval`: waits for the agency. `scheduled`: waits for its time. `running`: its audience is
 * being frozen, or it goes out. `paused`, `stopped`: by somebody, or (paused) by itself. `completed`: everybody has
 * reached an end.
 */
export const BroadcastStatus = z.enum(['draft', 'approval', 'scheduled', 'running', 'paused', 'stopped', 'completed']);
export type BroadcastStatus = z.output<typeof BroadcastStatus>;

/** Why somebody of the audience is not written to: said when it is frozen, or at the last moment before sending. */
export const LeftOut = z.enum([
  'no-address',
  'opted-out',
  'no-consent',
  'looks-opted-out',
  'unreachable',
  'blocked',
  'duplicate',
  'paused',
  'topic-off',
  'too-often',
  'daily-limit',
  'missing-value',
  'over-limit',
  'above-limit',
  'insufficient-funds',
  'sender-blocked',
  'inactive-business',
  'our-fault',
  'erased',
  'stopped',
  'expired',
  // Of emails: they unsubscribed, it came back for good before, they have reported one as spam.
  'unsubscribed',
  'bounced',
  'complained',
]);
export type LeftOut = z.output<typeof LeftOut>;

/**
 * Who or what paused it: a person, or the software: carriers filter it, too much fails or comes back, too many report it
 * as spam, the number (or, of emails, the business) may not send, the plan is used up or not paid.
 */
export const PausedBy = z.enum([
  ...(['person', 'filtering', 'failures', 'sender-blocked', 'over-limit', 'insufficient-funds'] as const),
  ...(['bounces', 'complaints'] as const),
  // Its payer's subscription isn't in good standing; it goes on once that is paid.
  'unpaid',
  // Carriers would refuse it until its number is registered; it goes on once that is done.
  'unregistered',
  // Its audience can't be asked for any more: its segments have grown too large.
  'audience',
  // It failed again and again by our own fault.
  'our-fault',
]);
export type PausedBy = z.output<typeof PausedBy>;

/** In which end a recipient has come; `waiting`, `held` and `sent` are none yet. Every recipient reaches exactly one. */
export const RecipientState = z.enum([
  'waiting',
  'held',
  'sent',
  'delivered',
  'undelivered',
  'suppressed',
  'stopped',
  'expired',
]);
export type RecipientState = z.output<typeof RecipientState>;
export const endStates = ['delivered', 'undelivered', 'suppressed', 'stopped', 'expired'] as const;
export type EndState = (typeof endStates)[number];

/** Recipients of an earlier broadcast: those who came to one of `ends`, and those left out for one of `reasons`. */
export const RecipientsOf = z.object({
  broadcastId: z.uuid(),
  ends: z.array(z.enum(endStates)).max(endStates.length),
  reasons: z.array(LeftOut).max(LeftOut.options.length),
});
export type RecipientsOf = z.output<typeof RecipientsOf>;

/** Who is written to. No keyword, campaign and segment: everybody of `filter`; else who is in any of them, and in `filter`. */
export const Audience = z.object({
  keywords: z.array(z.string().max(60)).max(100),
  segmentIds: z.array(z.uuid()).max(50),
  contactIds: z.array(z.uuid()).max(1_000),
  filter: ContactFilter,
  /** Not who is in any of these. */
  exceptSegmentIds: z.array(z.uuid()).max(50),
  /** Not who is in any of these keywords. */
  exceptKeywords: z.array(z.string().max(60)).max(100),
  /** None but these, and of them who is meant by all of the above; null: everybody who is meant. */
  recipientsOf: RecipientsOf.nullable(),
});
export type Audience = z.output<typeof Audience>;

/** One of the ways it is said: variant A has the index 0. An email's design is a document of the editor. */
const designId = z.uuid().nullable();
export const TextContent = z.object({
  kind: z.literal('text'),
  body: paragraphs('The message', maxTextLength),
  media: messageFields.media,
});
export const EmailContent = z.object({
  kind: z.literal('mail'),
  subject: optionalLine('The subject', 200),
  preheader: optionalLine('The preview line', 200),
  /** The document of the email editor; null: none chosen yet. */
  designId,
});
export const Content = z.discriminatedUnion('kind', [TextContent, EmailContent]);
export const maxVariants = 4;
/** As events hold it: no rule of today's form. */
const storedLine = z.string().nullable();
const StoredContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), body: z.string(), media: z.array(Media) }),
  z.object({ kind: z.literal('mail'), subject: storedLine, preheader: storedLine, designId }),
]);
export type Content = z.output<typeof StoredContent>;

/** Two to four variants. `share`: percent of the audience that gets the test, all of it for 100: a lesson, no winner. */
export const VariantTest = z.object({
  share: z.number().int().min(10).max(100),
  /** What is compared, and after how many hours. */
  by: z.enum(['clicks', 'replies', 'redemptions']),
  hours: z.number().int().min(1).max(72),
});
export type VariantTest = z.output<typeof VariantTest>;

/** Not February 31, nor 25:61, which `Date` rolls over or refuses. */
function isOnCalendar(typed: string): boolean {
  const instant = new Date(`${typed}Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(typed);
}
/** A time of a wall clock, `2026-11-22T18:30`, in the business's zone or in each recipient's own. */
const wallClock = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'Give a day and a time.')
  .refine((typed) => isOnCalendar(typed), 'This day or time does not exist.');
export const Schedule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('now') }),
  z.object({ kind: z.literal('at'), at: wallClock, zone: timezone }),
  z.object({ kind: z.literal('recipient'), at: wallClock }),
  z.object({
    kind: z.literal('recurring'),
    at: wallClock,
    zone: timezone,
    every: z.enum(['day', 'week', 'month']),
    /** The last day on which it goes out; null: until it is stopped. */
    until: z.iso.date().nullable(),
  }),
]);
export type Schedule = z.output<typeof Schedule>;

/** Nobody gets a second broadcast of a channel within so many hours; null: no such window. */
export const defaultWindowHours = { text: 24, mail: 16 } as const;

/** What people set a broadcast up with. Events carry the parts that changed. */
export const broadcastFields = {
  name: line('The name', 120),
  type: BroadcastType,
  /** The campaign it belongs to, for who has muted it and for redemptions; null: none. */
  campaignId: z.uuid().nullable(),
  contents: z.array(Content).min(1).max(maxVariants),
  test: VariantTest.nullable(),
  audience: Audience,
  schedule: Schedule,
  windowHours: z.number().int().min(1).max(720).nullable(),
  /** A recipient who could not be written to within so many hours of the start is written to no more. */
  validHours: z.number().int().min(1).max(168),
  /** Addresses in a text become short ones of the business's domain, whose clicks are counted. */
  shortLinks: z.boolean(),
} as const;
/** What events hold of it. */
export const storedBroadcast = { ...broadcastFields, name: z.string(), contents: z.array(StoredContent) } as const;
export const Setup = z.object(storedBroadcast);
export type Setup = z.output<typeof Setup>;

const text: Content = { kind: 'text', body: '', media: [] };
const email: Content = { kind: 'mail', subject: null, preheader: null, designId: null };
/** Nothing written yet: to everybody, now, with the window that its channel has unless somebody says otherwise. */
export const emptySetup = (name: string, type: BroadcastType): Setup => ({
  name,
  type,
  campaignId: null,
  contents: [type === 'email' ? email : text],
  test: null,
  audience: {
    keywords: [],
    segmentIds: [],
    contactIds: [],
    filter: everybody,
    exceptSegmentIds: [],
    exceptKeywords: [],
    recipientsOf: null,
  },
  schedule: { kind: 'now' },
  windowHours: defaultWindowHours[type === 'email' ? 'mail' : 'text'],
  validHours: 24,
  shortLinks: true,
});
