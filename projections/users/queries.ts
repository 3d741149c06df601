import { type RawBuilder, sql } from 'kysely';
import {
  ask,
  iso,
  isoOrNull,
  mostCounted,
  offsetOf,
  type ReadDatabase,
  searchPatterns,
  tablesIn,
} from '../engine/query.ts';
import { schemaOf } from '../engine-types.ts';
import type { ReadModels, UserRowView, UserView } from '../read-models.ts';
import { users } from './projector.ts';

const t = tablesIn(schemaOf(users));

interface Row extends Omit<UserView, 'settings' | 'createdAt' | 'lastSignInAt'> {
  pushNotifications: boolean;
  timezone: string | null;
  colorScheme: UserView['settings']['colorScheme'];
  createdAt: Date;
  lastSignInAt: Date | null;
}

const columns = sql`u.id, u.role, coalesce(u.email, '') as email, coalesce(u.first_name, '') as "firstName", coalesce(u.last_name, '') as "lastName", u.agency_id as "agencyId", u.business_id as "businessId",
  u.avatar, u.push_notifications as "pushNotifications", u.timezone, u.color_scheme as "colorScheme", u.created_at as "createdAt", u.last_sign_in_at as "lastSignInAt", u.a2p_confirmed_on as "a2pConfirmedOn"`;

const toView = <R extends Row>({ pushNotifications, timezone, colorScheme, createdAt, lastSignInAt, ...rest }: R) => ({
  ...rest,
  settings: { pushNotifications, timezone, colorScheme },
  createdAt: iso(createdAt),
  lastSignInAt: isoOrNull(lastSignInAt),
});

/** Every order has an index; the number of the registration settles what is equal. */
const orders: Readonly<Record<string, readonly string[]>> = {
  id: ['position'],
  created_at: ['position'],
  name: ['name', 'position'],
  email: ['email', 'position'],
  role: ['role', 'position'],
  last_sign_in_at: ['signed_in', 'position'],
};
export const userOrders: readonly string[] = Object.keys(orders);

export const userQueries = (db: ReadDatabase): Pick<ReadModels, 'user' | 'usersOfBusiness' | 'users'> => ({
  user: async (userId) => {
    const [row] = await ask(db, sql<Row>`select ${columns} from ${t('users')} u where u.id = ${userId}`);
    return row ? toView(row) : null;
  },

  usersOfBusiness: async (businessId) =>
    (
      await ask(db, sql<{ id: string }>`select id from ${t('users')} where business_id = ${businessId} order by id`)
    ).map((row) => row.id),

  users: async (query) => {
    const patterns = query.search === null ? [] : searchPatterns(query.search);
    const conditions: RawBuilder<unknown>[] = [sql`true`];
    if (query.role !== null) conditions.push(sql`u.role = ${query.role}`);
    if (patterns.length > 0)
      conditions.push(
        sql`(${sql.join(
          patterns.map((pattern) => sql`u.search like ${pattern}`),
          sql` or `,
        )})`,
      );
    const where = sql.join(conditions, sql` and `);
    const direction = sql.raw(query.sortDesc ? 'desc' : 'asc');
    const order = sql.join(
      (orders[query.sortBy ?? 'id'] ?? ['position']).map((column) => sql`u.${sql.ref(column)} ${direction}`),
    );
    // Without a search the total is a maintained tally; else it is counted, up to a bound.
    const total =
      patterns.length === 0 ?
        sql<{
          total: number;
        }>`select coalesce(sum(count), 0)::int as total from ${t('user_counts')} u where ${query.role === null ? sql`true` : sql`role = ${query.role}`}`
      : sql<{
          total: number;
        }>`select count(*)::int as total from (select from ${t('users')} u where ${where} limit ${mostCounted}) counted`;
    const page = sql<Row & Pick<UserRowView, 'agencyName' | 'businessName'>>`
      select ${columns}, a.name as "agencyName", b.name as "businessName"
      from (select * from ${t('users')} u where ${where} order by ${order} limit ${query.perPage} offset ${offsetOf(query.page, query.perPage)}) u
        left join ${t('tenant_names')} a on a.id = u.agency_id left join ${t('tenant_names')} b on b.id = u.business_id
      order by ${order}`;
    const [[counted], rows] = await Promise.all([ask(db, total), ask(db, page)]);
    return { data: rows.map(toView), total: counted?.total ?? 0 };
  },
});
