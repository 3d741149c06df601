import { type Kysely, sql } from 'kysely';

/** Mails of the product to its users: how each stands. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // One row per requested mail. No address and no link is kept: the address is in the mail's stream, encrypted, the
  // link's secret in the vault.
  //   pending  is sent once due_at has come
  //   sending  committed before the request to the provider: if that process dies, the outcome is unknown
  //   unknown  may or may not have been taken: sent once more under the same Message-ID, once due_at has come
  //   sent, failed, skipped  ended; recorded_at says that the mail's stream knows it too, and that the secret is gone
  await sql`
    create table ops.account_mails (
      mail_id             uuid        primary key,
      user_id             uuid        not null,
      agency_id           uuid,
      kind                text        not null,
      position            bigint      not null,
      state               text        not null check (state in ('pending', 'sending', 'unknown', 'sent', 'failed', 'skipped')),
      due_at              timestamptz not null,
      holder              text,
      attempts            int         not null default 0,
      -- how often its outcome was unknown
      unknowns            int         not null default 0,
      sending_at          timestamptz,
      token_ref           text,
      expires_at          timestamptz,
      provider            text,
      provider_message_id text,
      note                text,
      requested_at        timestamptz not null default now(),
      done_at             timestamptz,
      recorded_at         timestamptz
    )`.execute(db);
  await sql`create index account_mails_due on ops.account_mails (due_at) where state in ('pending', 'unknown')`.execute(
    db,
  );
  await sql`create index account_mails_sending on ops.account_mails (sending_at) where state = 'sending'`.execute(db);
  await sql`create index account_mails_to_record on ops.account_mails (done_at)
    where recorded_at is null and state in ('sent', 'failed', 'skipped')`.execute(db);
}
