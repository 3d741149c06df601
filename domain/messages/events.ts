import { z } from 'zod';
import { AutomationOrigin } from '../kernel/origin.ts';
import { type EventOf, event } from '../kernel/event.ts';
import { personal } from '../kernel/personal.ts';
import { BroadcastId, BusinessId, CampaignId, ContactId, MessageId } from '../kernel/ids.ts';
import { usageKey } from '../rates/measures.ts';
import { E164, Media } from '../sms/values.ts';
import { AnsweringRule, HoldReason, MediaRefusal, SuppressReason } from './fields.ts';

export const MessagePurpose = z.enum([
  'livechat',
  'keyword-reply',
  'opt-in-confirmation',
  'opt-in-request',
  'coupon-reminder',
  'reward-unlocked',
  'owner-alert',
  'opt-out-confirmation',
  'help',
  // A caller whom the business missed gets it.
  'missed-call',
  // What a broadcaster is told who sends from their phone.
  'broadcaster-reply',
  'broadcast',
  'automation',
  'test',
]);
export type MessagePurpose = z.output<typeof MessagePurpose>;

/**
 * The country of the other side, which outlives its number, since usage is priced by it (ISO 3166-1 alpha-2). Left out:
 * that of our own number, as in all that was stored before it was said.
 */
const otherCountry = usageKey.country.optional();

const outgoing = { messageId: MessageId, businessId: BusinessId, contactId: ContactId };

/**
 * A text came in on a number that a business holds. One stream per message, named by the carrier's id: a repeat conflicts. Who deals with
 * it, the rules or people, is said by a later event of its stream (MessageAnsweredAutomatically, MessageRoutedToInbox).
 */
export const MessageReceived = event(
  'MessageReceived',
  3,
  z.object({
    ...outgoing,
    from: personal(E164),
    to: E164,
    body: personal(z.string()),
    media: personal(z.array(Media)),
    /** What it counts for, which outlives the words: segments of the body, at least 1, and how much was attached. */
    segments: z.number().int().positive().default(1),
    pictures: z.number().int().nonnegative().default(0),
    country: otherCountry,
    provider: z.string(),
    providerMessageId: z.string(),
    receivedAt: z.iso.datetime(),
    /** Only of what was stored as version 1, when every text was put before people as it came: no later event says so. */
    leftToPeople: z.literal(true).optional(),
  }),
  { subject: 'contactId' },
);

/**
 * The end of the reaction to a text, one of the two. Both name the text's own position in the log, since that, not the event's, is what
 * reading is measured by: who has read the text before its reaction came has read it.
 */
const sorted = { ...outgoing, receivedPosition: z.string().regex(/^\d+$/) };
/** A rule has dealt with it: nobody needs to look at it or answer it. */
export const MessageAnsweredAutomatically = event(
  'MessageAnsweredAutomatically',
  1,
  z.object({ ...sorted, rule: AnsweringRule }),
);
/** No rule applies: these are a person's words, for people to read and answer. */
export const MessageRoutedToInbox = event('MessageRoutedToInbox', 1, z.object(sorted));

/** A text came in on a number nobody holds. It is kept, so that it can be delivered once the number is assigned. */
export const UnroutedMessageReceived = event(
  'UnroutedMessageReceived',
  1,
  z.object({
    messageId: MessageId,
    from: personal(z.string()),
    to: z.string(),
    body: personal(z.string()),
    media: personal(z.array(Media)),
    provider: z.string(),
    providerMessageId: z.string(),
    receivedAt: z.iso.datetime(),
  }),
  { subject: 'messageId' },
);

/**
 * What was attached to a text that came in, one after another: `index` counts from 0 in its `media`. Stored: fetched
 * from the carrier, made anew, and kept here under `mediaId`; whoever knows that may see it, so it is personal. `width`
 * and `height` in px, `size` in bytes. Refused: it will not be shown.
 */
const attached = { ...outgoing, index: z.number().int().min(0).max(9) };
export const MessageMediaStored = event(
  'MessageMediaStored',
  1,
  z.object({
    ...attached,
    mediaId: personal(z.string()),
    contentType: z.string(),
    size: z.number().int().nonnegative(),
    width: z.number().int().positive(),
    height: z.number().int().positive(),
  }),
  { subject: 'contactId' },
);
export const MessageMediaRejected = event('MessageMediaRejected', 1, z.object({ ...attached, reason: MediaRefusal }));

/**
 * Somebody wants this said. Nothing has left the house yet. Of a broadcast's it is said right before the request to the
 * carrier, with the exact words: until then the audience of the broadcast says that it waits.
 */
export const MessageQueued = event(
  'MessageQueued',
  4,
  z.object({
    ...outgoing,
    /** What it is about. Null: no campaign; version 1 did not say. */
    campaignId: CampaignId.nullable().default(null),
    /** The broadcast it is a part of, and which of its variants (0: A); null: none. Versions 1 and 2 knew none. */
    broadcastId: BroadcastId.nullable().default(null),
    variant: z.number().int().min(0).max(3).nullable().default(null),
    /**
     * Whom a text to somebody of the business tells of: it is sealed with the key of that one, and goes when they are
     * erased. Null: of nobody but whom it is to; versions 1 and 2 did not say.
     */
    aboutId: ContactId.nullable().default(null),
    /** The step of an automation that it is of; null: of none. Before version 4 there were none. */
    automation: AutomationOrigin.nullable().default(null),
    from: E164,
    to: personal(E164),
    body: personal(z.string()),
    media: personal(z.array(Media)),
    purpose: MessagePurpose,
    segments: z.number().int().positive(),
    /** How many pictures it has, which outlives them: it counts as one MMS. Left out: as many as `media` has. */
    pictures: z.number().int().positive().optional(),
    country: otherCountry,
    encoding: z.enum(['GSM-7', 'UCS-2']),
    /** Not before this instant; null: now. */
    notBefore: z.iso.datetime().nullable(),
  }),
  { subject: 'contactId', unless: 'aboutId' },
);

/** The carrier took it and named it. */
export const MessageAccepted = event(
  'MessageAccepted',
  1,
  z.object({ ...outgoing, provider: z.string(), providerMessageId: z.string() }),
);

/** The carrier handed it on. */
export const MessageSent = event('MessageSent', 1, z.object({ ...outgoing, providerMessageId: z.string() }));

export const MessageDelivered = event('MessageDelivered', 1, z.object({ ...outgoing, providerMessageId: z.string() }));

/**
 * End state: it did not arrive. `errorCode` is the carrier's (for example 30003), `reason` plain words. `unsure`: nobody
 * knows whether the carrier took it, and it is not sent a second time; version 1 did not tell it apart.
 */
export const MessageFailed = event(
  'MessageFailed',
  2,
  z.object({
    ...outgoing,
    providerMessageId: z.string().nullable(),
    errorCode: z.number().int().nullable(),
    reason: z.string(),
    unsure: z.literal(true).optional(),
  }),
);

/** End state: we decided at the last moment not to send it. */
export const MessageSuppressed = event('MessageSuppressed', 1, z.object({ ...outgoing, reason: SuppressReason }));

/**
 * It waits: quiet hours, rate, or a temporary fault. `until` is when it is looked at again. `automation`: the step that it
 * is of, as with what was queued; null: of none, and before version 2 it was not said.
 */
export const MessageDeferred = event(
  'MessageDeferred',
  2,
  z.object({
    ...outgoing,
    reason: HoldReason,
    until: z.iso.datetime(),
    errorCode: z.number().int().nullable(),
    automation: AutomationOrigin.nullable().default(null),
  }),
);

/** The request to the carrier was cut off: it may or may not have been taken. Never sent again before it is looked up. */
export const MessageOutcomeUnknown = event('MessageOutcomeUnknown', 1, z.object({ ...outgoing, detail: z.string() }));

export const inboundEvents = [
  MessageReceived,
  MessageAnsweredAutomatically,
  MessageRoutedToInbox,
  UnroutedMessageReceived,
  MessageMediaStored,
  MessageMediaRejected,
] as const;
export const outboundEvents = [
  MessageQueued,
  MessageAccepted,
  MessageSent,
  MessageDelivered,
  MessageFailed,
  MessageSuppressed,
  MessageDeferred,
  MessageOutcomeUnknown,
] as const;
export const messageEvents = [...inboundEvents, ...outboundEvents] as const;
export type InboundMessageEvent = EventOf<(typeof inboundEvents)[number]>;
export type OutboundMessageEvent = EventOf<(typeof outboundEvents)[number]>;
export type MessageEvent = EventOf<(typeof messageEvents)[number]>;
