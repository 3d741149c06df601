import { type RawBuilder, sql } from 'kysely';
import type { Database } from './worker.ts';

/** Rows `b` of broadcasts that are meant, locked in the order of their ids: two feeds write many. */
export const lockedBroadcasts = (those: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select b.broadcast_id from ops.broadcasts b where ${those} order by b.broadcast_id for update)`;

/** Locks those that several statements of a transaction write. */
export async function lockBroadcasts(trx: Database, broadcastIds: readonly string[]): Promise<void> {
  const ids = [...new Set(broadcastIds)];
  if (ids.length > 1)
    await sql`select from ${lockedBroadcasts(sql`b.broadcast_id = any(${ids}::uuid[])`)} own`.execute(trx);
}
