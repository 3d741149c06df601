import { sql } from 'kysely';
import { holderIsDead } from '../engine/presence.ts';
import type { Database } from '../engine/worker.ts';

export interface MailEntry {
  readonly mailId: string;
  readonly userId: string;
  readonly agencyId: string | null;
  readonly kind: string;
  readonly attempts: number;
  readonly unknowns: number;
  readonly tokenRef: string | null;
  readonly expiresAt: Date | null;
}
export interface EndedMail {
  readonly mailId: string;
  readonly state: 'sent' | 'failed' | 'skipped';
  readonly provider: string;
  readonly providerMessageId: string;
  readonly note: string;
}

/** Takes one mail that is due: `sending`, committed, before anything goes out. Null: none is due. */
export async function takeMail(db: Database, holder: string, now: Date): Promise<MailEntry | null> {
  const { rows } = await sql<{
    mail_id: string;
    user_id: string;
    agency_id: string | null;
    kind: string;
    attempts: number;
    unknowns: number;
    token_ref: string | null;
    expires_at: Date | null;
  }>`
    update ops.account_mails set state = 'sending', holder = ${holder}, sending_at = ${now}::timestamptz,
    attempts = attempts + 1 where mail_id = (
      select mail_id from ops.account_mails where state in ('pending', 'unknown') and due_at <= ${now}::timestamptz
      order by due_at, position limit 1 for update skip locked)
    returning mail_id, user_id, agency_id, kind, attempts, unknowns, token_ref, expires_at`.execute(db);
  const row = rows[0];
  return row === undefined ? null : (
      {
        mailId: row.mail_id,
        userId: row.user_id,
        agencyId: row.agency_id,
        kind: row.kind,
        attempts: row.attempts,
        unknowns: row.unknowns,
        tokenRef: row.token_ref,
        expiresAt: row.expires_at,
      }
    );
}

/** Certainly not sent: again at `dueAt`. `counted` false: it was never tried. */
export async function putMailBack(
  db: Database,
  holder: string,
  mailId: string,
  dueAt: Date,
  note: string,
  counted: boolean,
): Promise<void> {
  await sql`update ops.account_mails set state = case when unknowns > 0 then 'unknown' else 'pending' end,
    holder = null, due_at = ${dueAt}::timestamptz, note = ${note}, attempts = attempts - ${counted ? 0 : 1}
    where mail_id = ${mailId}::uuid and state = 'sending' and holder = ${holder}`.execute(db);
}

/** Nobody knows whether it was taken. */
export async function mailUnknown(
  db: Database,
  holder: string,
  mailId: string,
  dueAt: Date,
  note: string,
): Promise<void> {
  await sql`update ops.account_mails set state = 'unknown', holder = null, due_at = ${dueAt}::timestamptz,
    note = ${note}, unknowns = unknowns + 1
    where mail_id = ${mailId}::uuid and state = 'sending' and holder = ${holder}`.execute(db);
}

export async function endMail(
  db: Database,
  holder: string,
  mailId: string,
  end: {
    readonly state: EndedMail['state'];
    readonly provider: string;
    readonly providerMessageId: string | null;
    readonly note: string | null;
  },
  now: Date,
): Promise<void> {
  await sql`update ops.account_mails set state = ${end.state}, holder = null, provider = ${end.provider},
    provider_message_id = ${end.providerMessageId}, note = ${end.note}, done_at = ${now}::timestamptz
    where mail_id = ${mailId}::uuid and state = 'sending' and holder = ${holder}`.execute(db);
}

/** What dead processes, or an earlier run of this one, left in the middle of a request. */
export async function recoverMails(
  db: Database,
  holder: string,
  inHand: readonly string[],
  dueAt: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update ops.account_mails m set state = 'unknown', holder = null, due_at = ${dueAt}::timestamptz,
    unknowns = unknowns + 1, note = 'the process ended during the request'
    where state = 'sending' and not mail_id = any(${inHand}::uuid[]) and (m.holder = ${holder} or ${holderIsDead('m.holder')})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}

/** Ended, and its stream may not know it yet. */
export async function unrecordedMails(db: Database): Promise<readonly EndedMail[]> {
  const { rows } = await sql<{
    mail_id: string;
    state: EndedMail['state'];
    provider: string | null;
    provider_message_id: string | null;
    note: string | null;
  }>`
    select mail_id, state, provider, provider_message_id, note from ops.account_mails where recorded_at is null
    and state in ('sent', 'failed', 'skipped') order by done_at limit 50`.execute(db);
  return rows.map((row) => ({
    mailId: row.mail_id,
    state: row.state,
    provider: row.provider ?? 'none',
    providerMessageId: row.provider_message_id ?? '',
    note: row.note ?? '',
  }));
}

export async function markRecorded(db: Database, mailId: string, now: Date): Promise<void> {
  await sql`update ops.account_mails set recorded_at = ${now}::timestamptz where mail_id = ${mailId}::uuid`.execute(db);
}

/** What is over is forgotten after a while; the streams keep it. */
export async function forgetMails(db: Database, before: Date): Promise<void> {
  await sql`delete from ops.account_mails where recorded_at < ${before}::timestamptz`.execute(db);
}

export interface MailCounts {
  readonly waiting: number;
  readonly overdue: number;
  readonly unknown: number;
  readonly note: string | null;
}
/** `overdue`: should have been sent more than a minute ago; `note` says what the oldest of them waits for. */
export async function countMails(db: Database, now: Date): Promise<MailCounts> {
  const { rows } = await sql<MailCounts>`
    select count(*) filter (where state in ('pending', 'sending'))::int as waiting,
    count(*) filter (where state = 'unknown')::int as unknown,
      count(*) filter (where state = 'pending' and requested_at < ${now}::timestamptz - interval '1 minute')::int as overdue,
      (array_agg(note order by requested_at) filter (where state = 'pending' and note is not null))[1] as note
    from ops.account_mails where state in ('pending', 'sending', 'unknown')`.execute(db);
  return rows[0]!;
}
