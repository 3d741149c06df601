import { type Kysely, sql } from 'kysely';

/** The newest checkpoint that a tenant was sent by email: of which day, and how many events it covers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table ops.evidence_witnesses (
    owner uuid primary key,
    day date not null,
    size bigint not null
  )`.execute(db);
}
