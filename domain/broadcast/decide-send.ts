import type { Contact } from '../contact/contact.ts';
import { Conversation } from '../conversation/conversation.ts';
import type { ContactId } from '../kernel/ids.ts';
import { type Sender, type SendVerdict, verdict } from '../message/decide-send.ts';
import { legible, type Legible, type Message, type OutgoingMessage, type QueuedData } from '../message/message.ts';
import type { SuppressReason } from '../message/fields.ts';
import { countSegments } from '../sms/segments.ts';
import type { CouponWords } from '../merge/coupon-words.ts';
import { linkUrl, shortenLinks } from '../link/shorten.ts';
import type { CustomMergeField } from '../merge/fields.ts';
import { fieldsIn, fill, type Part, readTemplate, type Values } from '../merge/template.ts';
import { mergeValues } from '../merge/values.ts';
import { formatPhone } from '../sms/phone.ts';
import { maxTextLength } from '../sms/values.ts';
import { measured } from '../message/measure.ts';
import type { ExistingBroadcast } from './broadcast.ts';
import { asksForCoupon } from './check.ts';
import { messageIdOf } from './recipient.ts';

/** One recipient whose turn it is. */
export interface Recipient {
  readonly contactId: ContactId;
  readonly variant: number;
}

export type RecipientVerdict =
  /** `fresh`: nothing has been said of it yet, this is said before it goes out. */
  | { readonly kind: 'send'; readonly text: Legible<QueuedData>; readonly fresh: boolean }
  | { readonly kind: 'suppress'; readonly reason: SuppressReason }
  | { readonly kind: 'hold'; readonly until: string }
  /** Its broadcast is paused. */
  | { readonly kind: 'park' }
  /** Nobody will write to them: what became of the broadcast says so, no event is needed. */
  | { readonly kind: 'over'; readonly why: 'stopped' | 'expired' }
  | { readonly kind: 'done' };

/**
 * The words for a recipient, as their text would be queued; null: they are gone, too long once filled in, or name a
 * coupon that this recipient can't be given.
 */
export function textFor(
  broadcast: ExistingBroadcast,
  { contactId, variant }: Recipient,
  contact: Contact,
  { business }: Sender,
  words: OwnWords,
): Legible<QueuedData> | null {
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
  const body = fill(parts, valuesOf(parts, contact, business, words));
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

/** To write a number out is dear: that is done where the words ask for it. */
const valuesOf = (
  parts: readonly Part[],
  { firstName, lastName, phone, details }: Exclude<Contact, { status: 'none' }>,
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

/**
 * The last look at a recipient of a broadcast, by the rules of every text (`verdict`). Before them: what was paused or
 * stopped a moment ago does not go out, nor what has waited too long.
 */
export function recipientVerdict(
  broadcast: ExistingBroadcast,
  recipient: Recipient,
  message: Message,
  contact: Contact,
  sender: Sender,
  words: OwnWords,
  now: Date,
  blacklisted: boolean,
): RecipientVerdict {
  if (message.status !== 'none' && message.status !== 'queued' && message.status !== 'held') return { kind: 'done' };
  const fresh = message.status === 'none';
  const over = (why: 'stopped' | 'expired'): RecipientVerdict =>
    fresh ? { kind: 'over', why } : { kind: 'suppress', reason: why };
  const { status, run } = broadcast;
  if (status === 'stopped' || status === 'completed') return over(status === 'stopped' ? 'stopped' : 'expired');
  if (run === null || Date.parse(run.expiresAt) <= now.getTime()) return over('expired');
  if (status !== 'running') return { kind: 'park' };
  const text = fresh ? textFor(broadcast, recipient, contact, sender, words) : legible(message.message);
  if (text === null) return { kind: 'suppress', reason: goneOrEmpty(contact) };
  if (text.body.trim() === '' && text.media.length === 0) return { kind: 'suppress', reason: 'missing-value' };
  const asked: OutgoingMessage = fresh ? { status: 'queued', message: text, providerMessageId: null } : message;
  return inTime(verdict(asked, contact, sender, Conversation.initial, now, blacklisted), text, fresh, run.expiresAt);
}

const goneOrEmpty = (contact: Contact): SuppressReason =>
  contact.status === 'none' || contact.phone === null ? 'blocked' : 'missing-value';

function inTime(decided: SendVerdict, text: Legible<QueuedData>, fresh: boolean, expiresAt: string): RecipientVerdict {
  switch (decided.kind) {
    case 'send':
      return { kind: 'send', text, fresh };
    case 'suppress':
      return { kind: 'suppress', reason: decided.reason };
    case 'hold':
      // Until it may go out, it will have waited too long: looked at then.
      return { kind: 'hold', until: decided.until < expiresAt ? decided.until : expiresAt };
    case 'done':
      return { kind: 'done' };
    default:
      return decided satisfies never;
  }
}
