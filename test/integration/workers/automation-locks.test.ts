import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  awaitOutcomes,
  putOff,
  wake,
  wakeAwaiting,
  writeNews,
  writeStanding,
} from '../../../workers/automations/rows.ts';
import { wakeAll } from '../../../workers/automations/reevaluate-runs.ts';
import type { Database } from '../../../workers/engine/worker.ts';
import { downwards, expectLockedUpwards } from '../../support/locks.ts';
import { openDatabase } from '../../support/open-database.ts';

const opened = openDatabase();
let db: Database;
beforeAll(() => ({ db } = opened));

const automationId = randomUUID();
const now = new Date('2026-11-23T10:00:00Z');
const runIds = downwards;
const rows = runIds.map((runId) => ({ runId, contactId: randomUUID(), effectId: randomUUID() }));
const lowest = runIds.at(-1)!;

beforeEach(async () => {
  await sql`truncate ops.automation_runs, ops.automation_effects`.execute(db);
  for (const { runId, contactId, effectId } of rows) {
    await sql`insert into ops.automation_runs (run_id, automation_id, business_id, contact_id, version, entry, position, state, due_at,
        listens, awaits) values (${runId}::uuid, ${automationId}::uuid, ${randomUUID()}::uuid, ${contactId}::uuid, 1, 1, 1, 'waiting',
        'infinity', '{opted-in}', ${`message-${effectId}`})`.execute(db);
    await sql`insert into ops.automation_effects (effect_id, run_id, contact_id, channel, at)
      values (${effectId}::uuid, ${runId}::uuid, ${contactId}::uuid, 'text', ${now}::timestamptz)`.execute(db);
  }
});

const looked = {
  state: 'waiting',
  version: 1,
  node: null,
  visit: 1,
  until: null,
  listens: [],
  channel: 'text',
} as never;
const acting = rows.map(({ runId, contactId }) => ({ turn: { runId, contactId }, looked, effectId: randomUUID() }));
const happened = rows.map(({ contactId }) => [contactId, 'opted-in'] as const);
/** Everything that writes many rows of runs and waits for them. */
const writers: Readonly<Record<string, (trx: Database) => Promise<unknown>>> = {
  'where they stand after a look': (trx) =>
    writeStanding(
      trx,
      rows.map(({ runId }) => ({ turn: { runId, woken: 0 }, looked, awaits: null })),
      now,
    ),
  'what is put off': (trx) => putOff(trx, runIds, now),
  'what is awaited': (trx) => awaitOutcomes(trx, acting, now),
  'whose text has gone out': (trx) =>
    wakeAwaiting(
      trx,
      rows.map(({ effectId }) => effectId),
      now,
    ),
  'who is woken': (trx) => wake(trx, runIds, now),
  'all of an automation': (trx) => wakeAll(trx, { automationId, which: 'all', cause: randomUUID() }, now),
  'who listens for what happened': (trx) => writeNews(trx, { happened, woken: [], ended: [] }, now),
  'who has left': (trx) =>
    writeNews(trx, { happened: rows.map(({ contactId }) => [contactId, null]), woken: [], ended: [] }, now),
  'some that are woken, others that listen, others that have ended, of one page': (trx) =>
    writeNews(
      trx,
      {
        happened: happened.slice(0, 2),
        woken: [lowest, ...runIds.slice(3, 5)],
        ended: [{ runId: runIds[2]!, at: now.toISOString() }],
      },
      now,
    ),
};

describe('runs that several write at once', () => {
  it.each(Object.entries(writers))(
    'are locked in one order, so that nobody waits for who waits for them: %s',
    (_, writes) => expectLockedUpwards(db, { table: 'ops.automation_runs', key: 'run_id', ids: runIds }, writes),
  );
});

it('who is being looked at when its automation is switched on again is looked at once more', async () => {
  await sql`update ops.automation_runs set held_until = ${now}::timestamptz where run_id = ${lowest}::uuid`.execute(db);
  await wakeAll(db, { automationId, which: 'off', cause: randomUUID() }, now);
  // It was found to be switched off, and that is written down too late.
  const off = { ...(looked as object), state: 'off' } as never;
  await writeStanding(db, [{ turn: { runId: lowest, woken: 0 }, looked: off, awaits: null }], now);
  const { rows: woken } = await sql<{ run_id: string; due_at: Date }>`select run_id, due_at from ops.automation_runs
    where due_at < 'infinity'`.execute(db);
  expect(woken).toEqual([{ run_id: lowest, due_at: now }]);
});
