import { type Kysely, sql } from 'kysely';

/** One in hand for which what it may be about to wait for has come: then it does not wait. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['outbox', 'mails'])
    await sql`alter table ${sql.table(`ops.${table}`)} add column released boolean not null default false`.execute(db);
}
