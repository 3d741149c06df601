import { sql } from 'kysely';
import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import { filteringCodes } from '../../../domain/broadcast/health.ts';
import { is } from '../../../domain/kernel/event.ts';
import { MessageDelivered, MessageFailed, MessageSuppressed } from '../../../domain/message/events.ts';
import { lockedBroadcasts } from '../../engine/broadcasts-locked.ts';
import type { Database } from '../../engine/worker.ts';
import { lockedTexts, settle, wakeSenders } from './queue.ts';

/** Rows that one statement moves: a pause of a million takes fifty, and holds nobody up. */
const batch = 20_000;

async function inBatches(move: () => Promise<number>): Promise<number> {
  for (let all = 0; ;) {
    const moved = await move();
    all += moved;
    if (moved < batch) return all;
  }
}

/** What waits of it is not looked at before it goes on. */
export const park = (db: Database, broadcastId: string): Promise<number> =>
  inBatches(async () => {
    const { numAffectedRows } = await sql`
      update ops.outbox set state = 'parked', note = 'paused' where message_id in (
        select message_id from ops.outbox where broadcast_id = ${broadcastId}::uuid and stage = 'pending'
        limit ${batch} for update skip locked)`.execute(db);
    return Number(numAffectedRows ?? 0);
  });

/** It goes on; who waited for the winner of its test does once there is one. Returns how many may go out now. */
export const unpark = (db: Database, broadcastId: string, winner: number | null, now: Date): Promise<number> =>
  inBatches(() =>
    db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ sender: string; soonest: Date; count: number }>`
        with moved as (
          update ops.outbox set state = 'pending', note = null, variant = case variant when -1 then ${winner}::smallint else variant end
          where message_id in (
            select message_id from ops.outbox where broadcast_id = ${broadcastId}::uuid and stage = 'parked'
              and (variant <> -1 or ${winner}::smallint is not null)
            limit ${batch} for update skip locked)
          returning sender, due_at
        )
        select sender, min(due_at) as soonest, count(*)::int as count from moved group by sender`.execute(trx);
      for (const { sender, soonest } of rows) await wakeSenders(trx, [sender], soonest < now ? now : soonest);
      return rows.reduce((sum, { count }) => sum + count, 0);
    }),
  );

/** Whether somebody waits for the winner of its test. */
export async function waits(db: Database, broadcastId: string): Promise<boolean> {
  const { rows } = await sql`select from ops.outbox
    where broadcast_id = ${broadcastId}::uuid and stage = 'parked' and variant = -1 limit 1`.execute(db);
  return rows.length > 0;
}

/** Who has not been tried is not written to any more: what became of the broadcast says so. */
export const strikeOff = (db: Database, broadcastId: string, why: 'stopped' | 'expired'): Promise<number> =>
  inBatches(async () => {
    const { numAffectedRows } = await sql`
      update ops.outbox set state = 'done', done_at = now(), note = ${why} where message_id in (
        select message_id from ops.outbox where broadcast_id = ${broadcastId}::uuid and stage in ('pending', 'parked')
          and first_sending_at is null
        limit ${batch} for update skip locked)`.execute(db);
    return Number(numAffectedRows ?? 0);
  });

/**
 * Takes some of whom something was said already (the carrier could not take it then) from the outbox, so that their
 * messages get their end.
 */
export async function takeTried(
  db: Database,
  broadcastId: string,
  holder: string,
): Promise<readonly { readonly messageId: string; readonly contactId: string }[]> {
  const { rows } = await sql<{ message_id: string; contact_id: string }>`
    update ops.outbox set state = 'claimed', holder = ${holder}, attempts = attempts + 1 where message_id in (
      select message_id from ops.outbox where broadcast_id = ${broadcastId}::uuid and stage in ('pending', 'parked')
        and first_sending_at is not null
      limit 200 for update skip locked)
    returning message_id, contact_id`.execute(db);
  return rows.map((row) => ({ messageId: row.message_id, contactId: row.contact_id }));
}

/** Whether each of its recipients has come to an end. Each state has an index of its own; first the one that is found soonest. */
export async function isAllDone(db: Database, broadcastId: string): Promise<boolean> {
  const { rows } = await sql<{ left: boolean }>`
    select exists (select from ops.outbox where broadcast_id = ${broadcastId}::uuid and stage = 'accepted')
      or exists (select from ops.outbox where broadcast_id = ${broadcastId}::uuid and stage in ('pending', 'parked'))
      or exists (select from ops.outbox where broadcast_id = ${broadcastId}::uuid and stage = 'in hand')
      or exists (select from ops.outbox where broadcast_id = ${broadcastId}::uuid and stage = 'unknown')
      as left`.execute(db);
  return !rows[0]!.left;
}

/** Of those that were struck off while somebody said what they were about to send: they wait again, and get their end. */
export async function reopen(trx: Database, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length === 0) return;
  const isStruckOff = sql`o.state = 'done' and o.provider_message_id is null and o.note in ('stopped', 'expired')
    and o.first_sending_at is null`;
  const { rows } = await sql<{ broadcast_id: string }>`
    update ops.outbox o set state = 'pending', done_at = null, first_sending_at = now()
    from ${lockedTexts(sql`o.message_id = any(${messageIds}::uuid[]) and ${isStruckOff}`)} own
    where o.message_id = own.message_id and ${isStruckOff}
    returning o.broadcast_id`.execute(trx);
  if (rows.length === 0) return;
  const ids = rows.map(({ broadcast_id: broadcastId }) => broadcastId);
  const hasEnded = sql`b.broadcast_id = any(${ids}::uuid[]) and b.phase = 'ended'`;
  await sql`update ops.broadcasts b set phase = 'stopping', due_at = now() from ${lockedBroadcasts(hasEnded)} own
    where b.broadcast_id = own.broadcast_id and b.phase = 'ended'`.execute(trx);
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
    from ${lockedBroadcasts(sql`b.broadcast_id in (select broadcast_id from n)`)} own join n using (broadcast_id)
    where b.broadcast_id = own.broadcast_id`.execute(trx);
}

/** Of the number that a broadcast goes out from: since when the carrier does not let it send, and its code; null: it does. */
export async function blockOf(db: Database, broadcastId: string): Promise<{ since: Date; code: number } | null> {
  const { rows } = await sql<{ since: Date; code: number }>`
    select s.blocked_at as since, coalesce(s.blocked_code, 0) as code
    from ops.broadcasts b join ops.senders s using (sender)
    where b.broadcast_id = ${broadcastId}::uuid and s.blocked_at is not null`.execute(db);
  return rows[0] ?? null;
}

/** What is done with all recipients of a broadcast at once. */
export const recipientRows = (db: Database) => ({
  park: (broadcastId: string) => park(db, broadcastId),
  unpark: (broadcastId: string, winner: number | null, now: Date) => unpark(db, broadcastId, winner, now),
  strikeOff: (broadcastId: string, why: 'stopped' | 'expired') => strikeOff(db, broadcastId, why),
  waits: (broadcastId: string) => waits(db, broadcastId),
  takeTried: (broadcastId: string, holder: string) => takeTried(db, broadcastId, holder),
  settle: (ended: readonly { readonly messageId: string; readonly note: string }[]) =>
    settle(
      db,
      ended.map((end) => ({ ...end, providerMessageId: null })),
    ),
  blockOf: (broadcastId: string) => blockOf(db, broadcastId),
  isAllDone: (broadcastId: string) => isAllDone(db, broadcastId),
});
