import { type Kysely, sql } from 'kysely';

/**
 * Each version of a row of the outbox is an entry in each of its indexes (the state is part of them all), so an index
 * holds only the states that are asked for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Nobody asks it; and where statistics said that little waits, claims read all that did through it, and sorted that.
  await sql`drop index ops.outbox_overdue`.execute(db);
  // What a later message to the same contact may not pass (workers/sender/claim.ts, in the same words).
  await sql`drop index ops.outbox_contact`.execute(db);
  await sql`create index outbox_contact on ops.outbox (contact_id, position)
    where state in ('claimed', 'sending', 'unknown') or (state = 'pending' and not deferred and broadcast_id is null)`.execute(
    db,
  );
  // What waits of a broadcast: to park it, to strike it off. What is under way has few rows and outbox_in_flight.
  await sql`drop index ops.outbox_broadcast`.execute(db);
  await sql`create index outbox_broadcast on ops.outbox (broadcast_id, state) where state in ('pending', 'parked')
    and broadcast_id is not null`.execute(db);
  await sql`create index outbox_accepted_of on ops.outbox (broadcast_id) where state = 'accepted'`.execute(db);
}
