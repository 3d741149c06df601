import { sql } from 'kysely';
import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import { is } from '../../../domain/kernel/event.ts';
import { AccountEmailRequested, EmailQueued } from '../../../domain/emails/events.ts';
import { isBulk, isRepeatable } from '../../../domain/emails/fields.ts';
import { hearOfRecipients, emailEnds } from './recipient-rows.ts';
import type { RecordingWorker } from '../../engine/worker.ts';

/** Emails of the platform take turns with the tenants' as one tenant. */
const platform = '00000000-0000-0000-0000-000000000000';

/** Puts emails that are asked for into the outbox, in the transaction of the checkpoint: each once. Named when there were no others. */
export const emailFeed = (committed: () => void): RecordingWorker => ({
  name: 'account-mail',
  kind: 'recording',
  handles: [AccountEmailRequested.type, EmailQueued.type, ...emailEnds.map(({ type }) => type)],
  committed,
  async record(events: readonly StoredEvent[], trx) {
    await hearOfRecipients(trx, events);
    const rows = events.flatMap(rowOf);
    if (rows.length === 0) return;
    await sql`
      insert into ops.mails (mail_id, user_id, business_id, agency_id, contact_id, tenant, lane, repeatable, kind, position, state,
        due_at, token_ref, expires_at)
      select mail_id, user_id, business_id, agency_id, contact_id, tenant, lane, repeatable, kind, position, 'pending',
        due_at, token_ref, expires_at from unnest(
        ${rows.map((row) => row.mailId)}::uuid[], ${rows.map((row) => row.userId)}::uuid[],
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

interface Row {
  readonly mailId: string;
  readonly userId: string | null;
  readonly businessId: string | null;
  readonly agencyId: string | null;
  readonly contactId: string | null;
  readonly lane: number;
  readonly repeatable: boolean;
  readonly kind: string;
  readonly position: bigint;
  readonly dueAt: string;
  readonly tokenRef: string | null;
  readonly expiresAt: string | null;
}
function rowOf(event: StoredEvent): readonly Row[] {
  const { position, metadata } = event;
  const said = { position, dueAt: metadata.occurredAt };
  if (is(event, AccountEmailRequested)) {
    const { mailId, userId, agencyId, kind, tokenRef, expiresAt } = event.data;
    return [
      {
        ...said,
        mailId,
        userId,
        agencyId,
        kind,
        tokenRef,
        expiresAt,
        businessId: null,
        contactId: null,
        lane: 0,
        repeatable: true,
      },
    ];
  }
  // A broadcast's is there since its audience was frozen.
  if (!is(event, EmailQueued) || event.data.broadcastId !== null) return [];
  const { mailId, businessId, contactId, purpose } = event.data;
  const { agencyId } = metadata.tenant;
  const nobody = { userId: null, tokenRef: null, expiresAt: null };
  const [lane, repeatable] = [isBulk(purpose) ? 1 : 0, isRepeatable(purpose)];
  return [{ ...said, ...nobody, mailId, businessId, contactId, agencyId, kind: purpose, lane, repeatable }];
}
