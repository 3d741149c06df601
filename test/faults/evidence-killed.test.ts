import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, type Database } from '../../adapters/database/pool.ts';
import { createPostgresEventStore } from '../../adapters/event-store/postgres/store.ts';
import type { EventStore } from '../../adapters/event-store/port.ts';
import { differingTrees } from '../../adapters/evidence/verify.ts';
import { eventually } from '../support/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { type Child, startChild } from './support/child.ts';
import { killsOr } from './support/kills.ts';

/**
 * What builds the trees of the log is killed in the middle of its transactions: when it has noted how far it came and not
 * yet written what it took in, and when it signs. The trees are those of the log all the same.
 */
const kills = killsOr(4);
const log = { debug() {}, info() {}, warn() {}, error() {} };

let made: TestDatabase;
let database: Database<unknown>;
let raw: EventStore;
let child: Child | null = null;
beforeAll(async () => {
  made = await createTestDatabase();
  database = createDatabase({ connectionString: made.connectionString, log, max: 5 });
  raw = createPostgresEventStore({ connectionString: made.connectionString, log });
});
afterAll(async () => {
  await child?.kill('SIGKILL');
  await raw.close();
  await database.close();
  await made.drop();
});

const businesses = [randomUUID(), randomUUID()];
async function append(count: number): Promise<void> {
  await raw.appendMany(
    Array.from({ length: count }, (_, n) => ({
      stream: `${n % 3 === 0 ? 'contact' : 'message'}-${randomUUID()}`,
      expected: 'noStream' as const,
      events: [
        {
          id: randomUUID(),
          type: 'Tried',
          version: 1,
          data: { n },
          metadata: {
            tenant: { agencyId: null, businessId: businesses[n % 2]! },
            actor: { kind: 'system', name: 'test' } as const,
            occurredAt: '2026-03-03T12:00:00.000Z',
            correlationId: randomUUID(),
            causationId: null,
            commandId: randomUUID(),
          },
        },
      ],
    })),
  );
}
const start = async () => {
  child = await startChild('./evidence-process.ts', { CONNECTION: made.connectionString, SECRET: 'a key for tests' });
  child.go();
};
const asked = async <T extends object>(text: string): Promise<readonly T[]> =>
  (await database.pool.query<T>(text)).rows;

it('kill -9 in the middle of a page and of a signature: the same roots', async () => {
  for (let kill = 0; kill < kills; kill += 1) {
    await append(400);
    const table = kill % 2 === 0 ? 'ops.evidence_segments' : 'ops.evidence_checkpoints';
    const holder = new pg.Client({ connectionString: made.connectionString });
    await holder.connect();
    await holder.query(`begin; lock table ${table} in exclusive mode`);
    await start();
    // It waits for the table with all that it did before in the same transaction.
    await eventually(
      () => asked(`select pid from pg_locks where not granted and relation = '${table}'::regclass`),
      (waiting) => waiting.length > 0,
      60_000,
    );
    await child!.kill('SIGKILL');
    await holder.query('rollback');
    await holder.end();
  }
  await append(400);
  await start();
  const end = await raw.end();
  await eventually(
    () =>
      asked<{ position: string; unsigned: number }>(
        `select position, (select count(*)::int from ops.evidence_trees where size <> noted) as unsigned from ops.evidence_progress`,
      ),
    ([row]) => BigInt(row!.position) === end && row!.unsigned === 0,
    120_000,
  );
  await child!.kill('SIGKILL');
  expect(await differingTrees({ db: database.db, raw })).toEqual([]);
  const [kept] = await asked<{ size: number }>(
    `select sum(size)::int as size from ops.evidence_trees where kind = 'events'`,
  );
  expect(kept!.size).toBe((kills + 1) * 400);
}, 600_000);
