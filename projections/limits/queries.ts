import { sql } from 'kysely';
import { query, tablesIn } from '../engine/query.ts';
import { businessModel, businessTable } from '../tables/businesses.ts';
import { contactCountTable, contactModel } from '../tables/contacts.ts';
import { subscriptionModel, subscriptionTable } from '../tables/subscriptions.ts';
import { usageModel, usageMonthTable } from '../tables/usage.ts';

const businesses = tablesIn(businessModel)(businessTable);
const months = tablesIn(usageModel)(usageMonthTable);
const subscriptions = tablesIn(subscriptionModel)(subscriptionTable);
const contactCounts = tablesIn(contactModel)(contactCountTable);

/** A business near a limit. `month`: the one that it is there, `2026-11`. */
export interface NearLimit {
  readonly businessId: string;
  readonly kind: 'messages' | 'contacts';
  readonly used: number;
  readonly limit: number;
  readonly month: string;
}

/**
 * What plans of businesses include where no more are sold, as `limitsOf` in the domain says it. It says nothing of add-ons
 * and statuses, so a limit is never above the one that holds: whoever is found is looked at again before they are told.
 */
const ofPlans = sql`
  select s.business_id as id,
      min(case when s.terms->>'overageMessages' is null and s.terms->>'overageMms' is null
        then (s.terms->>'messages')::bigint + (s.terms->>'mms')::bigint end) as messages,
      min(case when s.terms->>'overageContacts' is null then (s.terms->>'contacts')::bigint end) as contacts
    from ${subscriptions} s
    where s.section = 'plan' and s.ended_at is null and s.business_id is not null
    group by s.business_id`;

export const limitQueries = {
  /**
   * Businesses that have used so many per cent of a limit of their own or of their own plan, from counts that are kept.
   * Asked for all of them at once.
   */
  nearLimits: query({
    reads: 'owner',
    run: (db, percent: number): Promise<readonly NearLimit[]> => {
      const here = sql`${db.now().toISOString()}::timestamptz at time zone b.zone`;
      return db.ask(sql<NearLimit>`
        with b as (
          select b.id, b.zone, least(b.monthly_messages, p.messages)::bigint as messages,
              least(b.contact_limit, p.contacts)::bigint as contacts
            from ${businesses} b left join (${ofPlans}) p on p.id = b.id and b.agency_id is null
            where b.state = 'active')
        select b.id as "businessId", 'messages' as kind, u.texts::int as used, b.messages::int as "limit",
            to_char(u.month, 'YYYY-MM') as month
          from ${months} u join b on b.id = u.business_id
          where b.messages is not null and u.month = date_trunc('month', ${here})::date
            and u.texts * 100 >= b.messages * ${percent}
        union all
        select b.id, 'contacts', c.held::int, b.contacts::int, to_char(${here}, 'YYYY-MM')
          from b cross join lateral (
            select sum(n.count) as held from ${contactCounts} n where n.business_id = b.id and n.keyword = '') c
          where b.contacts is not null and c.held * 100 >= b.contacts * ${percent}`);
    },
  }),
};
