import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { healthFacts, noteJob } from '../../../main/health-facts.ts';
import { type Caring, checkNext, noteReadModels, runJob } from '../../../workers/read-models/care.ts';
import type { Database } from '../../../workers/engine/worker.ts';
import { quietLog } from '../../support/quiet.ts';
import { context, createWorld, system, type World } from '../commands/world.ts';

/** Read models are compared with their rebuilds each night, and rebuilt as operators ask. */
let world: World;
let now = new Date('2026-11-20T12:00:00.000Z');
const never = new AbortController().signal;
let care: Caring;
beforeAll(async () => {
  world = await createWorld({ readModels: true });
  await world.runner.start();
  const { runner } = world;
  care = {
    db: world.db as Database,
    now: () => now,
    log: quietLog,
    care: {
      names: ['agencies', 'businesses'],
      verify: (name, onProgress, signal) => runner.verify(name, onProgress, signal),
      rebuild: (name, onProgress, signal) => runner.rebuild(name, onProgress, signal),
    },
  };
  const agencyId = randomUUID();
  await world.commands.setup.createAgency(context(system), { agencyId, name: 'Northwind', email: 'a@demo.test' });
  await world.runner.waitFor(await world.events.head(), { timeoutMs: 30_000 });
});
afterAll(() => world.close());
beforeEach(async () => {
  await sql`truncate ops.read_model_checks, ops.read_model_jobs`.execute(world.db);
});

const facts = () => healthFacts(world.db, now);
const asks = (kind: 'rebuild' | 'check', readModel = 'agencies') =>
  noteJob(world.db, { id: randomUUID(), readModel, kind, by: null }, now);
const tableOf = async (name: string, table: string) => {
  const schema = (await world.runner.status()).find((one) => one.name === name)!.schema;
  return sql.table(`${schema}.${table}`);
};

it('checks each once a night, one after another, and says what differs by table and key', async () => {
  now = new Date('2026-11-20T04:00:00.000Z');
  await noteReadModels(care);
  // One that is new waits for the next night; by day nothing is checked.
  expect(await checkNext(care, never)).toBe(false);
  now = new Date('2026-11-21T02:59:00.000Z');
  expect(await checkNext(care, never)).toBe(false);
  now = new Date('2026-11-21T03:00:00.000Z');
  const { rows } = await sql<{ id: string }>`update ${await tableOf('agencies', 'agencies')}
    set name = 'Altered' returning id`.execute(world.db);
  expect(await checkNext(care, never)).toBe(true);
  expect(await checkNext(care, never)).toBe(true);
  const at = now;
  now = new Date('2026-11-21T04:30:00.000Z');
  expect(await checkNext(care, never)).toBe(false);
  await noteReadModels(care);
  const { checks } = await facts();
  expect(checks.find(({ name }) => name === 'businesses')).toMatchObject({ at, differences: [], error: null });
  expect(checks.find(({ name }) => name === 'agencies')).toMatchObject({
    differences: [{ table: 'agencies', onlyLive: 1, onlyRebuilt: 1, keys: [`id ${rows[0]!.id}`] }],
  });
});

it('rebuilds what was altered, once however often it is asked for, and goes on with what a process left', async () => {
  await asks('rebuild');
  await asks('rebuild');
  now = new Date(now.getTime() + 1_000);
  await asks('check');
  const { jobs } = await facts();
  expect(jobs.map(({ kind, finishedAt }) => [kind, finishedAt]).sort()).toEqual([
    ['check', null],
    ['rebuild', null],
  ]);
  // The process that had begun it has died.
  await sql`update ops.read_model_jobs set started_at = ${now}, tries = 1 where kind = 'rebuild'`.execute(world.db);
  await noteReadModels(care);
  while (await runJob(care, never));
  const done = await facts();
  expect(done.jobs.map(({ error, finishedAt }) => [error, finishedAt])).toEqual([
    [null, now],
    [null, now],
  ]);
  expect(done.checks.find(({ name }) => name === 'agencies')).toMatchObject({ differences: [], error: null });
});

it('gives up what three processes died of, and what there is no more', async () => {
  await asks('rebuild');
  await sql`update ops.read_model_jobs set tries = 3`.execute(world.db);
  await asks('check', 'forgotten');
  while (await runJob(care, never));
  const { jobs } = await facts();
  expect(jobs.map(({ error }) => error).sort()).toEqual([
    'It was cut off three times.',
    'There is no such read model any more.',
  ]);
});

it('one that is paused by hand stands still until it is resumed, and loses nothing', async () => {
  const lagOf = async () => (await world.runner.status()).find(({ name }) => name === 'agencies')!;
  expect(await world.runner.pause('agencies', 'Paused by an operator.')).toBe(true);
  expect(await world.runner.pause('agencies', 'Paused by an operator.')).toBe(false);
  const agencyId = randomUUID();
  await world.commands.setup.createAgency(context(system), { agencyId, name: 'Later', email: 'l@demo.test' });
  await world.runner.waitFor(await world.events.head(), { timeoutMs: 30_000, projectors: ['users', 'businesses'] });
  expect(await lagOf()).toMatchObject({ state: 'paused', error: 'Paused by an operator.' });
  const held = async () =>
    (await sql`select 1 from ${await tableOf('agencies', 'agencies')} where id = ${agencyId}`.execute(world.db)).rows
      .length;
  expect(await held()).toBe(0);
  expect(await world.runner.resume('agencies')).toBe(true);
  await world.runner.waitFor(await world.events.head(), { timeoutMs: 30_000, projectors: ['agencies'] });
  expect(await held()).toBe(1);
});
