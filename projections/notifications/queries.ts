import { type RawBuilder, sql } from 'kysely';
import type { ListQuery } from '../../domain/kernel/list.ts';
import type { notificationList, sentNotificationList } from '../../domain/notifications/list.ts';
import type { Role } from '../../domain/users/fields.ts';
import { agencyModel, agencyTable } from '../tables/agencies.ts';
import { businessModel, businessTable } from '../tables/businesses.ts';
import { contactModel, contactTable } from '../tables/contacts.ts';
import {
  dated,
  type Dated,
  direction,
  type Listed,
  maxCount,
  type Named,
  offsetOf,
  query,
  tablesIn,
} from '../engine/query.ts';
import type { Scope } from '../engine/scoped-readers.ts';
import type { RowOf, SelectedOf } from '../engine/table.ts';
import { userModel, userTable } from '../tables/users.ts';
import { channelsOf } from './channels.ts';
import {
  bellTable,
  notificationCountTable,
  notificationModel,
  notificationStateTable,
  notificationTable,
  readerTable,
  sentCountTable,
  sentStateTable,
  sentTable,
} from '../tables/notifications.ts';

const t = tablesIn(notificationModel);
const contacts = tablesIn(contactModel)(contactTable);
const users = tablesIn(userModel)(userTable);
const agencies = tablesIn(agencyModel)(agencyTable);
const businesses = tablesIn(businessModel)(businessTable);

/** Whose bell: decides which notifications are theirs. From the session. */
export interface Recipient {
  readonly userId: string;
  readonly role: Role;
  readonly agencyId: string | null;
  readonly businessId: string | null;
}
type Asked = ListQuery<typeof notificationList>;

type Row = Pick<
  RowOf<typeof notificationTable>,
  'id' | 'kind' | 'title' | 'content' | 'link' | 'at' | 'count' | 'position'
> & { read: boolean; contactId: string | null } & Pick<RowOf<typeof contactTable>, 'firstName' | 'lastName' | 'phone'>;
/**
 * `count`: how many texts of one contact it stands for while nobody has looked; `content` is the newest. The contact is
 * as they are called now, null where it is about nobody or nobody known yet.
 */
export type NotificationView = Omit<Dated<Row>, 'position'>;

const own = sentTable.select('n', 'id', 'title', 'content', 'link', 'audience', 'targetId', 'at');
type SentRow = Omit<SelectedOf<typeof own>, 'audience'> & {
  /** What operators are told, the platform says by itself. */
  audience: Exclude<RowOf<typeof sentTable>['audience'], 'admins'>;
  recipients: number;
  read: number;
  targetName: string | null;
  sender: string | null;
};
/** What an operator sent, with how many it is for now and how many of them have read it. */
export type SentNotificationView = Omit<Dated<SentRow>, 'targetId' | 'targetName'> & { target: Named | null };

/**
 * What was raised for the business less what is settled, and what this user has read and removed, and the same for what
 * was sent. Two rows by key and a few tallies.
 */
const counts = ({ userId, businessId }: Recipient, channels: readonly string[]) => sql<{
  total: string;
  unread: string;
}>`
  select (
      coalesce(c.raised, 0) - coalesce(u.deleted, 0) + coalesce(sent.raised - r.hidden - r.deleted, 0)
    )::text as total,
    (
      coalesce(c.unsettled, 0) - coalesce(u.raised_to, 0) - coalesce(u.touched_after, 0)
      + coalesce(sent.raised - r.raised_to - r.touched_after, 0)
    )::text as unread
  from (
      select coalesce(sum(raised), 0) as raised from ${t(sentCountTable)} where channel = any(${channels})
    ) sent
    left join ${t(readerTable)} r on r.user_id = ${userId}
    left join ${t(notificationCountTable)} c on c.business_id = ${businessId}
    left join ${t(bellTable)} u on u.business_id = ${businessId} and u.user_id = ${userId}`;

/** `more`: a column in lower case that is searched as well. */
const searched = (search: string | null, more: RawBuilder<unknown> = sql`null`): RawBuilder<unknown> => {
  if (!search) return sql``;
  const pattern = `%${search.replaceAll('\u0000', '').replace(/[\\%_]/g, '\\$&')}%`;
  return sql`and (n.title ilike ${pattern} or n.content ilike ${pattern} or ${more} like ${pattern.toLowerCase()})`;
};

/** The lines of the business and those sent to the recipient since their account was made. `most`: of each. */
function lines(
  { userId, businessId }: Recipient,
  channels: readonly string[],
  { search, sortBy, sortDesc, status }: Asked,
  most: number,
): RawBuilder<Row> {
  const order = sql`order by n.position ${direction(sortBy === null || sortDesc)} limit ${most}`;
  const narrow = (read: RawBuilder<unknown>) =>
    status === 'unread' ? sql`and not ${read}`
    : status === 'read' ? sql`and ${read}`
    : sql``;
  const raisedRead = sql`(n.settled or n.position <= coalesce(u.read_to, 0) or s.notification_id is not null)`;
  const sentRead = sql`(n.position <= r.read_to or s.sent_id is not null)`;
  const raised = sql`(
    select n.id, n.kind, n.title, n.content, n.link, ${raisedRead} as read, n.at, n.contact_id as "contactId", n.count,
        n.position, p.first_name as "firstName", p.last_name as "lastName", p.phone
      from ${t(notificationTable)} n
        left join ${contacts} p on p.id = n.contact_id and p.business_id = n.business_id
        left join ${t(notificationStateTable)} s on s.user_id = ${userId} and s.notification_id = n.id
        left join ${t(bellTable)} u on u.user_id = ${userId} and u.business_id = n.business_id
      where n.business_id = ${businessId} and s.deleted is not true
        ${narrow(raisedRead)} ${searched(search, sql`p.search`)} ${order})`;
  const sent = sql`(
    select n.id, n.kind, n.title, n.content, n.link, n.read, n.at, null::uuid as "contactId", 1 as count, n.position,
        null as "firstName", null as "lastName", null as phone
      from ${t(readerTable)} r cross join unnest(${channels}::text[]) as c(channel) cross join lateral (
        select n.id, n.kind, n.title, n.content, n.link, n.at, n.position, ${sentRead} as read
          from ${t(sentTable)} n left join ${t(sentStateTable)} s on s.user_id = r.user_id and s.sent_id = n.id
          where n.channel = c.channel and n.position > r.joined and s.deleted is not true
            ${narrow(sentRead)} ${searched(search)} ${order}
      ) n
      where r.user_id = ${userId} ${order})`;
  return sql<Row>`select * from (${businessId === null ? sent : sql`${raised} union all ${sent}`}) n ${order}`;
}

/** A business's bell shows its own rows. Others have lines of no tenant alone, which no tenant may see: as an operator. */
const bellOf = ({ businessId }: Recipient): Scope => (businessId === null ? 'operator' : { businessId });

export const notificationQueries = {
  /** Those of the recipient's business and those an operator sent to them. Newest first (`sortDesc` false: oldest first). */
  notifications: query({
    reads: (recipient: Recipient, _asked: Asked) => bellOf(recipient),
    run: async (
      db,
      recipient: Recipient,
      asked: Asked,
    ): Promise<Listed<NotificationView> & { readonly unread: number }> => {
      const channels = channelsOf(recipient);
      const offset = offsetOf(asked.page, asked.perPage);
      const [[counted], rows, [found]] = await Promise.all([
        db.ask(counts(recipient, channels)),
        db.ask(sql<Row>`${lines(recipient, channels, asked, offset + asked.perPage)} offset ${offset}`),
        asked.search ?
          db.ask(sql<{ total: number }>`select count(*)::int as total
            from (${lines(recipient, channels, asked, maxCount)}) counted`)
        : [],
      ]);
      const [all, unread] = [Number(counted?.total ?? 0), Number(counted?.unread ?? 0)];
      const total =
        found ? found.total
        : asked.status === 'unread' ? unread
        : asked.status === 'read' ? all - unread
        : all;
      return { data: rows.map(({ position: _, ...row }) => dated(row)), total, unread };
    },
  }),

  /** The number under the bell. Exact, and one look-up. */
  notificationsUnread: query({
    reads: bellOf,
    run: async (db, recipient: Recipient): Promise<number> => {
      const [counted] = await db.ask(counts(recipient, channelsOf(recipient)));
      return Number(counted?.unread ?? 0);
    },
  }),

  /** For operators: what people wrote, and not what the platform tells by itself. Newest first. */
  sentNotifications: query({
    reads: 'operator',
    run: async (db, given: ListQuery<typeof sentNotificationList>): Promise<Listed<SentNotificationView>> => {
      const where = sql`n.sender_id is not null ${searched(given.search)}`;
      const order = sql`order by n.position ${direction(given.sortBy === null || given.sortDesc)}`;
      const [[counted], rows] = await Promise.all([
        db.ask(sql<{ total: number }>`select count(*)::int as total
          from (select from ${t(sentTable)} n where ${where} limit ${maxCount}) counted`),
        db.ask(sql<SentRow>`
          select ${own}, n.recipients::int as recipients, n.read::int as read,
            coalesce(
              g.name, b.name, nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), u.email
            ) as "targetName",
            nullif(trim(concat(w.first_name, ' ', w.last_name)), '') as sender
          from (
            select * from ${t(sentTable)} n where ${where}
            ${order} limit ${given.perPage} offset ${offsetOf(given.page, given.perPage)}
          ) n
            left join ${agencies} g on n.audience = 'agency' and g.id = n.target_id
            left join ${businesses} b on n.audience = 'business' and b.id = n.target_id
            left join ${users} u on n.audience = 'user' and u.id = n.target_id
            left join ${users} w on w.id = n.sender_id
          ${order}`),
      ]);
      const data = rows.map(({ targetId, targetName, ...row }) => ({
        ...dated(row),
        target: targetId === null ? null : { id: targetId, name: targetName ?? '' },
      }));
      return { data, total: counted?.total ?? 0 };
    },
  }),
};
