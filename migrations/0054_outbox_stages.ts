import { type Kysely, sql } from 'kysely';

/**
 * `claimed` and `sending` are one to every index: what is committed before a request changes none of them then, and the
 * new version of the row stays in its page. The other half of a page is for the versions of its rows, so that those who
 * follow each other in the audience stay together.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const dropped = ['claim', 'contact', 'in_flight', 'unknown', 'done', 'broadcast', 'accepted', 'accepted_of', 'due'];
  for (const name of dropped) await sql`drop index ops.${sql.id(`outbox_${name}`)}`.execute(db);
  await sql`alter table ops.outbox set (fillfactor = 50)`.execute(db);
  await sql`alter table ops.outbox add column stage text not null generated always as
    (case when state in ('claimed', 'sending') then 'in hand' else state end) stored`.execute(db);
  await sql`create index outbox_claim on ops.outbox (sender, lane, due_at, position) where stage = 'pending'`.execute(
    db,
  );
  // What a later message to the same contact may not pass (workers/sender/claim.ts, in the same words).
  await sql`create index outbox_contact on ops.outbox (contact_id, position)
    where stage in ('in hand', 'unknown') or (stage = 'pending' and not deferred and broadcast_id is null)`.execute(db);
  await sql`create index outbox_in_hand on ops.outbox (holder) where stage = 'in hand'`.execute(db);
  await sql`create index outbox_unknown on ops.outbox (due_at) where stage = 'unknown'`.execute(db);
  await sql`create index outbox_done on ops.outbox (done_at) where stage = 'done'`.execute(db);
  await sql`create index outbox_broadcast on ops.outbox (broadcast_id, stage) where stage in ('pending', 'parked')
    and broadcast_id is not null`.execute(db);
  await sql`create index outbox_accepted on ops.outbox (due_at) where stage = 'accepted'`.execute(db);
  await sql`create index outbox_accepted_of on ops.outbox (broadcast_id) where stage = 'accepted'`.execute(db);
  await sql`create index outbox_due on ops.outbox (due_at) where stage = 'pending' and broadcast_id is null`.execute(
    db,
  );
}
