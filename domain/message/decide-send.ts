import type { Agency } from '../agency/agency.ts';
import type { Business } from '../business/business.ts';
import { type Contact, homeOf } from '../contact/contact.ts';
import { type HeldBack, heldBack } from '../contact/preferences.ts';
import { type Conversation, isDialogueOf } from '../conversation/conversation.ts';
import { quietHours, type QuietHoursQuestion } from '../sms/quiet-hours.ts';
import type { MessagePurpose } from './events.ts';
import { legible, type OutgoingMessage } from './message.ts';

export type SendVerdict =
  | { readonly kind: 'send' }
  | {
      readonly kind: 'suppress';
      readonly reason:
        | 'opted-out'
        | 'unreachable'
        | 'no-consent'
        | 'looks-opted-out'
        | 'blocked'
        | 'sender-blocked'
        | 'inactive-business'
        | 'stopped'
        | HeldBack;
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

/** A business that is archived or switched off, or whose agency is archived, sends nothing at all. */
export const cannotSend = ({ business, agency }: Sender): boolean =>
  business.status !== 'active' || !business.isActive || agency.status === 'archived';

/** What a purpose may do; see the rules in `verdict`. */
interface PurposeRules {
  /** Goes only to subscribed contacts and follows their preferences: they did not ask for this text. */
  readonly needsConsent: boolean;
  /** Answers a text of the contact: no quiet hours, no preferences, and an unreachable number is tried. */
  readonly isAnswer: boolean;
  /** Confirms the opt-out or answers HELP. */
  readonly reachesOptedOut: boolean;
  /** Goes to people of the business, who need not be contacts and set their own alerts. */
  readonly goesToTeam: 'alert' | 'test' | false;
}

const marketing: PurposeRules = { needsConsent: true, isAnswer: false, reachesOptedOut: false, goesToTeam: false };
const answer: PurposeRules = { needsConsent: false, isAnswer: true, reachesOptedOut: false, goesToTeam: false };
const asked: PurposeRules = { needsConsent: false, isAnswer: false, reachesOptedOut: false, goesToTeam: false };

/** Closed: a new purpose does not compile until its rules are written here. */
export const purposeRules: Readonly<Record<MessagePurpose, PurposeRules>> = {
  broadcast: marketing,
  automation: marketing,
  'coupon-reminder': marketing,
  'reward-unlocked': marketing,
  'keyword-reply': answer,
  'opt-in-confirmation': answer,
  'opt-in-request': answer,
  'opt-out-confirmation': { ...answer, reachesOptedOut: true },
  help: { ...answer, reachesOptedOut: true },
  'broadcaster-reply': answer,
  livechat: asked,
  'owner-alert': { ...asked, goesToTeam: 'alert' },
  test: { ...asked, goesToTeam: 'test' },
};

/** Nobody waits for it: it needs a consent, and follows what the contact chose to receive. */
export const isUnasked = (purpose: MessagePurpose): boolean => purposeRules[purpose].needsConsent;

/**
 * The last look before a message goes out.
 *
 * 1. Only what is queued or held is sent. An unknown outcome is looked up first (and then held), never sent again.
 * 2. A business that is archived or switched off, or whose agency is archived, sends nothing at all.
 * 3. The number it was queued on must still be the business's.
 * 4. To whom has opted out only the confirmation of that and the answer to HELP may go.
 * 5. Broadcasts and automations need a consent, and no text of the contact that looks like an opt-out and waits for
 *    someone to look at it.
 * 6. What nobody asked for heeds what the person wishes: fewer, a pause, no more of a campaign (`heldBack`).
 * 7. Numbers that no text reaches get none, unless the person is writing with us.
 * 8. Quiet hours where the recipient is; an answer to the person's own text is exempt, as is a dialogue they take part in.
 *
 * Before all that concerns the person: who is on the business's blacklist gets what somebody gets who has opted out.
 *
 * An alert or a test goes to people of the business itself, who need be no contacts; who has said stop is not alerted either.
 */
export function verdict(
  message: OutgoingMessage,
  contact: Contact,
  sender: Sender,
  conversation: Conversation,
  now: Date,
  /** They stand on the business's blacklist. */
  blacklisted: boolean,
): SendVerdict {
  if (message.status !== 'queued' && message.status !== 'held') return { kind: 'done' };
  const { business } = sender;
  const { purpose, from, messageId, campaignId } = message.message;
  const text = legible(message.message);
  const rules = purposeRules[purpose];
  if (business.status === 'none' || cannotSend(sender)) return { kind: 'suppress', reason: 'inactive-business' };
  if (business.number !== from) return { kind: 'suppress', reason: 'sender-blocked' };
  // Erased persons: their number and words are gone, and so is whatever was to be said to them.
  if (text === null || contact.status === 'erased') return { kind: 'suppress', reason: 'blocked' };
  if (blacklisted && !rules.reachesOptedOut) return { kind: 'suppress', reason: 'blocked' };
  if (contact.status === 'none')
    return rules.goesToTeam !== false ?
        whenAwake(message, { to: text.to, fallbackZone: business.timezone }, now)
      : { kind: 'suppress', reason: 'blocked' };
  if (contact.status === 'optedOut' && !rules.reachesOptedOut) return { kind: 'suppress', reason: 'opted-out' };
  if (rules.needsConsent && contact.status !== 'subscribed') return { kind: 'suppress', reason: 'no-consent' };
  if (rules.needsConsent && contact.suspected !== null) return { kind: 'suppress', reason: 'looks-opted-out' };
  const isAnswer = rules.isAnswer || (purpose === 'livechat' && isDialogueOf(conversation, contact.wroteFirst));
  if (!isAnswer && rules.goesToTeam !== 'alert') {
    const held = heldBack(contact.preferences, { channel: 'text', campaignId, what: messageId }, now);
    if (held !== null && (held === 'paused' || rules.needsConsent)) return { kind: 'suppress', reason: held };
  }
  if (contact.unreachable !== null && !isAnswer) return { kind: 'suppress', reason: 'unreachable' };
  return isAnswer ?
      onTime(message, now)
    : whenAwake(message, { to: text.to, fallbackZone: business.timezone, home: homeOf(contact) }, now);
}

/** Not before its time. */
function onTime(message: OutgoingMessage, now: Date): SendVerdict {
  const { notBefore } = message.message;
  if (message.status === 'held' && message.reason !== 'quiet-hours' && Date.parse(message.until) > now.getTime()) {
    return { kind: 'hold', reason: message.reason, until: message.until, recorded: true };
  }
  if (notBefore !== null && Date.parse(notBefore) > now.getTime())
    return { kind: 'hold', reason: 'scheduled', until: notBefore, recorded: true };
  return { kind: 'send' };
}

/** Nor in the quiet hours where the recipient is. */
function whenAwake(message: OutgoingMessage, where: Omit<QuietHoursQuestion, 'at'>, now: Date): SendVerdict {
  const timed = onTime(message, now);
  if (timed.kind !== 'send') return timed;
  const quiet = quietHours({ ...where, at: now });
  return quiet.kind === 'wait' ?
      { kind: 'hold', reason: 'quiet-hours', until: quiet.until.toISOString(), recorded: false }
    : timed;
}
