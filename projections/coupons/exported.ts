import { sql } from 'kysely';
import type { PlacePage } from '../engine/place-page.ts';
import { dated, query, tablesIn } from '../engine/query.ts';
import {
  beside,
  conditionsOf,
  type CouponRow,
  type CouponView,
  names,
  own,
  type RedemptionFilters,
  scopeOf,
  standing,
} from './queries.ts';
import { couponModel, couponTable } from '../tables/coupons.ts';

const coupons = tablesIn(couponModel)(couponTable);
export type ExportedCoupon = CouponView & { readonly position: string };

export const exportedCouponQueries = {
  /** How many they are, and the place of the newest; null: there is none. */
  countRedemptions: query({
    reads: scopeOf,
    run: async (db, businessId: string, given: RedemptionFilters) => {
      const [row] = await db.ask(sql<{ count: number; upTo: string | null }>`
        select count(*)::int as count, max(c.position)::text as "upTo" from ${coupons} c
        where ${conditionsOf(businessId, given, db.now())}`);
      return row ?? { count: 0, upTo: null };
    },
  }),

  /** The oldest first, some at a time, behind the place `after`. */
  exportedRedemptions: query({
    reads: (businessId: string, given: RedemptionFilters, _page: PlacePage, _signal?: AbortSignal) =>
      scopeOf(businessId, given),
    run: async (
      db,
      businessId: string,
      given: RedemptionFilters,
      { after, upTo, limit }: PlacePage,
      signal?: AbortSignal,
    ): Promise<readonly ExportedCoupon[]> => {
      const rows = await db.ask(
        sql<CouponRow & { position: string }>`
          select ${own}, ${standing(db.now())}, ${names}, c.position::text as position from (
            select * from ${coupons} c where ${conditionsOf(businessId, given, db.now())}
              and c.position > ${after}::bigint and c.position <= ${upTo}::bigint order by c.position limit ${limit}
          ) c ${beside} order by c.position`,
        signal,
      );
      return rows.map(dated);
    },
  }),
};
