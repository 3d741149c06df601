import { type RawBuilder, sql } from 'kysely';
import type { businessList } from '../../domain/business/list.ts';
import type { ListQuery } from '../../domain/kernel/list.ts';
import { agencies } from '../agencies/projector.ts';
import { campaigns } from '../campaigns/projector.ts';
import { contacts } from '../contacts/projector.ts';
import { conversations } from '../conversations/projector.ts';
import {
  ask,
  type Counted,
  iso,
  isoOrNull,
  listed,
  mostCounted,
  offsetOf,
  type ReadDatabase,
  searchPatterns,
  tablesIn,
} from '../engine/query.ts';
import { schemaOf } from '../engine-types.ts';
import type { BusinessRowView, BusinessView, Named, ReadModels } from '../read-models.ts';
import { businessModel, everywhere } from './table.ts';

const t = tablesIn(schemaOf(businessModel));
const agencyRows = tablesIn(schemaOf(agencies))('agencies');
const months = tablesIn(schemaOf(conversations))('message_months');
const contactCounts = tablesIn(schemaOf(contacts))('contact_counts');
const campaignRows = tablesIn(schemaOf(campaigns))('campaigns');

type Dated<V> = Omit<V, 'createdAt' | 'archivedAt'> & { createdAt: Date; archivedAt: Date | null };
const dated = <R extends { createdAt: Date; archivedAt: Date | null }>(row: R) => ({
  ...row,
  createdAt: iso(row.createdAt),
  archivedAt: isoOrNull(row.archivedAt),
});

/** A line of the list, of business `b` and agency `a`. The usage is of the calendar month that it is now where the business is. */
const rowColumns = (now: Date): RawBuilder<unknown> => sql`
  b.id, b.agency_id as "agencyId", a.name as "agencyName", b.name, coalesce(b.email, '') as email, b.unique_id as "uniqueId", b.status, b.is_active as "isActive", b.number as "phoneNumber",
  b.is_toll_free as "isTollFree", null as "numberStatus", b.is_template as "isTemplate", b.free_fee as "freeFee", b.monthly_messages as "monthlyMessages", b.contact_limit as "contactLimit",
  coalesce((select n.segments from ${months} n where n.business_id = b.id and n.month = date_trunc('month', ${now.toISOString()}::timestamptz at time zone b.zone)::date), 0)::int as "usageMessages",
  (select coalesce(sum(c.count), 0)::int from ${contactCounts} c where c.business_id = b.id and c.keyword = '') as "usageContacts",
  b.created_at as "createdAt", coalesce(b.archived_at, b.agency_archived_at) as "archivedAt"`;
const withAgency = sql`left join ${agencyRows} a on a.id = b.agency_id`;

/** Every order has an index that begins with the scope and the status; who was there first settles what is equal. By usage: see `byUsage`. */
const orders: Readonly<Record<string, readonly string[]>> = {
  id: ['position'],
  created_at: ['position'],
  name: ['sort_name', 'position'],
  email: ['sort_email', 'position'],
};
export const businessOrders: readonly string[] = [...Object.keys(orders), 'usage_messages'];

export const businessQueries = (
  db: ReadDatabase,
  now: () => Date,
): Pick<ReadModels, 'business' | 'businesses' | 'templates'> => {
  /**
   * The ids of a page by what was sent this month. Who has sent something is in an index of its own, everybody else follows (or goes first) by age. On the first
   * and last hours of a month, when it is not the same month everywhere, the order is that of UTC.
   */
  async function byUsage(
    where: RawBuilder<unknown>,
    query: ListQuery<typeof businessList>,
  ): Promise<readonly string[]> {
    const month = sql`date_trunc('month', ${now().toISOString()}::timestamptz at time zone 'UTC')::date`;
    const direction = sql.raw(query.sortDesc ? 'desc' : 'asc');
    const using = sql`from ${months} n join ${t('businesses')} b on b.id = n.business_id where n.month = ${month} and n.segments > 0 and ${where}`;
    const idle = sql`from ${t('businesses')} b where ${where} and not exists (select from ${months} n where n.business_id = b.id and n.month = ${month} and n.segments > 0)`;
    const part = async (of: 'using' | 'idle', limit: number, offset: number): Promise<string[]> =>
      (
        await ask(
          db,
          of === 'using' ?
            sql<{
              id: string;
            }>`select b.id ${using} order by n.segments ${direction}, n.business_id ${direction} limit ${limit} offset ${offset}`
          : sql<{ id: string }>`select b.id ${idle} order by b.position limit ${limit} offset ${offset}`,
        )
      ).map((row) => row.id);
    const [first, second] = query.sortDesc ? (['using', 'idle'] as const) : (['idle', 'using'] as const);
    const offset = offsetOf(query.page, query.perPage);
    const ids = await part(first, query.perPage, offset);
    if (ids.length === query.perPage) return ids;
    const [counted] = await ask(
      db,
      sql<{ count: number }>`select count(*)::int as count ${first === 'using' ? using : idle}`,
    );
    return [...ids, ...(await part(second, query.perPage - ids.length, Math.max(0, offset - (counted?.count ?? 0))))];
  }

  return {
    business: async (businessId) => {
      const [row] = await ask(
        db,
        sql<Dated<BusinessView>>`
        select ${rowColumns(now())}, coalesce(b.first_name, '') as "firstName", coalesce(b.last_name, '') as "lastName", b.currency, b.timezone, b.date_format as "dateFormat", b.logo,
          b.template_content as "templateContent", b.is_enabled_livechat as "isEnabledLivechat", b.is_active_livechat as "isActiveLivechat", b.is_enabled_loop as "isEnabledLoop",
          b.is_active_loop as "isActiveLoop", b.is_active_mms as "isActiveMms", b.use_bandwidth as "useBandwidth", b.broadcasters, b.owner_id as "ownerId", b.revision,
          jsonb_build_object('phone', b.contact_phone, 'email', b.contact_email, 'website', b.contact_website, 'address', b.contact_address, 'city', b.contact_city, 'state', b.contact_state,
            'postalCode', b.contact_postal_code, 'country', b.contact_country) as "contactInfo",
          jsonb_build_object('privacy', b.privacy_page, 'terms', b.terms_page) as "legalPages"
        from ${t('businesses')} b ${withAgency} where b.id = ${businessId}`,
      );
      return row ? dated(row) : null;
    },

    businesses: async (scope, query) => {
      if (!scope.all && scope.agencyId === null) return { data: [], total: 0 };
      const patterns = query.search === null ? [] : searchPatterns(query.search);
      const status = query.status === 'archived' ? 'archived' : 'active';
      const conditions: RawBuilder<unknown>[] = [sql`b.status = ${status}`];
      if (scope.agencyId !== null) conditions.push(sql`b.agency_id = ${scope.agencyId}`);
      if (patterns.length > 0)
        conditions.push(
          sql`(${sql.join(
            patterns.map((pattern) => sql`b.search like ${pattern}`),
            sql` or `,
          )})`,
        );
      const where = sql.join(conditions, sql` and `);
      const direction = sql.raw(query.sortDesc ? 'desc' : 'asc');
      const order = sql.join(
        (orders[query.sortBy ?? 'id'] ?? ['position']).map((column) => sql`b.${sql.ref(column)} ${direction}`),
      );
      // Without a search the total is a maintained tally; else it is counted, up to a bound.
      const total =
        patterns.length === 0 ?
          sql`select coalesce(sum(count), 0)::int from ${t('business_counts')} where scope = ${scope.agencyId ?? everywhere} and (state = 'archived') = ${status === 'archived'}`
        : sql`select count(*)::int from (select from ${t('businesses')} b where ${where} limit ${mostCounted}) counted`;
      const used = query.sortBy === 'usage_messages' ? await byUsage(where, query) : null;
      const page =
        used === null ?
          sql<Dated<BusinessRowView> & Counted>`
          select ${rowColumns(now())}, (${total}) as total from (select b.id from ${t('businesses')} b where ${where} order by ${order} limit ${query.perPage} offset ${offsetOf(query.page, query.perPage)}) chosen
            join ${t('businesses')} b on b.id = chosen.id ${withAgency} order by ${order}`
        : sql<Dated<BusinessRowView> & Counted>`
          select ${rowColumns(now())}, (${total}) as total from unnest(${used}::uuid[]) with ordinality chosen(id, place) join ${t('businesses')} b on b.id = chosen.id ${withAgency} order by chosen.place`;
      return listed(db, page, total, dated);
    },

    /** The agency's own and the platform's; an operator sees all. */
    templates: async (scope) => {
      const whose = scope.all ? sql`true` : sql`(b.agency_id is null or b.agency_id = ${scope.agencyId})`;
      const rows = await ask(
        db,
        sql<{ id: string; name: string; agency: Named | null; campaigns: number; description: string | null }>`
        select b.id, b.name, case when b.agency_id is null then null else jsonb_build_object('id', b.agency_id, 'name', coalesce(a.name, '')) end as agency,
          (select count(*)::int from ${campaignRows} c where c.business_id = b.id) as campaigns, nullif(left(b.template_content, 300), '') as description
        from ${t('businesses')} b ${withAgency} where b.is_template and b.status = 'active' and ${whose} order by b.sort_name, b.position limit 500`,
      );
      return rows;
    },
  };
};
