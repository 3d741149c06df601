import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { DateTime } from 'luxon';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { outcomeText } from '../../../api/contract/outcome-words.ts';
import { headOf, reasonCells } from '../../../api/present/report-rows.ts';
import { ContactErased } from '../../../domain/contacts/erasure-events.ts';
import { recordFilters, type RecordFilters } from '../../../domain/reports/list.ts';
import { type RecordMoment, recordGroups } from '../../../domain/reports/fields.ts';
import type { RecordPlace, RecordScope } from '../../../projections/reports/records.ts';
import { openShop, type Progress, type Shop } from './stories.ts';
import { createFollowedWorld, type FollowedWorld } from './world.ts';

/** Reports of texts say what the events say: rows, totals and groups are compared with SQL written by hand over them. */
let world: FollowedWorld;
const zones = ['America/New_York', 'Asia/Tokyo', 'America/Los_Angeles'] as const;
const shops: Shop[] = [];
const agencyId = randomUUID();
const everything: RecordScope = { agencyId: null, businessId: null };
const days = { from: '2026-10-30', to: '2026-11-04' };
const filters = z.object(recordFilters);
const narrowed = (given: Record<string, unknown> = {}): RecordFilters => filters.parse(given);
const asked = (given: Record<string, unknown> = {}, by: RecordMoment = 'began', period = days) => ({
  days: period,
  by,
  filters: narrowed(given),
});

const outcomes: readonly (readonly Progress[])[] = [
  ['accepted', 'sent', 'delivered'],
  ['accepted', 'failed'],
  ['held', 'accepted', 'sent'],
  ['held'],
  ['accepted'],
  ['suppressed'],
  ['unknown'],
  [],
  // It failed, and arrived after all.
  ['accepted', 'failed', 'delivered'],
];

/** What texts were sent for. */
const origins = [
  {},
  { campaignId: randomUUID() },
  { broadcastId: randomUUID() },
  { automation: { automationId: randomUUID(), runId: randomUUID(), node: randomUUID(), version: 1 } },
] as const;

beforeAll(async () => {
  world = await createFollowedWorld();
  for (const [nth, timezone] of zones.entries())
    shops.push(await openShop(world, { timezone, ...(nth < 2 ? { agencyId } : {}) }));
  // Hour by hour over the night on which clocks in America go back (November 1).
  for (let hour = 0; hour < 96; hour += 1) {
    const shop = shops[hour % 3]!;
    const person = shop.contact();
    const at = new Date(Date.UTC(2026, 9, 30, 12 + hour, 30)).toISOString();
    const later = new Date(Date.UTC(2026, 9, 30, 15 + hour, 30)).toISOString();
    if (hour % 5 === 0) await person.texts('Hello', { at });
    const purpose = hour % 2 === 0 ? 'broadcast' : 'livechat';
    const origin = origins[hour % origins.length]!;
    const { messageId } = await person.isSent('Two for one', { at, purpose, segments: 1 + (hour % 3), ...origin });
    const states = outcomes[hour % outcomes.length]!;
    for (const state of states) await person.comesTo(messageId, [state], later);
  }
  await world.settled();
});
afterAll(() => world.close());

/** Each text as the events say: begun, and where it has come to. */
const byHand = `
  with zones(business_id, zone) as (
    select data ->> 'businessId', data ->> 'timezone' from es.events where type = 'BusinessCreated'
  ),
  begun as (
    select data ->> 'messageId' as id, data ->> 'businessId' as business_id, type,
      coalesce(data ->> 'receivedAt', metadata ->> 'occurredAt')::timestamptz as at, (data ->> 'segments')::int as segments,
      case when type = 'MessageQueued' then data ->> 'purpose' end as purpose
    from es.events where type in ('MessageQueued', 'MessageReceived')
  ),
  said as (
    select data ->> 'messageId' as id, type, (metadata ->> 'occurredAt')::timestamptz as at, position
    from es.events where type like 'Message%'
  ),
  texts as (
    select b.*, z.zone, (b.at at time zone z.zone)::date::text as day,
      case
        when b.type = 'MessageReceived' then 'received'
        when exists (select from said s where s.id = b.id and s.type = 'MessageDelivered') then 'delivered'
        when exists (select from said s where s.id = b.id and s.type = 'MessageFailed') then 'failed'
        when exists (select from said s where s.id = b.id and s.type = 'MessageSuppressed') then 'suppressed'
        when exists (select from said s where s.id = b.id and s.type = 'MessageSent') then 'sent'
        when exists (select from said s where s.id = b.id and s.type = 'MessageAccepted') then 'accepted'
        when exists (select from said s where s.id = b.id and s.type = 'MessageOutcomeUnknown') then 'unknown'
        when exists (select from said s where s.id = b.id and s.type = 'MessageDeferred') then 'held'
        else 'queued' end as status,
      ((select min(s.at) from said s where s.id = b.id and s.type = 'MessageDelivered') at time zone z.zone)::date::text
        as delivered_day,
      ((select min(s.at) from said s where s.id = b.id and s.type in ('MessageFailed', 'MessageSuppressed'))
        at time zone z.zone)::date::text as failed_day
    from begun b join zones z using (business_id)
  )`;

const totalsOf = async (scope: RecordScope, given: ReturnType<typeof asked>) =>
  (await world.models.recordSums(scope, given, null)).totals;

async function rowsOf(scope: RecordScope, given: ReturnType<typeof asked>, { limit = 7, desc = true } = {}) {
  const rows = [];
  for (let after: RecordPlace | null = null; ;) {
    const found = await world.models.records(scope, given, { after, limit, desc });
    rows.push(...found);
    if (found.length < limit) return rows;
    after = { day: found.at(-1)!.day, position: found.at(-1)!.position };
  }
}

type Row = Awaited<ReturnType<typeof rowsOf>>[number];
/** What rows come to, counted one by one. */
function sumOf(rows: readonly Row[]) {
  const count = (...statuses: string[]) => rows.filter(({ status }) => statuses.includes(status)).length;
  return {
    messages: rows.length,
    quantity: rows.reduce((sum, row) => sum + row.quantity, 0),
    received: rows.filter(({ direction }) => direction === 'in').length,
    waiting: count('queued', 'held', 'unknown'),
    sent: count('accepted', 'sent'),
    delivered: count('delivered'),
    failed: count('failed'),
    suppressed: count('suppressed'),
  };
}

describe('a report of texts', () => {
  it('has the rows that the events tell of, in days of each business’s zone', async () => {
    const rows = await rowsOf(everything, asked());
    const told = await world.query<{ id: string; day: string; status: string }>(
      `${byHand} select id, day, status from texts where day between $1 and $2 order by id`,
      [days.from, days.to],
    );
    expect(told.length).toBeGreaterThan(100);
    expect(rows.map(({ id, day, status }) => ({ id, day, status })).toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
      told,
    );
    const places = rows.map(({ day, position }) => `${day} ${position.padStart(9, '0')}`);
    expect(places).toEqual(places.toSorted().reverse());
    const back = await rowsOf(everything, asked(), { desc: false, limit: 50 });
    expect(back.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).reverse());
  });

  it('comes to totals that agree with its rows and with the events, however it is narrowed', async () => {
    const cases: readonly [Record<string, unknown>, string][] = [
      [{}, 'true'],
      [{ status: 'failed' }, `status = 'failed'`],
      [{ status: 'failed,suppressed' }, `status in ('failed', 'suppressed')`],
      [{ direction: 'in' }, `type = 'MessageReceived'`],
      [{ purpose: 'broadcast' }, `purpose = 'broadcast'`],
      [{ number: shops[1]!.number }, `business_id = '${shops[1]!.businessId}'`],
    ];
    for (const [given, condition] of cases) {
      const totals = await totalsOf(everything, asked(given));
      const [told] = await world.query<{ messages: number; quantity: number; failed: number }>(
        `${byHand} select count(*)::int as messages, coalesce(sum(segments), 0)::int as quantity,
          (count(*) filter (where status = 'failed'))::int as failed from texts where day between $1 and $2 and ${condition}`,
        [days.from, days.to],
      );
      expect(totals, condition).toMatchObject(told!);
      expect(await rowsOf(everything, asked(given)), condition).toHaveLength(told!.messages);
    }
  });

  it('is grouped by anything, and the groups add up', async () => {
    const { messages } = await totalsOf(everything, asked());
    for (const group of recordGroups) {
      const { groups, totals } = await world.models.recordSums(everything, asked(), group);
      expect(
        groups!.reduce((sum, one) => sum + one.messages, 0),
        group,
      ).toBe(messages);
      expect(new Set(groups!.map(({ key }) => key)).size, group).toBe(groups!.length);
      expect(totals, group).toEqual(await totalsOf(everything, asked()));
    }
    const byDay = (await world.models.recordSums(everything, asked(), 'day')).groups!;
    const told = await world.query(
      `${byHand} select day as key, count(*)::int as messages from texts where day between $1 and $2 group by 1 order by 1`,
      [days.from, days.to],
    );
    expect(byDay.map(({ key, messages: count }) => ({ key, messages: count }))).toEqual(told);
    const [first] = (await world.models.recordSums(everything, asked(), 'business')).groups!;
    expect(first!.name).toBe("Bella's Pizzeria");
  });

  it('lists exactly the texts that each group counts, and takes its totals apart the same way', async () => {
    const of: Readonly<Record<string, (row: Row) => string | null>> = {
      campaign: (row) => row.campaignId,
      broadcast: (row) => row.broadcastId,
      automation: (row) => row.automationId,
      number: (row) => row.number,
      channel: (row) => row.channel,
      direction: (row) => row.direction,
      purpose: (row) => row.purpose,
      carrier: (row) => row.carrier,
      status: (row) => row.status,
      error: (row) => (row.errorCode === null ? null : String(row.errorCode)),
    };
    const names: Readonly<Record<string, string>> = {
      campaign: 'campaign_id',
      broadcast: 'broadcast_id',
      automation: 'automation_id',
      error: 'error_code',
    };
    const rows = await rowsOf(everything, asked(), { limit: 100 });
    for (const group of recordGroups.filter((one) => one in of)) {
      const { groups } = await world.models.recordSums(everything, asked(), group);
      const counted = Map.groupBy(rows, of[group]!);
      expect(new Map(groups!.map(({ key, messages }) => [key, messages])), group).toEqual(
        new Map([...counted].map(([key, own]) => [key, own.length])),
      );
      const known = groups!.filter(({ key }) => key !== null);
      expect(known, group).not.toEqual([]);
      for (const { key, name: _, ...sums } of known) {
        const given = asked({ [names[group] ?? group]: key });
        const found = await rowsOf(everything, given, { limit: 50 });
        expect(
          found.map(({ id }) => id),
          `${group} ${key}`,
        ).toEqual(counted.get(key)!.map(({ id }) => id));
        expect(await totalsOf(everything, given), `${group} ${key}`).toEqual(sums);
        expect(sums, `${group} ${key}`).toEqual(sumOf(found));
      }
    }
    expect(await totalsOf(everything, asked())).toEqual(sumOf(rows));
  });

  it('is written to a file as its rows say, part by part', async () => {
    for (const report of ['mdr-list', 'sms-list'] as const) {
      const lines = { report, business: null, hidesContacts: false, reasons: reasonCells, prices: null };
      let file = headOf(report, 'America/New_York');
      let after: RecordPlace | null = null;
      for (;;) {
        const page = { after, upTo: '999999', limit: 7, zone: 'America/New_York' };
        const chunk = await world.models.exportedRecords(everything, asked(), page, lines);
        if (chunk === null) break;
        file += chunk.text;
        after = chunk.place;
      }
      const written: Record<string, string>[] = parse(file, { bom: true, columns: true });
      const clock = (at: string | null): string =>
        at === null ? '' : DateTime.fromISO(at, { zone: 'America/New_York' }).toFormat('yyyy-MM-dd HH:mm:ss');
      const rows = await rowsOf(everything, asked(), { desc: false });
      expect(rows.length).toBeGreaterThan(100);
      expect(
        written.map((row) => [row['ID'], row['When (America/New_York)'], row['Status'], row['Why'], row['Phone']]),
      ).toEqual(
        rows.map((row) => [
          row.id,
          clock(row.at),
          row.status,
          outcomeText(row.reason ?? '', row.errorCode ?? 0),
          row.phone ?? '',
        ]),
      );
      expect(new Set(written.map((row) => row['Why'])).size).toBeGreaterThan(2);
      if (report === 'mdr-list')
        expect(written.map((row) => [row['Sent (America/New_York)'], row['Delivered (America/New_York)']])).toEqual(
          rows.map((row) => [clock(row.sentAt), clock(row.deliveredAt)]),
        );
      else expect(written.map((row) => row['Text'])).toEqual(rows.map((row) => row.body));
    }
  });

  it('counts what was delivered or failed on the day on which it did', async () => {
    for (const [by, condition] of [
      ['delivered', 'delivered_day'],
      ['failed', `case when status in ('failed', 'suppressed') then failed_day end`],
    ] as const) {
      const period = { from: '2026-11-01', to: '2026-11-01' };
      const told = await world.query<{ id: string }>(
        `${byHand} select id from texts where ${condition} = '2026-11-01' order by id`,
      );
      expect(told.length).toBeGreaterThan(1);
      const rows = await rowsOf(everything, asked({}, by, period));
      expect(rows.map(({ id }) => id).toSorted()).toEqual(told.map(({ id }) => id));
      expect((await totalsOf(everything, asked({}, by, period))).messages).toBe(told.length);
    }
  });

  it('shows an agency its businesses, a business itself, and neither anything else', async () => {
    const [mine, also, other] = shops.map(({ businessId }) => businessId) as [string, string, string];
    const ofAgency = await rowsOf({ agencyId, businessId: null }, asked());
    expect(new Set(ofAgency.map(({ businessId }) => businessId))).toEqual(new Set([mine, also]));
    const { messages } = await totalsOf({ agencyId, businessId: null }, asked());
    expect(ofAgency).toHaveLength(messages);
    const own = await rowsOf({ agencyId: null, businessId: other }, asked());
    expect(new Set(own.map(({ businessId }) => businessId))).toEqual(new Set([other]));
    expect(own.length + ofAgency.length).toBe((await rowsOf(everything, asked(), { limit: 100 })).length);
    expect(await world.models.record({ agencyId: null, businessId: mine }, own[0]!.id)).toBeNull();
    expect(await world.models.record({ agencyId: null, businessId: other }, own[0]!.id)).toMatchObject({
      id: own[0]!.id,
      history: expect.any(Array),
    });
  });

  it('finds the texts of a contact, and the one that a carrier names', async () => {
    const person = shops[0]!.contact();
    await person.does(person.discovered());
    const at = '2026-11-02T15:00:00.000Z';
    const text = await person.texts('Where are you?', { at });
    const { messageId } = await person.isSent('On Main Street', { at });
    await world.settled();
    const ofThem = asked({ contact_id: person.contactId });
    expect((await rowsOf(everything, ofThem)).map(({ id }) => id)).toEqual([messageId, text.messageId]);
    expect(await totalsOf(everything, ofThem)).toMatchObject({ messages: 2, received: 1, waiting: 1 });
    const named = asked({ carrier_id: `SM${text.messageId}` });
    expect(await rowsOf(everything, named)).toMatchObject([
      { id: text.messageId, phone: person.phone, body: 'Where are you?' },
    ]);
    expect(await totalsOf(everything, named)).toMatchObject({ messages: 1 });

    const { businessId } = shops[0]!;
    await world.append(`contact-${person.contactId}`, {
      event: ContactErased.create({ businessId, contactId: person.contactId, identities: [] }),
    });
    await world.settled();
    const rows = await rowsOf(everything, ofThem);
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`Main Street|Where are|${person.phone.slice(1)}`));
  });
});
