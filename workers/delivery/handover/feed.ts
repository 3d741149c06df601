import { sql } from 'kysely';
import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import type { RecordingWorker } from '../../engine/worker.ts';
import type { HandoverFeed, Queued } from './channel.ts';
import { hearOfRecipients } from './recipient-rows.ts';

/** Messages of the platform take turns with the tenants' as one tenant. */
const platform = '00000000-0000-0000-0000-000000000000';

type Row = Omit<Queued, 'lane'> & { readonly lane: number; readonly position: bigint; readonly dueAt: string };

/** Puts what is asked for into the queue, in the transaction of the checkpoint: each once. Named when there were only emails to users. */
export const handoverFeed = (feeds: readonly HandoverFeed[], committed: () => void): RecordingWorker => ({
  name: 'account-mail',
  kind: 'recording',
  handles: feeds.flatMap(({ queues, ends }) => [...Object.keys(queues), ...Object.keys(ends)]),
  committed,
  async record(events: readonly StoredEvent[], trx) {
    await hearOfRecipients(trx, events, feeds);
    const rows = events.flatMap((event) => feeds.flatMap((feed) => rowOf(feed, event)));
    if (rows.length === 0) return;
    await sql`
      insert into ops.mails (mail_id, user_id, business_id, agency_id, contact_id, tenant, lane, repeatable, kind, position, state,
        due_at, token_ref, expires_at)
      select mail_id, user_id, business_id, agency_id, contact_id, tenant, lane, repeatable, kind, position, 'pending',
        due_at, token_ref, expires_at from unnest(
        ${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.userId)}::uuid[],
        ${rows.map((row) => row.businessId)}::uuid[], ${rows.map((row) => row.agencyId)}::uuid[],
        ${rows.map((row) => row.contactId)}::uuid[],
        ${rows.map((row) => row.businessId ?? row.agencyId ?? platform)}::uuid[],
        ${rows.map((row) => row.lane)}::smallint[], ${rows.map((row) => row.repeatable)}::boolean[],
        ${rows.map((row) => row.kind)}::text[], ${rows.map((row) => row.position.toString())}::bigint[],
        ${rows.map((row) => row.dueAt)}::timestamptz[], ${rows.map((row) => row.tokenRef)}::text[],
        ${rows.map((row) => row.expiresAt)}::timestamptz[])
        as x(mail_id, user_id, business_id, agency_id, contact_id, tenant, lane, repeatable, kind, position, due_at, token_ref, expires_at)
      on conflict (mail_id) do nothing`.execute(trx);
  },
});

function rowOf({ queues, lanes }: HandoverFeed, event: StoredEvent): readonly Row[] {
  const queued = queues[event.type]?.(event) ?? null;
  if (queued === null) return [];
  return [{ ...queued, lane: lanes[queued.lane], position: event.position, dueAt: event.metadata.occurredAt }];
}
