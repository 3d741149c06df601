import { type Kysely, sql } from 'kysely';
import type { Attendance } from './port.ts';

/** So long after their last sign somebody is still here, in ms: a reload, a tunnel, a lid that is closed for a moment. */
const stayMs = 5 * 60_000;

/**
 * By the sessions that people opened themselves: a socket that answers, or a call, is a sign, also of who acts as
 * somebody else. A process that dies leaves nothing to tidy up: its people come back at another, or their last sign
 * gets old.
 */
export function createAttendance({ db, now }: { db: Kysely<unknown>; now: () => Date }): Attendance {
  return {
    async here(userIds) {
      if (userIds.length === 0) return new Set();
      const { rows } = await sql<{ id: string }>`select id from unnest(${[...userIds]}::uuid[]) as asked(id)
        where exists (
          select 1 from ops.sessions s where s.user_id = id and s.beneath = '{}' and s.revoked_at is null
            and greatest(s.last_seen_at, s.connected_at) > ${new Date(now().getTime() - stayMs)}::timestamptz
        )`.execute(db);
      return new Set(rows.map(({ id }) => id));
    },
  };
}
