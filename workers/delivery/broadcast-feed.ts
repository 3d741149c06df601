import { sql } from 'kysely';
import type { StoredEvent } from '../../adapters/event-store/port.ts';
import {
  BroadcastAudienceCompleted,
  BroadcastAudienceFrozen,
  BroadcastApprovalRequested,
  BroadcastCompleted,
  BroadcastDeleted,
  BroadcastPaused,
  BroadcastResumed,
  BroadcastScheduled,
  BroadcastStarted,
  BroadcastStopped,
  BroadcastUnscheduled,
  BroadcastWinnerChosen,
} from '../../domain/broadcasts/events.ts';
import { messageIdOf } from '../../domain/broadcasts/recipient.ts';
import { type EventOf, is } from '../../domain/kernel/event.ts';
import { broadcasts } from '../engine/broadcast-table.ts';
import type { Database } from '../engine/worker.ts';
import { addHandedRecipients } from './handover/recipient-rows.ts';
import { wakeSenders } from './text/queue.ts';

/** What the feed of the outbox handles of broadcasts. */
export const broadcastFeedEvents: readonly string[] = [
  BroadcastScheduled,
  BroadcastUnscheduled,
  BroadcastApprovalRequested,
  BroadcastStarted,
  BroadcastAudienceFrozen,
  BroadcastAudienceCompleted,
  BroadcastWinnerChosen,
  BroadcastPaused,
  BroadcastResumed,
  BroadcastStopped,
  BroadcastCompleted,
  BroadcastDeleted,
].map(({ type }) => type);

type Frozen = StoredEvent & EventOf<typeof BroadcastAudienceFrozen>;

/**
 * Keeps what there is to do for broadcasts, and puts each frozen part of an audience into the outbox, in order. Answers
 * which numbers are to be woken for them (`wakeFor`).
 */
export async function recordBroadcasts(events: readonly StoredEvent[], trx: Database): Promise<Awakened> {
  const awakened = new Map<string, { readonly businessId: string; readonly soonest: Date }>();
  const named = events.filter(({ type }) => broadcastFeedEvents.includes(type));
  const ids = new Set(named.map(({ data }) => data['broadcastId'] as string));
  if (ids.size > 1) await broadcasts.lock(trx, [...ids]);
  for (const event of events) {
    if (is(event, BroadcastAudienceFrozen)) {
      for (const { sender, soonest } of await addRecipients(trx, event)) {
        const earlier = awakened.get(sender);
        if (earlier === undefined || soonest < earlier.soonest)
          awakened.set(sender, { businessId: event.data.businessId, soonest });
      }
      await addHandedRecipients(trx, event);
    } else if (broadcastFeedEvents.includes(event.type)) await recordStep(trx, event);
  }
  return awakened;
}

/** Numbers for which there is work from an instant on. */
type Awakened = ReadonlyMap<string, { readonly businessId: string; readonly soonest: Date }>;

/**
 * Wakes numbers for recipients that were added, once all have been: from here on until the transaction is committed
 * nothing is claimed for them.
 */
export async function wakeFor(trx: Database, awakened: Awakened): Promise<void> {
  for (const [sender, { businessId, soonest }] of [...awakened].sort(([a], [b]) => (a < b ? -1 : 1))) {
    await sql`insert into ops.senders (sender, business_id, has_work, ready_at)
      values (${sender}, ${businessId}::uuid, true, ${soonest}::timestamptz) on conflict (sender) do nothing`.execute(
      trx,
    );
    await wakeSenders(trx, [sender], soonest);
  }
}

async function recordStep(trx: Database, event: StoredEvent): Promise<void> {
  const { broadcastId, businessId } = event.data as { broadcastId: string; businessId: string };
  const { agencyId } = event.metadata.tenant;
  const at = new Date(event.metadata.occurredAt);
  const phase = (phase: string, dueAt: Date = at) =>
    sql`
    insert into ops.broadcasts (broadcast_id, business_id, agency_id, phase, due_at)
    values (${broadcastId}::uuid, ${businessId}::uuid, ${agencyId}::uuid, ${phase}, ${dueAt}::timestamptz)
    on conflict (broadcast_id) do update set phase = excluded.phase, due_at = excluded.due_at`.execute(trx);
  if (is(event, BroadcastScheduled)) {
    await phase('scheduled', new Date(event.data.startAt));
    await sql`update ops.broadcasts set paused = false where broadcast_id = ${broadcastId}::uuid`.execute(trx);
  } else if (is(event, BroadcastStarted)) {
    const { position, sender, segments, expiresAt } = event.data;
    await phase('freezing');
    await sql`update ops.broadcasts set position = ${position}::bigint, sender = ${sender}, segments = ${segments},
      started_at = ${at}::timestamptz, expires_at = ${new Date(expiresAt)}::timestamptz where broadcast_id = ${broadcastId}::uuid`.execute(
      trx,
    );
  } else if (is(event, BroadcastAudienceCompleted)) {
    await sql`update ops.broadcasts set phase = 'sending', due_at = ${at}::timestamptz
      where broadcast_id = ${broadcastId}::uuid and phase = 'freezing'`.execute(trx);
  } else if (is(event, BroadcastWinnerChosen)) {
    await sql`update ops.broadcasts set winner = ${event.data.variant}, due_at = ${at}::timestamptz
      where broadcast_id = ${broadcastId}::uuid`.execute(trx);
  } else if (is(event, BroadcastPaused)) {
    await sql`update ops.broadcasts set paused = true, due_at = ${at}::timestamptz
      where broadcast_id = ${broadcastId}::uuid`.execute(trx);
  } else if (is(event, BroadcastResumed)) {
    await sql`update ops.broadcasts set paused = false, due_at = ${at}::timestamptz, delivered = 0, failed = 0, filtered = 0,
      complained = 0
      where broadcast_id = ${broadcastId}::uuid`.execute(trx);
    // Somebody says that its number may send: it is tried, and paused again at the first that is refused.
    await sql`update ops.senders s set blocked_at = null, blocked_code = null from ops.broadcasts b
      where b.broadcast_id = ${broadcastId}::uuid and s.sender = b.sender and s.blocked_at is not null`.execute(trx);
  } else if (is(event, BroadcastStopped)) await phase('stopping');
  else if (is(event, BroadcastDeleted)) {
    // One that ran has come to its end, or is being stopped.
    await sql`update ops.broadcasts set phase = 'ended' where broadcast_id = ${broadcastId}::uuid and phase = 'scheduled'`.execute(
      trx,
    );
  } else await phase('ended');
}

/** A part of an audience in one statement. The part after it begins where it says. Answers from when on there is work. */
async function addRecipients(
  trx: Database,
  event: Frozen,
): Promise<readonly { readonly sender: string; readonly soonest: Date }[]> {
  const { broadcastId, businessId, recipients, variants, dueAt, chunk, next } = event.data;
  const at = new Date(event.metadata.occurredAt);
  await sql`update ops.broadcasts set chunk = ${chunk + 1}, cursor = ${next} where broadcast_id = ${broadcastId}::uuid
    and chunk <= ${chunk}`.execute(trx);
  if (recipients.length === 0) return [];
  const { rows } = await sql<{ sender: string; soonest: Date | null }>`
    with added as (
      insert into ops.outbox (message_id, business_id, agency_id, contact_id, sender, lane, segments, position, state,
        due_at, deferred, broadcast_id, variant, expires_at)
      select r.message_id, b.business_id, b.agency_id, r.contact_id, b.sender, 1, b.segments, ${event.position.toString()}::bigint,
        case when b.paused or r.variant = -1 then 'parked' else 'pending' end, r.due_at, r.due_at > ${at}::timestamptz,
        b.broadcast_id, r.variant, b.expires_at
      from unnest(
        ${recipients.map((contactId) => messageIdOf(businessId, broadcastId, contactId))}::uuid[], ${recipients}::uuid[],
        ${recipients.map((_, index) => variants?.[index] ?? 0)}::smallint[],
        ${recipients.map((_, index) => (dueAt === undefined ? at : new Date(dueAt[index]!)))}::timestamptz[]
      ) as r (message_id, contact_id, variant, due_at)
      join ops.broadcasts b on b.broadcast_id = ${broadcastId}::uuid and b.sender is not null
      on conflict (message_id) do nothing
      returning sender, state, due_at
    )
    select sender, min(due_at) filter (where state = 'pending') as soonest from added group by sender`.execute(trx);
  // One that was stopped meanwhile is looked at again.
  await sql`update ops.broadcasts set phase = 'stopping', due_at = ${at}::timestamptz
    where broadcast_id = ${broadcastId}::uuid and phase = 'ended'`.execute(trx);
  return rows.flatMap(({ sender, soonest }) => (soonest === null ? [] : [{ sender, soonest }]));
}
