import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import {
  BusinessCreated,
  BusinessDetailsChanged,
  BusinessNumberAssigned,
  BusinessNumberReleased,
} from '../../../domain/businesses/events.ts';
import type { DomainEvent } from '../../../domain/kernel/event.ts';
import { BroadcastId } from '../../../domain/kernel/ids.ts';
import { EmailAccepted, EmailFailed, EmailQueued } from '../../../domain/emails/events.ts';
import {
  MessageAccepted,
  MessageDelivered,
  MessageFailed,
  MessageOutcomeUnknown,
  MessageQueued,
  MessageReceived,
  MessageSent,
  MessageSuppressed,
} from '../../../domain/messages/events.ts';
import { usage } from '../../../projections/usage/projector.ts';
import { createWorld, toStore, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const business = randomUUID();
const ids = (messageId: string) => ({ messageId, businessId: business, contactId: business });
const created = (timezone: string): DomainEvent =>
  BusinessCreated.create({
    businessId: business,
    agencyId: null,
    name: 'Bella',
    uniqueId: 'bella',
    currency: 'USD',
    timezone,
    dateFormat: 'MM/DD/YYYY',
    monthlyMessages: null,
    contactLimit: null,
  });
const moved = (timezone: string): DomainEvent => BusinessDetailsChanged.create({ businessId: business, timezone });

const [number, phone] = ['+14155550101', '+14155550102'];
const queued = (messageId: string, segments: number, pictures = 0, broadcastId: string | null = null): DomainEvent =>
  MessageQueued.create({
    ...ids(messageId),
    broadcastId,
    ...(pictures === 0 ? {} : { pictures }),
    from: number,
    to: phone,
    body: 'x',
    media: [],
    purpose: 'livechat',
    segments,
    encoding: 'GSM-7',
    notBefore: null,
  });
const carrier = { providerMessageId: 'SM1' };
const said = {
  accepted: (id: string) => MessageAccepted.create({ ...ids(id), ...carrier, provider: 'twilio' }),
  sent: (id: string) => MessageSent.create({ ...ids(id), ...carrier }),
  delivered: (id: string) => MessageDelivered.create({ ...ids(id), ...carrier }),
  undelivered: (id: string) => MessageFailed.create({ ...ids(id), ...carrier, errorCode: 30003, reason: 'off' }),
  refused: (id: string) =>
    MessageFailed.create({ ...ids(id), providerMessageId: null, errorCode: 21211, reason: 'no number' }),
  suppressed: (id: string) => MessageSuppressed.create({ ...ids(id), reason: 'opted-out' }),
  unknown: (id: string) => MessageOutcomeUnknown.create({ ...ids(id), detail: 'cut off' }),
} as const satisfies Record<string, (id: string) => DomainEvent>;
type Said = keyof typeof said;
const received = (segments: number, pictures: number, at: string): DomainEvent =>
  MessageReceived.create({
    ...ids(randomUUID()),
    from: phone,
    to: number,
    body: 'x',
    media: [],
    segments,
    pictures,
    provider: 'twilio',
    providerMessageId: 'SM2',
    receivedAt: at,
  });
const email = (): DomainEvent =>
  EmailAccepted.create({
    mailId: randomUUID(),
    businessId: business,
    contactId: business,
    provider: 'smtp',
    providerMessageId: '<1>',
  });

interface Moment {
  readonly event: DomainEvent;
  readonly at: string;
}
let run = 0;
/** The figures of each month, and what is still open, as they come out of batches of these sizes. */
async function counted(story: readonly Moment[], sizes: readonly number[]) {
  const feed = story
    .map(({ event, at }, index) => ({
      ...toStore({ event, at }),
      stream: 'x',
      revision: index,
      position: BigInt(index + 1),
    }))
    .filter(({ type }) => usage.handles.includes(type)) as unknown as StoredEvent[];
  const schema = `used_${(run += 1)}`;
  await world.pool.query(`create schema ${schema}; ${usage.create(schema)}; ${usage.index!(schema)}`);
  for (let from = 0, turn = 0; from < feed.length; turn += 1) {
    const batch = feed.slice(from, (from += sizes[turn % sizes.length]!));
    for (const { text, values } of usage.fold(batch, schema)) await world.pool.query(text, [...values]);
  }
  const months = await world.pool.query<Record<string, number | string>>(
    `select to_char(month, 'YYYY-MM') as month, segments::int, mms::int, segments_in::int, mms_in::int, mails::int
      from ${schema}.usage_months where not (${usage.empty!['usage_months']}) order by 1`,
  );
  const days = await world.pool.query<Record<string, number | string>>(
    `select day::text, channel, direction, country, carrier_class, quantity::int
      from ${schema}.usage_days where not (${usage.empty!['usage_days']}) order by 1, 2, 3, 4, 5`,
  );
  const numbers = await world.pool.query(
    `select number, since::text, until::text, country, carrier_class from ${schema}.held_numbers order by 1, 2`,
  );
  const open = await world.pool.query(
    `select id, day::text from ${schema}.usage_items where not settled and channel <> 'email' order by 1`,
  );
  const items = await world.pool.query(
    `select id, day::text, at, position::int, channel, quantity from ${schema}.usage_items order by 1`,
  );
  // What is listed is what is summed up, whatever was said.
  const listed = await world.pool.query<Record<string, number | string>>(
    `select day::text, channel, direction, country, carrier_class, sum(quantity)::int as quantity
      from ${schema}.usage_items where day is not null group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`,
  );
  expect(listed.rows).toEqual(days.rows);
  await world.pool.query(`drop schema ${schema} cascade`);
  return { months: months.rows, days: days.rows, numbers: numbers.rows, open: open.rows, items: items.rows };
}
const november = '2026-11-10T12:00:00.000Z';
const zero = { segments: 0, mms: 0, segments_in: 0, mms_in: 0, mails: 0 };
const tell = (...events: DomainEvent[]): Moment[] => events.map((event) => ({ event, at: november }));
/** One event at a time, which is the same as all at once. */
async function monthsOf(...events: DomainEvent[]) {
  const story = tell(created('UTC'), ...events);
  const single = await counted(story, [1]);
  expect(await counted(story, [story.length])).toEqual(single);
  return single.months;
}

/** As they are read once the contact was erased. */
const erased = (story: readonly Moment[]): readonly Moment[] =>
  story.map(({ event, at }) => {
    const gone = Object.fromEntries(
      ({ MessageQueued: ['to', 'body', 'media'], MessageReceived: ['from', 'body', 'media'] }[event.type] ?? []).map(
        (name) => [name, null],
      ),
    );
    return { at, event: { ...event, data: { ...event.data, ...gone } } };
  });
/** The months that the rows of days add up to. */
function monthsOfDays(days: readonly Record<string, unknown>[]) {
  const months = new Map<string, typeof zero>();
  const names: Record<string, keyof typeof zero> = {
    'sms out': 'segments',
    'mms out': 'mms',
    'sms in': 'segments_in',
    'mms in': 'mms_in',
    'email out': 'mails',
  };
  for (const { day, channel, direction, quantity } of days) {
    const month = String(day).slice(0, 7);
    const row = months.get(month) ?? { ...zero };
    row[names[`${channel as string} ${direction as string}`]!] += quantity as number;
    months.set(month, row);
  }
  return [...months].map(([month, row]) => ({ month, ...row }));
}

describe('usage', () => {
  const id = randomUUID();
  const once = (what: object) => [{ month: '2026-11', ...zero, ...what }];

  it('counts a text when the carrier has taken it, once, whatever is said of it then', async () => {
    expect(await monthsOf(queued(id, 3))).toEqual([]);
    expect(await monthsOf(queued(id, 3), said.accepted(id))).toEqual(once({ segments: 3 }));
    expect(await monthsOf(queued(id, 3), said.delivered(id), said.sent(id))).toEqual(once({ segments: 3 }));
    expect(await monthsOf(queued(id, 3), said.accepted(id), said.undelivered(id))).toEqual(once({ segments: 3 }));
    expect(await monthsOf(queued(id, 3), said.undelivered(id))).toEqual(once({ segments: 3 }));
  });
  it('does not count what the carrier never took', async () => {
    expect(await monthsOf(queued(id, 3), said.refused(id))).toEqual([]);
    expect(await monthsOf(queued(id, 3), said.suppressed(id))).toEqual([]);
    expect(await monthsOf(queued(id, 3), said.unknown(id))).toEqual([]);
    // Given up, and then it arrived.
    expect(await monthsOf(queued(id, 3), said.refused(id), said.delivered(id))).toEqual(once({ segments: 3 }));
  });
  it("counts a broadcast's when it is handed over, until it is said not to have been taken", async () => {
    const broadcast = randomUUID();
    expect(await monthsOf(queued(id, 2, 0, broadcast))).toEqual(once({ segments: 2 }));
    expect(await monthsOf(queued(id, 2, 0, broadcast), said.delivered(id))).toEqual(once({ segments: 2 }));
    expect(await monthsOf(queued(id, 2, 0, broadcast), said.refused(id))).toEqual([]);
    expect(await monthsOf(queued(id, 2, 0, broadcast), said.suppressed(id))).toEqual([]);
    expect(await monthsOf(queued(id, 2, 0, broadcast), said.refused(id), said.sent(id))).toEqual(once({ segments: 2 }));
  });
  it("counts a broadcast's email when it is queued, and takes it back on its own day", async () => {
    const mail = { mailId: id, businessId: business, contactId: business };
    const broadcastId = BroadcastId.parse(randomUUID());
    const mailed = EmailQueued.create({
      ...mail,
      purpose: 'broadcast',
      campaignId: null,
      to: 'ada@example.test',
      subject: 'x',
      body: 'x',
      button: null,
      content: null,
      broadcastId,
      variant: 0,
    });
    const failed = EmailFailed.create({ ...mail, provider: 'smtp', reason: 'no', queuedFor: broadcastId });
    expect(await monthsOf(mailed)).toEqual(once({ mails: 1 }));
    expect(await monthsOf(mailed, failed)).toEqual([]);
    const story = [
      { event: created('UTC'), at: november },
      { event: mailed, at: '2026-11-30T23:59:00.000Z' },
      { event: failed, at: '2026-12-01T00:01:00.000Z' },
    ];
    expect((await counted(story, [1])).days).toEqual([]);
    expect((await counted(story, [3])).days).toEqual([]);
    // It failed and was queued again: it counts once, however the feed is cut.
    const again = tell(created('UTC'), mailed, failed, mailed);
    for (const cut of [1, 2, 3, 4]) expect((await counted(again, [cut])).months).toEqual(once({ mails: 1 }));
  });
  it('counts pictures one by one, what came in apart, and emails', async () => {
    expect(await monthsOf(queued(id, 5, 2), said.sent(id))).toEqual(once({ mms: 1 }));
    expect(await monthsOf(received(2, 0, november), received(1, 3, november))).toEqual(
      once({ segments_in: 2, mms_in: 1 }),
    );
    expect(await monthsOf(email(), email())).toEqual(once({ mails: 2 }));
  });

  describe('by what prices go by', () => {
    const daysOf = async (...events: DomainEvent[]) => {
      const story = tell(created('UTC'), ...events);
      const { days } = await counted(story, [1]);
      expect((await counted(erased(story), [story.length])).days).toEqual(days);
      return days.map((row) => Object.values(row).join(' '));
    };
    const with_ = (event: DomainEvent, data: object): DomainEvent => ({ ...event, data: { ...event.data, ...data } });

    it('takes the country of the other side from the event, and otherwise that of our own number', async () => {
      const abroad = with_(queued(id, 2), { to: '+447700900123', country: 'GB' });
      expect(await daysOf(abroad, said.accepted(id), received(1, 0, november))).toEqual([
        '2026-11-10 sms in US local 1',
        '2026-11-10 sms out GB local 2',
      ]);
    });
    it('tells local numbers, toll-free numbers and short codes apart', async () => {
      const texts = ['+18885550101', '28777'].map((from) => ({ id: randomUUID(), from }));
      const all = texts.flatMap((text) => [with_(queued(text.id, 1), { from: text.from }), said.accepted(text.id)]);
      expect(await daysOf(...all)).toEqual(['2026-11-10 sms out US toll-free 1', '2026-11-10 sms out ZZ short-code 1']);
    });
    it('counts emails without a country', async () => {
      expect(await daysOf(email())).toEqual(['2026-11-10 email out ZZ other 1']);
    });
    it('knows from when to when a number was held, in the days of the business', async () => {
      const hold = { businessId: business, number };
      const assigned = BusinessNumberAssigned.create({ ...hold, providerNumberId: null, isTollFree: false });
      const released = BusinessNumberReleased.create(hold);
      const story = [
        { event: created('America/Los_Angeles'), at: '2026-10-01T12:00:00.000Z' },
        { event: assigned, at: '2026-11-01T06:59:00.000Z' },
        { event: released, at: '2026-11-20T12:00:00.000Z' },
        { event: assigned, at: '2026-12-02T12:00:00.000Z' },
      ];
      const { numbers } = await counted(story, [1]);
      expect(numbers).toEqual([
        { number, since: '2026-10-31', until: '2026-11-20', country: 'US', carrier_class: 'local' },
        { number, since: '2026-12-02', until: null, country: 'US', carrier_class: 'local' },
      ]);
      expect((await counted(story, [4])).numbers).toEqual(numbers);
    });
  });

  it('law: the figures are those of a plain count, however the feed is cut', async () => {
    const texts = Array.from({ length: 4 }, () => randomUUID());
    const zone = fc.constantFrom('UTC', 'Pacific/Kiritimati', 'Pacific/Honolulu', 'Asia/Kathmandu');
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.tuple(fc.constantFrom(...texts), fc.constantFrom(...(Object.keys(said) as Said[]))) },
      { weight: 1, arbitrary: zone },
      { weight: 1, arbitrary: fc.constant('in' as const) },
      { weight: 1, arbitrary: fc.constant('mail' as const) },
    );
    await fc.assert(
      fc.asyncProperty(
        zone,
        fc.array(fc.record({ step, hours: fc.integer({ min: 0, max: 9 }) }), { maxLength: 30 }),
        fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 5 }),
        async (first, steps, cuts) => {
          const story: Moment[] = [];
          const plain = new Map<string, typeof zero>();
          let at = DateTime.fromISO('2026-10-30T20:00:00.000Z', { zone: 'utc' });
          let now = first;
          const add = (month: string, what: Partial<typeof zero>, sign = 1): void => {
            const row = { ...(plain.get(month) ?? zero) };
            for (const [name, value] of Object.entries(what)) row[name as keyof typeof zero] += sign * value;
            plain.set(month, row);
          };
          const month = (): string => at.setZone(now).toFormat('yyyy-MM');
          const tellNow = (event: DomainEvent): void => void story.push({ event, at: at.toISO()! });
          const open = new Map<string, { what: Partial<typeof zero>; in: string | null }>();
          tellNow(created(first));
          texts.forEach((one, index) => {
            const bulk = index % 2 === 1;
            const what = index < 2 ? { segments: index + 2 } : { mms: 1 };
            tellNow(queued(one, index + 2, index < 2 ? 0 : 1, bulk ? business : null));
            open.set(one, { what, in: bulk ? month() : null });
            if (bulk) add(month(), what);
          });
          for (const { step: next, hours } of steps) {
            at = at.plus({ hours });
            if (next === 'in') {
              tellNow(received(2, 0, at.toISO()!));
              add(month(), { segments_in: 2 });
            } else if (next === 'mail') {
              tellNow(email());
              add(month(), { mails: 1 });
            } else if (typeof next === 'string') tellNow(moved((now = next)));
            else {
              const [one, word] = next;
              tellNow(said[word](one));
              const text = open.get(one);
              if (text === undefined || word === 'unknown') continue;
              if (word === 'refused' || word === 'suppressed') {
                if (text.in !== null) add(text.in, text.what, -1);
                text.in = null;
              } else if (text.in === null) add(month(), text.what);
              if (word !== 'refused') open.delete(one);
            }
          }
          const wanted = [...plain]
            .map(([key, row]) => ({ month: key, ...row }))
            .filter((row) => Object.keys(zero).some((name) => row[name as keyof typeof zero] !== 0))
            .sort((a, b) => (a.month < b.month ? -1 : 1));
          const whole = await counted(story, [story.length]);
          expect(whole.months).toEqual(wanted);
          expect(whole.open.map((row) => (row as { id: string }).id)).toEqual([...open.keys()].sort());
          expect(monthsOfDays(whole.days)).toEqual(wanted);
          expect(await counted(story, cuts)).toEqual(whole);
          expect(await counted(erased(story), cuts)).toEqual(whole);
        },
      ),
      { numRuns: 40 },
    );
  });
});
