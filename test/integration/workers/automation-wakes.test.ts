import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';

import { ContactOptedIn } from '../../../domain/contacts/events.ts';
import { automationTriggerEvents } from '../../../workers/automations/trigger-events.ts';
import { wakeAll, wakeMore, wakeTimer } from '../../../workers/automations/reevaluate-runs.ts';
import { automationOf } from '../../support/automations.ts';
import { systemContext } from '../../support/callers.ts';
import { engineWorld, onOptIn } from '../../support/engine.ts';
import { drawn, end, text, wait } from '../../unit/domain/automations/make.ts';
import { metadataOf, noProof } from '../../support/said.ts';

const world = engineWorld();
type Database = Parameters<typeof wakeAll>[0];

it('those who are inside an automation that is put away are woken some at a time, each once', async () => {
  const { db } = world.spine as unknown as { db: Database };
  const [automationId, businessId, cause] = [randomUUID(), randomUUID(), randomUUID()];
  const far = new Date(Date.now() + 86_400_000);
  await sql`insert into ops.automation_runs (run_id, automation_id, business_id, contact_id, version, entry, position, state, due_at)
    select gen_random_uuid(), ${automationId}::uuid, ${businessId}::uuid, gen_random_uuid(), 1, 1, 1, 'waiting', ${far}::timestamptz
    from generate_series(1, 1200)`.execute(db);
  const woken = async () => {
    const { rows } = await sql<{ woken: number; count: number }>`select woken, count(*)::int as count
      from ops.automation_runs where automation_id = ${automationId}::uuid and due_at < ${far}::timestamptz group by 1`.execute(
      db,
    );
    return rows;
  };
  const timers = async () =>
    (
      await sql<{ id: string; kind: string; due_at: Date; payload: Record<string, unknown> }>`delete from ops.timers
        where kind = ${wakeTimer} returning id, kind, due_at, payload`.execute(db)
    ).rows;
  // The same is said twice: a feed that died comes back to it.
  for (let twice = 0; twice < 2; twice += 1)
    await db
      .transaction()
      .execute((trx) => wakeAll(trx as never, { automationId, which: 'all', cause }, new Date()))
      .catch(() => undefined);
  expect(await woken()).toEqual([{ woken: 2, count: 500 }]);
  for (let due = await timers(); due.length > 0; due = await timers()) {
    expect(due).toHaveLength(1);
    const [{ due_at: dueAt, ...timer }] = due as [(typeof due)[number]];
    await wakeMore({ db, clock: world.clock })({ ...timer, dueAt });
  }
  expect((await woken()).reduce((sum, { count }) => sum + count, 0)).toBe(1_200);
  await sql`delete from ops.automation_runs where automation_id = ${automationId}::uuid`.execute(db);
});

it('nobody is woken when a business is archived: whose wait ends meanwhile is out, and the others go on when it is back', async () => {
  const document = drawn({ a: wait('b'), b: text('c'), c: end }, onOptIn);
  const automation = await automationOf(world.spine, world.tenant.businessId, document);
  await world.start();
  const first = await world.tenant.subscriber(world.phone());
  await world.until(automation, document, first, 'waiting Wait');
  world.later(12 * 3_600_000);
  const second = await world.tenant.subscriber(world.phone());
  await world.until(automation, document, second, 'waiting Wait');
  const { businessId } = world.tenant;
  // Its row says so a moment after its event.
  await expect
    .poll(async () => Date.parse((await dues()).get(second) ?? ''), { timeout: 20_000 })
    .toBeGreaterThan(world.clock.at.getTime());
  const before = await dues();
  await world.spine.commands.businesses.archive(systemContext(), { businessId: businessId as never });
  world.later(13 * 3_600_000);
  await world.until(automation, document, first, 'ended Wait archived');
  expect((await dues()).get(second)).toBe(before.get(second));
  await world.spine.commands.businesses.restore(systemContext(), { businessId: businessId as never });
  // At the hour at which it began.
  world.later(23 * 3_600_000);
  await world.until(automation, document, second, 'ended End completed');
  expect(world.atCarrier()).toHaveLength(1);
});

it('of a crowd that something happens to at once those who are inside, or about to be, are woken and remembered', async () => {
  const { db } = world.spine as unknown as { db: Database };
  const { businessId } = world.tenant;
  const contacts = Array.from({ length: 120 }, () => randomUUID());
  const [inside, entering] = [contacts[3]!, contacts[77]!];
  const far = new Date(Date.now() + 86_400_000);
  await sql`insert into ops.automation_runs (run_id, automation_id, business_id, contact_id, version, entry, position,
      state, due_at, listens)
    values (gen_random_uuid(), gen_random_uuid(), ${businessId}::uuid, ${inside}::uuid, 1, 1, 1,
      'waiting', ${far}::timestamptz, '{opted-in}')`.execute(db);
  await sql`insert into ops.automation_entering (automation_id, contact_id, position, trigger, business_id, cause,
      correlation, at, due_at)
    values (gen_random_uuid(), ${entering}::uuid, 1, '0', ${businessId}::uuid, 'c', 'c', now(), now())`.execute(db);
  const optedIn = contacts.map((contactId, n) => ({
    ...ContactOptedIn.create({
      contactId,
      businessId,
      phone: '+14155550100',
      keyword: null,
      campaignId: null,
      source: 'manual',
      consent: noProof,
      ipAddress: null,
    }),
    id: randomUUID(),
    stream: `contact-${contactId}`,
    revision: 0,
    position: BigInt(n + 10),
    metadata: metadataOf({ businessId }),
  }));
  const worker = automationTriggerEvents({ store: world.spine.store, now: () => new Date(), wake: () => {} });
  await db.transaction().execute((trx) => worker.record(optedIn, trx as never));
  const { rows: remembered } = await sql<{ contact_id: string }>`select contact_id from ops.automation_happened
    where contact_id = any(${contacts}::uuid[]) order by position`.execute(db);
  expect(remembered.map(({ contact_id }) => contact_id)).toEqual([inside, entering]);
  const { rows: woken } = await sql<{ woken: number }>`select woken from ops.automation_runs
    where contact_id = ${inside}::uuid`.execute(db);
  expect(woken).toEqual([{ woken: 1 }]);
});

async function dues(): Promise<ReadonlyMap<string, string>> {
  const { rows } = await world.spine.pool.query<{ contact_id: string; due_at: Date }>(
    `select contact_id, due_at from ops.automation_runs where business_id = $1`,
    [world.tenant.businessId],
  );
  return new Map(rows.map((row) => [row.contact_id, String(row.due_at)]));
}
