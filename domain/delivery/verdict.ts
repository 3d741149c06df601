import { isBulk, isMarketing, EmailPurpose, type EmailSuppressReason } from '../emails/fields.ts';
import { MessagePurpose } from '../messages/events.ts';
import type { SuppressReason } from '../messages/fields.ts';
import * as email from './channels/email.ts';
import * as text from './channels/text.ts';
import type { Delivery, EmailDelivery, Rule, SharedReason, Situation, TextDelivery, Verdict } from './delivery.ts';
import * as rules from './rules.ts';

type TextRule = Rule<TextDelivery, SuppressReason>;
type EmailRule = Rule<EmailDelivery, EmailSuppressReason>;

/** The purposes that a rule holds for, and why it does not hold for the others; null: it holds for all. */
interface Covers<Purpose> {
  readonly purposes: readonly Purpose[];
  readonly because: string | null;
}
/** A rule of the law. `text`, `mail`: null where the channel has none, or where it is counted and not looked at. */
interface Row {
  readonly text: TextRule | null;
  readonly mail: EmailRule | null;
  readonly texts: Covers<MessagePurpose>;
  readonly mails: Covers<EmailPurpose>;
}

const only = <Purpose>(purposes: readonly Purpose[], because: string): Covers<Purpose> => ({ purposes, because });
const none = (because: string): Covers<never> => ({ purposes: [], because });
const everyText: Covers<MessagePurpose> = { purposes: MessagePurpose.options, because: null };
const everyEmail: Covers<EmailPurpose> = { purposes: EmailPurpose.options, because: null };
const allTextsBut = (exempt: readonly MessagePurpose[], because: string): Covers<MessagePurpose> =>
  only(
    MessagePurpose.options.filter((purpose) => !exempt.includes(purpose)),
    because,
  );

const both = (rule: Rule<Delivery, SharedReason>, texts: Row['texts'], mails: Row['mails']): Row => ({
  text: rule,
  mail: rule,
  texts,
  mails,
});
const textOnly = (rule: TextRule, texts: Row['texts'], noEmail: string): Row => ({
  text: rule,
  mail: null,
  texts,
  mails: none(noEmail),
});
const emailOnly = (rule: EmailRule, mails: Row['mails'], noText: string): Row => ({
  text: null,
  mail: rule,
  texts: none(noText),
  mails,
});
/** Held against what has reached the contact, or was used, by the statement that commits `sending`: see `reachOf`. */
const counted = (texts: Row['texts'], mails: Row['mails']): Row => ({ text: null, mail: null, texts, mails });

/**
 * What a text is to the person who gets it. Closed: a new purpose does not compile until it stands here. `marketing`: the
 * contact did not ask for it, so it needs a consent and follows their preferences. `answer`: they have just texted.
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
const isAnswer = 'a contact who has just texted gets an answer';
const isAsked = 'someone asked for it, or waits for it';

/**
 * What is decided right before a text or email goes out: the rules in their order, and for which purposes of each channel
 * they hold. The first one that has something against it ends the look. Every blank says why.
 */
export const law = {
  ended: both(rules.ended, everyText, everyEmail),
  'broadcast-over': both(rules.broadcastOver, broadcast(onlyTheyEnd), broadcast(onlyTheyEnd)),
  'broadcast-paused': both(rules.broadcastPaused, broadcast(onlyTheyEnd), broadcast(onlyTheyEnd)),
  'no-address': emailOnly(
    email.noAddress,
    broadcast(filledBefore),
    'every contact of an audience for texts had a number',
  ),
  unfilled: both(rules.unfilled, broadcast(filledBefore), broadcast(filledBefore)),
  'no-one-left': both(rules.noOneLeft, broadcast(filledBefore), broadcast(filledBefore)),
  'business-inactive': both(rules.businessInactive, everyText, everyEmail),
  'number-changed': textOnly(text.numberChanged, everyText, 'an email is not from a number'),
  erased: both(rules.erased, everyText, everyEmail),
  blacklisted: both(rules.blacklisted, allTextsBut(['opt-out-confirmation', 'help'], isOwed), everyEmail),
  'mailbox-stopped': emailOnly(email.mailboxStopped, everyEmail, 'a number that takes no texts is unreachable'),
  'not-a-contact': both(
    rules.notAContact,
    allTextsBut(ownPeople, 'people of the business need not be contacts'),
    only(marketingEmail, 'people of the business, and who proves an address, need not be contacts'),
  ),
  'opted-out': textOnly(
    text.optedOut,
    allTextsBut(['opt-out-confirmation', 'help'], isOwed),
    'contacts leave texts and emails separately: see unsubscribed',
  ),
  unsubscribed: emailOnly(
    email.unsubscribed,
    only(marketingEmail, 'it is not marketing'),
    'contacts leave texts and emails separately: see opted-out',
  ),
  'no-consent': both(rules.noConsent, only(marketing, isAsked), only(bulkEmail, isAsked)),
  'above-limit': both(rules.aboveLimit, only(marketing, isAsked), only(marketingEmail, isAsked)),
  'looks-opted-out': textOnly(
    text.looksOptedOut,
    only(marketing, isAsked),
    'what looks like an opt-out is a text, and speaks of texts',
  ),
  paused: {
    text: text.paused,
    mail: rules.paused,
    texts: allTextsBut([...answers, 'owner-alert'], 'it answers the contact, or alerts people of the business'),
    mails: only(bulkEmail, isAsked),
  },
  preferences: both(rules.preferences, only(marketing, isAsked), only(bulkEmail, isAsked)),
  unreachable: textOnly(text.unreachable, allTextsBut(answers, isAnswer), 'a mailbox is stopped by its bounces'),
  'run-over': both(
    rules.runOver,
    only(['automation'], 'it is not of an enrollment'),
    only(['automation'], 'it is not of an enrollment'),
  ),
  unpaid: both(
    rules.unpaid,
    allTextsBut(['opt-out-confirmation', 'opt-in-confirmation', 'help'], isOwed),
    only(
      EmailPurpose.options.filter((purpose) => purpose !== 'verify-email'),
      'a consent that someone gives is never refused',
    ),
  ),
  'not-yet': textOnly(text.notYet, everyText, 'no event holds or schedules an email: it waits in the outbox'),
  'quiet-hours': textOnly(
    text.duringQuietHours,
    allTextsBut(answers, isAnswer),
    'email wakes no one, and no law says so',
  ),

  'monthly-limit': counted(
    allTextsBut(['opt-out-confirmation', 'opt-in-confirmation', 'help'], 'owed by law or by the carriers’ rules'),
    none('plans count texts'),
  ),
  funds: counted(
    allTextsBut(
      ['opt-out-confirmation', 'opt-in-confirmation', 'help', 'livechat'],
      'owed by law or by the carriers’ rules, or someone was told that it goes: it is booked below zero',
    ),
    none('wallets pay for texts'),
  ),
  'broadcast-window': counted(broadcast('it is of no broadcast'), broadcast('it is of no broadcast')),
  'daily-limit': counted(only(marketing, isAsked), only(bulkEmail, isAsked)),
  'rolling-limit': counted(
    only(marketing, isAsked),
    none('the laws that count solicitations speak of calls and texts'),
  ),
  'same-cause': counted(
    only(['automation'], 'only automations may say the same twice for one cause'),
    none('decision 51 tells causes apart for texts: two emails of one minute disturb no one'),
  ),
} as const satisfies Record<string, Row>;
export type LawName = keyof typeof law;

const rows: readonly Row[] = Object.values(law);
/** The rules of a purpose, in order. */
const textRules = new Map(
  MessagePurpose.options.map((purpose) => [
    purpose,
    rows.flatMap(({ text: rule, texts }) => (rule !== null && texts.purposes.includes(purpose) ? [rule] : [])),
  ]),
);
const emailRules = new Map(
  EmailPurpose.options.map((purpose) => [
    purpose,
    rows.flatMap(({ mail: rule, mails }) => (rule !== null && mails.purposes.includes(purpose) ? [rule] : [])),
  ]),
);

/** Whether a rule holds for what a delivery is for. */
export const holds = (
  name: LawName,
  { channel, purpose }: Pick<TextDelivery | EmailDelivery, 'channel' | 'purpose'>,
) => {
  const { texts, mails }: Row = law[name];
  return (channel === 'text' ? texts : mails).purposes.some((covered) => covered === purpose);
};
/** The contact did not ask for this text, and does not wait for it. */
export const isUnasked = (purpose: MessagePurpose): boolean => holds('no-consent', { channel: 'text', purpose });

/** The last look before a text goes out. */
export const textVerdict = (situation: Situation<TextDelivery>): Verdict<SuppressReason> =>
  firstOf(textRules.get(situation.delivery.purpose)!, situation);
/** The last look before an email goes out. */
export const emailVerdict = (situation: Situation<EmailDelivery>): Verdict<EmailSuppressReason> =>
  firstOf(emailRules.get(situation.delivery.purpose)!, situation);

function firstOf<D extends Delivery, R>(ruleset: readonly Rule<D, R>[], situation: Situation<D>): Verdict<R> {
  for (const rule of ruleset) {
    const verdict = rule(situation);
    if (verdict !== null) return verdict;
  }
  return { kind: 'send' };
}
