import { type RawBuilder, sql } from 'kysely';
import type { CouponStanding, redemptionList } from '../../domain/coupons/list.ts';
import type { ListQuery } from '../../domain/kernel/list.ts';
import { campaignModel, campaignTable } from '../tables/campaigns.ts';
import { contactModel, contactTable } from '../tables/contacts.ts';
import {
  dated,
  type Dated,
  direction,
  type Listed,
  matches,
  maxCount,
  offsetOf,
  query,
  type ReadDatabase,
  searchPatterns,
  tablesIn,
} from '../engine/query.ts';
import type { SelectedOf } from '../engine/table.ts';
import { quarterMs } from './projector.ts';
import { couponFlowTable, couponModel, couponTable, couponTallyTable } from '../tables/coupons.ts';

const t = tablesIn(couponModel);
const campaigns = tablesIn(campaignModel)(campaignTable);
const contacts = tablesIn(contactModel)(contactTable);

export const own = couponTable.select(
  'c',
  'id',
  'campaignId',
  'contactId',
  'code',
  'codeType',
  'discountType',
  'amount',
  'title',
  'because',
  'issuedAt',
  'expiresAt',
  'timezone',
  'redemptionId',
  'redeemedAt',
  'redeemedBy',
  'tillId',
  'till',
);
export const standing = (now: Date): RawBuilder<unknown> => sql`case when c.status = 'open'
  and c.expires_at <= ${now.toISOString()}::timestamptz then 'expired' else c.status end as status`;
const holder = contactTable.select('h', 'firstName', 'lastName', 'phone', 'email');
export const names = sql`${holder}, m.name as "campaignName"`;
/** Of coupons `c`: their campaign and who holds them. */
export const beside = sql`left join ${campaigns} m on m.id = c.campaign_id and m.business_id = c.business_id
  left join ${contacts} h on h.id = c.contact_id and h.business_id = c.business_id`;
export type CouponRow = SelectedOf<typeof own> &
  SelectedOf<typeof holder> & { status: CouponStanding; campaignName: string | null };
export type CouponView = Dated<CouponRow>;

/** How many of a campaign's, or a business's, coupons stand how. `outstanding`: could be redeemed. */
export interface CouponFigures {
  readonly issued: number;
  readonly redeemed: number;
  readonly revoked: number;
  readonly outstanding: number;
  readonly expired: number;
}
export interface TillUse {
  readonly tillId: string;
  readonly lastAt: string;
  readonly today: number;
}
/** What a campaign owes at an instant. `amount`: of discounts in money, in the smallest unit of the currency. */
export interface LiabilityView {
  readonly campaignId: string;
  readonly campaignName: string | null;
  readonly count: number;
  readonly amount: number;
}

const figuresOf = async (db: ReadDatabase, businessId: string, campaignId: string | null): Promise<CouponFigures> => {
  const now = db.now();
  const quarter = new Date(Math.floor(now.getTime() / quarterMs) * quarterMs);
  const end = new Date(quarter.getTime() + quarterMs).toISOString();
  const of = (alias: string) =>
    campaignId === null ?
      sql`${sql.ref(alias)}.business_id = ${businessId}`
    : sql`${sql.ref(alias)}.business_id = ${businessId} and ${sql.ref(alias)}.campaign_id = ${campaignId}`;
  const [row] = await db.ask(sql<{ issued: number; redeemed: number; revoked: number; outstanding: number }>`
    select coalesce(sum(n.issued), 0)::int as issued, coalesce(sum(n.redeemed), 0)::int as redeemed,
      coalesce(sum(n.revoked), 0)::int as revoked,
      (select coalesce(sum(f.count), 0)::int from ${t(couponFlowTable)} f where ${of('f')} and f.at < ${end}::timestamptz)
        + (select count(*)::int from ${t(couponTable)} c where ${of('c')} and c.status = 'open'
            and c.expires_at > ${now.toISOString()}::timestamptz and c.expires_at < ${end}::timestamptz) as outstanding
      from ${t(couponTallyTable)} n where ${of('n')}`);
  const { issued, redeemed, revoked, outstanding } = row ?? { issued: 0, redeemed: 0, revoked: 0, outstanding: 0 };
  return { issued, redeemed, revoked, outstanding, expired: issued - redeemed - revoked - outstanding };
};

/** The list as it is asked for; days have become instants: from the first, before the second. */
export type RedemptionQuery = Omit<ListQuery<typeof redemptionList>, 'date_range'> & {
  readonly between: { readonly from: string; readonly before: string } | null;
};

/** Which coupons are meant, without an order. */
export type RedemptionFilters = Pick<
  RedemptionQuery,
  'search' | 'status' | 'coupon_id' | 'contact_id' | 'till_id' | 'between'
>;

/**
 * The instant that a list is about: what was used, on a till or anywhere, by when it was; what is open or over by its
 * expiry; else when it was issued.
 */
const instantOf = ({ status, till_id: tillId }: Pick<RedemptionQuery, 'status' | 'till_id'>) =>
  status === 'redeemed' || (status === null && tillId !== null) ? 'redeemed_at'
  : status === 'open' || status === 'expired' ? 'expires_at'
  : 'issued_at';

/** Which coupons `c` are meant, as they stand `now`. */
export function conditionsOf(businessId: string, given: RedemptionFilters, now: Date): RawBuilder<unknown> {
  const { status, coupon_id: campaignId, contact_id: contactId, till_id: tillId, between } = given;
  const search = (given.search ?? '').trim();
  const conditions: RawBuilder<unknown>[] = [sql`c.business_id = ${businessId}`];
  if (campaignId !== null) conditions.push(sql`c.campaign_id = ${campaignId}`);
  if (contactId !== null) conditions.push(sql`c.contact_id = ${contactId}`);
  if (tillId !== null) conditions.push(sql`c.till_id = ${tillId}`);
  if (between !== null) {
    const at = sql.ref(`c.${instantOf(given)}`);
    conditions.push(sql`${at} >= ${between.from}::timestamptz and ${at} < ${between.before}::timestamptz`);
  }
  if (status === 'redeemed' || status === 'revoked') conditions.push(sql`c.status = ${status}`);
  if (status === 'open')
    conditions.push(
      sql`c.status = 'open' and (c.expires_at is null or c.expires_at > ${now.toISOString()}::timestamptz)`,
    );
  if (status === 'expired')
    conditions.push(sql`c.status = 'open' and c.expires_at <= ${now.toISOString()}::timestamptz`);
  if (search !== '') {
    const code = `${search.toUpperCase().replace(/[^A-Z0-9]/g, '')}%`;
    const people = sql`c.contact_id in (select h.id from ${contacts} h where h.business_id = ${businessId}
      and ${matches(sql`h.search`, searchPatterns(search))})`;
    conditions.push(code === '%' ? people : sql`(c.plain_code like ${code} or ${people})`);
  }
  return sql.join(conditions, sql` and `);
}

/**
 * As an operator where something is searched for: LIKE is not leakproof, so under a tenant's policy Postgres would not
 * use the indexes. The queries' own `where business_id` is held by tests.
 */
export const scopeOf = (businessId: string, { search }: Pick<RedemptionQuery, 'search'>) =>
  (search ?? '').trim() !== '' ? ('operator' as const) : { businessId };

/** Each has an index that begins with the business, the campaign or the till. Issued is in the order of positions. */
function orderOf({ sortBy, sortDesc, status, between, till_id: till }: RedemptionQuery): RawBuilder<unknown> {
  const own = instantOf({ status, till_id: till });
  const by =
    sortBy !== 'id' && sortBy !== null ? sortBy
    : till !== null ? 'redeemed_at'
    : own === 'issued_at' && between === null ? null
    : own;
  const way = direction(sortDesc);
  return by === null ? sql`c.position ${way}` : sql`${sql.ref(`c.${by}`)} ${way}, c.position ${way}`;
}

export const couponQueries = {
  redemptions: query({
    reads: scopeOf,
    run: async (db, businessId: string, given: RedemptionQuery): Promise<Listed<CouponView>> => {
      const now = db.now();
      const { status, coupon_id: campaignId, contact_id: contactId, till_id: tillId, between } = given;
      const search = (given.search ?? '').trim();
      const where = conditionsOf(businessId, given, now);
      const order = orderOf(given);
      const total = async (): Promise<number> => {
        if (search === '' && contactId === null && tillId === null && between === null) {
          const figures = await figuresOf(db, businessId, campaignId);
          return (
            status === null ? figures.issued
            : status === 'open' ? figures.outstanding
            : figures[status]
          );
        }
        const [counted] = await db.ask(sql<{ total: number }>`select count(*)::int as total
          from (select from ${t(couponTable)} c where ${where} limit ${maxCount}) counted`);
        return counted?.total ?? 0;
      };
      const [counted, rows] = await Promise.all([
        total(),
        db.ask(sql<CouponRow>`select ${own}, ${standing(now)}, ${names} from (
            select * from ${t(couponTable)} c where ${where} order by ${order}
              limit ${given.perPage} offset ${offsetOf(given.page, given.perPage)}
          ) c ${beside} order by ${order}`),
      ]);
      return { data: rows.map(dated), total: counted };
    },
  }),

  redemption: query({
    reads: 'business',
    run: async (db, businessId: string, couponId: string): Promise<CouponView | null> => {
      const [row] =
        await db.ask(sql<CouponRow>`select ${own}, ${standing(db.now())}, ${names} from ${t(couponTable)} c ${beside}
        where c.id = ${couponId} and c.business_id = ${businessId}`);
      return row ? dated(row) : null;
    },
  }),

  /** The coupon of a code that is one person's; null: there is none. */
  couponByCode: query({
    reads: 'business',
    run: async (db, businessId: string, plainCode: string): Promise<CouponView | null> => {
      const [row] =
        await db.ask(sql<CouponRow>`select ${own}, ${standing(db.now())}, ${names} from ${t(couponTable)} c ${beside}
        where c.business_id = ${businessId} and c.plain_code = ${plainCode} and c.code_type = 'dynamic' limit 1`);
      return row ? dated(row) : null;
    },
  }),

  /** The campaigns whose code everybody has; also one that has another by now, while people still hold the old. */
  campaignsByCode: query({
    reads: 'business',
    run: async (
      db,
      businessId: string,
      plainCode: string,
    ): Promise<readonly { id: string; name: string; title: string; archived: boolean }[]> =>
      db.ask(sql<{ id: string; name: string; title: string; archived: boolean }>`
        select m.id, m.name, m.offer ->> 'title' as title, m.archived_at is not null as archived from ${campaigns} m
          where m.business_id = ${businessId} and (
            (m.offer ->> 'codeType' = 'static' and m.offer ->> 'discountType' <> 'none'
              and replace(m.offer ->> 'staticCode', '-', '') = ${plainCode})
            or m.id = (select c.campaign_id from ${t(couponTable)} c where c.business_id = ${businessId}
              and c.plain_code = ${plainCode} and c.code_type = 'static' limit 1))
          order by m.position desc limit 10`),
  }),

  /** Who holds a campaign's coupon, by name or the last digits of their number. As an operator: see `redemptions`. */
  couponHolders: query({
    reads: 'operator',
    run: async (db, businessId: string, campaignId: string, search: string): Promise<readonly CouponView[]> => {
      const digits = search.replace(/\D/g, '');
      const whose =
        digits.length >= 4 ? sql`h.phone like ${`%${digits}`}` : matches(sql`h.search`, searchPatterns(search));
      const rows =
        await db.ask(sql<CouponRow>`select ${own}, ${standing(db.now())}, ${names} from ${t(couponTable)} c ${beside}
        where c.business_id = ${businessId} and c.campaign_id = ${campaignId} and c.contact_id in (
          select h.id from ${contacts} h where h.business_id = ${businessId} and ${whose})
        order by (c.status = 'open') desc, c.position desc limit 10`);
      return rows.map(dated);
    },
  }),

  couponsOfContact: query({
    reads: 'business',
    run: async (db, businessId: string, contactId: string): Promise<readonly CouponView[]> => {
      const rows =
        await db.ask(sql<CouponRow>`select ${own}, ${standing(db.now())}, ${names} from ${t(couponTable)} c ${beside}
        where c.contact_id = ${contactId} and c.business_id = ${businessId} order by c.position desc limit 100`);
      return rows.map(dated);
    },
  }),

  /** What was redeemed on a till since an instant, the latest first. */
  redeemedOnTill: query({
    reads: 'business',
    run: async (db, businessId: string, tillId: string, since: string): Promise<readonly CouponView[]> => {
      const rows =
        await db.ask(sql<CouponRow>`select ${own}, ${standing(db.now())}, ${names} from ${t(couponTable)} c ${beside}
        where c.till_id = ${tillId} and c.business_id = ${businessId} and c.redeemed_at >= ${since}::timestamptz
        order by c.redeemed_at desc limit 200`);
      return rows.map(dated);
    },
  }),

  /** What tills have redeemed that stands: when last, and how many since an instant. A till that has nothing is left out. */
  tillUses: query({
    reads: 'business',
    run: async (db, businessId: string, tillIds: readonly string[], since: string): Promise<readonly TillUse[]> => {
      const rows = await db.ask(sql<{ tillId: string; lastAt: Date; today: number }>`
        select w.id as "tillId", u.last_at as "lastAt", u.today from unnest(${tillIds}::uuid[]) as w(id)
          cross join lateral (
            select (select max(c.redeemed_at) from ${t(couponTable)} c
                where c.till_id = w.id and c.business_id = ${businessId}) as last_at,
              (select count(*)::int from ${t(couponTable)} c where c.till_id = w.id and c.business_id = ${businessId}
                and c.redeemed_at >= ${since}::timestamptz) as today
          ) u where u.last_at is not null`);
      return rows.map(dated);
    },
  }),

  couponFigures: query({ reads: 'business', run: figuresOf }),

  /** What each campaign owes at an instant (the end of a day): issued before, and neither used, withdrawn nor over by then. */
  couponLiability: query({
    reads: 'business',
    run: async (db, businessId: string, until: string): Promise<readonly LiabilityView[]> =>
      db.ask(sql<LiabilityView>`
        select f.campaign_id as "campaignId", m.name as "campaignName", sum(f.count)::int as count,
          sum(f.amount)::float8 as amount from ${t(couponFlowTable)} f
          left join ${campaigns} m on m.id = f.campaign_id and m.business_id = f.business_id
        where f.business_id = ${businessId} and f.at < ${until}::timestamptz
        group by f.campaign_id, m.name having sum(f.count) <> 0 order by sum(f.count) desc limit 1000`),
  }),
};
