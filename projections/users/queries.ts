import { sql } from 'kysely';
import type { ListQuery, SortOf } from '../../domain/kernel/list.ts';
import type { userList } from '../../domain/users/list.ts';
import type { MemberRole } from '../../domain/team/fields.ts';
import {
  type Dated,
  dated,
  type Listed,
  matches,
  maxCount,
  offsetOf,
  orderBy,
  type Orders,
  query,
  searchPatterns,
  tablesIn,
} from '../engine/query.ts';
import type { RowOf, SelectedOf } from '../engine/table.ts';
import { answers, memberRoleTable, tenantNameTable, userCountTable, userModel, userTable } from '../tables/users.ts';

const t = tablesIn(userModel);

const own = userTable.select(
  'u',
  'id',
  'role',
  'agencyId',
  'businessId',
  'avatar',
  'phone',
  'pushNotifications',
  'timezone',
  'colorScheme',
  'createdAt',
  'lastSignInAt',
  'a2pConfirmedOn',
  'hasSecondFactor',
);
const columns = sql`${own}, coalesce(u.email, '') as email, coalesce(u.first_name, '') as "firstName",
  coalesce(u.last_name, '') as "lastName"`;
type Row = SelectedOf<typeof own> & { email: string; firstName: string; lastName: string };
type ListRow = Row & { agencyName: string | null; businessName: string | null };

const toView = <R extends Row>({ pushNotifications, timezone, colorScheme, ...rest }: R) => ({
  ...dated(rest),
  settings: { pushNotifications, timezone, colorScheme },
});
export type UserView = ReturnType<typeof toView<Row>>;
/** A line of the operator's list of users, with the names of where they belong. */
export type UserRowView = ReturnType<typeof toView<ListRow>>;

/** Every order has an index; the number of the registration settles what is equal. */
const orders: Orders<SortOf<typeof userList>, RowOf<typeof userTable>> = {
  id: ['position'],
  created_at: ['position'],
  name: ['name', 'position'],
  email: ['email', 'position'],
  role: ['role', 'position'],
  last_sign_in_at: ['signedIn', 'position'],
};

/** `brand`: what the agency is called. */
export interface AgencyPerson {
  readonly id: string;
  readonly name: string;
  readonly brand: string | null;
  /** Whether they can be told by text. */
  readonly hasPhone: boolean;
}

const memberColumns = userTable.select('u', 'id', 'avatar', 'invitedUntil', 'joinedAt', 'lastSignInAt', 'createdAt');
type MemberRow = SelectedOf<typeof memberColumns> & {
  role: MemberRole;
  email: string;
  firstName: string;
  lastName: string;
};
/** `joinedAt` null: they have not chosen a password yet. */
export type MemberView = Dated<MemberRow>;

export const userQueries = {
  user: query({
    reads: 'owner',
    run: async (db, userId: string): Promise<UserView | null> => {
      const [row] = await db.ask(sql<Row>`select ${columns} from ${t(userTable)} u where u.id = ${userId}`);
      return row ? toView(row) : null;
    },
  }),

  /** The ids of the users who see a business's live messages. */
  usersOfBusiness: query({
    reads: 'owner',
    run: async (db, businessId: string): Promise<readonly string[]> => {
      const rows = await db.ask(
        sql<{ id: string }>`select id from ${t(userTable)} u where business_id = ${businessId} and ${answers(sql`u`)}
          order by id`,
      );
      return rows.map((row) => row.id);
    },
  }),

  /** Who works for a business, the longest there first. */
  members: query({
    reads: 'business',
    run: async (db, businessId: string): Promise<readonly MemberView[]> => {
      const rows = await db.ask(
        sql<MemberRow>`select ${memberColumns}, coalesce(m.role, 'owner') as role, coalesce(u.email, '') as email,
            coalesce(u.first_name, '') as "firstName", coalesce(u.last_name, '') as "lastName"
          from ${t(userTable)} u left join ${t(memberRoleTable)} m on m.user_id = u.id
          where u.business_id = ${businessId} and u.removed_at is null order by u.position`,
      );
      return rows.map((row) => dated(row));
    },
  }),

  /**
   * Who of an agency answers for its businesses, and the agency's name. As an operator: they belong to no business, so
   * that its wall hides them.
   */
  agencyPeople: query({
    reads: 'operator',
    run: async (db, agencyId: string): Promise<readonly AgencyPerson[]> =>
      db.ask(
        sql<AgencyPerson>`select u.id, coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), u.email, '') as name,
            a.name as brand, u.phone is not null as "hasPhone"
          from ${t(userTable)} u left join ${t(tenantNameTable)} a on a.id = u.agency_id
          where u.agency_id = ${agencyId} and u.role = 'Agency' order by name, u.id`,
      ),
  }),

  /** For operators. Searched by name and email. */
  users: query({
    reads: 'operator',
    run: async (db, given: ListQuery<typeof userList>): Promise<Listed<UserRowView>> => {
      const patterns = searchPatterns(given.search ?? '');
      const ofRole = given.role === null ? sql`true` : sql`u.role = ${given.role}`;
      const where = sql`${ofRole} and u.removed_at is null and ${matches(sql`u.search`, patterns)}`;
      const order = orderBy('u', orders[given.sortBy ?? 'id'], given.sortDesc);
      // Without a search the total is a maintained tally; else it is counted, up to a bound.
      const total =
        patterns.length === 0 ?
          sql<{ total: number }>`
            select coalesce(sum(count), 0)::int as total from ${t(userCountTable)} u where ${ofRole}`
        : sql<{ total: number }>`select count(*)::int as total
            from (select from ${t(userTable)} u where ${where} limit ${maxCount}) counted`;
      const page = sql<ListRow>`
        select ${columns}, a.name as "agencyName", b.name as "businessName"
        from (
          select * from ${t(userTable)} u where ${where}
          order by ${order} limit ${given.perPage} offset ${offsetOf(given.page, given.perPage)}
        ) u left join ${t(tenantNameTable)} a on a.id = u.agency_id
          left join ${t(tenantNameTable)} b on b.id = u.business_id
        order by ${order}`;
      const [[counted], rows] = await Promise.all([db.ask(total), db.ask(page)]);
      return { data: rows.map(toView<ListRow>), total: counted?.total ?? 0 };
    },
  }),
};
