import { type Kysely, sql } from 'kysely';

/** Photos that a search outside found: where they come from, by whom they are, and where they lie once they were looked at. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table ops.stock_photos (
    name text primary key,
    source text not null,
    credit text not null,
    page text not null,
    storage_key text,
    content_type text,
    found_at timestamptz not null default now()
  )`.execute(db);
}
