import { type Kysely, sql } from 'kysely';

/** What the mail sender keeps of the recipients of broadcasts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // broadcast_id:     the mail has no stream of its own before it goes out; its recipient stands in a frozen audience.
  // variant:          0 is A; -1: waits for the winner of the test.
  // first_sending_at: since then something may have been said of it.
  // delays:           how often the provider could not take it then; `attempts` counts every claim, and is a name.
  await sql`alter table ops.mails
    add column broadcast_id uuid,
    add column contact_id uuid,
    add column variant smallint,
    add column delays int not null default 0,
    add column first_sending_at timestamptz`.execute(db);
  // Besides what 0007 and 0019 say, of broadcasts alone:
  //   parked    its broadcast is paused, or it waits for the winner of the test
  //   accepted  the provider has it, and is to tell what becomes of it; after due_at that is all that is known
  await sql`alter table ops.mails drop constraint mails_state_check`.execute(db);
  await sql`alter table ops.mails add constraint mails_state_check check (state in ('pending', 'claimed', 'sending',
    'unknown', 'sent', 'failed', 'skipped', 'unsure', 'parked', 'accepted'))`.execute(db);
  // What of a broadcast has not come to its end, or has and its stream may not know it yet.
  await sql`create index mails_of_broadcast on ops.mails (broadcast_id, state)
    where broadcast_id is not null and recorded_at is null`.execute(db);
  await sql`create index mails_accepted on ops.mails (due_at) where state = 'accepted'`.execute(db);

  // What came of a broadcast's mails: how many people have reported it as spam, since it began or went on.
  await sql`alter table ops.broadcasts add column complained bigint not null default 0`.execute(db);
  // Whom a mail has reached, besides the address: a contact may have another one by the next broadcast.
  await sql`alter table ops.reached add column contact_id uuid`.execute(db);
  await sql`create index reached_contact on ops.reached (contact_id) where contact_id is not null`.execute(db);
}
