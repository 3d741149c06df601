import { sql } from 'kysely';
import { ask, iso, mostCounted, offsetOf, type ReadDatabase, tablesIn } from '../engine/query.ts';
import { schemaOf } from '../engine-types.ts';
import type { NotificationView, ReadModels } from '../read-models.ts';
import { notifications } from './projector.ts';

const t = tablesIn(schemaOf(notifications));

type Row = Omit<NotificationView, 'at'> & { at: Date };
interface Counts { raised: string | null; raisedTo: string | null; touchedAfter: string | null; deleted: string | null }

export const notificationQueries = (db: ReadDatabase): Pick<ReadModels, 'notifications'> => ({
  /** Newest first (`sortDesc` false: oldest first). `status`: `read` or `unread`. */
  notifications: async (businessId, userId, query) => {
    const read = sql`(n.position <= coalesce(u.read_to, 0) or s.notification_id is not null)`;
    const narrowed = query.status === 'unread' ? sql`and not ${read}` : query.status === 'read' ? sql`and ${read}` : sql``;
    const searched = query.search ? sql`and (n.title ilike ${like(query.search)} or n.content ilike ${like(query.search)})` : sql``;
    const from = sql`${t('notifications')} n
      left join ${t('notification_states')} s on s.user_id = ${userId} and s.notification_id = n.id
      left join ${t('notification_users')} u on u.user_id = ${userId} and u.business_id = n.business_id
      where n.business_id = ${businessId} and s.deleted is not true ${narrowed} ${searched}`;
    const newestFirst = query.sortBy === null || query.sortDesc;
    const [[counts], rows] = await Promise.all([
      ask(db, sql<Counts>`
        select c.raised::text, u.raised_to::text as "raisedTo", u.touched_after::text as "touchedAfter", u.deleted::text
        from (values (1)) one left join ${t('notification_counts')} c on c.business_id = ${businessId}
          left join ${t('notification_users')} u on u.business_id = ${businessId} and u.user_id = ${userId}`),
      ask(db, sql<Row>`
        select n.id, n.kind, n.title, n.content, n.link, ${read} as read, n.at, n.contact_id as "contactId" from ${from}
        order by n.position ${sql.raw(newestFirst ? 'desc' : 'asc')} limit ${query.perPage} offset ${offsetOf(query.page, query.perPage)}`),
    ]);
    const [raised, deleted] = [Number(counts?.raised ?? 0), Number(counts?.deleted ?? 0)];
    const unread = raised - Number(counts?.raisedTo ?? 0) - Number(counts?.touchedAfter ?? 0);
    const total = query.search ? await countUpTo() : query.status === 'unread' ? unread : query.status === 'read' ? raised - deleted - unread : raised - deleted;
    return { data: rows.map((row) => ({ ...row, at: iso(row.at) })), total, unread };

    async function countUpTo(): Promise<number> {
      const [row] = await ask(db, sql<{ total: number }>`select count(*)::int as total from (select from ${from} limit ${mostCounted}) counted`);
      return row?.total ?? 0;
    }
  },
});

const like = (search: string): string => `%${search.replaceAll('\u0000', '').replace(/[\\%_]/g, '\\$&')}%`;
