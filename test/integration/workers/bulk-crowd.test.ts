import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runIdOf } from '../../../domain/automations/runs/run.ts';
import { ContactId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { continueBulk } from '../../../workers/contacts/bulk.ts';
import { automationOf } from '../../support/automations.ts';
import { worksFor } from '../../support/broadcasts.ts';
import { context } from '../../support/callers.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { createTenant, openSpine, type Spine, type Tenant } from '../../support/spine.ts';
import { drawn, end, wait } from '../../unit/domain/automations/make.ts';

let database: TestDatabase;
let spine: Spine;
let tenant: Tenant;
beforeAll(async () => {
  database = await createTestDatabase();
  spine = await openSpine(database.connectionString);
  tenant = await createTenant(spine, '+14155550192');
});
afterAll(async () => {
  await spine.close();
  await database.drop();
});

/** So many of a business wait for their turn, who came in by the thousand. */
const crowd = (count: number, businessId: string) =>
  sql`insert into ops.automation_runs (run_id, automation_id, business_id, contact_id, version, entry, position, lane, due_at)
    select gen_random_uuid(), gen_random_uuid(), ${businessId}::uuid, gen_random_uuid(), 1, 1, 1, 1, '2020-01-01'
    from generate_series(1, ${count}::int)`.execute(spine.db);

it('lets nobody else of a business in while hundreds of it wait for their turn, and goes on after that', async () => {
  const { businessId } = tenant;
  const contactId = ContactId.parse(await tenant.subscriber('+12125560001'));
  const { automationId } = await automationOf(
    spine,
    businessId,
    drawn({ a: wait('b', { kind: 'duration', amount: 1, unit: 'hours', zone: 'business' }), b: end }),
  );
  const [bulkId, upTo] = [randomUUID(), (await spine.store.head()).toString()];
  await spine.commands.bulk.start(context(worksFor(businessId)), {
    bulkId,
    count: 1,
    upTo,
    action: { kind: 'start-automation', automationId, name: 'Crowd' },
    target: { kind: 'matching', filters: [], search: null, except: [] },
  } as never);
  const handle = continueBulk({
    db: spine.db,
    commands: spine.commands,
    clock: spine.clock,
    contacts: { reached: async () => true, page: async () => [{ id: contactId, position: '1' }] },
  });
  const step = (nth: number) =>
    handle({
      id: randomUUID(),
      kind: 'bulk-action',
      dueAt: spine.clock.now(),
      payload: { bulkId, businessId, agencyId: null, cause: bulkId, correlationId: bulkId, step: nth },
    });
  const isIn = async () =>
    (await spine.store.read(streams.automationRun(runIdOf(automationId, contactId, 1)))).length > 0;

  await crowd(400, businessId);
  await step(0);
  expect(await isIn()).toBe(false);
  const { rows } = await sql<{ step: number }>`select (payload ->> 'step')::int as step from ops.timers
    where kind = 'bulk-action' and payload ->> 'bulkId' = ${bulkId}`.execute(spine.db);
  expect(rows).toEqual([{ step: 1 }]);

  await sql`delete from ops.automation_runs where business_id = ${businessId}::uuid`.execute(spine.db);
  // Another's crowd keeps nobody waiting, nor do fewer of its own.
  await crowd(400, randomUUID());
  await crowd(399, businessId);
  await step(1);
  expect(await isIn()).toBe(true);
});
