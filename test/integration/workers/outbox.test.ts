import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import { BroadcastAudienceFrozen } from '../../../domain/broadcasts/events.ts';
import { BroadcastId, BusinessId, ContactId } from '../../../domain/kernel/ids.ts';
import { markCounted, settleCounters } from '../../../workers/delivery/text/allowance.ts';
import { claim } from '../../../workers/delivery/text/claim.ts';
import { addToOutbox, lookAtOnce, markSending, putBack, type TextClaim } from '../../../workers/delivery/text/queue.ts';
import { recordBroadcasts, wakeFor } from '../../../workers/delivery/broadcast-feed.ts';
import { eventually } from '../../support/eventually.ts';
import { openComposition, type Opened } from '../../support/composition.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { broadcasts, type TextRow, texts } from '../../support/outbox.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let opened: Opened;
beforeAll(async () => {
  database = await createTestDatabase();
  opened = await openComposition(database.connectionString);
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

const rate = { segmentsPerSecond: 1e6, burst: 1e6 };

/** A process that was taken for dead (a clock that jumped) claims again what it still has in hand. */
it('of two claims of one text by one process only the newer may be sent, also when both ask at once', async () => {
  const [messageId, holder] = [randomUUID(), randomUUID()];
  const who = { messageId, businessId: randomUUID(), agencyId: null, contactId: randomUUID(), sender: '+14155550100' };
  const entry = { ...who, lane: 0, segments: 1, position: 1n, dueAt: new Date(), deferred: false } as const;
  await addToOutbox(opened.db as never, [entry]);
  await texts.change(opened.db, { state: 'claimed', holder, attempts: 3 }, { id: messageId });
  const claimed = (attempts: number): TextClaim => ({
    ...who,
    id: messageId,
    attempts,
    delays: 0,
    faults: 0,
    queuedAt: new Date(),
    broadcastId: null,
    variant: 0,
    tried: false,
  });
  const [newer, older] = [claimed(3), claimed(2)];
  await begin(who.businessId, november, 0);
  const mark = (...claims: readonly TextClaim[]) =>
    markSending(
      opened.db as never,
      holder,
      claims.map((claim) => ({ claim, charge: { month: november, units: 1, most: null }, reach: null })),
      new Date(),
    );
  expect(await mark(newer, older)).toEqual(['mine', 'taken-over']);
  expect(await mark(older)).toEqual(['taken-over']);
  expect(await used(who.businessId)).toEqual({ [november]: 1 });
});

it.each([['unregistered'], ['unpaid'], ['day-full']] as const)(
  'a text in hand does not wait for what came while it was looked at: %s',
  async (note) => {
    const [holder, sender, businessId] = [randomUUID(), `+1415556${note.length}100`, randomUUID()];
    const who = { businessId, agencyId: null, contactId: randomUUID(), sender };
    const inHand = { ...who, id: randomUUID(), attempts: 1, holder, state: 'claimed', deferred: false };
    await addToOutbox(opened.db as never, [
      { ...who, messageId: inHand.id, lane: 0, segments: 1, position: 1n, dueAt: new Date(0), deferred: false },
    ]);
    const [now, later] = [new Date('2026-11-23T10:00:00Z'), new Date('2026-11-23T10:30:00Z')];
    const wait = async (reason: string) => {
      await texts.change(opened.db, { state: 'claimed', holder, attempts: 1 }, { id: inHand.id });
      const waits = { claim: inHand, dueAt: later, deferred: true, note: reason };
      await putBack(opened.db as never, holder, [waits], now);
      return (await texts.rows(opened.db, ['dueAt'], { where: { id: inHand.id } }))[0]!.dueAt;
    };
    expect(await wait(note)).toEqual(later);
    await texts.change(opened.db, { state: 'claimed', holder, attempts: 1 }, { id: inHand.id });
    await sql`update ops.senders set has_work = false, ready_at = ${later}::timestamptz where sender = ${sender}`.execute(
      opened.db,
    );
    await lookAtOnce(opened.db as never, note, sql`business_id = ${randomUUID()}::uuid`, now);
    expect(await wait(note)).toEqual(later);
    await texts.change(opened.db, { state: 'claimed', holder, attempts: 1 }, { id: inHand.id });
    await lookAtOnce(opened.db as never, note, sql`business_id = ${businessId}::uuid`, now);
    // A time of its own is waited for all the same.
    expect(await wait('quiet-hours')).toEqual(later);
    expect(await wait(note)).toEqual(now);
    const { rows } = await sql<{ ready: Date }>`
      select ready_at as ready from ops.senders where sender = ${sender} and has_work`.execute(opened.db);
    expect(rows).toEqual([{ ready: now }]);
    const taken = await claim(opened.db as never, { holder, slots: { all: 8, bulk: 8 }, now, rateFor: () => rate });
    expect(taken.map(({ id }) => id)).toEqual([inHand.id]);
    // It is looked at for what is true now: what came before counts for nothing.
    await putBack(opened.db as never, holder, [{ claim: taken[0]!, dueAt: later, deferred: true, note }], now);
    expect((await texts.rows(opened.db, ['dueAt'], { where: { id: inHand.id } }))[0]!.dueAt).toEqual(later);
    await texts.remove(opened.db);
    await sql`delete from ops.senders`.execute(opened.db);
  },
);

describe('whose turn it is', () => {
  const holder = randomUUID();
  const waiting = (sender: string, businessId: string, count: number, lane: 0 | 1 = 1) =>
    Array.from({ length: count }, (_, index) => ({
      messageId: randomUUID(),
      businessId,
      agencyId: null,
      contactId: randomUUID(),
      sender,
      lane,
      segments: 1,
      position: BigInt(index + 1),
      dueAt: new Date(0),
      deferred: false,
    }));
  const claimOf = (slots: { all: number; bulk: number }) =>
    claim(opened.db as never, { holder, slots, now: new Date(), rateFor: () => rate });

  it.each([
    [0, 'that a person waits for', 0],
    [1, 'in bulk', 1],
  ] as const)(
    'a single text (lane %i, %s) is in the claim after it came, however many of another tenant wait',
    async (lane, _, place) => {
      const [many, one] = [randomUUID(), randomUUID()];
      const [hers, his] = [`+1415559${lane}100`, `+1415559${lane}200`];
      await addToOutbox(opened.db as never, waiting(hers, many, 500));
      for (let heap = 0; heap < 3; heap += 1)
        expect((await claimOf({ all: 64, bulk: 32 })).map(({ sender }) => sender)).toEqual(Array(32).fill(hers));
      await addToOutbox(opened.db as never, waiting(his, one, 1, lane));
      const next = await claimOf({ all: 64, bulk: 32 });
      expect(next.findIndex(({ sender }) => sender === his)).toBeLessThanOrEqual(place);
      expect(next.filter(({ sender }) => sender === his)).toHaveLength(1);
      await texts.remove(opened.db);
      await sql`delete from ops.senders`.execute(opened.db);
    },
  );
});

const [october, november] = ['2026-10-01', '2026-11-01'] as const;
const begin = (businessId: string, month: string, count: number) =>
  sql`insert into ops.usage_counters (business_id, month, used, settled)
    values (${businessId}::uuid, ${month}::date, ${count}, true)`.execute(opened.db);
async function used(businessId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ month: string; used: number }>`
    select month::text as month, used::int as used from ops.usage_counters where business_id = ${businessId}::uuid
    order by month`.execute(opened.db);
  return Object.fromEntries(rows.map((row) => [row.month, row.used]));
}

it('what a person waits for takes its number before it makes texts in bulk urgent, as a claim does', async () => {
  const [businessId, contactId, sender] = [randomUUID(), randomUUID(), '+14155590400'];
  const text = (lane: 0 | 1, position: bigint) => ({
    messageId: randomUUID(),
    businessId,
    agencyId: null,
    contactId,
    sender,
    lane,
    segments: 1,
    position,
    dueAt: new Date(0),
    deferred: false,
  });
  const bulk = text(1, 1n);
  await addToOutbox(opened.db as never, [bulk]);
  let adding!: Promise<void>;
  await opened.db.transaction().execute(async (claiming) => {
    await sql`select from ops.senders where sender = ${sender} for update`.execute(claiming);
    adding = opened.db.transaction().execute((trx) => addToOutbox(trx as never, [text(0, 2n)]));
    const waits = async () =>
      (
        await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          opened.db,
        )
      ).rows.length;
    await eventually(waits, (count) => count > 0);
    await sql`select from ${texts.table} where ${texts.ref('id')} = ${bulk.messageId}::uuid for update nowait`.execute(
      claiming,
    );
  });
  await adding;
  expect(await texts.rows(opened.db, ['lane'], { where: { id: bulk.messageId } })).toEqual([{ lane: 0 }]);
});

it('a number goes on while the feed puts an audience into the outbox, and is woken when it has', async () => {
  const [broadcastId, businessId, sender] = [randomUUID(), randomUUID(), '+14155590300'];
  await broadcasts.put(opened.db, { id: broadcastId, businessId, phase: 'freezing', dueAt: sql`now()`, sender });
  await sql`insert into ops.senders (sender, business_id) values (${sender}, ${businessId}::uuid)`.execute(opened.db);
  const frozen = {
    ...BroadcastAudienceFrozen.create({
      broadcastId: BroadcastId.parse(broadcastId),
      businessId: BusinessId.parse(businessId),
      chunk: 0,
      recipients: [ContactId.parse(randomUUID())],
      leftOut: [],
      next: null,
    }),
    position: 7n,
    metadata: { occurredAt: new Date().toISOString(), tenant: { agencyId: null, businessId } },
  } as unknown as StoredEvent;
  const free = async () =>
    (await sql`select from ops.senders where sender = ${sender} for update skip locked`.execute(opened.db)).rows.length;
  await opened.db.transaction().execute(async (trx) => {
    const awakened = await recordBroadcasts([frozen], trx as never);
    expect(await free()).toBe(1);
    await wakeFor(trx as never, awakened);
    expect(await free()).toBe(0);
  });
  const { rows } = await sql`select has_work from ops.senders where sender = ${sender}`.execute(opened.db);
  expect(rows).toEqual([{ has_work: true }]);
});

describe('what a month allows', () => {
  const holder = randomUUID();
  const claimed = async (
    businessId: string,
    row: Partial<Pick<TextRow, 'month' | 'units' | 'counted'>> = {},
  ): Promise<TextClaim> => {
    const who = {
      messageId: randomUUID(),
      businessId,
      agencyId: null,
      contactId: randomUUID(),
      sender: '+14155550100',
    };
    const entry = { ...who, lane: 0, segments: 1, position: 1n, dueAt: new Date(), deferred: false } as const;
    await addToOutbox(opened.db as never, [entry]);
    await texts.change(opened.db, { state: 'claimed', holder, attempts: 1, ...row }, { id: who.messageId });
    const none = { broadcastId: null, variant: 0, tried: false };
    return { ...who, ...none, attempts: 1, delays: 0, faults: 0, queuedAt: new Date(), id: who.messageId };
  };
  const mark = (claims: readonly TextClaim[], units: number, most: number | null, month: string = november) =>
    markSending(
      opened.db as never,
      holder,
      claims.map((claim) => ({ claim, charge: { month, units, most }, reach: null })),
      new Date(),
    );

  it('is not passed within one statement, nor by two at once', async () => {
    const businessId = randomUUID();
    await begin(businessId, november, 0);
    const claims = await Promise.all(Array.from({ length: 24 }, () => claimed(businessId)));
    expect(await mark(claims.slice(0, 4), 3, 10)).toEqual(['mine', 'mine', 'mine', 'over-limit']);
    const halves = [claims.slice(4, 14), claims.slice(14)] as const;
    // Another takes two between the look of these at what there is and their turn.
    const outcomes = await opened.db.transaction().execute(async (trx) => {
      await sql`update ops.usage_counters set used = used + 2 where business_id = ${businessId}::uuid`.execute(trx);
      const marking = Promise.all(halves.map((half) => mark(half, 1, 15)));
      await eventually(
        async () =>
          (
            await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
              where wait_event_type = 'Lock' and datname = current_database()`.execute(opened.db)
          ).rows[0]!.count,
        (waiting) => waiting === 2,
      );
      return { marking };
    });
    expect((await outcomes.marking).flat().filter((outcome) => outcome === 'mine')).toHaveLength(4);
    expect(await used(businessId)).toEqual({ [november]: 15 });
  });

  it('holds for no text that is owed, and that counts all the same', async () => {
    const businessId = randomUUID();
    await begin(businessId, november, 10);
    expect(await mark([await claimed(businessId)], 1, null)).toEqual(['mine']);
    expect(await used(businessId)).toEqual({ [november]: 11 });
  });

  it('counts a text that is tried again once, and one that waited into another month there alone', async () => {
    const businessId = randomUUID();
    await begin(businessId, october, 5);
    const again = await claimed(businessId, { month: october, units: 2, counted: true });
    // Also when the plan has been made smaller meanwhile.
    expect(await mark([again], 2, 4, october)).toEqual(['mine']);
    expect(await used(businessId)).toEqual({ [october]: 5 });

    const late = await claimed(businessId, { month: october, units: 2, counted: true });
    expect(await mark([late], 2, 5)).toEqual(['uncounted']);
    await begin(businessId, november, 0);
    expect(await mark([late], 2, 5)).toEqual(['mine']);
    expect(await used(businessId)).toEqual({ [october]: 3, [november]: 2 });
  });

  it('of which nobody knows yet what was used is looked up first; what is behind is raised later, never lowered', async () => {
    const [businessId, other] = [randomUUID(), randomUUID()];
    const behind = { upToDate: async () => false, texts: async () => 4 };
    const asked = [{ claim: await claimed(businessId), charge: { month: november, units: 1, most: 5 }, reach: null }];
    const marked = await markCounted({ db: opened.db as never, usage: behind }, asked, (texts) =>
      markSending(opened.db as never, holder, texts, new Date()),
    );
    expect(marked).toEqual(['mine']);
    expect(await used(businessId)).toEqual({ [november]: 5 });
    await sql`insert into ops.usage_counters (business_id, month, used, settled)
      values (${other}::uuid, ${november}::date, 90, false)`.execute(opened.db);
    await settleCounters(opened.db as never, behind);
    expect([await used(businessId), await used(other)]).toEqual([{ [november]: 5 }, { [november]: 90 }]);
    const caughtUp = { upToDate: async () => true, texts: async () => 60 };
    await settleCounters(opened.db as never, caughtUp);
    expect([await used(businessId), await used(other)]).toEqual([{ [november]: 60 }, { [november]: 90 }]);
  });
});
