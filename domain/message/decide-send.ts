import type { Agency } from '../agency/agency.ts';
import type { Business } from '../business/business.ts';
import type { Contact } from '../contact/contact.ts';
import { type Conversation, isDialogueOf } from '../conversation/conversation.ts';
import { quietHours } from '../sms/quiet-hours.ts';
import type { MessagePurpose } from './events.ts';
import { legible, type OutgoingMessage } from './message.ts';

export type SendVerdict =
  | { readonly kind: 'send' }
  | {
      readonly kind: 'suppress';
      readonly reason: 'opted-out' | 'unreachable' | 'no-consent' | 'blocked' | 'sender-blocked' | 'inactive-business';
    }
  /** `recorded`: it waits already, nothing new is true. */
  | {
      readonly kind: 'hold';
      readonly reason: 'quiet-hours' | 'retry' | 'rate-limited' | 'scheduled';
      readonly until: string;
      readonly recorded: boolean;
    }
  | { readonly kind: 'done' };

/** For whom it goes out. A standalone business has the agency of nobody, `Agency.initial`. */
export interface Sender {
  readonly business: Business;
  readonly agency: Agency;
}

/** What the purposes of messages may do; see the rules in `verdict`. */
const answersThePerson: ReadonlySet<MessagePurpose> = new Set([
  'keyword-reply',
  'opt-in-confirmation',
  'opt-in-request',
  'opt-out-confirmation',
  'help',
]);
const mayGoToOptedOut: ReadonlySet<MessagePurpose> = new Set(['opt-out-confirmation', 'help']);
const needsConsent: ReadonlySet<MessagePurpose> = new Set(['broadcast', 'automation', 'coupon-reminder']);

/**
 * The last look before a message goes out.
 *
 * 1. Only what is queued or held is sent. An unknown outcome is looked up first (and then held), never sent again.
 * 2. A business that is archived or switched off, or whose agency is archived, sends nothing at all.
 * 3. The number it was queued on must still be the business's.
 * 4. To whom has opted out only the confirmation of that and the answer to HELP may go.
 * 5. Broadcasts and automations need a consent.
 * 6. Numbers that no text reaches get none, unless the person is writing with us.
 * 7. Quiet hours where the recipient is; an answer to the person's own text is exempt, as is a dialogue they take part in.
 */
export function verdict(
  message: OutgoingMessage,
  contact: Contact,
  { business, agency }: Sender,
  conversation: Conversation,
  now: Date,
): SendVerdict {
  if (message.status !== 'queued' && message.status !== 'held') return { kind: 'done' };
  const { purpose, from, notBefore } = message.message;
  const text = legible(message.message);
  if (business.status !== 'active' || !business.isActive || agency.status === 'archived')
    return { kind: 'suppress', reason: 'inactive-business' };
  if (business.number !== from) return { kind: 'suppress', reason: 'sender-blocked' };
  // Erased persons: their number and words are gone, and so is whatever was to be said to them.
  if (contact.status === 'none' || text === null) return { kind: 'suppress', reason: 'blocked' };
  if (contact.status === 'optedOut' && !mayGoToOptedOut.has(purpose)) return { kind: 'suppress', reason: 'opted-out' };
  if (needsConsent.has(purpose) && contact.status !== 'subscribed') return { kind: 'suppress', reason: 'no-consent' };
  const answer =
    answersThePerson.has(purpose) || (purpose === 'livechat' && isDialogueOf(conversation, contact.wroteFirst));
  if (contact.unreachable !== null && !answer) return { kind: 'suppress', reason: 'unreachable' };

  if (message.status === 'held' && message.reason !== 'quiet-hours' && Date.parse(message.until) > now.getTime()) {
    return { kind: 'hold', reason: message.reason, until: message.until, recorded: true };
  }
  if (notBefore !== null && Date.parse(notBefore) > now.getTime())
    return { kind: 'hold', reason: 'scheduled', until: notBefore, recorded: true };
  if (!answer) {
    const quiet = quietHours({ to: text.to, at: now, fallbackZone: business.timezone });
    if (quiet.kind === 'wait')
      return { kind: 'hold', reason: 'quiet-hours', until: quiet.until.toISOString(), recorded: false };
  }
  return { kind: 'send' };
}
