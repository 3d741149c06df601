import { sql } from 'kysely';
import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { is } from '../../domain/kernel/event.ts';
import { AccountMailRequested } from '../../domain/mail/events.ts';
import type { RecordingWorker } from '../engine/worker.ts';

/** Puts requested mails into the table, in the transaction of the checkpoint: each once. */
export const mailFeed = (committed: () => void): RecordingWorker => ({
  name: 'account-mail',
  kind: 'recording',
  handles: [AccountMailRequested.type],
  committed,
  async record(events: readonly StoredEvent[], trx) {
    const rows = events.filter((event) => is(event, AccountMailRequested)).map((event) => ({ ...event.data, event }));
    await sql`
      insert into ops.account_mails (mail_id, user_id, agency_id, kind, position, state, due_at, token_ref, expires_at)
      select mail_id, user_id, agency_id, kind, position, 'pending', due_at, token_ref, expires_at from unnest(
        ${rows.map((row) => row.mailId)}::uuid[], ${rows.map((row) => row.userId)}::uuid[],
        ${rows.map((row) => row.agencyId)}::uuid[], ${rows.map((row) => row.kind)}::text[],
        ${rows.map((row) => row.event.position.toString())}::bigint[],
        ${rows.map((row) => row.event.metadata.occurredAt)}::timestamptz[], ${rows.map((row) => row.tokenRef)}::text[],
        ${rows.map((row) => row.expiresAt)}::timestamptz[]) as x(mail_id, user_id, agency_id, kind, position, due_at, token_ref, expires_at)
      on conflict (mail_id) do nothing`.execute(trx);
  },
});
