import type { Contact } from '../contact/contact.ts';
import { Conversation } from '../conversation/conversation.ts';
import type { ContactId } from '../kernel/ids.ts';
import { type Sender, type SendVerdict, verdict } from '../message/decide-send.ts';
import { legible, type Legible, type Message, type OutgoingMessage, type QueuedData } from '../message/message.ts';
import type { SuppressReason } from '../message/fields.ts';
import { countSegments } from '../sms/segments.ts';
import { type MergeValues, renderTemplate } from '../sms/merge-fields.ts';
import { fullName } from '../contact/name.ts';
import { longestBody } from '../message/fields.ts';
import { measured } from '../message/measure.ts';
import type { ExistingBroadcast } from './broadcast.ts';
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

/** The words for a recipient, as their text would be queued; null: they are gone, or too long once filled in. */
export function textFor(
  broadcast: ExistingBroadcast,
  { contactId, variant }: Recipient,
  contact: Contact,
  { business }: Sender,
): Legible<QueuedData> | null {
  const content = broadcast.setup.contents[variant];
  if (content?.kind !== 'text' || contact.status === 'none' || contact.phone === null) return null;
  if (broadcast.run?.sender == null || business.status === 'none') return null;
  const body = renderTemplate(content.body, valuesOf(contact, business.name));
  const { encoding } = countSegments(body);
  const { segments, pictures } = measured({ body, media: content.media });
  if (body.length > longestBody) return null;
  return {
    messageId: messageIdOf(broadcast.businessId, broadcast.broadcastId, contactId),
    businessId: broadcast.businessId,
    contactId,
    campaignId: broadcast.setup.campaignId as QueuedData['campaignId'],
    broadcastId: broadcast.broadcastId,
    variant,
    aboutId: null,
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

const valuesOf = (contact: Exclude<Contact, { status: 'none' }>, businessName: string): MergeValues => ({
  first_name: contact.firstName,
  last_name: contact.lastName,
  full_name: fullName(contact),
  phone: contact.phone,
  business_name: businessName,
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
  now: Date,
): RecipientVerdict {
  if (message.status !== 'none' && message.status !== 'queued' && message.status !== 'held') return { kind: 'done' };
  const fresh = message.status === 'none';
  const over = (why: 'stopped' | 'expired'): RecipientVerdict =>
    fresh ? { kind: 'over', why } : { kind: 'suppress', reason: why };
  const { status, run } = broadcast;
  if (status === 'stopped' || status === 'completed') return over(status === 'stopped' ? 'stopped' : 'expired');
  if (run === null || Date.parse(run.expiresAt) <= now.getTime()) return over('expired');
  if (status !== 'running') return { kind: 'park' };
  const text = fresh ? textFor(broadcast, recipient, contact, sender) : legible(message.message);
  if (text === null) return { kind: 'suppress', reason: goneOrEmpty(contact) };
  if (text.body.trim() === '' && text.media.length === 0) return { kind: 'suppress', reason: 'missing-value' };
  const asked: OutgoingMessage = fresh ? { status: 'queued', message: text, providerMessageId: null } : message;
  return inTime(verdict(asked, contact, sender, Conversation.initial, now), text, fresh, run.expiresAt);
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
