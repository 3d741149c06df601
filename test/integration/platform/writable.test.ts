import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../../../adapters/database/pool.ts';
import { createHealth } from '../../../api/operations/health.ts';
import { probeWrite } from '../../../main/probes.ts';
import { eventually } from '../../support/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';

/** Ready means that something can be written. What a test breaks here is the real server's to refuse. */
const log = pino({ level: 'silent' });
let database: TestDatabase;
const open = (max = 1) => createDatabase({ connectionString: database.connectionString, log, max });
let owner: ReturnType<typeof open>;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = open();
});
afterAll(async () => {
  await owner.close();
  await database.drop();
});

const healthOf = (writes: () => Promise<void>) =>
  createHealth({
    status: { projections: () => [], workers: () => [], store: async () => {}, database: async () => {}, writes },
    log,
  });
const pages = async () =>
  Number(
    (await sql<{ size: string }>`select pg_relation_size('ops.write_probe') / 8192 as size`.execute(owner.db)).rows[0]!
      .size,
  );

test.each([
  [
    'the server is read-only',
    'set default_transaction_read_only = on',
    'set default_transaction_read_only = off',
    'The database takes no writes: it is read-only.',
  ],
  ['its user may not write', 'set role nobody_writes', 'reset role', 'The user of the database may not write.'],
])('is red with the reason while %s, and green again by itself', async (_name, breakIt, mend, reason) => {
  await sql`do $$ begin create role nobody_writes; exception when duplicate_object then null; end $$`.execute(owner.db);
  await sql`grant usage on schema ops to nobody_writes`.execute(owner.db);
  const limited = open();
  const health = healthOf(() => probeWrite(limited.db));
  const ready = () => health.ready();
  try {
    expect(await ready()).toMatchObject({ status: 'ready', writes: { ok: true } });
    await sql.raw(breakIt).execute(limited.db);
    // It still answers: that alone says nothing.
    await sql`select 1`.execute(limited.db);
    const red = await eventually(ready, ({ status }) => status === 'not-ready');
    expect(red).toMatchObject({ database: { ok: true }, writes: { ok: false, error: reason } });
    await sql.raw(mend).execute(limited.db);
    expect(await eventually(ready, ({ status }) => status === 'ready')).toMatchObject({ writes: { ok: true } });
  } finally {
    health.close();
    await limited.close();
  }
});

test('asked a thousand times at once, it writes once; the page that it writes is a new one, and the only one', async () => {
  let written = 0;
  const health = healthOf(async () => {
    written += 1;
    await probeWrite(owner.db);
  });
  await Promise.all(Array.from({ length: 1_000 }, () => health.ready()));
  expect(written).toBe(1);
  health.close();
  for (let again = 0; again < 20; again += 1) await probeWrite(owner.db);
  expect(await pages()).toBe(1);
});

test('a dump that holds the table for as long as it likes makes nothing red', async () => {
  const dump = open();
  await dump.db.transaction().execute(async (reading) => {
    await sql`select count(*) from ops.write_probe`.execute(reading);
    for (let again = 0; again < 3; again += 1) await probeWrite(owner.db);
    expect(await pages()).toBe(4);
  });
  await dump.close();
  await probeWrite(owner.db);
  expect(await pages()).toBe(1);
});

test('a write that hangs is red, and is not followed by a second one until it has ended', async () => {
  const hangs = Promise.withResolvers<void>();
  let written = 0;
  const health = healthOf(() => {
    written += 1;
    return written === 1 ? hangs.promise : Promise.resolve();
  });
  expect(await health.ready()).toMatchObject({
    status: 'not-ready',
    writes: { ok: false, error: 'no answer in time' },
  });
  expect(await health.ready()).toMatchObject({ status: 'not-ready' });
  await eventually(
    () => health.ready(),
    () => written === 1,
  );
  hangs.resolve();
  await eventually(
    () => health.ready(),
    ({ status }) => status === 'ready',
  );
  expect(written).toBe(2);
  health.close();
});
