import type { Connection } from './connection.ts';

/**
 * One process at a time works on a read model. The lock lives with its database connection: it is free the moment its
 * holder dies, and costs no renewals. It keeps work from being done twice; that nothing is *written* twice is the
 * checkpoint's guard.
 */
export async function tryLock(connection: Connection, name: string): Promise<boolean> {
  const rows = await connection.query<{ locked: boolean }>(
    `select pg_try_advisory_lock(hashtextextended($1, 7203)) as locked`,
    [`projection:${name}`],
  );
  return rows[0]?.locked === true;
}
