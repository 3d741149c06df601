import { sql } from 'kysely';
import { query, tablesIn } from '../engine/query.ts';
import { businessModel, businessTable } from '../tables/businesses.ts';
import { contactCountTable, contactModel } from '../tables/contacts.ts';
import { usageModel, usageMonthTable } from '../tables/usage.ts';

const businesses = tablesIn(businessModel)(businessTable);
const months = tablesIn(usageModel)(usageMonthTable);
const contactCounts = tablesIn(contactModel)(contactCountTable);

/** A business near a limit of its own. `month`: the one that it is there, `2026-11`. */
export interface NearLimit {
  readonly businessId: string;
  readonly kind: 'messages' | 'contacts';
  readonly used: number;
  readonly limit: number;
  readonly month: string;
}

export const limitQueries = {
  /** Businesses that have used so many per cent of a limit, from counts that are kept. Asked for all of them at once. */
  nearLimits: query({
    reads: 'owner',
    run: (db, percent: number): Promise<readonly NearLimit[]> => {
      const here = sql`${db.now().toISOString()}::timestamptz at time zone b.zone`;
      return db.ask(sql<NearLimit>`
        select b.id as "businessId", 'messages' as kind, u.texts::int as used, b.monthly_messages as "limit",
            to_char(u.month, 'YYYY-MM') as month
          from ${months} u join ${businesses} b on b.id = u.business_id
          where b.monthly_messages is not null and b.state = 'active' and u.month = date_trunc('month', ${here})::date
            and u.texts * 100 >= b.monthly_messages::bigint * ${percent}
        union all
        select b.id, 'contacts', c.held::int, b.contact_limit, to_char(${here}, 'YYYY-MM')
          from ${businesses} b cross join lateral (
            select sum(n.count) as held from ${contactCounts} n where n.business_id = b.id and n.keyword = '') c
          where b.contact_limit is not null and b.state = 'active' and c.held * 100 >= b.contact_limit::bigint * ${percent}`);
    },
  }),
};
