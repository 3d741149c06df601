import { describe, expect, it } from 'vitest';
import { Agency } from '../../../../domain/agencies/agency.ts';
import { AgencyArchived, AgencyCreated } from '../../../../domain/agencies/events.ts';
import { noPreferences } from '../../../../domain/contacts/preferences.ts';
import { Conversation } from '../../../../domain/livechat/conversation.ts';
import type { EmailDelivery, Situation, TextDelivery, Verdict } from '../../../../domain/delivery/delivery.ts';
import { isUnasked, law, emailVerdict, textVerdict } from '../../../../domain/delivery/verdict.ts';
import { fold } from '../../../../domain/kernel/decider.ts';
import { EmailPurpose } from '../../../../domain/emails/fields.ts';
import { MessagePurpose } from '../../../../domain/messages/events.ts';
import { agencyId, campaignId, otherCampaignId, otherNumber } from '../fixtures.ts';
import {
  ann,
  business,
  type Change,
  email,
  emailTo,
  night,
  noon,
  running,
  sender,
  stranger,
  textTo,
} from './situations.ts';

/** Who is held by what, said once more and apart from the product. */
const texts = {
  all: [...MessagePurpose.options],
  marketing: ['broadcast', 'automation', 'coupon-reminder', 'reward-unlocked'],
  broadcast: ['broadcast'],
  automation: ['automation'],
  butOwed: MessagePurpose.options.filter((purpose) => purpose !== 'opt-out-confirmation' && purpose !== 'help'),
  butTeam: MessagePurpose.options.filter((purpose) => purpose !== 'owner-alert' && purpose !== 'test'),
  unanswered: ['broadcast', 'automation', 'coupon-reminder', 'reward-unlocked', 'livechat', 'owner-alert', 'test'],
  pausable: ['broadcast', 'automation', 'coupon-reminder', 'reward-unlocked', 'livechat', 'test'],
  scheduled: [...MessagePurpose.options],
  paid: MessagePurpose.options.filter(
    (purpose) => purpose !== 'opt-out-confirmation' && purpose !== 'help' && purpose !== 'opt-in-confirmation',
  ),
} as const;
const emails = {
  all: [...EmailPurpose.options],
  marketing: ['welcome', 'broadcast', 'automation'],
  bulk: ['broadcast', 'automation'],
  broadcast: ['broadcast'],
  automation: ['automation'],
  paid: ['welcome', 'owner-alert', 'test', 'broadcast', 'automation'],
  none: [],
} as const;

const no = <R extends string>(reason: R) => ({ kind: 'suppress', reason }) as const;
const lately = new Date(noon.getTime() - 86_400_000).toISOString();
const weekly = (what: string) => ({
  ...noPreferences,
  frequency: 'weekly' as const,
  reached: { text: { what, at: lately }, mail: { what, at: lately } },
});
const off = { ...business, isActive: false };
const archived = { ...business, status: 'archived' as const };
const ofArchived = fold(Agency, [
  AgencyCreated.create({ agencyId, name: 'Northwind', email: 'agency@demo.test' }),
  AgencyArchived.create({ agencyId }),
]);
const stopped = (of: 'bounced' | 'complained') => ({
  ...ann,
  mailboxes: new Map([[email, { stopped: of, soft: [] }]]),
});
const ended = { delivery: { stage: 'ended' as const } };
const erased = { ...ann, status: 'erased' as const, identities: [], completed: true, mergedInto: null };
const paused = { ...noPreferences, pausedUntil: '2026-12-01T00:00:00.000Z' };
const muted = (campaign: typeof campaignId) => ({ ...noPreferences, muted: new Set([campaign]) });
const later = '2026-11-20T18:00:00.000Z';
const unpaid = { ...sender, unpaid: 'payment-failed' as const };
/** Looked at again in a quarter of an hour. */
const waits = { kind: 'hold', reason: 'unpaid', until: '2026-11-20T17:15:00.000Z' } as const;
const unregistered = { ...sender, unregistered: 'number' as const };
/** Looked at again in half an hour. */
const unregisteredWait = { kind: 'hold', reason: 'unregistered', until: '2026-11-20T17:30:00.000Z' } as const;
const tenth = { ...ann, rank: 10 };

type Case<D, P> = readonly [string, Change<D>, Verdict<string>, readonly P[]];
/** A state, what comes of it, and for which purposes. All others go out. */
const ofTexts: readonly Case<TextDelivery, MessagePurpose>[] = [
  ['it has ended', ended, { kind: 'done' }, texts.all],
  [
    'its broadcast is stopped',
    { broadcast: { ...running('text'), status: 'stopped' } },
    no('stopped'),
    texts.broadcast,
  ],
  ['its broadcast has expired', { broadcast: { ...running('text'), run: null } }, no('expired'), texts.broadcast],
  [
    'its broadcast is paused',
    { broadcast: { ...running('text'), status: 'paused' } },
    { kind: 'park' },
    texts.broadcast,
  ],
  ['its words can’t be filled in', { delivery: { unfilled: true } }, no('missing-value'), texts.broadcast],
  ['the business is switched off', { sender: { ...sender, business: off } }, no('inactive-business'), texts.all],
  ['the business is archived', { sender: { ...sender, business: archived } }, no('inactive-business'), texts.all],
  ['the agency is archived', { sender: { business, agency: ofArchived } }, no('inactive-business'), texts.all],
  ['there is no business', { sender: { ...sender, business: { status: 'none' } } }, no('inactive-business'), texts.all],
  ['the number is another', { delivery: { from: otherNumber } }, no('sender-blocked'), texts.all],
  ['the contact is erased', { contact: erased }, no('blocked'), texts.all],
  ['its number is erased', { delivery: { to: null } }, no('blocked'), texts.all],
  ['the contact is blacklisted', { blacklisted: true }, no('blocked'), texts.butOwed],
  ['there is no contact', { contact: { status: 'none' } }, no('blocked'), texts.butTeam],
  [
    'the contact has opted out',
    { contact: { ...ann, status: 'optedOut', via: 'message' } },
    no('opted-out'),
    texts.butOwed,
  ],
  ['the contact never opted in', { contact: stranger }, no('no-consent'), texts.marketing],
  [
    'a text looks like an opt-out',
    { contact: { ...ann, suspected: { messageId: 'm' } as never } },
    no('looks-opted-out'),
    texts.marketing,
  ],
  ['the contact has paused', { contact: { ...ann, preferences: paused } }, no('paused'), texts.pausable],
  ['the campaign is muted', { contact: { ...ann, preferences: muted(campaignId) } }, no('topic-off'), texts.marketing],
  ['another campaign is muted', { contact: { ...ann, preferences: muted(otherCampaignId) } }, { kind: 'send' }, []],
  [
    'the week’s text is gone',
    { contact: { ...ann, preferences: weekly('another') } },
    no('too-often'),
    texts.marketing,
  ],
  ['the week’s email is gone', { contact: ofEmailOnly() }, { kind: 'send' }, []],
  ['no text reaches the number', { contact: { ...ann, unreachable: 30005 } }, no('unreachable'), texts.unanswered],
  ['the contact left emails', { contact: { ...ann, emails: 'unsubscribed' } }, { kind: 'send' }, []],
  ['emails come back', { contact: stopped('bounced') }, { kind: 'send' }, []],
  ['the enrollment is over', { isRunOver: true }, no('stopped'), texts.automation],
  ['nothing is paid', { sender: unpaid }, { ...waits, recorded: false }, texts.paid],
  ['nothing of its broadcast is paid', { sender: unpaid, broadcast: running('text') }, { kind: 'park' }, texts.paid],
  [
    'nothing is paid still',
    { sender: unpaid, delivery: { held: { reason: 'unpaid', until: later } } },
    { ...waits, recorded: true },
    texts.paid,
  ],
  ['it was not paid before', { delivery: { held: { reason: 'unpaid', until: later } } }, { kind: 'send' }, []],
  ['its number is not registered', { sender: unregistered }, { ...unregisteredWait, recorded: false }, texts.paid],
  [
    'its number is not registered still',
    { sender: unregistered, delivery: { held: { reason: 'unregistered', until: later } } },
    { ...unregisteredWait, recorded: true },
    texts.paid,
  ],
  [
    'the number of its broadcast is not registered',
    { sender: unregistered, broadcast: running('text') },
    { kind: 'park' },
    texts.paid,
  ],
  [
    'its number was not registered before',
    { delivery: { held: { reason: 'unregistered', until: later } } },
    { kind: 'send' },
    [],
  ],
  [
    'it waited for its number for more than a day',
    { delivery: { held: { reason: 'unregistered', until: '2026-11-19T16:59:00.000Z' } } },
    no('expired'),
    texts.paid,
  ],
  [
    'its number is not registered, and it goes to Canada',
    { sender: unregistered, delivery: { to: '+14165550150' } },
    { kind: 'send' },
    [],
  ],
  [
    'the contact came above the limit',
    { contact: tenth, sender: { ...sender, contactLimits: { business: 9, agency: null } } },
    no('above-limit'),
    texts.marketing,
  ],
  [
    'the limit was raised since',
    { contact: tenth, sender: { ...sender, contactLimits: { business: 10, agency: null } } },
    { kind: 'send' },
    [],
  ],
  [
    'the limit was lifted since',
    { contact: tenth, sender: { ...sender, contactLimits: { business: null, agency: null } } },
    { kind: 'send' },
    [],
  ],
  [
    'it waits for another try',
    { delivery: { held: { reason: 'retry', until: later } } },
    { kind: 'hold', reason: 'retry', until: later, recorded: true },
    texts.all,
  ],
  ['that try has come', { delivery: { held: { reason: 'retry', until: noon.toISOString() } } }, { kind: 'send' }, []],
  [
    'it was held for a night elsewhere',
    { delivery: { held: { reason: 'quiet-hours', until: later } } },
    { kind: 'send' },
    [],
  ],
  [
    'it is scheduled',
    { delivery: { notBefore: later } },
    { kind: 'hold', reason: 'scheduled', until: later, recorded: true },
    texts.scheduled,
  ],
  [
    'it is night there',
    { now: night },
    { kind: 'hold', reason: 'quiet-hours', until: '2026-11-21T13:00:00.000Z', recorded: false },
    texts.unanswered,
  ],
];
function ofEmailOnly() {
  const { mail } = weekly('another').reached;
  return { ...ann, preferences: { ...weekly('another'), reached: { mail } } };
}
const ofEmails: readonly Case<EmailDelivery, EmailPurpose>[] = [
  ['it has ended', ended, { kind: 'done' }, emails.all],
  [
    'its broadcast is stopped',
    { broadcast: { ...running('email'), status: 'stopped' } },
    no('stopped'),
    emails.broadcast,
  ],
  ['its broadcast has expired', { broadcast: { ...running('email'), run: null } }, no('expired'), emails.broadcast],
  [
    'its broadcast is paused',
    { broadcast: { ...running('email'), status: 'paused' } },
    { kind: 'park' },
    emails.broadcast,
  ],
  ['its words can’t be filled in', { delivery: { unfilled: true } }, no('missing-value'), emails.broadcast],
  ['the business is switched off', { sender: { ...sender, business: off } }, no('inactive-business'), emails.all],
  ['the business is archived', { sender: { ...sender, business: archived } }, no('inactive-business'), emails.all],
  ['the agency is archived', { sender: { business, agency: ofArchived } }, no('inactive-business'), emails.all],
  [
    'the number is another',
    { sender: { ...sender, business: { ...business, number: otherNumber } } },
    { kind: 'send' },
    [],
  ],
  ['the contact is erased', { contact: erased }, no('blocked'), emails.all],
  ['its address is erased', { delivery: { to: null } }, no('blocked'), emails.all],
  ['the contact is blacklisted', { blacklisted: true }, no('blocked'), emails.all],
  ['an email came back for good', { contact: stopped('bounced') }, no('bounced'), emails.all],
  ['an email was reported as spam', { contact: stopped('complained') }, no('complained'), emails.all],
  ['there is no contact', { contact: { status: 'none' } }, no('blocked'), emails.marketing],
  ['the contact left emails', { contact: { ...ann, emails: 'unsubscribed' } }, no('unsubscribed'), emails.marketing],
  ['the contact never subscribed', { contact: stranger }, no('no-consent'), emails.bulk],
  [
    'the contact has opted out of texts',
    { contact: { ...ann, status: 'optedOut', via: 'message' } },
    { kind: 'send' },
    [],
  ],
  [
    'a text looks like an opt-out',
    { contact: { ...ann, suspected: { messageId: 'm' } as never } },
    { kind: 'send' },
    [],
  ],
  ['the contact has paused', { contact: { ...ann, preferences: paused } }, no('paused'), emails.bulk],
  ['the campaign is muted', { contact: { ...ann, preferences: muted(campaignId) } }, no('topic-off'), emails.bulk],
  ['the week’s email is gone', { contact: { ...ann, preferences: weekly('another') } }, no('too-often'), emails.bulk],
  ['no text reaches the number', { contact: { ...ann, unreachable: 30005 } }, { kind: 'send' }, []],
  ['the enrollment is over', { isRunOver: true }, no('stopped'), emails.automation],
  ['nothing is paid', { sender: unpaid }, { ...waits, recorded: true }, emails.paid],
  ['nothing of its broadcast is paid', { sender: unpaid, broadcast: running('email') }, { kind: 'park' }, emails.paid],
  [
    'the contact came above the limit',
    { contact: tenth, sender: { ...sender, contactLimits: { business: 9, agency: null } } },
    no('above-limit'),
    emails.marketing,
  ],
  ['it is night there', { now: night }, { kind: 'send' }, []],
];

const outcome = <P extends string>(all: readonly P[], held: readonly P[], verdict: Verdict<string>) =>
  Object.fromEntries(all.map((purpose) => [purpose, held.includes(purpose) ? verdict : { kind: 'send' }]));

describe('the last look, by state and purpose', () => {
  it.each(ofTexts)('a text where %s', (_, state, verdict, held) => {
    const looked = MessagePurpose.options.map((purpose) => [purpose, textVerdict(textTo(purpose, state))]);
    expect(Object.fromEntries(looked)).toEqual(outcome(MessagePurpose.options, held, verdict));
  });
  it.each(ofEmails)('a mail where %s', (_, state, verdict, held) => {
    const looked = EmailPurpose.options.map((purpose) => [purpose, emailVerdict(emailTo(purpose, state))]);
    expect(Object.fromEntries(looked)).toEqual(outcome(EmailPurpose.options, held, verdict));
  });

  it('lets an answer in a dialogue through a pause, a number that takes none, and the night', () => {
    const contact = { ...ann, preferences: paused, unreachable: 30005 };
    const open = { ...Conversation.initial, status: 'open' as const, contactWrote: true };
    const look = (conversation: Conversation, wroteFirst: boolean) =>
      textVerdict(textTo('livechat', { contact: { ...contact, wroteFirst }, conversation, now: night }));
    expect(look(open, false)).toEqual({ kind: 'send' });
    expect(look(Conversation.initial, true)).toEqual({ kind: 'send' });
    expect(look({ ...open, contactWrote: false }, true)).toEqual(no('paused'));
    expect(look(Conversation.initial, false)).toEqual(no('paused'));
    // Of live chat alone.
    expect(textVerdict(textTo('broadcast', { contact, conversation: open }))).toEqual(no('paused'));
  });

  it('counts the night by where the contact says that they live, too', () => {
    const contact = { ...ann, details: { ...ann.details, zip: '94110' } };
    const nine = new Date('2026-11-20T14:00:00Z');
    expect(textVerdict(textTo('broadcast', { now: nine }))).toEqual({ kind: 'send' });
    expect(textVerdict(textTo('broadcast', { now: nine, contact }))).toMatchObject({
      reason: 'quiet-hours',
      until: '2026-11-20T16:00:00.000Z',
    });
  });
});

describe('the order of the rules', () => {
  /** All that can be wrong, mended one by one: what was wrong before speaks first. */
  const mended = <D extends TextDelivery | EmailDelivery>(
    broken: Situation<D>,
    mends: readonly ((one: Situation<D>) => Situation<D>)[],
    look: (one: Situation<D>) => Verdict<string>,
  ) => {
    let now = broken;
    return [look(now), ...mends.map((mend) => look((now = mend(now))))].map((verdict) =>
      verdict.kind === 'suppress' || verdict.kind === 'hold' ? verdict.reason : verdict.kind,
    );
  };
  const wrong = {
    ...ann,
    emails: 'unsubscribed' as const,
    preferences: { ...paused, muted: new Set([campaignId]) },
    suspected: { messageId: 'm' } as never,
    unreachable: 30005,
    mailboxes: new Map([[email, { stopped: 'bounced' as const, soft: [] }]]),
  };

  it('is the same of every text', () => {
    const broken = textTo('broadcast', {
      contact: { ...wrong, status: 'optedOut', via: 'message' },
      broadcast: { ...running('text'), status: 'stopped' },
      blacklisted: true,
      now: night,
      sender: { ...sender, business: off },
      delivery: {
        stage: 'ended',
        unfilled: true,
        from: otherNumber,
        to: null,
        held: { reason: 'retry', until: '2026-11-21T05:00:00.000Z' },
      },
    });
    const of = (delivery: Partial<TextDelivery>) => (one: Situation<TextDelivery>) => ({
      ...one,
      delivery: { ...one.delivery, ...delivery },
    });
    expect(
      mended(
        broken,
        [
          of({ stage: 'waiting' }),
          (one) => ({ ...one, broadcast: { ...running('text'), status: 'paused' } }),
          (one) => ({ ...one, broadcast: running('text') }),
          of({ unfilled: false }),
          of({ to: '+12125550123' }),
          (one) => ({ ...one, sender }),
          of({ from: business.number }),
          (one) => ({ ...one, blacklisted: false }),
          (one) => ({ ...one, contact: { ...wrong, status: 'unknown' } }),
          (one) => ({ ...one, contact: wrong }),
          (one) => ({ ...one, contact: { ...wrong, suspected: null } }),
          (one) => ({ ...one, contact: { ...wrong, suspected: null, preferences: muted(campaignId) } }),
          (one) => ({ ...one, contact: { ...ann, unreachable: 30005 } }),
          (one) => ({ ...one, contact: ann }),
          of({ held: null }),
          (one) => ({ ...one, now: noon }),
        ],
        textVerdict,
      ),
    ).toEqual([
      'done',
      'stopped',
      'park',
      'missing-value',
      'blocked',
      'inactive-business',
      'sender-blocked',
      'blocked',
      'opted-out',
      'no-consent',
      'looks-opted-out',
      'paused',
      'topic-off',
      'unreachable',
      'retry',
      'quiet-hours',
      'send',
    ]);
  });

  it('asks of one that was queued whether the business sends at all before it asks whom to', () => {
    const gone = { delivery: { to: null }, sender: { ...sender, business: off } };
    expect(textVerdict(textTo('livechat', gone))).toEqual(no('inactive-business'));
    expect(emailVerdict(emailTo('welcome', gone))).toEqual(no('inactive-business'));
  });
  it('lets an enrollment that is over speak after all that keeps its text, and before what delays it', () => {
    const over = { isRunOver: true, now: night };
    expect(textVerdict(textTo('automation', over))).toEqual(no('stopped'));
    const contact = { ...ann, unreachable: 30005 };
    expect(textVerdict(textTo('automation', { ...over, contact }))).toEqual(no('unreachable'));
    const held = { reason: 'retry' as const, until: later };
    expect(textVerdict(textTo('automation', { ...over, now: noon, delivery: { held } }))).toEqual(no('stopped'));
  });

  it('is the same of every email', () => {
    const broken = emailTo('broadcast', {
      contact: { ...wrong, details: { ...wrong.details, email: null } },
      broadcast: { ...running('email'), status: 'stopped' },
      blacklisted: true,
      sender: { ...sender, business: off },
      delivery: { stage: 'ended', unfilled: true, to: null },
    });
    const of = (delivery: Partial<EmailDelivery>) => (one: Situation<EmailDelivery>) => ({
      ...one,
      delivery: { ...one.delivery, ...delivery },
    });
    const opened = { ...wrong, mailboxes: new Map() };
    expect(
      mended(
        broken,
        [
          of({ stage: 'fresh' }),
          (one) => ({ ...one, broadcast: { ...running('email'), status: 'paused' } }),
          (one) => ({ ...one, broadcast: running('email') }),
          (one) => ({ ...one, contact: wrong }),
          of({ unfilled: false }),
          of({ to: email }),
          (one) => ({ ...one, sender }),
          (one) => ({ ...one, blacklisted: false }),
          (one) => ({ ...one, contact: opened }),
          (one) => ({ ...one, contact: { ...opened, emails: null } }),
          (one) => ({ ...one, contact: { ...opened, emails: 'subscribed' } }),
          (one) => ({ ...one, contact: { ...ann, preferences: muted(campaignId) } }),
          (one) => ({ ...one, contact: ann }),
        ],
        emailVerdict,
      ),
    ).toEqual([
      'done',
      'over',
      'park',
      'no-address',
      'missing-value',
      'blocked',
      'inactive-business',
      'blocked',
      'bounced',
      'unsubscribed',
      'no-consent',
      'paused',
      'topic-off',
      'send',
    ]);
  });
});

describe('the law', () => {
  it('gives a reason for every purpose that a rule does not hold for, and for no other', () => {
    for (const [name, { text, mail }] of Object.entries(law)) {
      for (const { covers, all } of [
        { covers: text, all: MessagePurpose.options },
        { covers: mail, all: EmailPurpose.options },
      ]) {
        expect([name, covers.purposes.length === all.length]).toEqual([name, covers.because === null]);
        if (covers.because !== null) expect(covers.because.length).toBeGreaterThan(10);
      }
    }
  });
  it('lets nothing that no one asked for go without a consent, and holds all of it against the daily limit', () => {
    expect(MessagePurpose.options.filter(isUnasked)).toEqual([...law['daily-limit'].text.purposes].toSorted(byPurpose));
    for (const channel of ['text', 'mail'] as const)
      for (const name of ['no-consent', 'paused', 'preferences'] as const)
        expect(law[name][channel].purposes).toEqual(expect.arrayContaining([...law['daily-limit'][channel].purposes]));
  });
});
const byPurpose = (one: MessagePurpose, other: MessagePurpose) =>
  MessagePurpose.options.indexOf(one) - MessagePurpose.options.indexOf(other);
