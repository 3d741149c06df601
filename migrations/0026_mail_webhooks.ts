import { type Kysely, sql } from 'kysely';

/** What mail providers' webhooks need, and what a month's allowance of texts is counted in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A mail by the provider's own name for it, where its webhook does not bring ours.
  await sql`create index mails_by_provider_id on ops.mails (provider_message_id) where provider_message_id is not null`.execute(
    db,
  );
  // Tokens of webhooks whose signature does not cover the body: each is heard with the body it first came with.
  await sql`create table ops.webhook_tokens (
    token text primary key,
    body bytea not null,
    heard_at timestamptz not null
  )`.execute(db);
  await sql`create index webhook_tokens_heard on ops.webhook_tokens (heard_at)`.execute(db);
  // How mails of a business fared in a calendar month (UTC): counted with the checkpoint of the worker that follows them.
  await sql`create table ops.mail_health (
    business_id uuid not null,
    month date not null,
    accepted bigint not null default 0,
    bounced bigint not null default 0,
    complained bigint not null default 0,
    primary key (business_id, month)
  )`.execute(db);
}
