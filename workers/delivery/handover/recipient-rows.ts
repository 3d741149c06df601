import { sql } from 'kysely';
import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import { type BroadcastAudienceFrozen } from '../../../domain/broadcasts/events.ts';
import { messageIdOf } from '../../../domain/broadcasts/recipient.ts';
import type { EventOf } from '../../../domain/kernel/event.ts';
import { broadcasts } from '../../engine/broadcast-table.ts';
import type { Database } from '../../engine/worker.ts';
import { broadcastRows } from '../broadcast-rows.ts';
import type { HandoverFeed, Heard } from './channel.ts';
import { emails } from './queue.ts';

type Frozen = StoredEvent & EventOf<typeof BroadcastAudienceFrozen>;

/** A part of an audience of an email, in one statement. Of texts: nothing. */
export async function addHandedRecipients(trx: Database, event: Frozen): Promise<void> {
  const { broadcastId, businessId, recipients, variants, dueAt } = event.data;
  if (recipients.length === 0) return;
  const at = event.metadata.occurredAt;
  await sql`
    insert into ops.mails (mail_id, business_id, agency_id, tenant, lane, repeatable, kind, position, state, due_at,
      broadcast_id, contact_id, variant)
    select r.mail_id, b.business_id, b.agency_id, b.business_id, 1, false, 'broadcast',
      ${event.position.toString()}::bigint,
      case when b.paused or r.variant = -1 then 'parked' else 'pending' end, r.due_at, b.broadcast_id, r.contact_id,
      r.variant
    from unnest(
      ${recipients.map((contactId) => messageIdOf(businessId, broadcastId, contactId))}::uuid[], ${recipients}::uuid[],
      ${recipients.map((_, index) => variants?.[index] ?? 0)}::smallint[],
      ${recipients.map((_, index) => dueAt?.[index] ?? at)}::timestamptz[]
    ) as r (mail_id, contact_id, variant, due_at)
    join ops.broadcasts b on b.broadcast_id = ${broadcastId}::uuid and b.sender is null
    on conflict (mail_id) do nothing`.execute(trx);
}

/**
 * What the log says of broadcasts' recipients: each is over in the queue, whoever said it first, and counts for whether
 * its broadcast is well. An email that was delivered and then complained of counts as both.
 */
export async function hearOfRecipients(
  trx: Database,
  events: readonly StoredEvent[],
  feeds: readonly Pick<HandoverFeed, 'ends'>[],
): Promise<void> {
  const heard = events.flatMap((event) => feeds.flatMap(({ ends }) => ends[event.type]?.(event) ?? []));
  if (heard.length === 0) return;
  const ids = heard.map(({ id }) => id);
  const isOpen = sql`m.broadcast_id is not null and m.recorded_at is null`;
  const flags = (what: Heard) => heard.map(({ as }) => Number(as === what));
  await sql`
    with said as materialized (
      select * from unnest(${ids}::uuid[], ${flags('delivered')}::int[],
        ${flags('failed')}::int[], ${flags('complained')}::int[]) as k (mail_id, delivered, failed, complained)
    ),
    n as materialized (
      select m.broadcast_id, sum(k.delivered) as delivered, sum(k.failed) as failed, sum(k.complained) as complained
      from said k join ops.mails m using (mail_id) where m.broadcast_id is not null group by 1
    ),
    counted as (
      update ops.broadcasts b set delivered = b.delivered + n.delivered, failed = b.failed + n.failed,
        complained = b.complained + n.complained
      from ${broadcasts.locked(sql`b.broadcast_id in (select broadcast_id from n)`)} own join n using (broadcast_id)
      where b.broadcast_id = own.broadcast_id
    )
    update ops.mails m set recorded_at = now(), done_at = coalesce(m.done_at, now()), holder = null,
      state = case when m.state in ('sent', 'failed', 'skipped', 'unsure') then m.state
        when k.delivered + k.complained > 0 then 'sent' when k.failed > 0 then 'failed' else 'skipped' end
    from ${emails.locked(sql`m.mail_id = any(${ids}::uuid[]) and ${isOpen}`)} own
      join (select mail_id, sum(delivered) as delivered, sum(failed) as failed, sum(complained) as complained
        from said group by 1) k using (mail_id)
    where m.mail_id = own.mail_id and ${isOpen}`.execute(trx);
}

/** What is done with all of a broadcast's emails at once. */
export const handedRecipientRows = (db: Database) =>
  broadcastRows(db, {
    table: emails,
    isIn: (...states) => sql`recorded_at is null and state in (${sql.join(states.map((state) => sql.lit(state)))})`,
    struckOff: sql`state = 'skipped', done_at = now(), recorded_at = now()`,
    isLeft: (broadcastId) =>
      sql`exists (select 1 from ops.mails where broadcast_id = ${broadcastId}::uuid and recorded_at is null)`,
    async settle(trx, ended) {
      await emails.writeEach(trx, {
        each: {
          mail_id: ['uuid', ended.map(({ messageId }) => messageId)],
          note: ['text', ended.map(({ note }) => note)],
        },
        where: sql`m.recorded_at is null`,
        set: sql`state = 'skipped', done_at = now(), recorded_at = now(), holder = null, note = e.note`,
      });
    },
    /** No provider has the means of a carrier to say that a sender may send to nobody. */
    blockOf: async () => null,
  });
