import { sql } from 'kysely';
import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import { type BroadcastAudienceFrozen } from '../../../domain/broadcast/events.ts';
import { messageIdOf } from '../../../domain/broadcast/recipient.ts';
import { type EventOf, is } from '../../../domain/kernel/event.ts';
import {
  MailAccepted,
  MailBounced,
  MailComplained,
  MailDelivered,
  MailFailed,
  MailSuppressed,
} from '../../../domain/mail/events.ts';
import { lockedBroadcasts } from '../../engine/broadcasts-locked.ts';
import type { Database } from '../../engine/worker.ts';
import { lockedMails } from './queue.ts';

type Frozen = StoredEvent & EventOf<typeof BroadcastAudienceFrozen>;

/** A part of an audience of a mail, in one statement. Of texts: nothing. */
export async function addMailRecipients(trx: Database, event: Frozen): Promise<void> {
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

/** What ends a recipient's mail. */
export const mailEnds = [MailAccepted, MailDelivered, MailBounced, MailComplained, MailFailed, MailSuppressed] as const;

/** What fails by our own fault fails for the next ones too: such a broadcast is not well. */
const isOurFault = (event: StoredEvent): boolean => is(event, MailSuppressed) && event.data.reason === 'our-fault';

/**
 * What the log says of broadcasts' mails: each is over in the outbox, whoever said it first, and counts for whether its
 * broadcast is well. A mail that was delivered and then complained of counts as both.
 */
export async function hearOfRecipients(trx: Database, events: readonly StoredEvent[]): Promise<void> {
  const heard = events.filter(({ type }) => mailEnds.some((end) => end.type === type));
  if (heard.length === 0) return;
  const ids = heard.map(({ data }) => data['mailId'] as string);
  const isOpen = sql`m.broadcast_id is not null and m.recorded_at is null`;
  const flag = (...types: readonly (typeof mailEnds)[number][]) =>
    heard.map((event) => Number(types.some((type) => is(event, type))));
  const failed = heard.map((event) => Number(is(event, MailFailed) || is(event, MailBounced) || isOurFault(event)));
  await sql`
    with said as materialized (
      select * from unnest(${ids}::uuid[], ${flag(MailAccepted, MailDelivered)}::int[],
        ${failed}::int[], ${flag(MailComplained)}::int[]) as k (mail_id, delivered, failed, complained)
    ),
    n as materialized (
      select m.broadcast_id, sum(k.delivered) as delivered, sum(k.failed) as failed, sum(k.complained) as complained
      from said k join ops.mails m using (mail_id) where m.broadcast_id is not null group by 1
    ),
    counted as (
      update ops.broadcasts b set delivered = b.delivered + n.delivered, failed = b.failed + n.failed,
        complained = b.complained + n.complained
      from ${lockedBroadcasts(sql`b.broadcast_id in (select broadcast_id from n)`)} own join n using (broadcast_id)
      where b.broadcast_id = own.broadcast_id
    )
    update ops.mails m set recorded_at = now(), done_at = coalesce(m.done_at, now()), holder = null,
      state = case when m.state in ('sent', 'failed', 'skipped', 'unsure') then m.state
        when k.delivered + k.complained > 0 then 'sent' when k.failed > 0 then 'failed' else 'skipped' end
    from ${lockedMails(sql`m.mail_id = any(${ids}::uuid[]) and ${isOpen}`)} own
      join (select mail_id, sum(delivered) as delivered, sum(failed) as failed, sum(complained) as complained
        from said group by 1) k using (mail_id)
    where m.mail_id = own.mail_id and ${isOpen}`.execute(trx);
}

/** Rows that one statement moves: a pause of a million takes fifty, and holds nobody up. */
const batch = 20_000;

async function inBatches(move: () => Promise<number>): Promise<number> {
  for (let all = 0; ;) {
    const moved = await move();
    all += moved;
    if (moved < batch) return all;
  }
}
const moved = async (statement: ReturnType<typeof sql>, db: Database): Promise<number> =>
  Number((await statement.execute(db)).numAffectedRows ?? 0);

/** What is done with all recipients of a broadcast by e-mail at once; see `recipientRows` of the sender for texts. */
export const mailRecipientRows = (db: Database) => ({
  park: (broadcastId: string) =>
    inBatches(() =>
      moved(
        sql`update ops.mails set state = 'parked', note = 'paused' where mail_id in (
          select mail_id from ops.mails where broadcast_id = ${broadcastId}::uuid and recorded_at is null
            and state = 'pending' limit ${batch} for update skip locked)`,
        db,
      ),
    ),
  unpark: (broadcastId: string, winner: number | null) =>
    inBatches(() =>
      moved(
        sql`update ops.mails set state = 'pending', note = null,
          variant = case variant when -1 then ${winner}::smallint else variant end
          where mail_id in (
            select mail_id from ops.mails where broadcast_id = ${broadcastId}::uuid and recorded_at is null
              and state = 'parked' and (variant <> -1 or ${winner}::smallint is not null)
            limit ${batch} for update skip locked)`,
        db,
      ),
    ),
  /** No provider has the means of a carrier to say that a sender may send to nobody. */
  blockOf: async () => null,
  async waits(broadcastId: string) {
    const { rows } = await sql`select from ops.mails where broadcast_id = ${broadcastId}::uuid and recorded_at is null
      and state = 'parked' and variant = -1 limit 1`.execute(db);
    return rows.length > 0;
  },
  strikeOff: (broadcastId: string, why: 'stopped' | 'expired') =>
    inBatches(() =>
      moved(
        sql`update ops.mails set state = 'skipped', done_at = now(), recorded_at = now(), note = ${why} where mail_id in (
          select mail_id from ops.mails where broadcast_id = ${broadcastId}::uuid and recorded_at is null
            and state in ('pending', 'parked') and first_sending_at is null limit ${batch} for update skip locked)`,
        db,
      ),
    ),
  async takeTried(broadcastId: string, holder: string) {
    const { rows } = await sql<{ mail_id: string; contact_id: string }>`
      update ops.mails set state = 'claimed', holder = ${holder}, attempts = attempts + 1 where mail_id in (
        select mail_id from ops.mails where broadcast_id = ${broadcastId}::uuid and recorded_at is null
          and state in ('pending', 'parked') and first_sending_at is not null limit 200 for update skip locked)
      returning mail_id, contact_id`.execute(db);
    return rows.map((row) => ({ messageId: row.mail_id, contactId: row.contact_id }));
  },
  async settle(ended: readonly { readonly messageId: string; readonly note: string }[]) {
    const ids = ended.map(({ messageId }) => messageId);
    await sql`update ops.mails m set state = 'skipped', done_at = now(), recorded_at = now(), holder = null, note = e.note
      from ${lockedMails(sql`m.mail_id = any(${ids}::uuid[]) and m.recorded_at is null`)} own
        join unnest(${ids}::uuid[], ${ended.map(({ note }) => note)}::text[]) as e (mail_id, note) using (mail_id)
      where m.mail_id = own.mail_id and m.recorded_at is null`.execute(db);
  },
  async isAllDone(broadcastId: string) {
    const { rows } = await sql<{ left: boolean }>`select exists (select 1 from ops.mails
      where broadcast_id = ${broadcastId}::uuid and recorded_at is null) as left`.execute(db);
    return !rows[0]!.left;
  },
});
