import { type RawBuilder, sql } from 'kysely';
import type { CallStatus, MissReason } from '../../domain/calls/fields.ts';
import type { CallGroup } from '../../domain/reports/fields.ts';
import type { CallFilters } from '../../domain/reports/list.ts';
import { dated, type Dated, type Days, query, tablesIn } from '../engine/query.ts';
import { agencyModel, agencyTable } from '../tables/agencies.ts';
import { businessModel, businessTable } from '../tables/businesses.ts';
import { callModel, callTable } from '../tables/calls.ts';
import { contactModel, contactTable } from '../tables/contacts.ts';
import { all, type FilePage, ofScope, reads, type RecordScope } from './records.ts';

const calls = tablesIn(callModel)(callTable);
const businesses = tablesIn(businessModel)(businessTable);
const agencies = tablesIn(agencyModel)(agencyTable);
const contacts = tablesIn(contactModel)(contactTable);

export interface CallsAsked {
  readonly days: Days;
  readonly filters: CallFilters;
}
interface CallRow {
  readonly id: string;
  readonly at: Date;
  /** Of the business's zone. */
  readonly day: string;
  readonly businessId: string;
  readonly business: string | null;
  readonly contactId: string | null;
  readonly contact: string | null;
  /** Null: withheld, or they are no contact any more. */
  readonly phone: string | null;
  readonly number: string | null;
  readonly carrier: string | null;
  readonly carrierCallId: string | null;
  readonly status: CallStatus;
  readonly reason: MissReason | null;
  readonly seconds: number;
  /** Started minutes that the carrier charges, of both calls. */
  readonly minutes: number;
  readonly textBackId: string | null;
}
export type CallView = Dated<CallRow>;
export interface CallSums {
  readonly calls: number;
  readonly answered: number;
  readonly missed: number;
  readonly seconds: number;
  readonly minutes: number;
}
export interface CallGroupView extends CallSums {
  /** Null: it has none, such as a call that was not missed has no reason. */
  readonly key: string | null;
  /** How it is called now; null: it is its own name. */
  readonly name: string | null;
}

const matching = (scope: RecordScope, { days, filters }: CallsAsked): RawBuilder<unknown> =>
  all([
    sql`c.day between ${days.from}::date and ${days.to}::date`,
    ofScope(scope, 'c'),
    // Every call comes in: we never call anyone ourselves.
    filters.direction === 'out' ? sql`false` : null,
    filters.contact_id === null ? null : sql`c.contact_id = ${filters.contact_id}::uuid`,
    filters.number === null ? null : sql`c.number = ${filters.number}`,
    filters.carrier_id === null ? null : sql`c.carrier_call_id = ${filters.carrier_id}`,
    filters.status === null ? null : sql`c.status = ${filters.status}`,
    filters.reason === null ? null : sql`c.reason = ${filters.reason}`,
  ]);

const minutes = sql`(ceil(coalesce(c.seconds_in, 0) / 60.0) + ceil(coalesce(c.seconds_out, 0) / 60.0))`;
const sums = sql`count(*)::float8 as calls,
  count(*) filter (where c.status = 'answered')::float8 as answered,
  count(*) filter (where c.status = 'missed')::float8 as missed,
  coalesce(sum(c.seconds), 0)::float8 as seconds, coalesce(sum(${minutes}), 0)::float8 as minutes`;

/** What a group is called by, and the table that knows its name. */
const groupings: Readonly<Record<CallGroup, { readonly key: string; readonly named?: RawBuilder<unknown> }>> = {
  day: { key: 'c.day' },
  agency: { key: 'b.agency_id', named: agencies },
  business: { key: 'c.business_id', named: businesses },
  number: { key: 'c.number' },
  status: { key: 'c.status' },
  reason: { key: 'c.reason' },
};
const maxGroups = 1_200;

/** A call as its conversation shows it. */
export interface ConversationCall {
  readonly id: string;
  readonly at: string;
  readonly position: string;
  readonly status: CallStatus;
  readonly reason: MissReason | null;
  readonly seconds: number;
  readonly isTextedBack: boolean;
}

/** A call as a file has it: all of it text already. */
export interface ExportedCall {
  readonly day: string;
  readonly position: string;
  readonly at: string;
  readonly id: string;
  readonly business: string | null;
  readonly number: string | null;
  readonly phone: string | null;
  readonly contact: string | null;
  readonly carrier: string | null;
  readonly carrierCallId: string | null;
  readonly status: CallStatus;
  readonly reason: MissReason | null;
  readonly seconds: string;
  readonly minutes: string;
  readonly isTextedBack: boolean;
}

export const callQueries = {
  /** What all calls of a period come to. Across tenants for operators and agencies, whose own businesses the scope names. */
  callTotals: query({
    reads: (scope: RecordScope, _asked: CallsAsked) => reads(scope),
    run: async (db, scope: RecordScope, asked: CallsAsked): Promise<CallSums> =>
      (await db.ask(sql<CallSums>`select ${sums} from ${calls} c where ${matching(scope, asked)}`))[0]!,
  }),
  /** The same, by one thing: days in their order, everything else the largest first. */
  callGroups: query({
    reads: (scope: RecordScope, _asked: CallsAsked, _by: CallGroup) => reads(scope),
    run: (db, scope: RecordScope, asked: CallsAsked, by: CallGroup): Promise<readonly CallGroupView[]> => {
      const { key, named } = groupings[by];
      const grouped = sql`
        select ${sql.raw(key)}::text as key, ${sums} from ${calls} c
          ${by === 'agency' ? sql`left join ${businesses} b on b.id = c.business_id` : sql``}
        where ${matching(scope, asked)} group by 1
        order by ${by === 'day' ? sql`1` : sql`2 desc, 1`} limit ${maxGroups}`;
      return db.ask(
        named === undefined ?
          sql<CallGroupView>`select g.*, null as name from (${grouped}) g`
        : sql<CallGroupView>`select g.*, n.name from (${grouped}) g left join ${named} n on n.id = g.key::uuid
            order by g.calls desc, g.key`,
      );
    },
  }),
  /**
   * Calls for a file, in the order of their days and of the log. What becomes of a call never changes its place, so each
   * is in the file once, as it was when its page was read.
   */
  exportedCalls: query({
    reads: (scope: RecordScope, _asked: CallsAsked, _page: FilePage, _signal?: AbortSignal) => reads(scope),
    run: (
      db,
      scope: RecordScope,
      asked: CallsAsked,
      { after, upTo, limit, zone }: FilePage,
      signal?: AbortSignal,
    ): Promise<readonly ExportedCall[]> =>
      db.ask(
        sql<ExportedCall>`
          select c.day::text as day, c.position::text as position,
            to_char(c.at at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS') as at, c.id::text as id, b.name as business,
            c.number, p.phone, nullif(trim(concat(p.first_name, ' ', p.last_name)), '') as contact, c.carrier,
            c.carrier_call_id as "carrierCallId", c.status, c.reason, c.seconds::text as seconds,
            ${minutes}::int::text as minutes, c.text_back_id is not null as "isTextedBack"
          from (
            select c.* from ${calls} c where ${matching(scope, asked)} and c.position <= ${upTo}::bigint
              ${after === null ? sql`` : sql`and (c.day, c.position) > (${after.day}::date, ${after.position}::bigint)`}
            order by c.day, c.position limit ${limit}
          ) c
            left join ${businesses} b on b.id = c.business_id
            left join ${contacts} p on p.id = c.contact_id and p.business_id = c.business_id
          order by c.day, c.position`,
        signal,
      ),
  }),
  /** Calls of a contact for their conversation, the newest first. */
  callsOfContact: query({
    reads: 'business',
    run: async (db, businessId: string, contactId: string, limit: number): Promise<readonly ConversationCall[]> => {
      const rows = await db.ask(sql<{ readonly at: Date } & Omit<ConversationCall, 'at'>>`
        select c.id, c.at, c.position::text as position, c.status, c.reason, c.seconds,
          c.text_back_id is not null as "isTextedBack"
        from ${calls} c
        where c.contact_id = ${contactId}::uuid and c.business_id = ${businessId}::uuid and c.position is not null
        order by c.position desc limit ${limit}`);
      return rows.map((row) => dated(row));
    },
  }),
  /** The newest calls first, unless told otherwise. */
  calls: query({
    reads: (scope: RecordScope, _asked: CallsAsked, _page: { skip: number; limit: number; desc: boolean }) =>
      reads(scope),
    run: async (
      db,
      scope: RecordScope,
      asked: CallsAsked,
      { skip, limit, desc }: { readonly skip: number; readonly limit: number; readonly desc: boolean },
    ): Promise<readonly CallView[]> => {
      const way = sql.raw(desc ? 'desc' : 'asc');
      const rows = await db.ask(
        sql<CallRow>`
          select c.id, c.at, c.day::text as day, c.business_id as "businessId", b.name as business,
            p.id as "contactId", nullif(trim(concat(p.first_name, ' ', p.last_name)), '') as contact, p.phone,
            c.number, c.carrier, c.carrier_call_id as "carrierCallId", c.status, c.reason, c.seconds,
            ${minutes}::int as minutes, c.text_back_id as "textBackId"
          from (
            select c.* from ${calls} c where ${matching(scope, asked)}
            order by c.day ${way}, c.position ${way} offset ${skip} limit ${limit}
          ) c
            left join ${businesses} b on b.id = c.business_id
            left join ${contacts} p on p.id = c.contact_id and p.business_id = c.business_id
          order by c.day ${way}, c.position ${way}`,
      );
      return rows.map((row) => dated(row));
    },
  }),
};
