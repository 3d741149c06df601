import { type RawBuilder, sql } from 'kysely';
import type { ListQuery, SortOf } from '../../domain/kernel/list.ts';
import type { A2pBrandKind, A2pProblem } from '../../domain/registrations/a2p/fields.ts';
import type { A2pStage } from '../../domain/registrations/a2p/registration.ts';
import { a2pWaitingFor } from '../../domain/registrations/a2p/request.ts';
import { type a2pRequestList, a2pRequestStatuses, type A2pRequestStatus } from '../../domain/registrations/list.ts';
import {
  dated,
  type Dated,
  direction,
  type Listed,
  listed,
  offsetOf,
  query,
  searchPatterns,
  tablesIn,
} from '../engine/query.ts';
import { agencyModel, agencyTable } from '../tables/agencies.ts';
import { businessModel, businessTable } from '../tables/businesses.ts';
import { caseTable, deskModel } from '../tables/registrations-desk.ts';
import {
  registeredCampaignTable,
  registeredNumberTable,
  registrationModel,
  requestTable,
} from '../tables/registrations.ts';
import { userModel, userTable } from '../tables/users.ts';
import { nameOf, notesOf } from './desk-queries.ts';

const t = tablesIn(registrationModel);
const cases = tablesIn(deskModel)(caseTable);
const businesses = tablesIn(businessModel)(businessTable);
const agencies = tablesIn(agencyModel)(agencyTable);
const users = tablesIn(userModel)(userTable);

/** `r` the brand, `p` its newest campaign that was not canceled, `n` the number of the business. */
const status = sql`case when r.state = 'submitting' and r.lacks_funds then 'unfunded'
  when r.state <> 'verified' then r.state when p.id is null then 'open'
  when p.state = 'submitting' and p.lacks_funds then 'unfunded'
  when p.state <> 'verified' then p.state else coalesce(n.state, 'pending') end`;
const stage = sql`case when r.state <> 'verified' then 'brand' when p.state is distinct from 'verified' then 'campaign'
  when n.state = 'registered' then 'done' else 'numbers' end`;
const requestedAt = sql`greatest(r.submitted_at, p.submitted_at)`;
const changedAt = sql`greatest(r.changed_at, p.changed_at, n.changed_at)`;
/** How often anything of the request was submitted: what its escalation was for. */
const attempts = sql`(r.attempt + coalesce(newest.attempts, 0))::int`;

const columns = sql`r.id, r.name as "legalName", r.brand_kind as "brandKind", ${status} as status, ${stage} as stage,
  case when p.id is null or r.state <> 'verified' then r.raw when p.state <> 'verified' then p.raw
    else coalesce(n.raw, p.raw) end as raw,
  case when p.id is null or r.state <> 'verified' then r.problems when p.state <> 'verified' then p.problems
    else n.problems end as problems,
  ${attempts} as attempts, r.first_submitted_at as "createdAt", ${requestedAt} as "requestedAt",
  ${changedAt} as "changedAt", r.business_id as "businessId", b.name as "businessName", b.number, a.id as "agencyId",
  a.name as "agencyName", c.assignee_id as "assigneeId", ${nameOf('u')} as "assigneeName",
  case when c.escalated = ${attempts} then c.escalated_at end as "escalatedAt"`;
const from = sql`${t(requestTable)} r join ${businesses} b on b.id = r.business_id
  left join ${agencies} a on a.id = b.agency_id
  left join lateral (select p.id, p.state, p.raw, p.problems, p.lacks_funds, p.submitted_at,
      p.changed_at, sum(p.attempt) over () as attempts
    from ${t(registeredCampaignTable)} p where p.brand_id = r.id
    order by p.state = 'canceled', p.submitted_at desc, p.id limit 1) newest on true
  left join lateral (select newest.* where newest.state <> 'canceled') p on true
  left join ${t(registeredNumberTable)} n on n.number = b.number and n.business_id = b.id and n.campaign_id = p.id
  left join ${cases} c on c.id = r.id left join ${users} u on u.id = c.assignee_id`;

interface Row {
  id: string;
  legalName: string | null;
  brandKind: A2pBrandKind;
  status: A2pRequestStatus;
  stage: A2pStage;
  /** The carrier's word for the part that is next; null: it has said none. */
  raw: string | null;
  /** What the carrier said of that part; null: nothing. */
  problems: readonly A2pProblem[] | null;
  attempts: number;
  createdAt: Date;
  requestedAt: Date;
  changedAt: Date;
  businessId: string;
  businessName: string | null;
  number: string | null;
  agencyId: string | null;
  agencyName: string | null;
  assigneeId: string | null;
  assigneeName: string | null;
  /** When what was submitted last was escalated; null: it was not. */
  escalatedAt: Date | null;
}
export type A2pRequestView = Dated<Row>;

const orders: Readonly<Record<SortOf<typeof a2pRequestList>, RawBuilder<unknown>>> = {
  id: sql`r.id`,
  requested_at: requestedAt,
  changed_at: changedAt,
  business: sql`lower(b.name)`,
};

export const a2pDeskQueries = {
  /** The operator's queue goes across tenants. */
  a2pRequests: query({
    reads: 'operator',
    run: async (db, given: ListQuery<typeof a2pRequestList>): Promise<Listed<A2pRequestView>> => {
      const patterns = searchPatterns(given.search ?? '');
      const conditions = [sql`true`];
      if (given.status !== null) conditions.push(sql`${status} = ${given.status}`);
      if (given.waiting_for !== null) {
        const words = a2pRequestStatuses.filter((one) => a2pWaitingFor[one] === given.waiting_for);
        conditions.push(sql`${status} = any(${words}::text[])`);
      }
      if (given.business_id.length > 0) conditions.push(sql`r.business_id = any(${given.business_id}::uuid[])`);
      if (given.assignee.length > 0) conditions.push(sql`c.assignee_id = any(${given.assignee}::uuid[])`);
      if (given.escalated !== null)
        conditions.push(sql`(c.escalated is not distinct from ${attempts}) = ${given.escalated}`);
      if (patterns.length > 0)
        conditions.push(sql`(lower(b.name) like any(${patterns}) or lower(a.name) like any(${patterns})
          or lower(r.name) like any(${patterns}) or r.ein like any(${patterns}) or b.number like any(${patterns}))`);
      const where = sql.join(conditions, sql` and `);
      // Requests that wait for no one come last in the order of waiting.
      const isDone = sql`(${status} in ('registered', 'canceled'))`;
      const order = sql`${given.sortBy === null || given.sortBy === 'requested_at' ? isDone : sql`true`}, ${orders[given.sortBy ?? 'requested_at']} ${direction(given.sortDesc)}, r.id`;
      const { data, total } = await listed<Row>(
        db,
        (counted) => sql<Row>`select ${columns}, ${counted} from ${from} where ${where} order by ${order}
          limit ${given.perPage} offset ${offsetOf(given.page, given.perPage)}`,
        sql`select count(*)::int from ${from} where ${where}`,
      );
      return { data: data.map(dated), total };
    },
  }),

  /** One request as operators see it, across tenants. */
  a2pRequestById: query({
    reads: 'operator',
    run: async (db, id: string) => {
      const [row] = await db.ask(sql<Row>`select ${columns} from ${from} where r.id = ${id}`);
      return row === undefined ? null : { ...dated(row), notes: await notesOf(db, id) };
    },
  }),

  /** The names of the people who acted on a registration, by their ids. */
  namesOfActors: query({
    reads: 'operator',
    run: async (db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
      if (ids.length === 0) return new Map();
      const rows = await db.ask(sql<{ id: string; name: string | null }>`select u.id, ${nameOf('u')} as name
        from ${users} u where u.id = any(${[...ids]}::uuid[])`);
      return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])));
    },
  }),
};
