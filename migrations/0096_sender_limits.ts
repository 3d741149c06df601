import { type Kysely, sql } from 'kysely';

/**
 * How much registered numbers may send: made of their registration, so that it can be made again. `brand_days` counts
 * what a brand has taken of T-Mobile's day; the carrier counts too, so a lost count is no lost text.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ops.sender_limits (
      sender              text             primary key,
      business_id         uuid             not null,
      brand_id            uuid             not null,
      segments_per_second double precision not null,
      day_most            int              not null,
      -- until then broadcasts of this number stand still
      bulk_after          timestamptz
    )`.execute(db);
  await sql`create index sender_limits_of_business on ops.sender_limits (business_id)`.execute(db);
  await sql`
    create table ops.brand_days (
      brand_id    uuid not null,
      day         date not null,
      business_id uuid not null,
      taken       int  not null,
      granted     int  not null,
      primary key (brand_id, day)
    )`.execute(db);
}
