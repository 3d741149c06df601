import type { ExistingBroadcast } from '../../broadcasts/broadcast.ts';
import { asksForCoupon } from '../../broadcasts/check.ts';
import { messageIdOf } from '../../broadcasts/recipient.ts';
import { type Contact, homeOf, type KnownContact } from '../../contacts/contact.ts';
import { Conversation, isDialogueOf } from '../../livechat/conversation.ts';
import { linkUrl, shortenLinks } from '../../links/shorten.ts';
import type { CouponWords } from '../../personalization/coupon-words.ts';
import type { CustomMergeField } from '../../personalization/fields.ts';
import { fieldsIn, fill, type Part, readTemplate, type Values } from '../../personalization/template.ts';
import { mergeValues } from '../../personalization/values.ts';
import type { HoldReason, SuppressReason } from '../../messages/fields.ts';
import { measured } from '../../messages/measure.ts';
import { withPrefix } from '../../sms/prefix.ts';
import { legible, type Legible, type Message, type OutgoingMessage, type QueuedData } from '../../messages/message.ts';
import { mayBeUs } from '../../registrations/limits.ts';
import { formatPhone } from '../../sms/phone.ts';
import { quietHours } from '../../sms/quiet-hours.ts';
import { countSegments } from '../../sms/segments.ts';
import { maxTextLength } from '../../sms/values.ts';
import { type Rule, type Sender, type Situation, suppress, type TextDelivery } from '../delivery.ts';
import { noConsent as noConsentTo, paused as pausedAtAll, unpaid as unpaidFor } from '../rules.ts';
import type { Recipient } from '../recipient.ts';

/** What is a text's own: how the rules see it, the rules that no other channel has, and the words of a broadcast's. */

type QueuedText = Legible<QueuedData>;

/** A text that was queued. */
export function textDelivery(message: OutgoingMessage): TextDelivery {
  const { purpose, from, messageId, campaignId, notBefore } = message.message;
  const isWaiting = message.status === 'queued' || message.status === 'held';
  return {
    channel: 'text',
    id: messageId,
    purpose,
    campaignId,
    stage: isWaiting ? 'waiting' : 'ended',
    from,
    to: legible(message.message)?.to ?? null,
    held: message.status === 'held' ? { reason: message.reason, until: message.until } : null,
    notBefore,
    unfilled: false,
  };
}

/** The text to a recipient of a broadcast: as it was queued, or as it would be (`filled`; null: it can't be filled in). */
export function recipientText(
  id: string,
  message: Message,
  filled: QueuedText | null,
  contact: Contact,
): { readonly queued: QueuedText | null; readonly delivery: TextDelivery } {
  const isFresh = message.status === 'none';
  const isWaiting = message.status === 'queued' || message.status === 'held';
  const queued = isWaiting ? legible(message.message) : filled;
  const isBlank = queued !== null && queued.body.trim() === '' && queued.media.length === 0;
  const hasNumber = contact.status !== 'none' && contact.phone !== null;
  return {
    queued,
    delivery: {
      channel: 'text',
      id,
      purpose: 'broadcast',
      campaignId: queued?.campaignId ?? null,
      stage:
        isFresh ? 'fresh'
        : isWaiting ? 'waiting'
        : 'ended',
      from: queued?.from ?? null,
      to: queued?.to ?? null,
      held: message.status === 'held' ? { reason: message.reason, until: message.until } : null,
      notBefore: queued?.notBefore ?? null,
      unfilled: isBlank || (queued === null && hasNumber),
    },
  };
}

type TextRule = Rule<TextDelivery, SuppressReason>;

/** The number that it was queued on is not the business's any more. */
export const numberChanged: TextRule = ({ delivery, sender: { business } }) =>
  business.status !== 'none' && business.number === delivery.from ? null : suppress('sender-blocked');

export const noConsent: TextRule = noConsentTo(({ status }) => status);

export const optedOut: TextRule = ({ contact }) => (contact.status === 'optedOut' ? suppress('opted-out') : null);

/** A text of theirs looks like an opt-out, and no one has looked at it yet. */
export const looksOptedOut: TextRule = ({ contact }) =>
  contact.status !== 'none' && contact.suspected !== null ? suppress('looks-opted-out') : null;

/** A person of the business answers a contact who takes part in the conversation. */
const isDialogue = ({ delivery, contact, conversation }: Situation<TextDelivery>): boolean =>
  delivery.purpose === 'livechat' &&
  contact.status !== 'none' &&
  isDialogueOf(conversation ?? Conversation.initial, contact.wroteFirst);
const unlessDialogue =
  (rule: TextRule): TextRule =>
  (situation) =>
    isDialogue(situation) ? null : rule(situation);

export const paused: TextRule = unlessDialogue(pausedAtAll);

/** The carrier has said that no text reaches this number. */
export const unreachable: TextRule = unlessDialogue(({ contact }) =>
  contact.status !== 'none' && contact.unreachable !== null ? suppress('unreachable') : null,
);

/** That it is held is said once. */
export const unpaid: TextRule = unpaidFor(({ held }) => held?.reason === 'unpaid');

/** How long what waits for a registration waits until it is looked at again: the end of the wait is told by an event. */
const registrationWaitMs = 30 * 60_000;
/** So long after it was held it is too old: nobody wants yesterday's text tomorrow. */
const registrationPatienceMs = 24 * 3_600_000;

/**
 * Carriers would refuse it, since its number isn't registered: it waits, and goes out once that is done. A recipient of a
 * broadcast stands still with it, and goes on with it.
 */
export const unregistered: TextRule = ({ delivery: { held, to }, broadcast, sender, now }) => {
  const heldUntil = held?.reason === 'unregistered' ? Date.parse(held.until) : null;
  // The first wait is the one that is told of, so its end says how long it has been held.
  if (heldUntil !== null && now.getTime() - heldUntil > registrationPatienceMs) return suppress('expired');
  if ((sender.unregistered ?? null) === null || to === null || !mayBeUs(to)) return null;
  if (broadcast !== undefined) return { kind: 'park' };
  const until = new Date(now.getTime() + registrationWaitMs).toISOString();
  return { kind: 'hold', reason: 'unregistered', until, recorded: heldUntil !== null };
};

/** Reasons that are looked at again each time, and do not hold by the instant that was named. */
const lookedAtAgain: ReadonlySet<HoldReason> = new Set<HoldReason>(['quiet-hours', 'unpaid', 'unregistered']);

/** Held until then, or scheduled for then. Quiet hours are counted again below, since the contact may have moved. */
export const notYet: TextRule = ({ delivery: { held, notBefore }, now }) => {
  if (held !== null && !lookedAtAgain.has(held.reason) && Date.parse(held.until) > now.getTime())
    return { kind: 'hold', reason: held.reason, until: held.until, recorded: true };
  if (notBefore !== null && Date.parse(notBefore) > now.getTime())
    return { kind: 'hold', reason: 'scheduled', until: notBefore, recorded: true };
  return null;
};

/** It is night where the recipient is, or a day on which the law lets no one be texted. */
export const duringQuietHours: TextRule = unlessDialogue(({ delivery: { to }, contact, sender: { business }, now }) => {
  if (to === null || business.status === 'none') return null;
  const home = contact.status === 'none' ? {} : { home: homeOf(contact) };
  const quiet = quietHours({ to, fallbackZone: business.timezone, at: now, ...home });
  return quiet.kind === 'wait' ?
      { kind: 'hold', reason: 'quiet-hours', until: quiet.until.toISOString(), recorded: false }
    : null;
});

/** What texts of a business are made with. */
export interface Words {
  readonly custom: readonly CustomMergeField[];
  /** The address under which short links are found, without a slash at the end. */
  readonly base: string;
  readonly codeOf: (link: number, contactId: string) => string;
}
/** The same for one recipient. */
export interface OwnWords extends Words {
  readonly keyword: string | null;
  /** Null: they can't be given one. */
  readonly coupon: CouponWords | null;
}

/**
 * The words for a recipient, as their text would be queued; null: there is no number, they are too long once filled in,
 * or name a coupon that this recipient can't be given.
 */
export function textFor(
  broadcast: ExistingBroadcast,
  { contactId, variant }: Recipient,
  contact: Contact,
  { business, prefix = null }: Sender,
  words: OwnWords,
): QueuedText | null {
  const content = broadcast.setup.contents[variant];
  if (content?.kind !== 'text' || contact.status === 'none' || contact.phone === null) return null;
  if (broadcast.run?.sender == null || business.status === 'none') return null;
  // Links first, so that nothing that somebody is called is taken for one.
  const links = broadcast.run.links.filter((link) => link.variant === variant);
  const linked =
    links.length === 0 ?
      content.body
    : shortenLinks(content.body, (url) => {
        const found = links.find((link) => link.url === url);
        return found === undefined ? null : linkUrl(words.base, words.codeOf(found.number, contactId));
      });
  const { parts } = readTemplate(linked);
  if (words.coupon === null && asksForCoupon(fieldsIn(parts))) return null;
  const body = withPrefix(prefix, fill(parts, valuesOf(parts, contact, business, words)));
  const { encoding } = countSegments(body);
  const { segments, pictures } = measured({ body, media: content.media });
  if (body.length > maxTextLength) return null;
  return {
    messageId: messageIdOf(broadcast.businessId, broadcast.broadcastId, contactId),
    businessId: broadcast.businessId,
    contactId,
    campaignId: broadcast.setup.campaignId as QueuedData['campaignId'],
    broadcastId: broadcast.broadcastId,
    variant,
    aboutId: null,
    automation: null,
    from: broadcast.run.sender,
    to: contact.phone,
    body,
    media: content.media,
    purpose: 'broadcast',
    segments,
    ...(pictures === 0 ? {} : { pictures }),
    encoding,
    notBefore: null,
  };
}

/** To write a number out is dear: that is done where the words ask for it. */
const valuesOf = (
  parts: readonly Part[],
  { firstName, lastName, phone, details }: KnownContact,
  sender: Exclude<Sender['business'], { status: 'none' }>,
  { custom, coupon, keyword }: OwnWords,
): Values =>
  mergeValues({
    person: {
      firstName,
      lastName,
      details,
      phone: phone !== null && fieldsIn(parts).includes('phone') ? formatPhone(phone) : null,
    },
    sender,
    custom,
    coupon,
    keyword,
  });
