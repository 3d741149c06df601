import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import { eventually } from './eventually.ts';

/** Six ids, the highest first: written in this order the lowest stands last in the table, and last in every list. */
export const downwards: readonly string[] = Array.from(
  { length: 6 },
  (_, nth) => `${(6 - nth).toString().repeat(8)}-0000-4000-8000-000000000000`,
);

/** Rows of a table that several processes write: the name of their ids, and those, in any order. */
export interface Rows {
  readonly table: string;
  readonly key: string;
  readonly ids: readonly string[];
}

/**
 * Holds the lowest of the rows, begins a statement that writes all of them, and asks that it waits for that one with none
 * of the others in hand: who locks upwards never waits for somebody who waits for it.
 */
export async function expectLockedUpwards<DB>(
  db: Kysely<DB>,
  { table, key, ids }: Rows,
  writes: (trx: Kysely<DB>) => Promise<unknown>,
): Promise<void> {
  const [lowest, ...others] = ids.toSorted();
  const [rows, id] = [sql.table(table), sql.ref(key)];
  const [held, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = db.transaction().execute(async (trx) => {
    await sql`select from ${rows} where ${id} = ${lowest} for update`.execute(trx);
    held.resolve();
    await over.promise;
  });
  await held.promise;
  let pid = 0;
  const writing = db.transaction().execute(async (trx) => {
    pid = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)).rows[0]!.pid;
    await writes(trx);
  });
  await eventually(
    async () => (await sql`select from pg_locks where pid = ${pid} and not granted`.execute(db)).rows.length,
    (waiting) => waiting > 0,
  );
  const free = await sql<{ id: string }>`select ${id}::text as id from ${rows}
    where ${id} = any(${others}) for update skip locked`.execute(db);
  over.resolve();
  await Promise.all([holding, writing]);
  expect(free.rows.map((row) => row.id).toSorted()).toEqual(others);
}
