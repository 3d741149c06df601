import type { Connection } from './connection.ts';

/**
 * One process at a time works on a read model. The lock lives with its database connection: it is free the moment its
 * holder dies, and costs no renewals. It keeps work from being done twice; that nothing is *written* twice is the
 * checkpoint's guard.
 */
export const tryLock = async (connection: Connection, name: string): Promise<boolean> =>
  (await tryLocks(connection, [name])).has(name);

/** Those of many that are free now, in one question. */
export async function tryLocks(connection: Connection, names: readonly string[]): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const rows = await connection.query<{ name: string; locked: boolean }>(
    `select name, pg_try_advisory_lock(hashtextextended('projection:' || name, 7203)) as locked from unnest($1::text[]) name`,
    [names],
  );
  return new Set(rows.filter(({ locked }) => locked).map(({ name }) => name));
}
