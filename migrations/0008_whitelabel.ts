import { type Kysely, sql } from 'kysely';

/** When each agency's custom domain is looked at again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ops.domain_checks (
      agency_id uuid        primary key,
      domain    text        not null,
      due_at    timestamptz not null,
      -- looks in a row that found something missing: the next one comes later
      failures  int         not null default 0
    )`.execute(db);
  await sql`create index domain_checks_due on ops.domain_checks (due_at)`.execute(db);
}
