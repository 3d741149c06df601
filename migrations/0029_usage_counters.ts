import { type Kysely, sql } from 'kysely';

/** What each business has sent in a month, to hold its plan's limit against at the moment of sending. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // used:    what counts, texts under way included; moved with `sending` in one statement
  // settled: the read model it began with had shown everything by then
  await sql`
    create table ops.usage_counters (
      business_id uuid    not null,
      month       date    not null,
      used        bigint  not null,
      settled     boolean not null,
      primary key (business_id, month)
    ) with (fillfactor = 50)`.execute(db);
  await sql`create index usage_counters_unsettled on ops.usage_counters (month) where not settled`.execute(db);
  // month, units: where and as how much it counts, once it was `sending`; counted: it does
  await sql`alter table ops.outbox
    add column month date,
    add column units int,
    add column counted boolean not null default false`.execute(db);
}
