import { type Kysely, sql } from 'kysely';

/**
 * How much an API key is used: one row per key and day (UTC), written at most once a minute per key and process. A crash
 * loses that minute, so it skips the log.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ops.api_key_days (
      key_id       uuid        not null,
      day          date        not null,
      business_id  uuid        not null,
      calls        bigint      not null,
      last_used_at timestamptz not null,
      primary key (key_id, day)
    )`.execute(db);
  await sql`create index api_key_days_of_business on ops.api_key_days (business_id, day)`.execute(db);
}
