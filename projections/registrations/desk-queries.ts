import { type RawBuilder, sql } from 'kysely';
import type { ListQuery, SortOf } from '../../domain/kernel/list.ts';
import type { tollfreeList, WaitingFor } from '../../domain/registrations/list.ts';
import type { TollfreeStatus } from '../../domain/registrations/number-status.ts';
import type { TollfreeRefusal } from '../../domain/registrations/tollfree/events.ts';
import {
  dated,
  type Dated,
  direction,
  type Listed,
  listed,
  offsetOf,
  query,
  type ReadDatabase,
  searchPatterns,
  tablesIn,
} from '../engine/query.ts';
import type { RowOf } from '../engine/table.ts';
import { agencyModel, agencyTable } from '../tables/agencies.ts';
import { businessModel, businessTable } from '../tables/businesses.ts';
import {
  caseNoteTable,
  caseTable,
  deskModel,
  tollfreeAttemptTable,
  tollfreeTable,
} from '../tables/registrations-desk.ts';
import { userModel, userTable } from '../tables/users.ts';

const t = tablesIn(deskModel);
const businesses = tablesIn(businessModel)(businessTable);
const agencies = tablesIn(agencyModel)(agencyTable);
const users = tablesIn(userModel)(userTable);

/** Who waits for whom: the carrier reviews, or the business has to correct. */
const waits = sql<WaitingFor>`case r.status when 'approved' then 'no-one' when 'rejected' then 'business' else 'carrier' end`;
export const nameOf = (user: string): RawBuilder<unknown> =>
  sql.raw(`nullif(trim(concat(${user}.first_name, ' ', ${user}.last_name)), '')`);

const columns = sql`r.id, r.number, r.attempt, r.status, r.raw, r.editable_until as "editableUntil",
  r.created_at as "createdAt", r.requested_at as "requestedAt", r.changed_at as "changedAt",
  ${waits} as "waitingFor", r.business_id as "businessId", b.name as "businessName", a.id as "agencyId",
  a.name as "agencyName", c.assignee_id as "assigneeId", ${nameOf('u')} as "assigneeName",
  case when c.escalated = r.attempt then c.escalated_at end as "escalatedAt", last.refusals`;
const from = sql`${t(tollfreeTable)} r join ${businesses} b on b.id = r.business_id
  left join ${agencies} a on a.id = b.agency_id left join ${t(caseTable)} c on c.id = r.id
  left join ${t(tollfreeAttemptTable)} last on last.request_id = r.id and last.attempt = r.attempt
  left join ${users} u on u.id = c.assignee_id`;

interface Row {
  id: string;
  number: string;
  attempt: number;
  status: TollfreeStatus;
  raw: string | null;
  editableUntil: Date | null;
  createdAt: Date;
  requestedAt: Date;
  changedAt: Date;
  waitingFor: WaitingFor;
  businessId: string;
  businessName: string | null;
  agencyId: string | null;
  agencyName: string | null;
  assigneeId: string | null;
  assigneeName: string | null;
  /** When this attempt was escalated; null: it was not. */
  escalatedAt: Date | null;
  /** Why this attempt was refused; null: it was not. */
  refusals: readonly TollfreeRefusal[] | null;
}
export type TollfreeRequestView = Dated<Row>;

type Attempt = Omit<RowOf<typeof tollfreeAttemptTable>, 'requestId' | 'businessId'> & { byName: string | null };
export type TollfreeAttemptView = Dated<Attempt>;
export type CaseNoteView = Dated<{ id: string; text: string; at: Date; byName: string | null }>;

const orders: Readonly<Record<SortOf<typeof tollfreeList>, RawBuilder<unknown>>> = {
  id: sql`r.id`,
  requested_at: sql`r.requested_at`,
  changed_at: sql`r.changed_at`,
  business: sql`lower(b.name)`,
};

const attemptsOf = async (db: ReadDatabase, id: string): Promise<readonly TollfreeAttemptView[]> => {
  const rows = await db.ask(sql<Attempt>`select p.attempt, p.form, p.by, p.requested_at as "requestedAt",
      p.submitted_at as "submittedAt", p.reviewed_at as "reviewedAt", p.status, p.raw, p.refusals,
      ${nameOf('u')} as "byName"
    from ${t(tollfreeAttemptTable)} p left join ${users} u on u.id = p.by where p.request_id = ${id} order by p.attempt`);
  return rows.map(dated);
};

export const notesOf = async (db: ReadDatabase, id: string): Promise<readonly CaseNoteView[]> => {
  const rows = await db.ask(sql<{ id: string; text: string; at: Date; byName: string | null }>`
    select n.id, n.text, n.at, ${nameOf('u')} as "byName" from ${t(caseNoteTable)} n
    left join ${users} u on u.id = n.by where n.request_id = ${id} order by n.at, n.id`);
  return rows.map(dated);
};

export const deskQueries = {
  /** The operator's queue goes across tenants. */
  tollfreeRequests: query({
    reads: 'operator',
    run: async (db, given: ListQuery<typeof tollfreeList>): Promise<Listed<TollfreeRequestView>> => {
      const patterns = searchPatterns(given.search ?? '');
      const conditions = [sql`true`];
      if (given.status !== null) conditions.push(sql`r.status = ${given.status}`);
      if (given.waiting_for !== null) conditions.push(sql`${waits} = ${given.waiting_for}`);
      if (given.assignee.length > 0) conditions.push(sql`c.assignee_id = any(${given.assignee}::uuid[])`);
      if (given.escalated !== null)
        conditions.push(sql`(c.escalated is not distinct from r.attempt) = ${given.escalated}`);
      if (patterns.length > 0)
        conditions.push(
          sql`(lower(b.name) like any(${patterns}) or lower(a.name) like any(${patterns}) or r.number like any(${patterns}))`,
        );
      const where = sql.join(conditions, sql` and `);
      // Requests that wait for no one come last in the order of waiting.
      const isDone = sql`(r.status = 'approved')`;
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
  tollfreeRequest: query({
    reads: 'operator',
    run: async (db, id: string) => {
      const [row] = await db.ask(sql<Row>`select ${columns} from ${from} where r.id = ${id}`);
      if (row === undefined) return null;
      return { ...dated(row), attempts: await attemptsOf(db, id), notes: await notesOf(db, id) };
    },
  }),

  /** The verification of a number of a business; null: it was never asked for. */
  tollfreeOf: query({
    reads: 'business',
    run: async (db, businessId: string, number: string) => {
      const [row] = await db.ask(sql<Pick<Row, 'id' | 'status' | 'attempt' | 'editableUntil' | 'changedAt'>>`
        select r.id, r.status, r.attempt, r.editable_until as "editableUntil", r.changed_at as "changedAt"
        from ${t(tollfreeTable)} r where r.business_id = ${businessId} and r.number = ${number}`);
      if (row === undefined) return null;
      const attempts = await db.ask(sql<Omit<Attempt, 'byName'>>`select p.attempt, p.form, p.by,
          p.requested_at as "requestedAt", p.submitted_at as "submittedAt", p.reviewed_at as "reviewedAt", p.status, p.raw,
          p.refusals from ${t(tollfreeAttemptTable)} p where p.request_id = ${row.id} order by p.attempt`);
      return { ...dated(row), attempts: attempts.map(dated) };
    },
  }),
};
