import { type RawBuilder, sql } from 'kysely';
import type { ConsentGroup, ConsentStatus, ConsentOrigin } from '../../domain/reports/fields.ts';
import type { ConsentFilters } from '../../domain/reports/list.ts';
import { dated, type Dated, type Days, query, tablesIn } from '../engine/query.ts';
import { agencyModel, agencyTable } from '../tables/agencies.ts';
import { businessModel, businessTable } from '../tables/businesses.ts';
import { campaignModel, campaignTable } from '../tables/campaigns.ts';
import { contactModel, contactTable } from '../tables/contacts.ts';
import { consentDayTable, consentRecordTable, dashboardModel } from '../tables/dashboard.ts';
import { all, type FilePage, ofScope, reads, type RecordPlace, type RecordScope } from './records.ts';

const consents = tablesIn(dashboardModel);
const businesses = tablesIn(businessModel)(businessTable);
const agencies = tablesIn(agencyModel)(agencyTable);
const campaigns = tablesIn(campaignModel)(campaignTable);
const contacts = tablesIn(contactModel)(contactTable);

export interface ConsentsAsked {
  readonly days: Days;
  readonly filters: ConsentFilters;
}
interface ConsentRow {
  readonly id: string;
  readonly position: string;
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
export interface ConsentGroupView extends ConsentSums {
  /** Null: they have none, such as an opt-out has no campaign. */
  readonly key: string | null;
  /** How it is called now; null: it is its own name. */
  readonly name: string | null;
}
/** Where a page begins: behind this record. */
export type ConsentPlace = Required<RecordPlace>;

/** An opt-in or opt-out as a file has it: all of it text already. */
export interface ExportedConsent extends ConsentPlace {
  readonly at: string;
  readonly business: string | null;
  readonly phone: string | null;
  readonly contact: string | null;
  readonly status: ConsentStatus;
  readonly source: ConsentOrigin;
  readonly keyword: string | null;
  readonly campaign: string | null;
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

/** Behind every record of a position. */
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** What is summed up: days where they can be narrowed so, else the records. */
const summed = (scope: RecordScope, asked: ConsentsAsked, isOfDays: boolean): RawBuilder<unknown> =>
  isOfDays ?
    sql`(select r.day, r.business_id, r.opt_ins, r.opt_outs from ${consents(consentDayTable)} r
      where ${inDays(asked.days)} and ${ofScope(scope, 'r')}) r`
  : sql`(select r.day, r.business_id, r.campaign_id, r.source, r.status, (r.status = 'optedIn')::int as opt_ins,
      (r.status = 'optedOut')::int as opt_outs
      from ${consents(consentRecordTable)} r where ${matching(scope, asked)}) r`;
/** Days know both: of those that are narrowed to one, the other is none. */
const sumOf = (name: 'opt_ins' | 'opt_outs', { status }: ConsentFilters): RawBuilder<unknown> =>
  status === (name === 'opt_ins' ? 'optedOut' : 'optedIn') ?
    sql`0::float8`
  : sql`coalesce(sum(${sql.ref(`r.${name}`)}), 0)::float8`;
const sums = ({ filters }: ConsentsAsked) =>
  sql`${sumOf('opt_ins', filters)} as "optIns", ${sumOf('opt_outs', filters)} as "optOuts"`;

/** What a group is called by, and the table that knows its name. Days know no more than whose they are. */
const groupings: Readonly<
  Record<ConsentGroup, { readonly key: string; readonly named?: RawBuilder<unknown>; readonly ofRecords?: true }>
> = {
  day: { key: 'r.day' },
  agency: { key: 'b.agency_id', named: agencies },
  business: { key: 'r.business_id', named: businesses },
  campaign: { key: 'r.campaign_id', named: campaigns, ofRecords: true },
  source: { key: 'r.source', ofRecords: true },
  status: { key: 'r.status', ofRecords: true },
};
const maxGroups = 1_200;

/** The records of a page in their order, and who and what each is about. */
function pageOf(
  scope: RecordScope,
  asked: ConsentsAsked,
  { after, skip, limit, desc, upTo }: ConsentPage & { readonly upTo?: string },
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const [way, behind] = desc ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  const order = sql`order by r.day ${way}, r.position ${way}, r.event_id ${way}`;
  return sql`
    select r.event_id::text as id, r.position::text as position, r.day::text as day, b.name as business, p.phone,
      nullif(trim(concat(p.first_name, ' ', p.last_name)), '') as contact, r.status, r.source, r.keyword,
      m.name as campaign, ${columns}
    from (
      select r.* from ${consents(consentRecordTable)} r where ${matching(scope, asked)}
        ${upTo === undefined ? sql`` : sql`and r.position <= ${upTo}::bigint`}
        ${
          after === null ?
            sql``
          : sql`and (r.day, r.position, r.event_id) ${behind}
              (${after.day}::date, ${after.position}::bigint, ${after.id}::uuid)`
        }
      ${order} offset ${skip} limit ${limit}
    ) r
      left join ${businesses} b on b.id = r.business_id
      left join ${contacts} p on p.id = r.contact_id and p.business_id = r.business_id
      left join ${campaigns} m on m.id = r.campaign_id and m.business_id = r.business_id
    ${order}`;
}
interface ConsentPage {
  readonly after: ConsentPlace | null;
  /** So many rows are left out first. */
  readonly skip: number;
  readonly limit: number;
  /** The newest first. */
  readonly desc: boolean;
}

export const consentQueries = {
  /** What all of them come to. Across tenants for operators and agencies, whose own businesses the scope names. */
  consentTotals: query({
    reads: (scope: RecordScope, _asked: ConsentsAsked) => reads(scope),
    run: async (db, scope: RecordScope, asked: ConsentsAsked): Promise<ConsentSums> =>
      (await db.ask(sql<ConsentSums>`select ${sums(asked)} from ${summed(scope, asked, isByDay(asked.filters))}`))[0]!,
  }),
  /** The same, by one thing: days in their order, everything else the largest first. */
  consentGroups: query({
    reads: (scope: RecordScope, _asked: ConsentsAsked, _by: ConsentGroup) => reads(scope),
    run: (db, scope: RecordScope, asked: ConsentsAsked, by: ConsentGroup): Promise<readonly ConsentGroupView[]> => {
      const { key, named, ofRecords = false } = groupings[by];
      const order = by === 'day' ? sql`g.key` : sql`g."optIns" + g."optOuts" desc, g.key`;
      return db.ask(sql<ConsentGroupView>`
        select g.*, ${named === undefined ? sql`null` : sql`n.name`} as name
        from (
          select ${sql.raw(key)}::text as key, ${sums(asked)}
          from ${summed(scope, asked, !ofRecords && isByDay(asked.filters))}
            ${by === 'agency' ? sql`left join ${businesses} b on b.id = r.business_id` : sql``}
          group by 1
        ) g ${named === undefined ? sql`` : sql`left join ${named} n on n.id = g.key::uuid`}
        where g."optIns" + g."optOuts" > 0 order by ${order} limit ${maxGroups}`);
    },
  }),
  /** The newest first, unless told otherwise. */
  consentRecords: query({
    reads: (scope: RecordScope, _asked: ConsentsAsked, _page: ConsentPage) => reads(scope),
    run: async (
      db,
      scope: RecordScope,
      asked: ConsentsAsked,
      page: ConsentPage,
    ): Promise<readonly ConsentRecordView[]> => {
      const columns = sql`r.at, r.business_id as "businessId", p.id as "contactId", m.id as "campaignId"`;
      return (await db.ask(sql<ConsentRow>`${pageOf(scope, asked, page, columns)}`)).map((row) => dated(row));
    },
  }),
  /** For a file, the oldest first. */
  exportedConsents: query({
    reads: (scope: RecordScope, _asked: ConsentsAsked, _page: FilePage, _signal?: AbortSignal) => reads(scope),
    run: (
      db,
      scope: RecordScope,
      asked: ConsentsAsked,
      { after, upTo, limit, zone }: FilePage,
      signal?: AbortSignal,
    ): Promise<readonly ExportedConsent[]> => {
      // A page always ends at a whole place: see \`place\` of what is written.
      const from = after === null ? null : { ...after, id: after.id ?? lastId };
      const page = { after: from, skip: 0, limit, desc: false, upTo };
      const at = sql`to_char(r.at at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS') as at`;
      return db.ask(sql<ExportedConsent>`${pageOf(scope, asked, page, at)}`, signal);
    },
  }),
};
