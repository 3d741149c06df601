import { describe, expect, it } from 'vitest';
import { Agency } from '../../../../domain/agencies/agency.ts';
import type { Document, Reentry } from '../../../../domain/automations/document/document.ts';
import { rehearsalOf, together } from '../../../../domain/automations/rehearsal/rehearsal.ts';
import { type Past, type Person, rehearse, type Stage } from '../../../../domain/automations/rehearsal/rehearse.ts';
import { Business } from '../../../../domain/businesses/business.ts';
import { BusinessCreated, BusinessNumberAssigned } from '../../../../domain/businesses/events.ts';
import { everybody } from '../../../../domain/contacts/filter.ts';
import {
  ContactDiscovered,
  ContactOptedIn,
  ContactOptedOut,
  ContactTagged,
} from '../../../../domain/contacts/events.ts';
import { AutomationHookReceived } from '../../../../domain/automations/events.ts';
import { runIdOf } from '../../../../domain/automations/runs/run.ts';
import { AutomationRunStarted } from '../../../../domain/automations/runs/run-events.ts';
import { fold } from '../../../../domain/kernel/decider.ts';
import type { DomainEvent } from '../../../../domain/kernel/event.ts';
import { AutomationHookId, MemberId, RewardId, SubmissionId } from '../../../../domain/kernel/ids.ts';
import { LinkClicked } from '../../../../domain/links/events.ts';
import { LoopRuleSet, MemberJoined, ReferralRecorded } from '../../../../domain/loops/events.ts';
import { MessageAccepted, MessageQueued } from '../../../../domain/messages/events.ts';
import { agencyId, businessId, campaignId, contactId, messageId, number, phone, pizza, proof } from '../fixtures.ts';
import { after, automationId, condition, drawn, end, id, isVip, start, tag, text, untilClicked, wait } from './make.ts';

/** One contact's past, played: a Sunday in November, 10:00 where they are. */
const business = fold(Business, [
  BusinessCreated.create({
    businessId,
    agencyId,
    name: 'Bella’s',
    uniqueId: 'bellas',
    currency: 'USD',
    timezone: 'America/New_York',
    dateFormat: 'MM/DD/YYYY',
    monthlyMessages: null,
    contactLimit: null,
  } as never),
  BusinessNumberAssigned.create({ businessId, number, providerNumberId: null, isTollFree: false }),
] as never);
const stage = (document: Document, over: Partial<Stage> = {}): Stage => ({
  automationId,
  businessId,
  version: 1,
  document,
  from: after(-24 * 60),
  until: after(14 * 24 * 60),
  around: {
    business,
    agency: Agency.initial,
    prefix: null,
    segments: new Map(),
    fields: [],
    standing: { status: 'on', version: 1, offSince: null, lapses: [] },
  },
  custom: [],
  campaigns: [],
  members: new Map(),
  base: 'https://bel.la',
  ...over,
});

let events = 0;
const past = (stream: string, revision: number, minutes: number, { type, data }: DomainEvent, cause = ''): Past => {
  // In the log, things stand in the order in which they happened.
  const position = BigInt(Math.round((minutes + 1_000_000) * 10)) * 1_000n + BigInt(events++);
  const actor = { kind: 'carrier', name: 'twilio' } as const;
  const metadata = { occurredAt: after(minutes), actor, correlationId: cause || `cause-${position}` };
  return { type, data, stream, revision, position, id: `event-${position}`, metadata };
};
const ids = { contactId, businessId };
const optsIn = { ...ids, phone, keyword: pizza, campaignId: null, source: 'keyword' as const, ipAddress: null };
/** Each as minutes after ten, and what is said then; the contact is there a minute before the first. */
function person(
  events: readonly (readonly [minutes: number, event: DomainEvent])[],
  over: Partial<Person> = {},
): Person {
  const told = [
    [-60, ContactDiscovered.create({ ...ids, phone, via: 'inbound-message' } as never)],
    ...events,
  ] as const;
  return {
    contactId,
    others: [],
    runs: [],
    rules: new Map(),
    beside: { acts: [], lastMessage: null },
    blacklisted: false,
    own: told.map(([minutes, event], nth) => past(`contact-${contactId}`, nth, minutes, event)),
    ...over,
  };
}
const optedIn = (keyword = pizza): DomainEvent =>
  ContactOptedIn.create({ ...optsIn, keyword, consent: proof } as never);
const optedOut = ContactOptedOut.create({ ...ids, via: 'message', words: 'STOP', providerMessageId: 'SM1' } as never);
const onOptIn = (reentry: Reentry = { kind: 'once' }): Partial<Document> => ({
  triggers: [{ on: { kind: 'opted-in', keyword: null, campaignId: null }, filter: everybody }],
  reentry,
});
const play = (
  nodes: Parameters<typeof drawn>[0],
  who: Person,
  over: Partial<Document> = onOptIn(),
  more: Partial<Stage> = {},
) => {
  const document = drawn(nodes, over);
  const played = rehearse(stage(document, more), who);
  return { ...played, sum: rehearsalOf([[contactId, played]], document) };
};

describe('a rehearsal of one contact', () => {
  it('sends in the morning what comes up in the night, and goes on from there', () => {
    const night = [12 * 60, optedIn()] as const;
    const { runs, sum } = play({ a: text('b'), b: wait('c'), c: text(null) }, person([night]));
    const [first, second] = runs[0]!.sendings;
    expect(first).toMatchObject({ heldBy: 'quiet-hours', dueAt: after(12 * 60), refused: null });
    // Eight in the morning in New York.
    expect(first!.sentAt).toBe('2026-11-23T13:00:00.000Z');
    expect(second!.dueAt).toBe('2026-11-24T13:00:00.000Z');
    expect(sum).toMatchObject({ texts: 2, textPeople: 1, held: 1, ends: { completed: 1 } });
  });

  it('ends with an opt-out, as it was then: who opted out before is not let in, who did after had the first text', () => {
    const nodes = { a: text('b'), b: wait('c'), c: text(null) };
    expect(
      play(
        nodes,
        person([
          [0, optedIn()],
          [10, optedOut],
        ]),
      ).sum,
    ).toMatchObject({ texts: 1, ends: { 'opted-out': 1 } });
    expect(
      play(
        nodes,
        person([
          [0, optedIn()],
          [1, optedOut],
        ]),
        { triggers: [{ on: { kind: 'contact-created' }, filter: everybody }] },
      ).sum,
    ).toMatchObject({ entries: 1, texts: 0, refused: { 'no-consent': 1 } });
  });

  it('lets nobody in twice where it is once, nor who was really in before', () => {
    const twice = person([
      [0, optedIn()],
      [60, optedOut],
      [120, optedIn()],
    ]);
    expect(play({ a: tag(null) }, twice).sum).toMatchObject({ entries: 1, leftOut: { once: 1 } });
    expect(play({ a: tag(null) }, twice, onOptIn({ kind: 'always' })).sum).toMatchObject({ entries: 2, leftOut: {} });
  });

  it('knows facts as they were, and what its own steps would have changed', () => {
    const nodes = { a: condition('b', 'c', isVip), b: end, c: tag('d'), d: condition('e', 'f', isVip), e: end, f: end };
    const late = ContactTagged.create({ ...ids, tags: ['vip'] } as never);
    const ways = play(
      nodes,
      person([
        [0, optedIn()],
        [5, late],
      ]),
    ).sum.steps;
    expect(ways[id('a')]!.exits).toEqual({ no: 1 });
    expect(ways[id('d')]!.exits).toEqual({ yes: 1 });
    expect(
      play(
        nodes,
        person([
          [-5, late],
          [0, optedIn()],
        ]),
      ).sum.steps[id('a')]!.exits,
    ).toEqual({ yes: 1 });
  });

  it('waits for what really happened', () => {
    const nodes = { a: wait('b', untilClicked, 'c'), b: end, c: end };
    const click = (minutes: number) => [
      past(
        'linkClick-1',
        0,
        minutes,
        LinkClicked.create({
          ...ids,
          number: 1,
          clickedAt: after(minutes),
          source: { kind: 'automation', id: id('x'), variant: 0 },
        } as never),
      ),
    ];
    const who = person([[0, optedIn()]]);
    expect(play(nodes, { ...who, others: [click(30)] }).sum.steps[id('a')]!.exits).toEqual({ next: 1 });
    expect(play(nodes, { ...who, others: [click(180)] }).sum.steps[id('a')]!.exits).toEqual({ otherwise: 1 });
  });

  it('says who is still inside, and leaves out what lies before the days or after them', () => {
    const { sum } = play(
      { a: wait('b', { kind: 'duration', amount: 8, unit: 'weeks', zone: 'business' }), b: end },
      person([[0, optedIn()]]),
    );
    expect(sum.ends).toEqual({ inside: 1 });
    expect(sum.steps[id('a')]).toMatchObject({ came: 1, here: 1 });
    expect(play({ a: end }, person([[0, optedIn()]]), onOptIn(), { from: after(60) }).sum.entries).toBe(0);
    expect(play({ a: end }, person([[90, optedIn()]]), onOptIn(), { until: after(60) }).sum.entries).toBe(0);
  });

  it('does not text whom the blacklist names, and no more in a day than may be', () => {
    const who = person([[0, optedIn()]]);
    expect(play({ a: text(null) }, { ...who, blacklisted: true }).sum).toMatchObject({
      texts: 0,
      refused: { blocked: 1 },
    });
    const limited = {
      ...stage(drawn({ a: end })).around,
      business: { ...business, dailyLimits: { texts: 1, mails: null } },
    };
    expect(play({ a: text('b'), b: text(null) }, who, onOptIn(), { around: limited as never }).sum).toMatchObject({
      texts: 1,
      refused: { 'daily-limit': 1 },
    });
  });

  it('begins texts with the prefix of the business, and counts it', () => {
    const around = { ...stage(drawn({ a: end })).around, prefix: 'Bella’s Pizza' };
    const texts = (prefixed: boolean) => {
      const body = 'x'.repeat(150);
      const nodes = { a: { ...text('b'), body } as ReturnType<typeof text>, b: end };
      return play(nodes, person([[0, optedIn()]]), onOptIn(), prefixed ? { around } : {});
    };
    expect(JSON.stringify(texts(true))).toContain("Bella's Pizza: xxx");
    expect(JSON.stringify(texts(false))).not.toContain('Bella');
    expect([texts(false).sum, texts(true).sum].map(({ credits }) => credits)).toEqual([1, 2]);
  });

  it('brings in by hand whom somebody really brought in, whatever the conditions say, and whom the draft would let in', () => {
    const brought = (entry: number, minutes: number, trigger = 'by-hand') => {
      const run = runIdOf(automationId, contactId, entry);
      const how = {
        version: 1,
        entry,
        trigger,
        cause: `by-hand:${entry}`,
        position: '1',
        at: after(minutes),
        start: id('a'),
      };
      const started = AutomationRunStarted.create({ runId: run, automationId, businessId, contactId, ...how });
      return [past(`automationRun-${run}`, 0, minutes, started as never)];
    };
    const runs = [brought(1, 5), brought(2, 60, 'in-bulk')];
    const who = person([[0, optedIn()]], { runs });
    const vips = { match: 'all', groups: [{ match: 'all', conditions: [isVip] }] } as const;
    const byHand = (reentry: Reentry): Partial<Document> => ({
      triggers: [{ on: { kind: 'by-hand' }, filter: vips as never }],
      reentry,
    });
    expect(play({ a: text(null) }, who, byHand({ kind: 'always' })).sum).toMatchObject({
      entries: 2,
      triggers: { 0: 2 },
      texts: 2,
    });
    expect(play({ a: text(null) }, who, byHand({ kind: 'once' })).sum).toMatchObject({
      entries: 1,
      leftOut: { once: 1 },
    });
    // It needs no trigger of its own; nobody comes in by what the past does not tell.
    const onRedemption = {
      triggers: [{ on: { kind: 'coupon-redeemed', campaignId: null } as const, filter: everybody }],
    };
    expect(play({ a: text(null) }, who, onRedemption).sum).toMatchObject({ entries: 1, triggers: { 'by-hand': 1 } });
    expect(play({ a: text(null) }, person([[0, optedIn()]]), onRedemption).sum.entries).toBe(0);
  });

  it('brings in whom another system told of, by its own address', () => {
    const [hook, other] = [id('hook'), id('other hook')].map((one) => AutomationHookId.parse(one)) as [never, never];
    const call = { businessId, contactId, callId: id('call'), fields: {} };
    const others = [
      [past('automationHookCall-1', 0, 30, AutomationHookReceived.create({ ...call, hookId: hook }) as never)],
    ];
    const by = (webhookId: string | null): Partial<Document> => ({
      triggers: [{ on: { kind: 'webhook-received', webhookId }, filter: everybody }],
    });
    const who = person([[0, optedIn()]], { others });
    expect(play({ a: text(null) }, who, by(hook)).sum).toMatchObject({ entries: 1, triggers: { 0: 1 }, texts: 1 });
    expect(play({ a: text(null) }, who, by(null)).sum.entries).toBe(1);
    expect(play({ a: text(null) }, who, by(other)).sum.entries).toBe(0);
  });

  it('counts points by the rules of that time, and reaches them once', () => {
    const [memberId, submissionId] = [MemberId.parse(id('member')), SubmissionId.parse(id('submission'))];
    const member = { campaignId, businessId, contactId, memberId };
    const rule = (action: 'join' | 'referral', points: number, minutes: number) =>
      past(
        'loopRules-1',
        0,
        minutes,
        LoopRuleSet.create({
          campaignId,
          businessId,
          rewardId: RewardId.parse(id(action)),
          rule: { kind: 'action', action, title: action, points, url: null },
        }) as never,
      );
    const stream = (minutes: number, event: DomainEvent) => past('loopMember-1', 0, minutes, event);
    const referred = (name: string, suspicions: never[] = []) =>
      ReferralRecorded.create({ ...member, invited: MemberId.parse(id(name)), suspicions }) as DomainEvent;
    const rules = [rule('join', 10, -100), rule('referral', 20, -99)];
    const told = [
      stream(1, MemberJoined.create({ ...member, invitedBy: null, submissionId }) as never),
      stream(2, referred('one')),
      stream(3, referred('two')),
      stream(4, referred('three')),
    ];
    const who = (of: readonly Past[]) =>
      person([[0, optedIn()]], { others: [told], rules: new Map([[campaignId, of]]) });
    const reached = (points: number): Partial<Document> => ({
      triggers: [{ on: { kind: 'points-reached', campaignId: null, points }, filter: everybody }],
      reentry: { kind: 'always' },
    });
    const entered = (points: number, of: readonly Past[] = rules) =>
      play({ a: end }, who(of), reached(points)).runs.map(({ events }) => (events[0]!.data as { at: string }).at);
    expect(entered(10)).toEqual([after(1)]);
    expect(entered(40)).toEqual([after(3)]);
    expect(entered(71)).toEqual([]);
    // What a referral is worth since is not what it was worth.
    expect(entered(40, [...rules, rule('referral', 1_000, 3.5)])).toEqual([after(3)]);
  });

  it('is silent where another automation has just texted them for the same cause, and not for another, or later', () => {
    const said = (minutes: number, cause: string, over: object = {}) => {
      const automation = { automationId: id('other automation'), runId: id('run'), node: id('x'), version: 1, ...over };
      const queued = MessageQueued.create({
        ...ids,
        messageId,
        from: number,
        to: phone,
        body: 'Hi',
        media: [],
        segments: 1,
        encoding: 'GSM-7',
        purpose: 'automation',
        campaignId: null,
        broadcastId: null,
        notBefore: null,
        automation,
      } as never) as DomainEvent;
      const accepted = MessageAccepted.create({
        ...ids,
        messageId,
        provider: 'twilio',
        providerMessageId: 'SM2',
      } as never) as DomainEvent;
      return [past('message-1', 0, minutes, queued, cause), past('message-1', 1, minutes, accepted)];
    };
    const nodes = { a: wait('b', { kind: 'duration', amount: 5, unit: 'minutes', zone: 'business' }), b: text(null) };
    const sum = (others: readonly (readonly Past[])[]) => {
      const who = person([], { others });
      const optsInBy = past(`contact-${contactId}`, 1, 0, optedIn(), 'the same');
      return play(nodes, { ...who, own: [...who.own, optsInBy] }).sum;
    };
    expect(sum([said(1, 'the same')])).toMatchObject({ texts: 0, refused: { 'same-cause': 1 } });
    // What really left a little later is not taken back.
    expect(sum([said(9, 'the same')])).toMatchObject({ texts: 0, refused: { 'same-cause': 1 } });
    expect(sum([said(1, 'another')])).toMatchObject({ texts: 1, refused: {} });
    // Its own real texts, answers to the contact, and what lies ten minutes back, do not count.
    expect(sum([said(1, 'the same', { automationId })])).toMatchObject({ texts: 1, really: { '2026-11-01': 1 } });
    expect(sum([said(1, 'the same', { answers: true })])).toMatchObject({ texts: 1 });
    expect(sum([said(-6, 'the same')])).toMatchObject({ texts: 1 });
    expect(sum([])).toMatchObject({ credits: 1, months: { '2026-11-01': 1 }, really: {} });
  });

  it('adds up over people', () => {
    const one = play({ a: text(null) }, person([[0, optedIn()]])).sum;
    const both = together(one, one);
    expect(both).toMatchObject({ looked: 2, people: 2, texts: 2, ends: { completed: 2 }, triggers: { 0: 2 } });
    expect(both.steps[id('a')]).toMatchObject({ came: 2, sent: 2, exits: { next: 2 } });
    expect(start).toBe(after(0));
    // By what it is priced by: segments, and the country of who is texted.
    expect(both.usage).toEqual({ 'sms/US': both.credits });
  });
});

describe('one contact, walked through from now on', () => {
  it('comes by every step at the time when it would, with waits skipped, whatever they were in before', () => {
    const nodes = { a: text('b'), b: wait('c'), c: condition('d', 'z', isVip), d: text('z'), z: end };
    const vip = ContactTagged.create({ ...ids, tags: ['vip'] } as never);
    const document = drawn(nodes, onOptIn());
    const who = person([
      [-30, optedIn()],
      [-20, vip],
    ]);
    const [run, ...others] = rehearse(
      stage(document, { walks: true, from: after(60), until: after(600_000) }),
      who,
    ).runs;
    expect(others).toEqual([]);
    expect(run!.run).toMatchObject({ status: 'ended', reason: 'completed' });
    expect(run!.sendings.map(({ sentAt }) => sentAt)).toEqual([after(60), after(60 + 24 * 60)]);
  });

  it('has no answer to what it waits for, and waits on where that takes longer than is looked ahead', () => {
    const document = drawn({ a: wait('z', untilClicked, 'b'), b: text('z'), z: end }, onOptIn());
    const who = person([[-30, optedIn()]]);
    const [run] = rehearse(stage(document, { walks: true, from: after(60), until: after(600_000) }), who).runs;
    expect(run!.sendings.map(({ sentAt }) => sentAt)).toEqual([after(60 + 120)]);
    const [waits] = rehearse(stage(document, { walks: true, from: after(60), until: after(90) }), who).runs;
    expect(waits!.run).toMatchObject({ status: 'running', place: { kind: 'waiting', until: after(60 + 120) } });
  });

  it('does not enter after an opt-out', () => {
    const document = drawn({ a: text('z'), z: end }, onOptIn());
    const played = rehearse(
      stage(document, { walks: true, from: after(60), until: after(600) }),
      person([
        [-30, optedIn()],
        [-20, optedOut],
      ]),
    );
    expect([played.runs, played.leftOut]).toEqual([[], { 'opted-out': 1 }]);
  });
});
