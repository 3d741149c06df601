import { sql } from 'kysely';
import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import { filteringCodes } from '../../../domain/broadcasts/health.ts';
import { is } from '../../../domain/kernel/event.ts';
import { MessageDelivered, MessageFailed, MessageSuppressed } from '../../../domain/messages/events.ts';
import { broadcasts } from '../../engine/broadcast-table.ts';
import type { Database } from '../../engine/worker.ts';
import { broadcastRows } from '../broadcast-rows.ts';
import { outbox, settle, wakeSenders } from './queue.ts';

/** Of those that were struck off while somebody said what they were about to send: they wait again, and get their end. */
export async function reopen(trx: Database, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length === 0) return;
  const isStruckOff = sql`o.state = 'done' and o.provider_message_id is null and o.note in ('stopped', 'expired')
    and o.first_sending_at is null`;
  const { rows } = await sql<{ broadcast_id: string }>`
    update ops.outbox o set state = 'pending', done_at = null, first_sending_at = now()
    from ${outbox.locked(sql`o.message_id = any(${messageIds}::uuid[]) and ${isStruckOff}`)} own
    where ${outbox.isOwn} and ${isStruckOff}
    returning o.broadcast_id`.execute(trx);
  if (rows.length === 0) return;
  const ids = rows.map(({ broadcast_id: broadcastId }) => broadcastId);
  const hasEnded = sql`b.broadcast_id = any(${ids}::uuid[]) and b.phase = 'ended'`;
  await sql`update ops.broadcasts b set phase = 'stopping', due_at = now() from ${broadcasts.locked(hasEnded)} own
    where ${broadcasts.isOwn} and b.phase = 'ended'`.execute(trx);
}

/** What fails by our own fault fails for the next ones too: such a broadcast is not well. */
const hasFailed = (event: StoredEvent): boolean =>
  is(event, MessageFailed) || (is(event, MessageSuppressed) && event.data.reason === 'our-fault');

/** Counts what came of a broadcast's messages, for whether it is well. */
export async function countOutcomes(trx: Database, events: readonly StoredEvent[]): Promise<void> {
  const known = events.filter((event) => is(event, MessageDelivered) || hasFailed(event));
  if (known.length === 0) return;
  const code = ({ data }: StoredEvent) => (data as { errorCode?: number | null }).errorCode ?? 0;
  await sql`
    with n as materialized (
      select o.broadcast_id, count(*) filter (where k.failed = 0) as delivered, sum(k.failed) as failed, sum(k.filtered) as filtered
      from unnest(${known.map(({ data }) => data['messageId'])}::uuid[],
        ${known.map((event) => Number(hasFailed(event)))}::int[],
        ${known.map((event) => Number(filteringCodes.has(code(event))))}::int[]) as k (message_id, failed, filtered)
      join ops.outbox o using (message_id) where o.broadcast_id is not null group by 1
    )
    update ops.broadcasts b set delivered = b.delivered + n.delivered, failed = b.failed + n.failed, filtered = b.filtered + n.filtered
    from ${broadcasts.locked(sql`b.broadcast_id in (select broadcast_id from n)`)} own join n using (broadcast_id)
    where b.broadcast_id = own.broadcast_id`.execute(trx);
}

/** Of the number that a broadcast goes out from: since when the carrier does not let it send, and its code; null: it does. */
async function blockOf(db: Database, broadcastId: string): Promise<{ since: Date; code: number } | null> {
  const { rows } = await sql<{ since: Date; code: number }>`
    select s.blocked_at as since, coalesce(s.blocked_code, 0) as code
    from ops.broadcasts b join ops.senders s using (sender)
    where b.broadcast_id = ${broadcastId}::uuid and s.blocked_at is not null`.execute(db);
  return rows[0] ?? null;
}

/** What is done with all of a broadcast's texts at once. */
export const recipientRows = (db: Database) =>
  broadcastRows(db, {
    table: outbox,
    isIn: (...states) => sql`stage in (${sql.join(states.map((state) => sql.lit(state)))})`,
    struckOff: sql`state = 'done', done_at = now()`,
    // Each state has an index of its own; first the one that is found soonest.
    isLeft: (broadcastId) =>
      sql`exists (select from ops.outbox where broadcast_id = ${broadcastId}::uuid and stage = 'accepted')
        or exists (select from ops.outbox where broadcast_id = ${broadcastId}::uuid and stage in ('pending', 'parked'))
        or exists (select from ops.outbox where broadcast_id = ${broadcastId}::uuid and stage = 'in hand')
        or exists (select from ops.outbox where broadcast_id = ${broadcastId}::uuid and stage = 'unknown')`,
    unparked: (trx, sender, soonest) => wakeSenders(trx, [sender], soonest),
    settle: (trx, ended) =>
      settle(
        trx,
        ended.map((end) => ({ ...end, providerMessageId: null })),
      ),
    blockOf,
  });
