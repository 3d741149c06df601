import { type Kysely, sql } from 'kysely';
import { type Attendance, idleMs, stayMs } from './port.ts';

/**
 * By the sessions that people opened themselves: a socket that answers, or a call, is a sign, also of who acts as
 * somebody else. A process that dies leaves nothing to tidy up: its people come back at another, or their last sign
 * gets old. Who touches the product in one of several browsers is not idle; a session of a program that never speaks of
 * touching counts as long as it is connected.
 */
export function createAttendance({ db, now }: { db: Kysely<unknown>; now: () => Date }): Attendance {
  const ago = (ms: number) => new Date(now().getTime() - ms);
  const isOpen = () => sql`s.beneath = '{}' and s.revoked_at is null
    and greatest(s.last_seen_at, s.connected_at) > ${ago(stayMs)}::timestamptz`;
  return {
    async here(userIds) {
      if (userIds.length === 0) return new Set();
      const { rows } = await sql<{ id: string }>`select id from unnest(${[...userIds]}::uuid[]) as asked(id)
        where exists (
          select 1 from ops.sessions s where s.user_id = id and ${isOpen()}
            and coalesce(s.active_at > ${ago(idleMs)}::timestamptz, true)
        )`.execute(db);
      return new Set(rows.map(({ id }) => id));
    },
    async at(tenantIds) {
      if (tenantIds.length === 0) return [];
      const { rows } = await sql<{ userId: string; tenantId: string; idleSince: Date | null }>`
        select s.user_id as "userId", coalesce(s.business_id, s.agency_id) as "tenantId",
          case when bool_and(coalesce(s.active_at <= ${ago(idleMs)}::timestamptz, false)) then max(s.active_at) end as "idleSince"
        from ops.sessions s where coalesce(s.business_id, s.agency_id) = any(${[...tenantIds]}::uuid[]) and ${isOpen()}
        group by 1, 2 order by 1, 2`.execute(db);
      return rows;
    },
  };
}
