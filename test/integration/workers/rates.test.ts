import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { claim } from '../../../workers/delivery/text/claim.ts';
import { addToOutbox } from '../../../workers/delivery/text/queue.ts';
import { rateForWith, type RateFor } from '../../../workers/delivery/text/rates.ts';
import { eventually } from '../../support/eventually.ts';
import { openComposition, type Opened } from '../../support/composition.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { texts } from '../../support/outbox.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let opened: Opened;
let numbers = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  opened = await openComposition(database.connectionString);
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});
beforeEach(() => texts.remove(opened.db));

const now = new Date('2026-11-20T18:00:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const rates: RateFor = (id, of) =>
  of === 'number' ? { segmentsPerSecond: 100, burst: 100 } : rateForWith({ business: 5, agency: 8 })(id, of);

/** A business with so many numbers, each with so many texts of a segment that wait. */
async function business(agencyId: string | null, count: number, texts: number): Promise<string> {
  const businessId = randomUUID();
  const senders = Array.from({ length: count }, () => `+1415556${String(1_000 + numbers++)}`);
  await addToOutbox(
    opened.db as never,
    senders.flatMap((sender) =>
      Array.from({ length: texts }, (_, n) => ({
        messageId: randomUUID(),
        businessId,
        agencyId,
        contactId: randomUUID(),
        sender,
        lane: 1 as const,
        segments: 1,
        position: BigInt(n),
        dueAt: later(-1),
        deferred: false,
      })),
    ),
  );
  return businessId;
}
const claimAt = (ms: number) =>
  claim(opened.db as never, { holder: 'me', slots: { all: 64, bulk: 64 }, now: later(ms), rateFor: rates });
const of = (claims: Awaited<ReturnType<typeof claimAt>>, businessId: string) =>
  claims.filter((each) => each.businessId === businessId).length;

it('ten numbers of a business send no faster than the business may, and leave others theirs', async () => {
  const greedy = await business(null, 10, 10);
  const small = await business(null, 1, 2);
  const first = await claimAt(0);
  expect([of(first, greedy), of(first, small)]).toEqual([5, 2]);
  expect(of(await claimAt(100), greedy)).toBe(0);
  expect(of(await claimAt(1_100), greedy)).toBe(5);
});

it('the businesses of an agency send no faster than it may', async () => {
  const agencyId = randomUUID();
  const shops = [await business(agencyId, 2, 10), await business(agencyId, 2, 10)] as const;
  const claims = await claimAt(0);
  const sent = shops.map((id) => of(claims, id));
  expect(sent[0]! + sent[1]!).toBe(8);
  expect(Math.max(...sent)).toBeLessThanOrEqual(5);
  expect((await claimAt(50)).filter(({ agencyId: id }) => id === agencyId)).toHaveLength(0);
});

it('a registered number sends as fast as its registration says, and its broadcasts wait for their day', async () => {
  const businessId = await business(null, 1, 10);
  await sql`insert into ops.sender_limits (sender, business_id, brand_id, segments_per_second, day_most)
    select sender, business_id, ${randomUUID()}::uuid, 3, 5000 from ops.senders
    where business_id = ${businessId}::uuid`.execute(opened.db);
  expect(of(await claimAt(0), businessId)).toBe(3);
  await sql`update ops.sender_limits set bulk_after = ${later(60_000)}::timestamptz`.execute(opened.db);
  expect(of(await claimAt(2_000), businessId)).toBe(0);
  const { rows } = await sql<{ ready_at: Date }>`select ready_at from ops.senders
    where business_id = ${businessId}::uuid`.execute(opened.db);
  expect(rows[0]!.ready_at).toEqual(later(60_000));
  expect(of(await claimAt(60_000), businessId)).toBe(3);
});

it('what another process takes meanwhile is gone', async () => {
  const businessId = await business(null, 1, 10);
  await sql`insert into ops.tenant_rates values (${businessId}::uuid, 5, ${now}::timestamptz)`.execute(opened.db);
  const claims = await opened.db.transaction().execute(async (trx) => {
    await sql`update ops.tenant_rates set tokens = 1 where tenant_id = ${businessId}::uuid`.execute(trx);
    const claiming = claimAt(0);
    const waiting = () =>
      sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
        opened.db,
      );
    await eventually(waiting, ({ rows }) => rows.length > 0);
    return { claiming };
  });
  expect(of(await claims.claiming, businessId)).toBe(1);
});

/** Rows of the outbox that a connection's transactions have read, by indexes or without. */
async function rowsRead(db: Opened['db']): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ read: number }>`
    select (t.seq_tup_read + (select sum(i.idx_tup_read) from pg_stat_user_indexes i where i.relid = t.relid))::int as read
    from pg_stat_user_tables t where t.relid = ${texts.name}::text::regclass`.execute(db);
  return rows[0]!.read;
}

it('a claim reads what it claims, and not all that waits, whatever statistics say', async () => {
  await sql`vacuum analyze ${texts.table}`.execute(opened.db);
  const anyId = sql`gen_random_uuid()`;
  const bulk = { lane: 1, segments: 1, position: 7, state: 'pending', dueAt: later(-1), variant: 0 };
  const of = { businessId: randomUUID(), broadcastId: randomUUID(), sender: '+14155559000' };
  await texts.put(opened.db, { id: anyId, contactId: anyId, ...bulk, ...of }, 20_000);
  await sql`insert into ops.senders (sender, business_id, has_work) values ('+14155559000', ${randomUUID()}::uuid, true)`.execute(
    opened.db,
  );
  const unlimited: RateFor = () => ({ segmentsPerSecond: 1e6, burst: 1e6 });
  for (const statistics of ['of an empty table', 'of now'] as const) {
    if (statistics === 'of now') await sql`vacuum analyze ${texts.table}`.execute(opened.db);
    await opened.db.connection().execute(async (one) => {
      const before = await rowsRead(one);
      const claims = await claim(one as never, {
        holder: 'me',
        slots: { all: 100, bulk: 100 },
        now: later(0),
        rateFor: unlimited,
      });
      expect(claims).toHaveLength(100);
      expect((await rowsRead(one)) - before).toBeLessThan(1_500);
    });
  }
});
