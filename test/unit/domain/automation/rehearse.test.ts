import { describe, expect, it } from 'vitest';
import { Agency } from '../../../../domain/agency/agency.ts';
import type { Document, Reentry } from '../../../../domain/automation/fields.ts';
import { rehearsalOf, together } from '../../../../domain/automation/rehearsal.ts';
import { type Past, type Person, rehearse, type Stage } from '../../../../domain/automation/rehearse.ts';
import { Business } from '../../../../domain/business/business.ts';
import { BusinessCreated, BusinessNumberAssigned } from '../../../../domain/business/events.ts';
import { everybody } from '../../../../domain/contact/filter.ts';
import {
  ContactDiscovered,
  ContactOptedIn,
  ContactOptedOut,
  ContactTagged,
} from '../../../../domain/contact/events.ts';
import { fold } from '../../../../domain/kernel/decider.ts';
import type { DomainEvent } from '../../../../domain/kernel/event.ts';
import { LinkClicked } from '../../../../domain/link/events.ts';
import { agencyId, businessId, contactId, number, phone, pizza, proof } from '../fixtures.ts';
import { after, automationId, condition, drawn, end, id, isVip, start, tag, text, untilClicked, wait } from './make.ts';

/** One contact's past, played: a Sunday in November, 10:00 where they are. */
const business = fold(Business, [
  BusinessCreated.create({
    ...{ businessId, agencyId, name: 'Bella’s', uniqueId: 'bellas', currency: 'USD' },
    ...{ timezone: 'America/New_York', dateFormat: 'MM/DD/YYYY', monthlyMessages: null, contactLimit: null },
  } as never),
  BusinessNumberAssigned.create({ businessId, number, providerNumberId: null, isTollFree: false }),
] as never);
const stage = (document: Document, over: Partial<Stage> = {}): Stage => ({
  ...{ automationId, businessId, version: 1, document, from: after(-24 * 60), until: after(14 * 24 * 60) },
  around: {
    ...{ business, agency: Agency.initial, segments: new Map(), fields: [] },
    standing: { status: 'on', version: 1, offSince: null, lapses: [] },
  },
  ...{ custom: [], campaigns: [], base: 'https://bel.la' },
  ...over,
});

let position = 0n;
const past = (stream: string, revision: number, minutes: number, { type, data }: DomainEvent): Past => {
  position += 1n;
  const occurredAt = after(minutes);
  return { type, data, stream, revision, position, id: `event-${position}`, metadata: { occurredAt } };
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
    ...{ contactId, others: [], runs: [], beside: { acts: [], lastMessage: null }, blacklisted: false },
    own: told.map(([minutes, event], nth) => past(`contact-${contactId}`, nth, minutes, event)),
    ...over,
  };
}
const optedIn = (keyword = pizza): DomainEvent =>
  ContactOptedIn.create({ ...optsIn, keyword, consent: proof } as never);
const optedOut = ContactOptedOut.create({ ...ids, via: 'message', words: 'STOP', providerMessageId: 'SM1' } as never);
const onOptIn = (reentry: Reentry = { kind: 'once' }): Partial<Document> => ({
  ...{ triggers: [{ on: { kind: 'opted-in', keyword: null, campaignId: null }, filter: everybody }], reentry },
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
          ...{ ...ids, number: 1, clickedAt: after(minutes), source: { kind: 'automation', id: id('x'), variant: 0 } },
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
      ...{ texts: 1, refused: { 'daily-limit': 1 } },
    });
  });

  it('adds up over people', () => {
    const one = play({ a: text(null) }, person([[0, optedIn()]])).sum;
    const both = together(one, one);
    expect(both).toMatchObject({ looked: 2, people: 2, texts: 2, ends: { completed: 2 }, triggers: { 0: 2 } });
    expect(both.steps[id('a')]).toMatchObject({ came: 2, sent: 2, exits: { next: 2 } });
    expect(start).toBe(after(0));
  });
});
