import { type RawBuilder, sql } from 'kysely';
import type { Payer } from '../../domain/payments/payer.ts';
import { query, tablesIn } from '../engine/query.ts';
import { businessModel, businessTable } from '../tables/businesses.ts';
import { contactCountTable, contactModel } from '../tables/contacts.ts';
import { payerAlertTable, subscriptionModel, subscriptionTable } from '../tables/subscriptions.ts';
import { usageDayTable, usageModel, usageMonthTable } from '../tables/usage.ts';

const businesses = tablesIn(businessModel)(businessTable);
const months = tablesIn(usageModel)(usageMonthTable);
const days = tablesIn(usageModel)(usageDayTable);
const alerts = tablesIn(subscriptionModel)(payerAlertTable);
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

/** What a payer used in the month that still goes on at one of its businesses, `2026-11`, and the contacts that it has. */
export interface PayerUsage extends PayerUsed {
  readonly id: string;
  readonly kind: 'agency' | 'business';
  readonly month: string;
}
interface PayerUsed {
  readonly messages: number;
  readonly mms: number;
  readonly emails: number;
  readonly contacts: number;
  readonly minutes: number;
}

/** Of payers `p` (id, kind, month) what they used. */
const usedBy = sql`
  lateral (
    select coalesce(sum(u.segments), 0)::float8 as messages, coalesce(sum(u.mms), 0)::float8 as mms,
        coalesce(sum(u.mails), 0)::float8 as emails, coalesce(sum(v.minutes), 0)::float8 as minutes,
        coalesce(sum(c.held), 0)::float8 as contacts
      from ${businesses} b left join ${months} u on u.business_id = b.id and u.month = p.month
        left join lateral (
          select sum(d.quantity) as minutes from ${days} d where d.business_id = b.id and d.channel = 'voice'
            and d.day >= p.month and d.day < p.month + interval '1 month') v on true
        left join lateral (
          select sum(n.count) as held from ${contactCounts} n where n.business_id = b.id and n.keyword = '') c on true
      where coalesce(b.agency_id, b.id) = p.id) used`;
/** The month that goes on longest among the businesses of a payer. */
const monthOfPayer = (payerId: RawBuilder<unknown>, now: Date) => sql`
  coalesce((select min(date_trunc('month', ${now.toISOString()}::timestamptz at time zone b.zone))::date
    from ${businesses} b where coalesce(b.agency_id, b.id) = ${payerId}),
    date_trunc('month', ${now.toISOString()}::timestamptz at time zone 'UTC')::date)`;

export const limitQueries = {
  /**
   * Payers who may have reached a threshold: those who chose some, and those who used so many per cent of something that
   * their plan includes. Asked for all of them at once.
   */
  payersNear: query({
    reads: 'owner',
    run: (db, percent: number): Promise<readonly PayerUsage[]> =>
      db.ask(sql<PayerUsage>`
        with payers as (
          select s.payer_id as id, case when s.agency_id is null then 'business' else 'agency' end as kind,
              min(s.terms::text)::jsonb as terms, false as chose
            from ${subscriptions} s where s.section = 'plan' and s.ended_at is null
              and not exists (select from ${alerts} a where a.payer_id = s.payer_id)
            group by s.payer_id, s.agency_id
          union all
          select a.payer_id, case when a.agency_id is null then 'business' else 'agency' end, null, true from ${alerts} a
        ),
        p as (select payers.*, ${monthOfPayer(sql`payers.id`, db.now())} as month from payers)
        select p.id, p.kind, to_char(p.month, 'YYYY-MM') as month, used.*
          from p cross join ${usedBy}
          where p.chose or used.messages * 100 >= nullif((p.terms->>'messages')::bigint, 0) * ${percent}
            or used.mms * 100 >= nullif((p.terms->>'mms')::bigint, 0) * ${percent}
            or used.emails * 100 >= nullif((p.terms->>'emails')::bigint, 0) * ${percent}
            or used.contacts * 100 >= nullif((p.terms->>'contacts')::bigint, 0) * ${percent}
            or used.minutes * 100 >= nullif((p.terms->>'minutes')::bigint, 0) * ${percent}
          order by p.id`),
  }),
  /** What a payer used this month. As an operator: over an agency's businesses. */
  payerUsage: query({
    reads: 'operator',
    run: async (db, { kind, id }: Payer): Promise<PayerUsage> => {
      const [row] = await db.ask(sql<PayerUsage>`
        with p as (select ${id}::uuid as id, ${monthOfPayer(sql`${id}::uuid`, db.now())} as month)
        select p.id, ${kind}::text as kind, to_char(p.month, 'YYYY-MM') as month, used.* from p cross join ${usedBy}`);
      return row!;
    },
  }),

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
