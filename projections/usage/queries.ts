import { sql } from 'kysely';
import { schemaOf } from '../engine-types.ts';
import { type Listed, listed, offsetOf, type Page, query, tablesIn } from '../engine/query.ts';
import type { UsageKey } from '../../domain/rates/fields.ts';
import { noCountry } from '../../domain/rates/measures.ts';
import { businessModel, businessTable } from '../tables/businesses.ts';
import { subscriptionModel, subscriptionTable } from '../tables/subscriptions.ts';
import { contactModel, contactTable } from '../tables/contacts.ts';
import {
  contactDayTable,
  heldNumberTable,
  usageDayTable,
  usageItemTable,
  usageModel,
  usageMonthTable,
} from '../tables/usage.ts';
import { walletModel, walletTable } from '../tables/wallets.ts';
import { feesOf } from '../tables/wallet-fees.ts';

const t = tablesIn(usageModel);
const businesses = tablesIn(businessModel)(businessTable);
const wallets = tablesIn(walletModel)(walletTable);
const subscriptions = tablesIn(subscriptionModel)(subscriptionTable);
const contacts = tablesIn(contactModel)(contactTable);

/** What a business used in a calendar month of its zone; `month`: `2026-11`. Segments are of texts without pictures. */
export interface UsageMonthView {
  readonly month: string;
  readonly segments: number;
  readonly mms: number;
  readonly segmentsIn: number;
  readonly mmsIn: number;
  readonly mails: number;
}

/** What a business used of one key on one day of its zone. Numbers are counted on the first day of the month they are held on. */
export interface UsageDayView extends UsageKey {
  readonly businessId: string;
  readonly day: string;
  readonly quantity: number;
}
/** What all payers of a currency used of one key on one day. */
export interface UsageOfAllView extends UsageKey {
  readonly currency: string;
  readonly day: string;
  readonly quantity: number;
  readonly payers: number;
}
/** One text, email or number of what was used. `to`: the other side's number or address; our own number where it is one. */
export interface UsageItemView {
  readonly id: string;
  readonly day: string;
  /** ISO; null: a number, which is held and not sent. */
  readonly at: Date | null;
  readonly quantity: number;
  /** Null: they were erased, or are no contact. */
  readonly to: string | null;
}
/** What of one business is asked for: one key of prices, on some days. `since`, `upTo`: from where and as far in the log; null: all. */
export interface UsageItemsAsked extends UsageKey {
  readonly businessId: string;
  readonly days: readonly string[];
  readonly since: string | null;
  readonly upTo: string | null;
}
/** A text that counts in a month. `position`: where in the log that was said. */
interface CountedText extends UsageKey {
  readonly id: string;
  readonly businessId: string;
  readonly agencyId: string | null;
  readonly day: string;
  readonly quantity: number;
  readonly position: string;
}
/** Where a page begins: behind this one. */
export interface UsageItemPlace {
  readonly day: string;
  /** ms since 1970. */
  readonly at: number;
  readonly id: string;
}
const nowhere: UsageItemPlace = { day: '0001-01-01', at: 0, id: '00000000-0000-0000-0000-000000000000' };

/** Who pays for usage: an agency, or a business that has none. */
export interface UsagePayerView {
  readonly id: string;
  readonly kind: 'agency' | 'business';
}

const ofLine = ({ businessId, channel, direction, country, carrierClass, days, since, upTo }: UsageItemsAsked) => sql`
  u.business_id = ${businessId} and u.channel = ${channel} and u.direction = ${direction} and u.country = ${country}
    and u.carrier_class = ${carrierClass} and u.day between ${days.at(0) ?? '0001-01-01'}::date
      and ${days.at(-1) ?? '0001-01-01'}::date
    and u.day = any(${days}::date[]) and (${upTo}::bigint is null or u.position <= ${upTo}::bigint)
    and (${since}::bigint is null or u.position > ${since}::bigint)`;

/** `asked`: a month, from its first day until the day that it is at one of the businesses. */
const daysThatAreOver = (businessIds: readonly string[], month: string, now: Date) => sql`
  asked as (select ${`${month}-01`}::date as first, least((${`${month}-01`}::date + interval '1 month')::date,
    (select min((${now.toISOString()}::timestamptz at time zone b.zone)::date) from ${businesses} b
      where b.id = any(${businessIds}::uuid[]))) as next)`;

export const usageQueries = {
  /** What businesses used in a month (`2026-11`), by day and by what prices go by. As an operator: across an agency's businesses. */
  usageOfMonth: query({
    reads: 'operator',
    run: (db, businessIds: readonly string[], month: string): Promise<readonly UsageDayView[]> =>
      db.ask(sql<UsageDayView>`
        with asked as (select ${`${month}-01`}::date as first, (${`${month}-01`}::date + interval '1 month')::date as next),
        held as (
          select n.business_id, n.number, n.country, n.carrier_class, min(greatest(n.since, a.first)) as day
          from ${t(heldNumberTable)} n, asked a
          where n.business_id = any(${businessIds}::uuid[]) and n.since < a.next
            and (n.until is null or n.until > a.first or n.since >= a.first)
          group by n.business_id, n.number, n.country, n.carrier_class
        )
        select d.business_id as "businessId", d.day::text as day, d.channel, d.direction, d.country,
          d.carrier_class as "carrierClass", d.quantity::float8 as quantity
        from ${t(usageDayTable)} d, asked a
        where d.business_id = any(${businessIds}::uuid[]) and d.day >= a.first and d.day < a.next and d.quantity <> 0
        union all
        select business_id, day::text, 'number', 'out', country, carrier_class, count(*)::float8
        from held group by business_id, day, country, carrier_class
        order by 1, 2, 3, 4, 5, 6`),
  }),
  /**
   * The contacts of businesses on the day of a month at whose end they had the most together, of days that are over. As
   * an operator: across an agency's businesses.
   */
  contactsOfMonth: query({
    reads: 'operator',
    run: (db, businessIds: readonly string[], month: string): Promise<readonly UsageDayView[]> =>
      db.ask(sql<UsageDayView>`
        with ${daysThatAreOver(businessIds, month, db.now())},
        moves as (
          select d.business_id, greatest(d.day, a.first) as day, sum(d.change) as change
          from ${t(contactDayTable)} d, asked a
          where d.business_id = any(${businessIds}::uuid[]) and d.day < a.next and a.first < a.next group by 1, 2
        ),
        peak as (
          select day from (select day, sum(sum(change)) over (order by day) as held from moves group by day) days
          order by held desc, day limit 1
        )
        select m.business_id as "businessId", p.day::text as day, 'contact' as channel, 'out' as direction,
          ${noCountry} as country, 'other' as "carrierClass", sum(m.change)::float8 as quantity
        from moves m, peak p where m.day <= p.day
        group by m.business_id, p.day having sum(m.change) > 0 order by 1`),
  }),
  /** How many contacts a business had at the end of each day of a month that is over. */
  contactDays: query({
    reads: 'operator',
    run: (db, businessId: string, month: string): Promise<readonly UsageItemView[]> =>
      db.ask(sql<UsageItemView>`
        with ${daysThatAreOver([businessId], month, db.now())}
        select x.day::date::text as id, x.day::date::text as day, null as at, null as "to",
          (select coalesce(sum(d.change), 0)::float8 from ${t(contactDayTable)} d
            where d.business_id = ${businessId} and d.day <= x.day::date) as quantity
        from asked a, generate_series(a.first, a.next - 1, interval '1 day') x(day) order by 1`),
  }),
  /** The texts and emails that a sum is made of, in the order in which they count. As an operator: a payer's business. */
  usageItems: query({
    reads: 'operator',
    run: (
      db,
      asked: UsageItemsAsked,
      after: UsageItemPlace | null,
      limit: number,
    ): Promise<readonly UsageItemView[]> => {
      const { day, at, id } = after ?? nowhere;
      return db.ask(sql<UsageItemView>`
        select i.id, i.day::text as day, i.at, i.quantity,
          case when i.channel = 'email' then c.email else c.phone end as "to"
        from (
          select * from ${t(usageItemTable)} u where ${ofLine(asked)}
            and (u.day, u.at, u.id) > (${day}::date, to_timestamp(${at / 1000}), ${id}::uuid)
          order by u.day, u.at, u.id limit ${limit}
        ) i left join ${contacts} c on c.id = i.contact_id and c.business_id = i.business_id
        order by i.day, i.at, i.id`);
    },
  }),
  /** Of each of these texts of a line, how many pieces of the line came before it. As an operator: a payer's business. */
  usageBefore: query({
    reads: 'operator',
    run: (
      db,
      asked: UsageItemsAsked,
      ids: readonly string[],
    ): Promise<readonly { readonly id: string; readonly before: number }[]> =>
      db.ask(sql<{ id: string; before: number }>`
        select id, before::float8 as before from (
          select u.id, sum(u.quantity) over (order by u.day, u.at, u.id) - u.quantity as before
          from ${t(usageItemTable)} u where ${ofLine(asked)}
        ) line where id = any(${ids}::uuid[])`),
  }),
  /** As what texts count, those that do. As an operator: who asks has found them within their own scope. */
  usageOfTexts: query({
    reads: 'operator',
    run: (db, ids: readonly string[]): Promise<readonly CountedText[]> =>
      db.ask(sql<CountedText>`
        select u.id, u.business_id as "businessId", b.agency_id as "agencyId", u.channel, u.direction, u.country,
          u.carrier_class as "carrierClass", u.quantity, u.day::text as day, u.position::text as position
        from ${t(usageItemTable)} u join ${businesses} b on b.id = u.business_id
        where u.id = any(${ids}::uuid[]) and u.day is not null`),
  }),
  /** How many there are, and their pieces. */
  usageItemsSum: query({
    reads: 'operator',
    run: async (db, asked: UsageItemsAsked): Promise<{ readonly count: number; readonly quantity: number }> =>
      (
        await db.ask(sql<{ count: number; quantity: number }>`
          select count(*)::int as count, coalesce(sum(u.quantity), 0)::float8 as quantity
          from ${t(usageItemTable)} u where ${ofLine(asked)}`)
      )[0]!,
  }),
  /** The numbers that a business held in a month and that count on one of these days. */
  usageNumbers: query({
    reads: 'operator',
    run: (db, asked: UsageItemsAsked, month: string): Promise<readonly UsageItemView[]> =>
      db.ask(sql<UsageItemView>`
        select number as id, day::text as day, null as at, 1 as quantity, number as "to"
        from (
          select n.number, min(greatest(n.since, ${`${month}-01`}::date)) as day from ${t(heldNumberTable)} n
          where n.business_id = ${asked.businessId} and n.country = ${asked.country}
            and n.carrier_class = ${asked.carrierClass} and n.since < (${`${month}-01`}::date + interval '1 month')
            and (n.until is null or n.until > ${`${month}-01`}::date or n.since >= ${`${month}-01`}::date)
          group by n.number
        ) held where day = any(${asked.days}::date[]) order by day, number`),
  }),
  /** Who pays for what was used in a month, and for registrations, across tenants. */
  usagePayers: query({
    reads: 'operator',
    run: (db, month: string, { page, perPage }: Page): Promise<Listed<UsagePayerView>> => {
      const from = sql`${businesses} b where exists (select from ${t(usageDayTable)} d where d.business_id = b.id
            and d.day >= ${`${month}-01`}::date and d.day < (${`${month}-01`}::date + interval '1 month') and d.quantity <> 0)
          or exists (select from ${t(heldNumberTable)} n where n.business_id = b.id
            and n.since < (${`${month}-01`}::date + interval '1 month') and (n.until is null or n.until > ${`${month}-01`}::date))
          or exists (select from ${subscriptions} s where s.payer_id = coalesce(b.agency_id, b.id) and s.section = 'plan'
            and s.ended_at is null and s.terms ->> 'overageContacts' is not null)
          or exists (select from (${feesOf(sql`coalesce(b.agency_id, b.id)`)}) f where f.business_id = b.id
            and f.day >= ${`${month}-01`}::date and f.day < (${`${month}-01`}::date + interval '1 month'))`;
      const payers = sql`select distinct coalesce(b.agency_id, b.id) as id,
          case when b.agency_id is null then 'business' else 'agency' end as kind from ${from}`;
      return listed(
        db,
        (counted) => sql<UsagePayerView>`select p.id, p.kind, ${counted} from (${payers}) p
          order by p.id limit ${perPage} offset ${offsetOf(page, perPage)}`,
        sql`select count(*)::int from (${payers}) p`,
      );
    },
  }),
  /** What everyone used in a month by day and by what prices go by: as many rows as there are keys, not tenants. */
  usageOfAll: query({
    reads: 'operator',
    run: (db, month: string): Promise<readonly UsageOfAllView[]> =>
      db.ask(sql<UsageOfAllView>`
        with asked as (select ${`${month}-01`}::date as first, (${`${month}-01`}::date + interval '1 month')::date as next),
        used as (
          select d.business_id, d.day, d.channel, d.direction, d.country, d.carrier_class, d.quantity
          from ${t(usageDayTable)} d, asked a where d.day >= a.first and d.day < a.next and d.quantity <> 0
          union all
          select n.business_id, min(greatest(n.since, a.first)), 'number', 'out', n.country, n.carrier_class, 1
          from ${t(heldNumberTable)} n, asked a
          where n.since < a.next and (n.until is null or n.until > a.first or n.since >= a.first)
          group by n.business_id, n.number, n.country, n.carrier_class
        ),
        payers as (
          select b.id, coalesce(b.agency_id, b.id) as payer_id, coalesce(
              (select w.currency from ${wallets} w where w.id = coalesce(b.agency_id, b.id)), (
              select s.terms ->> 'currency' from ${subscriptions} s
              where s.payer_id = coalesce(b.agency_id, b.id) and s.section = 'plan' and s.ended_at is null
              order by s.id limit 1), 'USD') as currency
          from ${businesses} b
        )
        select p.currency, u.day::text as day, u.channel, u.direction, u.country, u.carrier_class as "carrierClass",
          sum(u.quantity)::float8 as quantity, count(distinct p.payer_id)::int as payers
        from used u join payers p on p.id = u.business_id
        group by p.currency, u.day, u.channel, u.direction, u.country, u.carrier_class
        order by 1, 2, 3, 4, 5, 6`),
  }),
  /** Up to where in the log usage has been measured, at least. Of no tenant: outside the wall. */
  usagePosition: query({
    reads: 'owner',
    run: async (db): Promise<string> => {
      const schema = schemaOf(usageModel);
      const [row] = await db.ask(sql<{ position: string }>`
        select coalesce(min(position), 0)::text as position from ops.projection_checkpoints
        where schema = ${schema} or schema like ${`${schema} %`}`);
      return row!.position;
    },
  }),
  /** The months of the last year, the current one of `zone` first, none left out. */
  usageMonths: query({
    reads: 'business',
    run: (db, businessId: string, zone: string): Promise<readonly UsageMonthView[]> =>
      db.ask(sql<UsageMonthView>`
        select to_char(x.month, 'YYYY-MM') as month, coalesce(u.segments, 0)::int as segments,
          coalesce(u.mms, 0)::int as mms, coalesce(u.segments_in, 0)::int as "segmentsIn",
          coalesce(u.mms_in, 0)::int as "mmsIn", coalesce(u.mails, 0)::int as mails
        from (select date_trunc('month', ${db.now().toISOString()}::timestamptz at time zone ${zone}) as this) now,
          generate_series(now.this - interval '11 months', now.this, interval '1 month') x(month)
          left join ${t(usageMonthTable)} u on u.business_id = ${businessId} and u.month = x.month::date
        order by x.month desc`),
  }),
  /** Texts and pictures that were sent on each day of the month of `zone`, from the 1st to today. */
  textsByDay: query({
    reads: 'business',
    run: async (db, businessId: string, zone: string): Promise<readonly number[]> =>
      (
        await db.ask(sql<{ texts: number }>`
          select coalesce(sum(u.quantity), 0)::int as texts
          from (select ${db.now().toISOString()}::timestamptz at time zone ${zone} as at) now,
            generate_series(date_trunc('month', now.at), date_trunc('day', now.at), interval '1 day') x(day)
            left join ${t(usageDayTable)} u on u.business_id = ${businessId} and u.day = x.day::date
              and u.channel in ('sms', 'mms') and u.direction = 'out'
          group by x.day order by x.day`)
      ).map(({ texts }) => texts),
  }),
  /** What of the monthly limit a business has used in a month, named by its first day. */
  textsOfMonth: query({
    reads: 'business',
    run: async (db, businessId: string, month: string): Promise<number> =>
      (
        await db.ask(sql<{ texts: number }>`
          select texts::int as texts from ${t(usageMonthTable)} where business_id = ${businessId} and month = ${month}::date`)
      )[0]?.texts ?? 0,
  }),
};
