import { type RawBuilder, sql } from 'kysely';
import type { ConsentStatus, ConsentOrigin } from '../../domain/reports/fields.ts';
import type { ConsentFilters } from '../../domain/reports/list.ts';
import { dated, type Dated, type Days, query, tablesIn } from '../engine/query.ts';
import { businessModel, businessTable } from '../tables/businesses.ts';
import { campaignModel, campaignTable } from '../tables/campaigns.ts';
import { contactModel, contactTable } from '../tables/contacts.ts';
import { consentDayTable, consentRecordTable, dashboardModel } from '../tables/dashboard.ts';
import { all, ofScope, reads, type RecordScope } from './records.ts';

const consents = tablesIn(dashboardModel);
const businesses = tablesIn(businessModel)(businessTable);
const campaigns = tablesIn(campaignModel)(campaignTable);
const contacts = tablesIn(contactModel)(contactTable);

export interface ConsentsAsked {
  readonly days: Days;
  readonly filters: ConsentFilters;
}
interface ConsentRow {
  readonly id: string;
  readonly at: Date;
  /** Of the business's zone. */
  readonly day: string;
  readonly businessId: string;
  readonly business: string | null;
  /** Null: they are no contact any more. */
  readonly contactId: string | null;
  readonly contact: string | null;
  readonly phone: string | null;
  readonly status: ConsentStatus;
  readonly source: ConsentOrigin;
  readonly keyword: string | null;
  readonly campaignId: string | null;
  readonly campaign: string | null;
}
export type ConsentRecordView = Dated<ConsentRow>;
export interface ConsentSums {
  readonly optIns: number;
  readonly optOuts: number;
}

const inDays = ({ from, to }: Days) => sql`r.day between ${from}::date and ${to}::date`;
const matching = (scope: RecordScope, { days, filters }: ConsentsAsked): RawBuilder<unknown> =>
  all([
    inDays(days),
    ofScope(scope, 'r'),
    filters.contact_id === null ? null : sql`r.contact_id = ${filters.contact_id}::uuid`,
    filters.campaign_id === null ? null : sql`r.campaign_id = ${filters.campaign_id}::uuid`,
    filters.status === null ? null : sql`r.status = ${filters.status}`,
    filters.source === null ? null : sql`r.source = ${filters.source}`,
  ]);
/** What the sums by day can be narrowed by, however many there are. */
const isByDay = ({ contact_id: contact, campaign_id: campaign, source }: ConsentFilters): boolean =>
  contact === null && campaign === null && source === null;

export const consentQueries = {
  /** What all of them come to. Across tenants for operators and agencies, whose own businesses the scope names. */
  consentTotals: query({
    reads: (scope: RecordScope, _asked: ConsentsAsked) => reads(scope),
    run: async (db, scope: RecordScope, asked: ConsentsAsked): Promise<ConsentSums> => {
      const { status } = asked.filters;
      const [sums] = await db.ask(
        isByDay(asked.filters) ?
          sql<ConsentSums>`select coalesce(sum(r.opt_ins), 0)::float8 as "optIns",
            coalesce(sum(r.opt_outs), 0)::float8 as "optOuts"
            from ${consents(consentDayTable)} r where ${inDays(asked.days)} and ${ofScope(scope, 'r')}`
        : sql<ConsentSums>`select count(*) filter (where r.status = 'optedIn')::float8 as "optIns",
            count(*) filter (where r.status = 'optedOut')::float8 as "optOuts"
            from ${consents(consentRecordTable)} r where ${matching(scope, asked)}`,
      );
      return { optIns: status === 'optedOut' ? 0 : sums!.optIns, optOuts: status === 'optedIn' ? 0 : sums!.optOuts };
    },
  }),
  /** The newest first, unless told otherwise. */
  consentRecords: query({
    reads: (scope: RecordScope, _asked: ConsentsAsked, _page: { skip: number; limit: number; desc: boolean }) =>
      reads(scope),
    run: async (
      db,
      scope: RecordScope,
      asked: ConsentsAsked,
      { skip, limit, desc }: { readonly skip: number; readonly limit: number; readonly desc: boolean },
    ): Promise<readonly ConsentRecordView[]> => {
      const way = sql.raw(desc ? 'desc' : 'asc');
      const order = sql`order by r.day ${way}, r.position ${way}, r.event_id ${way}`;
      const rows = await db.ask(
        sql<ConsentRow>`
          select r.event_id as id, r.at, r.day::text as day, r.business_id as "businessId", b.name as business,
            p.id as "contactId", nullif(trim(concat(p.first_name, ' ', p.last_name)), '') as contact, p.phone,
            r.status, r.source, r.keyword, m.id as "campaignId", m.name as campaign
          from (
            select r.* from ${consents(consentRecordTable)} r where ${matching(scope, asked)}
            ${order} offset ${skip} limit ${limit}
          ) r
            left join ${businesses} b on b.id = r.business_id
            left join ${contacts} p on p.id = r.contact_id and p.business_id = r.business_id
            left join ${campaigns} m on m.id = r.campaign_id and m.business_id = r.business_id
          ${order}`,
      );
      return rows.map((row) => dated(row));
    },
  }),
};
