import { type RawBuilder, sql } from 'kysely';
import type { BroadcastStatus, RecipientState } from '../../domain/broadcasts/fields.ts';
import { noSums, noWord, recipientState } from '../../domain/broadcasts/report.ts';
import type { broadcastList, recipientList, RecipientMoment } from '../../domain/broadcasts/list.ts';
import type { ListQuery, SortOf } from '../../domain/kernel/list.ts';
import { businessModel, businessTable } from '../tables/businesses.ts';
import { campaignModel, campaignTable } from '../tables/campaigns.ts';
import { contactModel, contactTable } from '../tables/contacts.ts';
import { couponModel, couponTable } from '../tables/coupons.ts';
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
import { userModel, userTable } from '../tables/users.ts';
import {
  broadcastModel,
  broadcastTable,
  broadcastTallyTable,
  deedTable,
  momentTable,
  recipientTable,
  redeemedTable,
  textedTable,
} from '../tables/broadcasts.ts';

const t = tablesIn(broadcastModel);
const campaigns = tablesIn(campaignModel)(campaignTable);
const contacts = tablesIn(contactModel)(contactTable);
const coupons = tablesIn(couponModel)(couponTable);
const businesses = tablesIn(businessModel)(businessTable);
const users = tablesIn(userModel)(userTable);

const ahead = broadcastTable.select('b', 'id', 'name', 'campaignId', 'contents', 'audience');

/** How many of a broadcast's audience are where. All of them add up to `audience`, at any time. */
export type RecipientCounts = { readonly audience: number } & Readonly<Record<RecipientState, number>>;
/** What they did; people, but for `redeemed`: coupons. */
export interface DeedCounts {
  readonly clicked: number;
  readonly replied: number;
  readonly optedOut: number;
  readonly redeemed: number;
}

/** A recipient of whom nothing was said is stored as waiting; what that means depends on the broadcast. */
export const endOf = (broadcast: BroadcastStatus, state: RecipientState): RecipientState =>
  state === 'waiting' ? recipientState(noWord, broadcast) : state;
/** The stored states that are shown as one. */
function storedAs(broadcast: BroadcastStatus, shown: RecipientState): readonly RecipientState[] {
  const unsaid = recipientState(noWord, broadcast);
  return [...(shown === 'waiting' ? [] : [shown]), ...(shown === unsaid ? ['waiting' as const] : [])];
}

interface Tally {
  readonly variant: number;
  readonly state: RecipientState;
  readonly reason: string;
  readonly errorCode: number;
  readonly count: number;
}
export const countsOf = (status: BroadcastStatus, tallies: readonly Pick<Tally, 'state' | 'count'>[]) => {
  const counts = { audience: 0, ...noSums };
  for (const { state, count } of tallies) {
    counts.audience += count;
    counts[endOf(status, state)] += count;
  }
  return counts satisfies RecipientCounts;
};

const own = broadcastTable.select(
  'b',
  'id',
  'businessId',
  'createdAt',
  'name',
  'type',
  'campaignId',
  'contents',
  'test',
  'audience',
  'schedule',
  'windowHours',
  'validHours',
  'shortLinks',
  'fromId',
  'fromAs',
  'status',
  'startAt',
  'startedAt',
  'expiresAt',
  'endedAt',
  'frozen',
  'sender',
  'pausedBy',
  'pausedNote',
  'pausedAt',
  'approvalFor',
  'approvalLimit',
  'approvalAt',
  'approvalBy',
  'decidedBy',
  'approvedAt',
  'rejectedNote',
  'rejectedAt',
  'winner',
  'winnerHonest',
  'winnerAt',
  'winnerFigures',
  'revision',
);
/** Of broadcasts `b`: the campaign, and what it all adds up to. */
const beside = sql`left join ${campaigns} m on m.id = b.campaign_id and m.business_id = b.business_id
  left join ${t(textedTable)} x on x.broadcast_id = b.id and x.business_id = b.business_id
  left join lateral (
    select jsonb_agg(jsonb_build_object('state', c.state, 'count', c.count)) as states
      from (select n.state, sum(n.count)::float8 as count from ${t(broadcastTallyTable)} n
        where n.broadcast_id = b.id and n.business_id = b.business_id group by n.state) c
  ) n on true
  left join lateral (
    select coalesce(sum(d.replied), 0)::float8 as replied, coalesce(sum(d.opted_out), 0)::float8 as "optedOut",
        coalesce(sum(d.redeemed), 0)::float8 as redeemed, coalesce(sum(d.clicked), 0)::float8 as clicked
      from ${t(deedTable)} d where d.broadcast_id = b.id and d.business_id = b.business_id
  ) d on true`;
const figures = sql`m.name as "campaignName", x.contact_id as "texterId", x.name as "texterName", x.phone as "texterPhone",
  n.states, d.replied, d."optedOut", d.redeemed, d.clicked`;
type Row = SelectedOf<typeof own> & {
  readonly campaignName: string | null;
  /** Whose phone it was confirmed from; null: it was made on a screen. Name and phone: also null once they were erased. */
  readonly texterId: string | null;
  readonly texterName: string | null;
  readonly texterPhone: string | null;
  readonly states: readonly { readonly state: RecipientState; readonly count: number }[] | null;
} & DeedCounts;
export type BroadcastView = Omit<Dated<Row>, 'states' | keyof DeedCounts> & {
  readonly counts: RecipientCounts;
  readonly deeds: DeedCounts;
};
const viewOf = ({ states, clicked: clickers, replied, optedOut, redeemed, ...row }: Row): BroadcastView => ({
  ...dated(row),
  counts: countsOf(row.status, states ?? []),
  deeds: { clicked: clickers, replied, optedOut, redeemed },
});

const orders: Readonly<Record<SortOf<typeof broadcastList>, readonly string[]>> = {
  id: ['position'],
  created_at: ['position'],
  name: ['search', 'position'],
  status: ['status', 'position'],
  start_at: ['start_at', 'position'],
};

/** What recipients are asked for. `after`: the place of the last one that is known; `deed`: who did that. */
export type RecipientQuery = Pick<ListQuery<typeof recipientList>, 'search' | 'status' | 'did' | 'reason'> & {
  /** Who came to `moment` from an instant until before another. */
  readonly during?: During | null;
  readonly after: number | null;
  readonly limit: number;
};
const recipient = recipientTable.select(
  'r',
  'id',
  'contactId',
  'place',
  'variant',
  'state',
  'reason',
  'errorCode',
  'at',
  'heldUntil',
  'sentAt',
  'deliveredAt',
  'repliedAt',
  'optedOutAt',
  'redeemed',
);
const person = contactTable.select('p', 'firstName', 'lastName', 'phone', 'email');
type Recipient = SelectedOf<typeof recipient> & SelectedOf<typeof person>;
export type RecipientView = Dated<Recipient>;

const did: Readonly<Record<NonNullable<RecipientQuery['did']>, RawBuilder<unknown>>> = {
  clicked: sql`r.clicked_at is not null`,
  replied: sql`r.replied_at is not null`,
  redeemed: sql`r.redeemed > 0`,
  'opted-out': sql`r.opted_out_at is not null`,
};

export interface During {
  readonly moment: RecipientMoment;
  readonly from: string;
  readonly until: string;
}
/** The instants that the report counts over time: see the moments in recipients.ts. */
const happened: Readonly<Record<RecipientMoment, { readonly at: string; readonly counts: RawBuilder<unknown> }>> = {
  sent: { at: 'r.sent_at', counts: sql`r.state in ('sent', 'delivered', 'undelivered')` },
  delivered: { at: 'r.delivered_at', counts: sql`true` },
  failed: { at: 'r.failed_at', counts: sql`r.state = 'undelivered'` },
};
/** The steps in which what happened over time is counted. */
const momentMs = 300_000;
const isWholeSteps = ({ from, until }: During): boolean =>
  Date.parse(from) % momentMs === 0 && Date.parse(until) % momentMs === 0;

/** The conditions of a list of recipients `r`. Reasons are words of ours, or codes of the carrier. */
export function conditionsOf(
  { businessId, broadcastId, status }: { businessId: string; broadcastId: string; status: BroadcastStatus },
  given: Omit<RecipientQuery, 'after' | 'limit'>,
): RawBuilder<unknown> {
  const conditions = [sql`r.broadcast_id = ${broadcastId}`, sql`r.business_id = ${businessId}`];
  if (given.status !== null) conditions.push(sql`r.state = any(${storedAs(status, given.status)}::text[])`);
  if (given.did !== null) conditions.push(did[given.did]);
  if (given.during) {
    const { moment, from, until } = given.during;
    const { at, counts } = happened[moment];
    conditions.push(
      sql`${sql.ref(at)} >= ${from}::timestamptz and ${sql.ref(at)} < ${until}::timestamptz and ${counts}`,
    );
  }
  if (given.reason.length > 0) {
    const codes = given.reason.filter((reason) => /^\d{1,9}$/.test(reason)).map(Number);
    const words = given.reason.filter((reason) => !/^\d+$/.test(reason));
    conditions.push(
      sql`((r.reason = any(${words}::text[]) and r.error_code = 0) or (r.error_code <> 0 and r.error_code = any(${codes}::int[])))`,
    );
  }
  const search = (given.search ?? '').trim();
  if (search !== '')
    conditions.push(sql`r.contact_id in (select p.id from ${contacts} p where p.business_id = ${businessId}
      and ${matches(sql`p.search`, searchPatterns(search))})`);
  return sql.join(conditions, sql` and `);
}

export const statusOf = async (db: ReadDatabase, businessId: string, id: string): Promise<BroadcastStatus | null> => {
  const [row] = await db.ask(sql<{ status: BroadcastStatus }>`select b.status from ${t(broadcastTable)} b
    where b.id = ${id} and b.business_id = ${businessId}`);
  return row?.status ?? null;
};
const talliesOf = (db: ReadDatabase, businessId: string, id: string): Promise<readonly Tally[]> =>
  db.ask(sql<Tally>`select n.variant, n.state, n.reason, n.error_code as "errorCode", n.count::float8 as count
    from ${t(broadcastTallyTable)} n where n.broadcast_id = ${id} and n.business_id = ${businessId} and n.count <> 0
    order by n.count desc limit 2000`);

/** A broadcast as its agency looks at it, with who asked and who decided; null: the software, or an erased person. */
type ApprovalRow = Row & ApprovalNames;
interface ApprovalNames {
  readonly businessName: string;
  readonly askedBy: string | null;
  readonly decidedByName: string | null;
}
export type ApprovalView = BroadcastView & ApprovalNames;
const approvalOf = ({ businessName, askedBy, decidedByName, ...row }: ApprovalRow): ApprovalView => ({
  ...viewOf(row),
  businessName,
  askedBy,
  decidedByName,
});
const nameOf = (alias: string) =>
  sql`nullif(trim(coalesce(${sql.ref(`${alias}.first_name`)}, '') || ' ' || coalesce(${sql.ref(`${alias}.last_name`)}, '')), '')`;
const approvalSql = (chosen: RawBuilder<unknown>) => sql`select ${own}, ${figures}, b.business_name as "businessName",
    coalesce(${nameOf('asker')}, x.name) as "askedBy", ${nameOf('decider')} as "decidedByName"
  from (${chosen}) b ${beside}
    left join ${users} asker on asker.id = b.approval_by left join ${users} decider on decider.id = b.decided_by`;
/** More are not shown at once. */
const maxApprovals = 100;

/** At most so many points are drawn of what happened over time. */
const maxPoints = 300;

export const broadcastQueries = {
  /** Those that will go out: scheduled, or waiting for approval. */
  broadcastsAhead: query({
    reads: 'business',
    run: async (db, businessId: string) =>
      db.ask(sql<SelectedOf<typeof ahead>>`select ${ahead} from ${t(broadcastTable)} b
        where b.business_id = ${businessId} and b.deleted_at is null and b.status in ('scheduled', 'approval')
        order by b.start_at, b.id limit 1000`),
  }),

  /** As an operator where something is searched for: LIKE is not leakproof. */
  broadcasts: query({
    reads: (businessId: string, { search }: ListQuery<typeof broadcastList>) =>
      (search ?? '').trim() !== '' ? 'operator' : { businessId },
    run: async (db, businessId: string, given: ListQuery<typeof broadcastList>): Promise<Listed<BroadcastView>> => {
      const conditions = [sql`b.business_id = ${businessId}`, sql`b.deleted_at is null`];
      if (given.status !== null) conditions.push(sql`b.status = ${given.status}`);
      if (given.type !== null) conditions.push(sql`b.type = ${given.type}`);
      if (given.ids.length > 0) conditions.push(sql`b.id = any(${given.ids}::uuid[])`);
      const patterns = searchPatterns(given.search ?? '');
      if (patterns.length > 0) conditions.push(matches(sql`b.search`, patterns));
      const where = sql.join(conditions, sql` and `);
      const columns = orders[given.sortBy ?? 'id'];
      const way = direction(given.sortDesc);
      const order = sql.join(columns.map((column) => sql`${sql.ref(`b.${column}`)} ${way} nulls last`));
      const [rows, counted] = await Promise.all([
        db.ask(sql<Row>`select ${own}, ${figures} from (
            select * from ${t(broadcastTable)} b where ${where} order by ${order}
              limit ${given.perPage} offset ${offsetOf(given.page, given.perPage)}
          ) b ${beside} order by ${order}`),
        db.ask(sql<{ total: number }>`select count(*)::int as total
          from (select from ${t(broadcastTable)} b where ${where} limit ${maxCount}) counted`),
      ]);
      return { data: rows.map(viewOf), total: counted[0]?.total ?? 0 };
    },
  }),

  /** Null: there is none, or it was deleted as a draft. A deleted one that ran keeps its report. */
  broadcast: query({
    reads: 'business',
    run: async (db, businessId: string, id: string): Promise<BroadcastView | null> => {
      const [row] = await db.ask(sql<Row>`select ${own}, ${figures} from ${t(broadcastTable)} b ${beside}
        where b.id = ${id} and b.business_id = ${businessId}
          and (b.deleted_at is null or b.started_at is not null)`);
      return row ? viewOf(row) : null;
    },
  }),

  /** What became of everybody, why, and when: counters that are kept, whatever the size of the audience. */
  broadcastReport: query({
    reads: 'business',
    run: async (db, businessId: string, id: string) => {
      const [tallies, deeds, moments] = await Promise.all([
        talliesOf(db, businessId, id),
        db.ask(sql<DeedCounts & { readonly variant: number }>`select d.variant, d.replied::float8 as replied,
            d.opted_out::float8 as "optedOut", d.redeemed::float8 as redeemed, d.clicked::float8 as clicked
          from ${t(deedTable)} d where d.broadcast_id = ${id} and d.business_id = ${businessId}`),
        db.ask(sql<{ at: Date; sent: number; delivered: number; failed: number }>`
          with span as (
            select min(o.at) as from_at, greatest(300,
                300 * ceil(extract(epoch from max(o.at) - min(o.at)) / 300 / ${maxPoints})) as seconds
              from ${t(momentTable)} o where o.broadcast_id = ${id} and o.business_id = ${businessId}
          )
          select date_bin(make_interval(secs => s.seconds::float8), o.at, s.from_at) as at, sum(o.sent)::float8 as sent,
              sum(o.delivered)::float8 as delivered, sum(o.failed)::float8 as failed
            from ${t(momentTable)} o cross join span s
            where o.broadcast_id = ${id} and o.business_id = ${businessId} group by 1 order by 1`),
      ]);
      return { tallies, deeds, moments: moments.map(dated) };
    },
  }),

  /** Who it is about, in the order of the audience. As an operator where somebody is searched for. */
  recipients: query({
    reads: (businessId: string, _id: string, { search }: RecipientQuery) =>
      (search ?? '').trim() !== '' ? 'operator' : { businessId },
    run: async (
      db,
      businessId: string,
      broadcastId: string,
      given: RecipientQuery,
    ): Promise<(Listed<RecipientView> & { readonly next: number | null }) | null> => {
      const status = await statusOf(db, businessId, broadcastId);
      if (status === null) return null;
      const where = conditionsOf({ businessId, broadcastId, status }, given);
      const from = given.after === null ? sql`true` : sql`r.place > ${given.after}`;
      const { during = null } = given;
      const isAlone = (given.search ?? '').trim() === '' && given.did === null;
      const total = async (): Promise<number> => {
        if (during !== null && isAlone && given.status === null && given.reason.length === 0 && isWholeSteps(during)) {
          const [row] = await db.ask(sql<{ total: number }>`
            select coalesce(sum(${sql.ref(`o.${during.moment}`)}), 0)::float8 as total from ${t(momentTable)} o
            where o.broadcast_id = ${broadcastId} and o.business_id = ${businessId}
              and o.at >= ${during.from}::timestamptz and o.at < ${during.until}::timestamptz`);
          return row?.total ?? 0;
        }
        if (isAlone && during === null) {
          const reasons = new Set(given.reason);
          const meant = (await talliesOf(db, businessId, broadcastId)).filter(
            ({ state, reason, errorCode }) =>
              (given.status === null || endOf(status, state) === given.status) &&
              (reasons.size === 0 || reasons.has(errorCode === 0 ? reason : String(errorCode))),
          );
          return meant.reduce((sum, { count }) => sum + count, 0);
        }
        const [row] = await db.ask(sql<{ total: number }>`select count(*)::int as total
          from (select from ${t(recipientTable)} r where ${where} limit ${maxCount}) counted`);
        return row?.total ?? 0;
      };
      const [rows, counted] = await Promise.all([
        db.ask(sql<Recipient>`select ${recipient}, ${person} from (
            select * from ${t(recipientTable)} r where ${where} and ${from} order by r.place limit ${given.limit}
          ) r left join ${contacts} p on p.id = r.contact_id and p.business_id = r.business_id order by r.place`),
        total(),
      ]);
      return {
        data: rows.map((row) => ({ ...dated(row), state: endOf(status, row.state) })),
        total: counted,
        next: rows.length < given.limit ? null : rows.at(-1)!.place,
      };
    },
  }),

  /** The coupons that were redeemed because of a broadcast and stand so, the latest first. */
  broadcastRedemptions: query({
    reads: 'business',
    run: async (
      db,
      businessId: string,
      broadcastId: string,
      { page, perPage }: { readonly page: number; readonly perPage: number },
    ) => {
      const where = sql`e.broadcast_id = ${broadcastId} and e.business_id = ${businessId} and not e.undone`;
      const [rows, counted] = await Promise.all([
        db.ask(sql<
          SelectedOf<typeof person> & {
            couponId: string;
            contactId: string;
            at: Date;
            code: string | null;
            title: string | null;
            discountType: string | null;
            amount: number | null;
            till: string | null;
          }
        >`select e.coupon_id as "couponId", e.contact_id as "contactId", e.at, c.code, c.title,
            c.discount_type as "discountType", c.amount, c.till, ${person}
          from (select * from ${t(redeemedTable)} e where ${where} order by e.at desc
            limit ${perPage} offset ${offsetOf(page, perPage)}) e
          left join ${coupons} c on c.id = e.coupon_id and c.business_id = e.business_id
          left join ${contacts} p on p.id = e.contact_id and p.business_id = e.business_id order by e.at desc`),
        db.ask(sql<{ total: number }>`select count(*)::int as total
          from (select from ${t(redeemedTable)} e where ${where} limit ${maxCount}) counted`),
      ]);
      return { data: rows.map(dated), total: counted[0]?.total ?? 0 };
    },
  }),

  /**
   * What of an agency's businesses waits for its word, the longest first; or what it has decided on, the latest first.
   * As an operator: it goes across tenants.
   */
  broadcastApprovals: query({
    reads: 'operator',
    run: async (db, agencyId: string, state: 'waiting' | 'decided'): Promise<readonly ApprovalView[]> => {
      const [which, order] =
        state === 'waiting' ?
          [sql`b.status = 'approval'`, sql`approval_at`]
        : [
            sql`b.status <> 'approval' and coalesce(b.approved_at, b.rejected_at) is not null`,
            sql`coalesce(approved_at, rejected_at) desc`,
          ];
      const rows = await db.ask(
        sql<ApprovalRow>`${approvalSql(sql`
        select b.*, s.name as business_name from ${businesses} s join ${t(broadcastTable)} b on b.business_id = s.id
          where s.agency_id = ${agencyId} and b.approval_at is not null and b.deleted_at is null and ${which}
          order by ${order} limit ${maxApprovals}`)} order by ${order}`,
      );
      return rows.map(approvalOf);
    },
  }),

  /** One that asked an agency, whatever became of it since; null: it never did. */
  broadcastApproval: query({
    reads: 'operator',
    run: async (db, agencyId: string, id: string): Promise<ApprovalView | null> => {
      const [row] = await db.ask(
        sql<ApprovalRow>`${approvalSql(sql`
        select b.*, s.name as business_name from ${t(broadcastTable)} b join ${businesses} s on s.id = b.business_id
          where b.id = ${id} and s.agency_id = ${agencyId} and b.approval_at is not null
            and (b.deleted_at is null or b.started_at is not null)`)}`,
      );
      return row === undefined ? null : approvalOf(row);
    },
  }),
};
