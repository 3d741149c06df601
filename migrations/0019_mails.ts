import { type Kysely, sql } from 'kysely';

/** One outbox for all mails: those of the product to its users, and those of businesses to whoever they write to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ops.account_mails rename to mails`.execute(db);
  await sql`alter table ops.mails rename constraint account_mails_pkey to mails_pkey`.execute(db);
  await sql`alter table ops.mails alter column user_id drop not null`.execute(db);
  // business_id: of a mail of a business; null: of the product to one of its users.
  // tenant:      who takes turns with the others: the business, or the agency, or (all zeros) the platform.
  // lane:        0: somebody waits for it; 1: bulk.
  // repeatable:  goes out once more, under the same Message-ID, when nobody knows whether it was taken.
  await sql`alter table ops.mails
    add column business_id uuid,
    add column tenant uuid not null default '00000000-0000-0000-0000-000000000000',
    add column lane smallint not null default 0,
    add column repeatable boolean not null default true`.execute(db);
  await sql`update ops.mails set tenant = agency_id where agency_id is not null`.execute(db);
  // Besides what 0007 says:
  //   claimed  somebody is about to send it; if that process dies it has certainly not gone out
  //   unsure   ended: it may or may not have been taken, and is not sent again
  await sql`alter table ops.mails drop constraint account_mails_state_check`.execute(db);
  await sql`alter table ops.mails add constraint mails_state_check
    check (state in ('pending', 'claimed', 'sending', 'unknown', 'sent', 'failed', 'skipped', 'unsure'))`.execute(db);
  for (const index of ['due', 'sending', 'to_record'])
    await sql`drop index ops.${sql.raw(`account_mails_${index}`)}`.execute(db);
  await sql`create index mails_due on ops.mails (lane, tenant, due_at, position)
    where state in ('pending', 'unknown')`.execute(db);
  await sql`create index mails_in_hand on ops.mails (holder) where state in ('claimed', 'sending')`.execute(db);
  await sql`create index mails_to_record on ops.mails (done_at)
    where recorded_at is null and state in ('sent', 'failed', 'skipped', 'unsure')`.execute(db);
  await sql`create index mails_recorded on ops.mails (recorded_at) where recorded_at is not null`.execute(db);
}
