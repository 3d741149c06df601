import { sql } from 'kysely';
import type { PlanKind } from '../../domain/plans/fields.ts';
import type { MoveSkip, MoveWhen } from '../../domain/subscriptions/fields.ts';
import { dated, offsetOf, type Page, query, tablesIn } from '../engine/query.ts';
import { agencyModel, agencyTable } from '../tables/agencies.ts';
import { businessModel, businessTable } from '../tables/businesses.ts';
import { planMoveOutcomeTable, planMoveTable, subscriptionModel, subscriptionTable } from '../tables/subscriptions.ts';

const t = tablesIn(subscriptionModel);
const subscriptions = t(subscriptionTable);
const outcomes = t(planMoveOutcomeTable);
const agencies = tablesIn(agencyModel)(agencyTable);
const businesses = tablesIn(businessModel)(businessTable);

/** A move and how far it is. `waiting`: not looked at yet, or renewing too soon to be told of it. */
export interface PlanMoveView {
  readonly id: string;
  readonly fromVersions: readonly number[];
  readonly version: number;
  readonly when: MoveWhen;
  readonly subscribers: number;
  readonly startedAt: string;
  readonly moved: number;
  readonly skipped: number;
}
export interface MoveCandidate {
  readonly id: string;
  readonly kind: PlanKind;
  readonly name: string;
}
export interface SkippedPayer extends MoveCandidate {
  readonly reason: MoveSkip;
  readonly at: string;
}

/** Those that can be moved as far as the rows say; a change that waits is known to the stream alone. */
const movable = sql`s.status in (${sql.join(['active', 'trialing'])}) and s.cancel_at is null`;
const isLive = sql`s.ended_at is null and s.status not in ('incomplete', 'incomplete_expired', 'canceled')`;
const nameOf = sql`coalesce(a.name, b.name, '')`;
const kindOf = sql`case when s.agency_id is null then 'business' else 'agency' end`;

/** Who has which version of a plan, and what came of moving them. */
export const planMoveQueries = {
  /** Of each version that someone has: how many do. */
  planSubscribers: query({
    reads: 'operator',
    run: (db, planId: string) =>
      db.ask(
        sql<{ readonly version: number; readonly subscribers: number }>`
          select s.version, count(distinct s.payer_id)::int as subscribers from ${subscriptions} s
          where s.plan_id = ${planId} and ${isLive} group by s.version order by s.version desc`,
      ),
  }),

  /** A page of those who have one of these versions, by name; with the sums of what all of them pay now. */
  moveCandidates: query({
    reads: 'operator',
    run: async (db, planId: string, versions: readonly number[], { page, perPage }: Page) => {
      const having = sql`s.plan_id = ${planId} and s.version = any(${versions}::int[]) and ${isLive}`;
      const [rows, [sums]] = await Promise.all([
        db.ask(
          sql<MoveCandidate>`
            select * from (select distinct on (s.payer_id) s.payer_id as id, ${kindOf} as kind, ${nameOf} as name
              from ${subscriptions} s
              left join ${agencies} a on a.id = s.agency_id left join ${businesses} b on b.id = s.business_id
              where ${having} order by s.payer_id) c
            order by lower(c.name), c.id limit ${perPage} offset ${offsetOf(page, perPage)}`,
        ),
        db.ask(
          sql<{ readonly total: number; readonly movable: number; readonly amount: number }>`
            select count(distinct s.payer_id)::int as total, count(*) filter (where ${movable})::int as movable,
              coalesce(sum((s.terms->>'amount')::bigint) filter (where ${movable}), 0)::float8 as amount
            from ${subscriptions} s where ${having}`,
        ),
      ]);
      return { rows, ...sums! };
    },
  }),

  /** The next of those who have one of these versions, in the order of their ids. */
  subscribersOfVersions: query({
    reads: 'owner',
    run: (db, planId: string, versions: readonly number[], after: string | null, most: number) =>
      db.ask(
        sql<{ readonly id: string; readonly kind: PlanKind }>`
          select distinct s.payer_id as id, ${kindOf} as kind from ${subscriptions} s
          where s.plan_id = ${planId} and s.version = any(${versions}::int[]) and ${isLive}
            and (${after}::uuid is null or s.payer_id > ${after}::uuid)
          order by s.payer_id limit ${most}`,
      ),
  }),

  /** The newest first. */
  planMoves: query({
    reads: 'operator',
    run: async (db, planId: string): Promise<readonly PlanMoveView[]> => {
      const rows = await db.ask(
        sql<Omit<PlanMoveView, 'startedAt'> & { startedAt: Date }>`
          select m.id, m.from_versions as "fromVersions", m.version, m.moment as "when", m.subscribers, m.started_at as "startedAt",
            count(*) filter (where o.state = 'moved')::int as moved,
            count(*) filter (where o.state = 'skipped')::int as skipped
          from ${t(planMoveTable)} m left join ${outcomes} o on o.move_id = m.id
          where m.plan_id = ${planId} group by m.id, m.from_versions, m.version, m.moment, m.subscribers, m.started_at
          order by m.started_at desc limit 20`,
      );
      return rows.map(dated);
    },
  }),

  /** Those who were not moved, and why. */
  skippedByMove: query({
    reads: 'operator',
    run: async (db, moveId: string): Promise<readonly SkippedPayer[]> => {
      const rows = await db.ask(
        sql<Omit<SkippedPayer, 'at'> & { at: Date }>`
          select o.payer_id as id, o.payer_kind as kind, ${nameOf} as name, o.reason, o.at from ${outcomes} o
          left join ${agencies} a on a.id = o.payer_id and o.payer_kind = 'agency'
          left join ${businesses} b on b.id = o.payer_id and o.payer_kind = 'business'
          where o.move_id = ${moveId} and o.state = 'skipped' order by lower(${nameOf}), o.payer_id limit 500`,
      );
      return rows.map(dated);
    },
  }),
};
