import type { Channel } from '../kernel/channels.ts';
import { isBulk, isMarketing, EmailPurpose, type EmailSuppressReason } from '../emails/fields.ts';
import { MessagePurpose } from '../messages/events.ts';
import type { SuppressReason } from '../messages/fields.ts';
import * as email from './channels/email.ts';
import * as text from './channels/text.ts';
import type { Delivery, EmailDelivery, Rule, Situation, TextDelivery, Verdict } from './delivery.ts';
import * as rules from './rules.ts';

/** What a rule of the law is to a channel. */
interface Cell<D extends Delivery, Reason> {
  /** Null: the channel has none, or it is counted and not looked at. */
  readonly rule: Rule<D, Reason> | null;
  /** The purposes that it holds for, and why it does not hold for the others; null: it holds for all. */
  readonly purposes: readonly D['purpose'][];
  readonly because: string | null;
}
/** What each channel is made of here. A new one does not compile until each rule says what it is to it. */
interface Cells {
  readonly text: Cell<TextDelivery, SuppressReason>;
  readonly mail: Cell<EmailDelivery, EmailSuppressReason>;
}
type Row = Readonly<{ [C in Channel]: Cells[C] }>;

type Covers<Purpose> = Pick<Cell<Delivery & { readonly purpose: Purpose }, never>, 'because'> & {
  readonly purposes: readonly Purpose[];
};
const only = <Purpose>(purposes: readonly Purpose[], because: string): Covers<Purpose> => ({ purposes, because });
const everyText: Covers<MessagePurpose> = { purposes: MessagePurpose.options, because: null };
const everyEmail: Covers<EmailPurpose> = { purposes: EmailPurpose.options, because: null };
const allTextsBut = (exempt: readonly MessagePurpose[], because: string): Covers<MessagePurpose> =>
  only(
    MessagePurpose.options.filter((purpose) => !exempt.includes(purpose)),
    because,
  );

const on = <R, Purpose>(rule: R, covers: Covers<Purpose>) => ({ rule, ...covers });
/** Held against what has reached the contact, or was used, by the statement that commits `sending`: see `reachOf`. */
const counted = <Purpose>(covers: Covers<Purpose>) => ({ rule: null, ...covers });
const never = (because: string) => ({ rule: null, purposes: [], because });

/**
 * What a text is to the person who gets it. Closed: a new purpose does not compile until it stands here. `marketing`: the
 * contact did not ask for it, so it needs a consent and follows their preferences. `answer`: they have just texted or called.
 */
const kinds = {
  broadcast: 'marketing',
  automation: 'marketing',
  'coupon-reminder': 'marketing',
  'reward-unlocked': 'marketing',
  'keyword-reply': 'answer',
  'opt-in-confirmation': 'answer',
  'opt-in-request': 'answer',
  'opt-out-confirmation': 'answer',
  help: 'answer',
  'missed-call': 'answer',
  'broadcaster-reply': 'answer',
  livechat: 'asked for',
  'owner-alert': 'to our own',
  test: 'to our own',
} as const satisfies Record<MessagePurpose, 'marketing' | 'answer' | 'asked for' | 'to our own'>;
const textsThatAre = (wanted: (typeof kinds)[MessagePurpose]): readonly MessagePurpose[] =>
  MessagePurpose.options.filter((purpose) => kinds[purpose] === wanted);

const marketing = textsThatAre('marketing');
const bulkEmail = EmailPurpose.options.filter(isBulk);
const marketingEmail = EmailPurpose.options.filter(isMarketing);
const answers = textsThatAre('answer');
const ownPeople = textsThatAre('to our own');

const broadcast = (because: string) => only(['broadcast' as const], because);
const onlyTheyEnd = 'only broadcasts are paused, stop or expire';
const filledBefore = 'all others were filled in when they were queued';
const isOwed = 'the confirmation of an opt-out and the answer to HELP are owed to everyone';
const isAnswer = 'a contact who has just texted or called gets an answer';
const isAsked = 'someone asked for it, or waits for it';

/**
 * What is decided right before a text or email goes out: the rules in their order, and for which purposes of each channel
 * they hold. The first one that has something against it ends the look. Every blank says why.
 */
export const law = {
  ended: { text: on(rules.ended, everyText), mail: on(rules.ended, everyEmail) },
  'broadcast-over': {
    text: on(rules.broadcastOver, broadcast(onlyTheyEnd)),
    mail: on(rules.broadcastOver, broadcast(onlyTheyEnd)),
  },
  'broadcast-paused': {
    text: on(rules.broadcastPaused, broadcast(onlyTheyEnd)),
    mail: on(rules.broadcastPaused, broadcast(onlyTheyEnd)),
  },
  'no-address': {
    text: never('every contact of an audience for texts had a number'),
    mail: on(email.noAddress, broadcast(filledBefore)),
  },
  unfilled: { text: on(rules.unfilled, broadcast(filledBefore)), mail: on(rules.unfilled, broadcast(filledBefore)) },
  'no-one-left': {
    text: on(rules.noOneLeft, broadcast(filledBefore)),
    mail: on(rules.noOneLeft, broadcast(filledBefore)),
  },
  'business-inactive': { text: on(rules.businessInactive, everyText), mail: on(rules.businessInactive, everyEmail) },
  'number-changed': { text: on(text.numberChanged, everyText), mail: never('an email is not from a number') },
  erased: { text: on(rules.erased, everyText), mail: on(rules.erased, everyEmail) },
  blacklisted: {
    text: on(rules.blacklisted, allTextsBut(['opt-out-confirmation', 'help'], isOwed)),
    mail: on(rules.blacklisted, everyEmail),
  },
  'mailbox-stopped': {
    text: never('a number that takes no texts is unreachable'),
    mail: on(email.mailboxStopped, everyEmail),
  },
  'not-a-contact': {
    text: on(rules.notAContact, allTextsBut(ownPeople, 'people of the business need not be contacts')),
    mail: on(
      rules.notAContact,
      only(marketingEmail, 'people of the business, and who proves an address, need not be contacts'),
    ),
  },
  'opted-out': {
    text: on(text.optedOut, allTextsBut(['opt-out-confirmation', 'help'], isOwed)),
    mail: never('contacts leave texts and emails separately: see unsubscribed'),
  },
  unsubscribed: {
    text: never('contacts leave texts and emails separately: see opted-out'),
    mail: on(email.unsubscribed, only(marketingEmail, 'it is not marketing')),
  },
  'no-consent': {
    text: on(text.noConsent, only(marketing, isAsked)),
    mail: on(email.noConsent, only(bulkEmail, isAsked)),
  },
  'above-limit': {
    text: on(rules.aboveLimit, only(marketing, isAsked)),
    mail: on(rules.aboveLimit, only(marketingEmail, isAsked)),
  },
  'looks-opted-out': {
    text: on(text.looksOptedOut, only(marketing, isAsked)),
    mail: never('what looks like an opt-out is a text, and speaks of texts'),
  },
  paused: {
    text: on(
      text.paused,
      allTextsBut([...answers, 'owner-alert'], 'it answers the contact, or alerts people of the business'),
    ),
    mail: on(rules.paused, only(bulkEmail, isAsked)),
  },
  preferences: {
    text: on(rules.preferences, only(marketing, isAsked)),
    mail: on(rules.preferences, only(bulkEmail, isAsked)),
  },
  unreachable: {
    text: on(text.unreachable, allTextsBut(answers, isAnswer)),
    mail: never('a mailbox is stopped by its bounces'),
  },
  'run-over': {
    text: on(rules.runOver, only(['automation'], 'it is not of an enrollment')),
    mail: on(rules.runOver, only(['automation'], 'it is not of an enrollment')),
  },
  unpaid: {
    text: on(text.unpaid, allTextsBut(['opt-out-confirmation', 'opt-in-confirmation', 'help'], isOwed)),
    mail: on(
      email.unpaid,
      only(
        EmailPurpose.options.filter((purpose) => purpose !== 'verify-email'),
        'a consent that someone gives is never refused',
      ),
    ),
  },
  unregistered: {
    text: on(text.unregistered, allTextsBut(['opt-out-confirmation', 'opt-in-confirmation', 'help'], isOwed)),
    mail: never('carriers register numbers'),
  },
  'not-yet': {
    text: on(text.notYet, everyText),
    mail: never('no event holds or schedules an email: it waits in the outbox'),
  },
  'quiet-hours': {
    text: on(text.duringQuietHours, allTextsBut(answers, isAnswer)),
    mail: never('email wakes no one, and no law says so'),
  },

  'monthly-limit': {
    text: counted(
      allTextsBut(['opt-out-confirmation', 'opt-in-confirmation', 'help'], 'owed by law or by the carriers’ rules'),
    ),
    mail: never('plans count texts'),
  },
  funds: {
    text: counted(
      allTextsBut(
        ['opt-out-confirmation', 'opt-in-confirmation', 'help', 'livechat'],
        'owed by law or by the carriers’ rules, or someone was told that it goes: it is booked below zero',
      ),
    ),
    mail: counted(
      only(
        EmailPurpose.options.filter((purpose) => purpose !== 'verify-email'),
        'a consent that someone gives is never refused: it is booked below zero',
      ),
    ),
  },
  'broadcast-window': {
    text: counted(broadcast('it is of no broadcast')),
    mail: counted(broadcast('it is of no broadcast')),
  },
  'daily-limit': { text: counted(only(marketing, isAsked)), mail: counted(only(bulkEmail, isAsked)) },
  'rolling-limit': {
    text: counted(only(marketing, isAsked)),
    mail: never('the laws that count solicitations speak of calls and texts'),
  },
  'same-cause': {
    text: counted(only(['automation'], 'only automations may say the same twice for one cause')),
    mail: never('decision 51 tells causes apart for texts: two emails of one minute disturb no one'),
  },
} as const satisfies Record<string, Row>;
export type LawName = keyof typeof law;

/** Whether a rule holds for what a delivery is for. */
export const holds = (name: LawName, { channel, purpose }: Pick<Delivery, 'channel' | 'purpose'>): boolean =>
  (law[name] as Row)[channel].purposes.some((covered) => covered === purpose);
/** The contact did not ask for this text, and does not wait for it. */
export const isUnasked = (purpose: MessagePurpose): boolean => holds('no-consent', { channel: 'text', purpose });

/** The last look before one goes out by a channel: the rules of its purpose, in order. */
function verdictOf<D extends Delivery, Reason>(
  purposes: readonly D['purpose'][],
  cellOf: (row: Row) => Cell<D, Reason>,
) {
  const cells = Object.values<Row>(law).map(cellOf);
  const rulesOf = new Map(
    purposes.map((purpose) => [
      purpose,
      cells.flatMap(({ rule, purposes: covered }) => (rule !== null && covered.includes(purpose) ? [rule] : [])),
    ]),
  );
  return (situation: Situation<D>): Verdict<Reason> => {
    for (const rule of rulesOf.get(situation.delivery.purpose)!) {
      const verdict = rule(situation);
      if (verdict !== null) return verdict;
    }
    return { kind: 'send' };
  };
}
export const textVerdict = verdictOf(MessagePurpose.options, ({ text }) => text);
export const emailVerdict = verdictOf(EmailPurpose.options, ({ mail }) => mail);
