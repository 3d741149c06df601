import { type RawBuilder, sql } from 'kysely';
import type { businessList } from '../../domain/businesses/list.ts';
import type { ListQuery, SortOf } from '../../domain/kernel/list.ts';
import { type NumberFacts, type NumberStatus, numberStatusOf } from '../../domain/registrations/number-status.ts';
import { deskModel, tollfreeTable } from '../tables/registrations-desk.ts';
import {
  registeredCampaignTable,
  registeredNumberTable,
  registrationModel,
  requestTable,
} from '../tables/registrations.ts';
import { agencyModel, agencyTable } from '../tables/agencies.ts';
import { campaignModel, campaignTable } from '../tables/campaigns.ts';
import { contactCountTable, contactModel } from '../tables/contacts.ts';
import {
  dated,
  type Dated,
  inTwoParts,
  listed,
  type Listed,
  matches,
  maxCount,
  type Named,
  offsetOf,
  orderBy,
  type Orders,
  query,
  searchPatterns,
  tablesIn,
} from '../engine/query.ts';
import type { RowOf, SelectedOf } from '../engine/table.ts';
import { usageModel, usageMonthTable } from '../tables/usage.ts';
import { businessCountTable, businessModel, businessTable, everywhere, type LegalPage } from '../tables/businesses.ts';

const t = tablesIn(businessModel);
const agencies = tablesIn(agencyModel)(agencyTable);
const months = tablesIn(usageModel)(usageMonthTable);
const contactCounts = tablesIn(contactModel)(contactCountTable);
const registered = tablesIn(registrationModel);
const verifications = tablesIn(deskModel)(tollfreeTable);
const campaigns = tablesIn(campaignModel)(campaignTable);

/** A line of the list, of business `b` and agency `a`. The usage is of the calendar month that it is now where the business is. */
const line = businessTable.select(
  'b',
  'id',
  'agencyId',
  'name',
  'uniqueId',
  'status',
  'isActive',
  'isTollFree',
  'isTemplate',
  'freeFee',
  'monthlyMessages',
  'contactLimit',
  'createdAt',
);
type Line = SelectedOf<typeof line> & {
  agencyName: string | null;
  email: string;
  phoneNumber: string | null;
  /** What its `numberStatus` is made of. */
  tollfree: NumberFacts['tollfree'];
  a2p: NumberFacts['a2p'];
  /** Texts handed over this calendar month of the business's zone (segments, and MMS), and contacts held. */
  usageMessages: number;
  usageContacts: number;
  archivedAt: Date | null;
};
const lineColumns = (now: Date): RawBuilder<unknown> => sql`
  ${line}, a.name as "agencyName", coalesce(b.email, '') as email, b.number as "phoneNumber", 
  (select jsonb_build_object('status', v.status, 'attempts', v.attempt) from ${verifications} v
    where v.business_id = b.id and v.number = b.number) as tollfree,
  (select jsonb_build_object('brand', q.state, 'campaign', c.state, 'number',
      (select n.state from ${registered(registeredNumberTable)} n where n.number = b.number and n.business_id = b.id))
    from ${registered(requestTable)} q left join ${registered(registeredCampaignTable)} c on c.brand_id = q.id
    where q.business_id = b.id order by q.submitted_at desc, c.submitted_at desc nulls last limit 1) as a2p,
  coalesce((
    select n.texts from ${months} n where n.business_id = b.id
      and n.month = date_trunc('month', ${now.toISOString()}::timestamptz at time zone b.zone)::date
  ), 0)::int as "usageMessages",
  (
    select coalesce(sum(c.count), 0)::int from ${contactCounts} c where c.business_id = b.id and c.keyword = ''
  ) as "usageContacts",
  coalesce(b.archived_at, b.agency_archived_at) as "archivedAt"`;
const withAgency = sql`left join ${agencies} a on a.id = b.agency_id`;
/** With its number's status in the words of the specification. */
type Stated<L> = Dated<Omit<L, 'tollfree' | 'a2p'>> & { readonly numberStatus: NumberStatus | null };
function stated<L extends Line>({ tollfree, a2p, ...line }: L): Stated<L> {
  const numberStatus = numberStatusOf({ number: line.phoneNumber, tollfree, a2p });
  return { ...dated(line), numberStatus } as Stated<L>;
}
export type BusinessRowView = Stated<Line>;

const rest = businessTable.select(
  'b',
  'currency',
  'timezone',
  'dateFormat',
  'logo',
  'templateContent',
  'isEnabledLivechat',
  'isActiveLivechat',
  'isEnabledLoop',
  'isActiveLoop',
  'isActiveMms',
  'useBandwidth',
  'broadcasters',
  'dailyTexts',
  'dailyMails',
  'ownerId',
  'revision',
);
type Full = Line &
  SelectedOf<typeof rest> & {
    firstName: string;
    lastName: string;
    contactInfo: ContactInfoView;
    legalPages: { privacy: LegalPage; terms: LegalPage };
  };
export interface ContactInfoView {
  phone: string | null;
  email: string | null;
  website: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
  country: string | null;
}
/** `revision`: of the business's stream, what an edit has to start from. */
export type BusinessView = Stated<Full>;

/** Whose lists: an operator sees all, an agency its own. */
export type TenancyScope = { readonly agencyId: string | null; readonly all: boolean };

/**
 * Every order has an index that begins with the scope and the status; who was there first settles what is equal. By
 * usage: see `byUsage`.
 */
const orders: Orders<Exclude<SortOf<typeof businessList>, 'usage_messages'>, RowOf<typeof businessTable>> = {
  id: ['position'],
  created_at: ['position'],
  name: ['sortName', 'position'],
  email: ['sortEmail', 'position'],
};

/**
 * By what was sent this month. Who has sent something is in an index of its own, everybody else follows (or goes
 * first) by age. On the first and last hours of a month, when it is not the same month everywhere, the order is that
 * of UTC.
 */
function byUsage(where: RawBuilder<unknown>, desc: boolean, now: Date) {
  const month = sql`date_trunc('month', ${now.toISOString()}::timestamptz at time zone 'UTC')::date`;
  const using = {
    id: sql`b.id`,
    from: sql`from ${months} n join ${t(businessTable)} b on b.id = n.business_id
      where n.month = ${month} and n.texts > 0 and ${where}`,
    order: orderBy('n', ['texts', 'businessId'], desc),
  };
  const idle = {
    id: sql`b.id`,
    from: sql`from ${t(businessTable)} b where ${where} and not exists (
        select from ${months} n where n.business_id = b.id and n.month = ${month} and n.texts > 0
      )`,
    order: sql`b.position`,
  };
  return desc ? [using, idle] : [idle, using];
}

/** `zone`: in which its days and months are counted. */
export interface UsageUser extends Named {
  readonly zone: string;
  readonly agencyId: string | null;
}

export const businessQueries = {
  business: query({
    reads: 'owner',
    run: async (db, businessId: string): Promise<BusinessView | null> => {
      const [row] = await db.ask(sql<Full>`
        select ${lineColumns(db.now())}, ${rest}, coalesce(b.first_name, '') as "firstName",
          coalesce(b.last_name, '') as "lastName",
          jsonb_build_object('phone', b.contact_phone, 'email', b.contact_email, 'website', b.contact_website,
            'address', b.contact_address, 'city', b.contact_city, 'state', b.contact_state,
            'postalCode', b.contact_postal_code, 'country', b.contact_country) as "contactInfo",
          jsonb_build_object('privacy', b.privacy_page, 'terms', b.terms_page) as "legalPages"
        from ${t(businessTable)} b ${withAgency} where b.id = ${businessId}`);
      return row ? stated(row) : null;
    },
  }),

  /**
   * Who uses what is billed to a payer: the businesses of an agency, archived ones too, or the one named. As an operator,
   * for what goes across businesses.
   */
  usersOfUsage: query({
    reads: 'operator',
    run: (db, of: { readonly agencyId: string } | { readonly businessId: string }): Promise<readonly UsageUser[]> =>
      db.ask(sql<UsageUser>`select b.id, b.name, b.zone, b.agency_id as "agencyId" from ${t(businessTable)} b
        where ${'agencyId' in of ? sql`b.agency_id = ${of.agencyId}` : sql`b.id = ${of.businessId}`}
        order by lower(b.name), b.id`),
  }),

  /**
   * Over all businesses or those of an agency: as an operator, its own `where agency_id` is held by tests. Searched by
   * name, unique id, email and number.
   */
  businesses: query({
    reads: 'operator',
    run: async (db, scope: TenancyScope, given: ListQuery<typeof businessList>): Promise<Listed<BusinessRowView>> => {
      if (!scope.all && scope.agencyId === null) return { data: [], total: 0 };
      const patterns = searchPatterns(given.search ?? '');
      const status = given.status ?? 'active';
      const own = scope.agencyId === null ? sql`true` : sql`b.agency_id = ${scope.agencyId}`;
      const where = sql`b.status = ${status} and ${own} and ${matches(sql`b.search`, patterns)}`;
      // Without a search the total is a maintained tally; else it is counted, up to a bound.
      const total =
        patterns.length === 0 ?
          sql`select coalesce(sum(count), 0)::int from ${t(businessCountTable)}
            where scope = ${scope.agencyId ?? everywhere} and (state = 'archived') = ${status === 'archived'}`
        : sql`select count(*)::int from (
              select from ${t(businessTable)} b where ${where} limit ${maxCount}
            ) counted`;
      const columns = lineColumns(db.now());
      const { data, total: all } = await listed(db, await page(), total);
      return { data: data.map(stated), total: all };

      async function page(): Promise<(counted: RawBuilder<unknown>) => RawBuilder<Line>> {
        if (given.sortBy === 'usage_messages') {
          const ids = await inTwoParts(db, byUsage(where, given.sortDesc, db.now()), given);
          return (counted) => sql<Line>`
            select ${columns}, ${counted} from unnest(${ids}::uuid[]) with ordinality chosen(id, place)
              join ${t(businessTable)} b on b.id = chosen.id ${withAgency} order by chosen.place`;
        }
        const order = orderBy('b', orders[given.sortBy ?? 'id'], given.sortDesc);
        return (counted) => sql<Line>`
          select ${columns}, ${counted} from (
            select b.id from ${t(businessTable)} b where ${where}
            order by ${order} limit ${given.perPage} offset ${offsetOf(given.page, given.perPage)}
          ) chosen join ${t(businessTable)} b on b.id = chosen.id ${withAgency} order by ${order}`;
      }
    },
  }),

  /** The agency's own and the platform's; an operator sees all. As an operator: the platform's belong to no tenant. */
  templates: query({
    reads: 'operator',
    run: async (db, scope: TenancyScope) => {
      const whose = scope.all ? sql`true` : sql`(b.agency_id is null or b.agency_id = ${scope.agencyId})`;
      return db.ask(sql<{
        id: string;
        name: string;
        agency: Named | null;
        campaigns: number;
        description: string | null;
      }>`
        select b.id, b.name,
          case when b.agency_id is null then null
            else jsonb_build_object('id', b.agency_id, 'name', coalesce(a.name, '')) end as agency,
          (select count(*)::int from ${campaigns} c where c.business_id = b.id and c.archived_at is null) as campaigns,
          nullif(left(b.template_content, 300), '') as description
        from ${t(businessTable)} b ${withAgency} where b.is_template and b.status = 'active' and ${whose}
        order by b.sort_name, b.position limit 500`);
    },
  }),
};
