import { type Kysely, sql } from 'kysely';

/** Who could not be let in by our own fault, and is tried no more: the watchdog asks for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index automation_entering_given_up on ops.automation_entering (business_id) where failures >= 8`.execute(
    db,
  );
}
