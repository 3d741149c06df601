import { type RawBuilder, sql } from 'kysely';
import type { ListQuery } from '../../domain/kernel/list.ts';
import type { notificationList } from '../../domain/notification/list.ts';
import { agencies } from '../agencies/projector.ts';
import { businesses } from '../businesses/projector.ts';
import { contactModel } from '../contacts/table.ts';
import { ask, iso, mostCounted, offsetOf, type ReadDatabase, tablesIn } from '../engine/query.ts';
import { schemaOf } from '../engine-types.ts';
import type { NotificationView, ReadModels, Recipient, SentNotificationView } from '../read-models.ts';
import { users } from '../users/projector.ts';
import { channelsOf } from './channels.ts';
import { notifications } from './projector.ts';

const t = tablesIn(schemaOf(notifications));
const people = tablesIn(schemaOf(users))('users');
const contacts = tablesIn(schemaOf(contactModel))('contacts');
const resellers = tablesIn(schemaOf(agencies))('agencies');
const shops = tablesIn(schemaOf(businesses))('businesses');

type Row = Omit<NotificationView, 'at'> & { at: Date };
interface Counts {
  total: string;
  unread: string;
}

/** What was raised for the business less what is settled, and what this user has read and removed, and the same for what was sent. Two rows by key and a few tallies. */
const counts = ({ userId, businessId }: Recipient, channels: readonly string[]) => sql<Counts>`
  select ((coalesce(c.raised, 0) - coalesce(u.deleted, 0)) + coalesce(sent.raised - r.hidden - r.deleted, 0))::text as total,
    ((coalesce(c.unsettled, 0) - coalesce(u.raised_to, 0) - coalesce(u.touched_after, 0)) + coalesce(sent.raised - r.raised_to - r.touched_after, 0))::text as unread
  from (select coalesce(sum(raised), 0) as raised from ${t('sent_counts')} where channel = any(${channels})) sent
    left join ${t('readers')} r on r.user_id = ${userId}
    left join ${t('notification_counts')} c on c.business_id = ${businessId}
    left join ${t('notification_users')} u on u.business_id = ${businessId} and u.user_id = ${userId}`;

/** The lines of the business and those sent to the recipient since their account was made. `most`: of each. */
function lines(
  { userId, businessId }: Recipient,
  channels: readonly string[],
  query: ListQuery<typeof notificationList>,
  most: number,
): RawBuilder<Row> {
  const direction = sql.raw(query.sortBy === null || query.sortDesc ? 'desc' : 'asc');
  const narrow = (read: RawBuilder<unknown>) =>
    query.status === 'unread' ? sql`and not ${read}`
    : query.status === 'read' ? sql`and ${read}`
    : sql``;
  const searched =
    query.search ? sql`and (n.title ilike ${like(query.search)} or n.content ilike ${like(query.search)})` : sql``;
  const named =
    query.search ?
      sql`and (n.title ilike ${like(query.search)} or n.content ilike ${like(query.search)} or p.search like ${like(query.search.toLowerCase())})`
    : sql``;
  const raisedRead = sql`(n.settled or n.position <= coalesce(u.read_to, 0) or s.notification_id is not null)`;
  const sentRead = sql`(n.position <= r.read_to or s.sent_id is not null)`;
  const raised = sql`(
    select n.id, n.kind, n.title, n.content, n.link, ${raisedRead} as read, n.at, n.contact_id as "contactId", n.count, n.position,
        p.first_name as "firstName", p.last_name as "lastName", p.phone
      from ${t('notifications')} n
        left join ${contacts} p on p.id = n.contact_id and p.business_id = n.business_id
        left join ${t('notification_states')} s on s.user_id = ${userId} and s.notification_id = n.id
        left join ${t('notification_users')} u on u.user_id = ${userId} and u.business_id = n.business_id
      where n.business_id = ${businessId} and s.deleted is not true ${narrow(raisedRead)} ${named}
      order by n.position ${direction} limit ${most})`;
  const sent = sql`(
    select n.id, n.kind, n.title, n.content, n.link, n.read, n.at, null::uuid as "contactId", 1 as count, n.position,
        null as "firstName", null as "lastName", null as phone
      from ${t('readers')} r cross join unnest(${channels}::text[]) as c(channel) cross join lateral (
        select n.id, n.kind, n.title, n.content, n.link, n.at, n.position, ${sentRead} as read
          from ${t('sent')} n left join ${t('sent_states')} s on s.user_id = r.user_id and s.sent_id = n.id
          where n.channel = c.channel and n.position > r.joined and s.deleted is not true ${narrow(sentRead)} ${searched}
          order by n.position ${direction} limit ${most}) n
      where r.user_id = ${userId} order by n.position ${direction} limit ${most})`;
  return sql<Row>`select * from (${businessId === null ? sent : sql`${raised} union all ${sent}`}) n order by n.position ${direction} limit ${most}`;
}

export const notificationQueries = (
  db: ReadDatabase,
): Pick<ReadModels, 'notifications' | 'notificationsUnread' | 'sentNotifications'> => ({
  /** Newest first (`sortDesc` false: oldest first). `status`: `read` or `unread`. */
  notifications: async (recipient, query) => {
    const channels = channelsOf(recipient);
    const offset = offsetOf(query.page, query.perPage);
    const [[counted], rows, [found]] = await Promise.all([
      ask(db, counts(recipient, channels)),
      ask(
        db,
        sql<Row & { position: string }>`${lines(recipient, channels, query, offset + query.perPage)} offset ${offset}`,
      ),
      query.search ?
        ask(
          db,
          sql<{
            total: number;
          }>`select count(*)::int as total from (${lines(recipient, channels, query, mostCounted)}) counted`,
        )
      : [],
    ]);
    const [all, unread] = [Number(counted?.total ?? 0), Number(counted?.unread ?? 0)];
    const total =
      found ? found.total
      : query.status === 'unread' ? unread
      : query.status === 'read' ? all - unread
      : all;
    return { data: rows.map(({ position: _position, ...row }) => ({ ...row, at: iso(row.at) })), total, unread };
  },

  notificationsUnread: async (recipient) => {
    const [counted] = await ask(db, counts(recipient, channelsOf(recipient)));
    return Number(counted?.unread ?? 0);
  },

  /** What people wrote: what the platform tells by itself is not among it. Newest first. */
  sentNotifications: async (query) => {
    const searched =
      query.search ? sql`and (n.title ilike ${like(query.search)} or n.content ilike ${like(query.search)})` : sql``;
    const direction = sql.raw(query.sortBy === null || query.sortDesc ? 'desc' : 'asc');
    const [[counted], rows] = await Promise.all([
      ask(
        db,
        sql<{
          total: number;
        }>`select count(*)::int as total from (select from ${t('sent')} n where n.sender_id is not null ${searched} limit ${mostCounted}) counted`,
      ),
      ask(
        db,
        sql<
          Omit<SentNotificationView, 'at' | 'target'> & { at: Date; targetId: string | null; targetName: string | null }
        >`
        select n.id, n.title, n.content, n.link, n.audience, n.target_id as "targetId", coalesce(g.name, b.name, nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), u.email) as "targetName",
          n.recipients::int as recipients, n.read::int as read, n.at, nullif(trim(concat(w.first_name, ' ', w.last_name)), '') as sender
        from (select * from ${t('sent')} n where n.sender_id is not null ${searched} order by n.position ${direction} limit ${query.perPage} offset ${offsetOf(query.page, query.perPage)}) n
          left join ${resellers} g on n.audience = 'agency' and g.id = n.target_id
          left join ${shops} b on n.audience = 'business' and b.id = n.target_id
          left join ${people} u on n.audience = 'user' and u.id = n.target_id
          left join ${people} w on w.id = n.sender_id
        order by n.position ${direction}`,
      ),
    ]);
    const data = rows.map(({ at, targetId, targetName, ...row }) => ({
      ...row,
      at: iso(at),
      target: targetId === null ? null : { id: targetId, name: targetName ?? '' },
    }));
    return { data, total: counted?.total ?? 0 };
  },
});

const like = (search: string): string => `%${search.replaceAll('\u0000', '').replace(/[\\%_]/g, '\\$&')}%`;
