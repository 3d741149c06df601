import { type RawBuilder, sql } from 'kysely';
import type { ListQuery, SortOf } from '../../domain/kernel/list.ts';
import type { PlanKind, PlanTerms } from '../../domain/plans/fields.ts';
import type { planList } from '../../domain/plans/list.ts';
import {
  dated,
  type Dated,
  direction,
  listed,
  type Listed,
  offsetOf,
  query,
  type ReadDatabase,
  searchPatterns,
  tablesIn,
} from '../engine/query.ts';
import type { RowOf } from '../engine/table.ts';
import { planModel, planTable, planVersionTable } from '../tables/plans.ts';

const t = tablesIn(planModel);

const columns = sql`p.id, p.kind, p.section, p.version, p.terms, p.revision, p.created_at as "createdAt",
  p.changed_at as "changedAt"`;
/** Of a plan that is for sale everything but its end is said. */
type Row = {
  [N in 'id' | 'kind' | 'section' | 'version' | 'terms' | 'revision' | 'createdAt' | 'changedAt']: NonNullable<
    RowOf<typeof planTable>[N]
  >;
};
export type PlanView = Dated<Row>;
export interface PlanVersionView {
  readonly version: number;
  readonly terms: PlanTerms;
  /** ISO 8601: sold from then on. */
  readonly at: string;
}

const orders: Readonly<Record<SortOf<typeof planList>, RawBuilder<unknown>>> = {
  id: sql`p.id`,
  amount: sql`p.amount`,
  name: sql`lower(p.name)`,
  created_at: sql`p.created_at`,
};

const one = async (db: ReadDatabase, condition: RawBuilder<unknown>): Promise<PlanView | null> => {
  const [row] = await db.ask(
    sql<Row>`select ${columns} from ${t(planTable)} p where p.deleted_at is null and ${condition} order by p.id limit 1`,
  );
  return row ? dated(row) : null;
};

/** The operator's catalogue: it belongs to no tenant, and who may see which kind is said where it is asked. */
export const planQueries = {
  plans: query({
    reads: 'operator',
    run: async (db, kind: PlanKind, given: ListQuery<typeof planList>): Promise<Listed<PlanView>> => {
      const patterns = searchPatterns(given.search ?? '');
      const conditions = [sql`p.kind = ${kind}`, sql`p.deleted_at is null`];
      if (given.section !== null) conditions.push(sql`p.section = ${given.section}`);
      if (patterns.length > 0) conditions.push(sql`lower(p.name) like any(${patterns})`);
      const from = sql`${t(planTable)} p where ${sql.join(conditions, sql` and `)}`;
      const order = sql`${orders[given.sortBy ?? 'amount']} ${direction(given.sortDesc)}, p.id`;
      const { data, total } = await listed<Row>(
        db,
        (counted) => sql<Row>`select ${columns}, ${counted} from ${from} order by ${order}
          limit ${given.perPage} offset ${offsetOf(given.page, given.perPage)}`,
        sql`select count(*)::int from ${from}`,
      );
      return { data: data.map(dated), total };
    },
  }),

  plan: query({
    reads: 'operator',
    run: (db, kind: PlanKind, id: string) => one(db, sql`p.kind = ${kind} and p.id = ${id}`),
  }),

  /** By its name, as people write it. */
  planByName: query({
    reads: 'operator',
    run: (db, kind: PlanKind, name: string) => one(db, sql`p.kind = ${kind} and lower(p.name) = lower(${name})`),
  }),

  /** Every version of a plan, the newest first; of one that is no longer for sale too. */
  planVersions: query({
    reads: 'operator',
    run: async (db, planId: string): Promise<readonly PlanVersionView[]> => {
      const rows = await db.ask(
        sql<Omit<PlanVersionView, 'at'> & { at: Date }>`select v.version, v.terms, v.at
          from ${t(planVersionTable)} v where v.plan_id = ${planId} order by v.version desc`,
      );
      return rows.map(dated);
    },
  }),
};
