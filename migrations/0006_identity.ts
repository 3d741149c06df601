import { type Kysely, sql } from 'kysely';

/**
 * Sessions on top of sessions: whoever acts as somebody else has a session of theirs that stands on their own.
 * `beneath` are the sessions it stands on, the person's own first; when one of them ends, so does everything above.
 * `impersonator_id` and `impersonator_role` are that person's.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table ops.sessions
      add column beneath           uuid[] not null default '{}',
      add column impersonator_id   uuid,
      add column impersonator_role text,
      add constraint sessions_impersonator check ((impersonator_id is null) = (beneath = '{}')
        and (impersonator_id is null) = (impersonator_role is null))`.execute(db);
  await sql`create index sessions_by_beneath on ops.sessions using gin (beneath) where beneath <> '{}'`.execute(db);
}
