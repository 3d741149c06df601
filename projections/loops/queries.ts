import { type RawBuilder, sql } from 'kysely';
import { dated, type Dated, type Days, type Listed, offsetOf, type Page, query, tablesIn } from '../engine/query.ts';
import { contactModel, contactTable } from '../tables/contacts.ts';
import type { RowOf, SelectedOf } from '../engine/table.ts';
import {
  loopMemberTable,
  loopModel,
  loopPointsTable,
  loopRankTable,
  loopReferralTable,
  loopRuleTable,
  loopScoreTable,
  loopTallyTable,
  loopUnlockTable,
  pieceLength,
} from '../tables/loops.ts';

const t = tablesIn(loopModel);
const contacts = tablesIn(contactModel)(contactTable);
/** Who a contact `c` is, as lists show it. */
const person = (alias: string) => contactTable.select(alias, 'phone', 'firstName', 'lastName');
type Person = Pick<RowOf<typeof contactTable>, 'phone' | 'firstName' | 'lastName'>;

const rule = loopRuleTable.select('r', 'rewardId', 'act', 'description', 'url');
interface Rule extends SelectedOf<typeof rule> {
  kind: 'action' | 'reward';
  title: string;
  points: number;
  active: boolean;
}
export type LoopRuleView = Dated<Rule>;

/** A member in the leaderboard. `rank` counts from 1; equals are in the order they joined. */
export interface LeaderView extends Person {
  readonly memberId: string;
  readonly contactId: string;
  readonly points: number;
  readonly referrals: number;
  readonly unlocked: number;
  readonly joinedAt: string;
  readonly rank: number;
}

export interface LoopMemberView extends LeaderView {
  readonly campaignId: string;
  readonly businessId: string;
  /** What they have done of what counts: ids of tallies, see `tallyKey`. */
  readonly acts: readonly string[];
  readonly rewards: readonly {
    readonly rewardId: string;
    readonly title: string;
    readonly at: string;
    readonly claimedAt: string | null;
    readonly handedOutAt: string | null;
  }[];
}

const referral = loopReferralTable.select('r', 'invited', 'memberId', 'state', 'suspicions', 'at');
export type ReferralView = Dated<SelectedOf<typeof referral>> & {
  readonly inviter: Person & { readonly contactId: string | null };
  readonly came: Person & { readonly contactId: string | null };
};
/** A referral's two people, as one JSON object each. */
const someone = (
  alias: string,
  member: string,
) => sql`json_build_object('contactId', ${sql.ref(`${member}.contact_id`)}, 'phone', ${sql.ref(`${alias}.phone`)},
  'firstName', ${sql.ref(`${alias}.first_name`)}, 'lastName', ${sql.ref(`${alias}.last_name`)})`;

/** A reward that a member has unlocked, and how far it has come. */
export interface UnlockedView extends Person {
  readonly memberId: string;
  readonly contactId: string | null;
  readonly rewardId: string;
  readonly title: string;
  readonly at: string;
  readonly claimedAt: string | null;
  readonly handedOutAt: string | null;
  readonly till: string | null;
}

/** A loop with its figures; `daily`: days with neither are left out. */
export interface LoopView {
  readonly campaignId: string;
  readonly members: number;
  readonly referrals: number;
  readonly inReview: number;
  readonly unlocked: number;
  readonly daily: readonly { readonly day: string; readonly members: number; readonly referrals: number }[];
}

/** Which days, and on whose calendar: IANA. */
interface OnDays {
  readonly days: Days;
  readonly zone: string;
}

export type UnlockedState = 'all' | 'open' | 'claimed' | 'handed-out';

const leader = sql`s.member_id as "memberId", m.contact_id as "contactId", -s.minus as points, m.joined_at as "joinedAt", ${person('c')},
  coalesce((select count::int from ${t(loopTallyTable)} n where n.member_id = s.member_id and n.act = 'referral'), 0) as referrals,
  (select count(*)::int from ${t(loopUnlockTable)} u where u.member_id = s.member_id) as unlocked`;
type Leader = Omit<LeaderView, 'rank' | 'joinedAt'> & { joinedAt: Date };

/**
 * The rank of the member with the score `s`: those with more points and the pieces before its own are summed, in its own
 * they are counted.
 */
const rank = sql`(1
  + coalesce((select sum(members) from ${t(loopPointsTable)} where campaign_id = s.campaign_id and minus < s.minus), 0)
  + coalesce((select sum(members) from ${t(loopRankTable)}
    where campaign_id = s.campaign_id and minus = s.minus and piece < s.position / ${pieceLength}), 0)
  + (select count(*) from ${t(loopScoreTable)} o where o.campaign_id = s.campaign_id and o.minus = s.minus
    and o.position >= s.position / ${pieceLength} * ${pieceLength} and o.position < s.position)
  )::int as rank`;

/** Days of a zone, both included, as the instants of `column`. */
const during = (column: RawBuilder<unknown>, { from, to }: Days, zone: string): RawBuilder<unknown> =>
  sql`${column} >= (${from}::date)::timestamp at time zone ${zone}
    and ${column} < (${to}::date + 1)::timestamp at time zone ${zone}`;

export const loopQueries = {
  /** The rewards of all loops of a business, each loop's in their order; without the removed ones. */
  loopRewards: query({
    reads: 'business',
    run: async (db, businessId: string) =>
      db.ask(
        sql<{ campaignId: string; rewardId: string; title: string; active: boolean }>`
          select r.campaign_id as "campaignId", r.reward_id as "rewardId", r.title, r.switched is not false as active
          from ${t(loopRuleTable)} r
          where r.business_id = ${businessId} and not r.removed and r.kind = 'reward'
          order by r.campaign_id, r.place nulls last, r.position limit 2000`,
      ),
  }),

  /** In the order they are shown; without the removed ones. */
  loopRules: query({
    reads: 'business',
    run: async (db, businessId: string, campaignId: string): Promise<readonly LoopRuleView[]> =>
      (
        await db.ask(sql<Rule>`
          select ${rule}, r.kind, r.title, r.points, r.switched is not false as active from ${t(loopRuleTable)} r
          where r.campaign_id = ${campaignId} and r.business_id = ${businessId} and not r.removed and r.kind is not null
          order by r.place nulls last, r.position limit 200`)
      ).map(dated),
  }),

  /** Any page costs the same: its points, then the piece that it begins in are found by sums, and only that is walked through. */
  leaderboard: query({
    reads: 'business',
    run: async (
      db,
      businessId: string,
      { campaignId, page, perPage }: Page & { readonly campaignId: string },
    ): Promise<Listed<LeaderView>> => {
      const offset = offsetOf(page, perPage);
      const [start] = await db.ask(sql<{
        total: number;
        minus: number | null;
        piece: string | null;
        passed: number | null;
      }>`
        with points as (
          select minus, members, sum(members) over (order by minus) as upto from ${t(loopPointsTable)}
          where campaign_id = ${campaignId} and business_id = ${businessId} and members > 0
        ),
        begins as (select minus, upto - members as passed from points where upto > ${offset} order by minus limit 1),
        pieces as (
          select r.minus, r.piece, r.members, b.passed + sum(r.members) over (order by r.piece) as upto
          from begins b join ${t(loopRankTable)} r on r.campaign_id = ${campaignId} and r.minus = b.minus
          where r.business_id = ${businessId} and r.members > 0
        )
        select coalesce((select max(upto) from points), 0)::int as total, p.minus, p.piece, (p.upto - p.members)::int as passed
        from (select) one left join lateral (
          select * from pieces where upto > ${offset} order by piece limit 1
        ) p on true`);
      if (start === undefined || start.minus === null || start.piece === null)
        return { data: [], total: start?.total ?? 0 };
      const rows = await db.ask(sql<Leader>`
        select ${leader} from (
          select * from ${t(loopScoreTable)}
          where campaign_id = ${campaignId} and business_id = ${businessId}
            and (minus, position) >= (${start.minus}::int, ${start.piece}::bigint * ${pieceLength})
          order by minus, position limit ${perPage} offset ${offset - (start.passed ?? 0)}
        ) s join ${t(loopMemberTable)} m using (member_id) left join ${contacts} c on c.id = m.contact_id
        order by s.minus, s.position`);
      return { data: rows.map((row, index) => ({ ...dated(row), rank: offset + index + 1 })), total: start.total };
    },
  }),

  /** Who joined on days of a zone, the newest first, with their rank in the whole loop. */
  loopMembersJoined: query({
    reads: 'business',
    run: async (
      db,
      businessId: string,
      { campaignId, days, zone, page, perPage }: Page & OnDays & { readonly campaignId: string },
    ): Promise<Listed<LeaderView>> => {
      const where = sql`m.campaign_id = ${campaignId} and m.business_id = ${businessId}
        and ${during(sql`m.joined_at`, days, zone)}`;
      const [rows, [counted]] = await Promise.all([
        db.ask(sql<Leader & { rank: number }>`
          select ${leader}, ${rank} from (
            select * from ${t(loopMemberTable)} m where ${where}
            order by m.joined_at desc, m.position desc limit ${perPage} offset ${offsetOf(page, perPage)}
          ) m join ${t(loopScoreTable)} s using (member_id) left join ${contacts} c on c.id = m.contact_id
          order by m.joined_at desc, m.position desc`),
        db.ask(sql<{ total: number }>`select count(*)::int as total from ${t(loopMemberTable)} m where ${where}`),
      ]);
      return { data: rows.map(dated), total: counted?.total ?? 0 };
    },
  }),

  loopMember: query({
    reads: 'business',
    run: async (db, businessId: string, memberId: string): Promise<LoopMemberView | null> => {
      const [row] = await db.ask(sql<Leader & { campaignId: string; rank: number }>`
        select ${leader}, ${rank}, s.campaign_id as "campaignId"
        from ${t(loopScoreTable)} s join ${t(loopMemberTable)} m using (member_id) left join ${contacts} c on c.id = m.contact_id
        where s.member_id = ${memberId} and s.business_id = ${businessId}`);
      if (row === undefined) return null;
      const [acts, rewards] = await Promise.all([
        db.ask(sql<{ act: string }>`select act from ${t(loopTallyTable)} where member_id = ${memberId} and count > 0`),
        db.ask(sql<{ rewardId: string; title: string; at: Date; claimedAt: Date | null; handedOutAt: Date | null }>`
          select reward_id as "rewardId", coalesce(title, '') as title, at, claimed_at as "claimedAt",
            handed_out_at as "handedOutAt"
          from ${t(loopUnlockTable)} where member_id = ${memberId} order by position`),
      ]);
      return { ...dated(row), businessId, acts: acts.map(({ act }) => act), rewards: rewards.map(dated) };
    },
  }),

  /** Whose a member is: a signed token has said who they are, and nothing else is known of them yet. */
  loopOfMember: query({
    reads: 'owner',
    run: async (db, memberId: string): Promise<{ businessId: string; campaignId: string } | null> => {
      const [row] = await db.ask(sql<{ businessId: string; campaignId: string }>`
        select business_id as "businessId", campaign_id as "campaignId" from ${t(loopMemberTable)} where member_id = ${memberId}`);
      return row ?? null;
    },
  }),

  /** Those of a state, newest first; `days`: recorded on these days of the zone. */
  referrals: query({
    reads: 'business',
    run: async (
      db,
      businessId: string,
      {
        campaignId,
        state,
        page,
        perPage,
        days,
        zone,
      }: Page & Partial<OnDays> & { readonly campaignId: string; readonly state: 'accepted' | 'in-review' | 'refused' },
    ): Promise<Listed<ReferralView>> => {
      const where = sql`r.campaign_id = ${campaignId} and r.business_id = ${businessId} and r.state = ${state}
        and ${days === undefined || zone === undefined ? sql`true` : during(sql`r.at`, days, zone)}`;
      const [rows, [counted]] = await Promise.all([
        db.ask(sql<SelectedOf<typeof referral> & Pick<ReferralView, 'inviter' | 'came'>>`
          select ${referral}, ${someone('a', 'm')} as inviter, ${someone('b', 'i')} as came
          from ${t(loopReferralTable)} r left join ${t(loopMemberTable)} m on m.member_id = r.member_id
            left join ${t(loopMemberTable)} i on i.member_id = r.invited
            left join ${contacts} a on a.id = m.contact_id left join ${contacts} b on b.id = i.contact_id
          where ${where} order by r.position desc limit ${perPage} offset ${offsetOf(page, perPage)}`),
        db.ask(sql<{ total: number }>`select count(*)::int as total from ${t(loopReferralTable)} r where ${where}`),
      ]);
      return { data: rows.map(dated), total: counted?.total ?? 0 };
    },
  }),

  /** Who has unlocked what, the newest first. `open`: what is still to be handed out. */
  unlockedRewards: query({
    reads: 'business',
    run: async (
      db,
      businessId: string,
      { campaignId, state, page, perPage }: Page & { readonly campaignId: string; readonly state: UnlockedState },
    ): Promise<Listed<UnlockedView>> => {
      const which = {
        all: sql``,
        open: sql`and u.handed_out_at is null`,
        claimed: sql`and u.handed_out_at is null and u.claimed_at is not null`,
        'handed-out': sql`and u.handed_out_at is not null`,
      }[state];
      const where = sql`u.campaign_id = ${campaignId} and u.business_id = ${businessId} and u.at is not null ${which}`;
      const [rows, [counted]] = await Promise.all([
        db.ask(sql<
          Omit<UnlockedView, 'at' | 'claimedAt' | 'handedOutAt'> & {
            at: Date;
            claimedAt: Date | null;
            handedOutAt: Date | null;
          }
        >`
          select u.member_id as "memberId", m.contact_id as "contactId", u.reward_id as "rewardId",
            coalesce(r.title, u.title, '') as title, u.at, u.claimed_at as "claimedAt",
            u.handed_out_at as "handedOutAt", u.till, ${person('c')}
          from ${t(loopUnlockTable)} u left join ${t(loopMemberTable)} m on m.member_id = u.member_id
            left join ${t(loopRuleTable)} r on r.reward_id = u.reward_id left join ${contacts} c on c.id = m.contact_id
          where ${where} order by u.position desc, u.reward_id limit ${perPage} offset ${offsetOf(page, perPage)}`),
        db.ask(sql<{ total: number }>`select count(*)::int as total from ${t(loopUnlockTable)} u where ${where}`),
      ]);
      return { data: rows.map(dated), total: counted?.total ?? 0 };
    },
  }),

  /**
   * Members of a loop who have the points for a reward that they have not unlocked, in the order they joined, after a
   * position. Across tenants: a worker asks, after a rule has changed.
   */
  loopMembersToUnlock: query({
    reads: 'operator',
    run: async (db, campaignId: string, after: string, limit: number) =>
      db.ask(sql<{ memberId: string; position: string }>`
        select s.member_id as "memberId", s.position from ${t(loopScoreTable)} s
        where s.campaign_id = ${campaignId} and s.position > ${after}::bigint and exists (
          select from ${t(loopRuleTable)} r
          where r.campaign_id = s.campaign_id and r.kind = 'reward' and not r.removed and r.switched is not false
            and r.points <= -s.minus and not exists (
              select from ${t(loopUnlockTable)} u where u.member_id = s.member_id and u.reward_id = r.reward_id))
        order by s.position limit ${limit}`),
  }),

  /** Each loop that has a member, with what came on each of these days. */
  loopFigures: query({
    reads: 'business',
    run: async (db, businessId: string, { days, zone }: OnDays): Promise<readonly LoopView[]> => {
      const perDay = (table: RawBuilder<unknown>, at: RawBuilder<unknown>, rest: RawBuilder<unknown>) => sql`
        select campaign_id, to_char(${at} at time zone ${zone}, 'YYYY-MM-DD') as day, count(*)::int as n from ${table}
        where business_id = ${businessId} and ${during(at, days, zone)} ${rest} group by 1, 2`;
      const [figures, joined, referred] = await Promise.all([
        db.ask(sql<Omit<LoopView, 'daily'>>`
          select m.campaign_id as "campaignId", sum(m.members)::int as members,
            (select count(*)::int from ${t(loopReferralTable)} r
              where r.campaign_id = m.campaign_id and r.state = 'accepted') as referrals,
            (select count(*)::int from ${t(loopReferralTable)} r
              where r.campaign_id = m.campaign_id and r.state = 'in-review') as "inReview",
            (select count(*)::int from ${t(loopUnlockTable)} u where u.campaign_id = m.campaign_id) as unlocked
          from ${t(loopRankTable)} m where m.business_id = ${businessId} group by m.campaign_id`),
        db.ask(perDay(t(loopMemberTable), sql`joined_at`, sql``) as RawBuilder<PerDay>),
        db.ask(perDay(t(loopReferralTable), sql`at`, sql`and state = 'accepted'`) as RawBuilder<PerDay>),
      ]);
      return figures.map((loop) => {
        const of = (rows: readonly PerDay[]) =>
          new Map(rows.filter((row) => row.campaign_id === loop.campaignId).map(({ day, n }) => [day, n]));
        const [members, referrals] = [of(joined), of(referred)];
        const days = [...new Set([...members.keys(), ...referrals.keys()])].sort();
        return {
          ...loop,
          daily: days.map((day) => ({ day, members: members.get(day) ?? 0, referrals: referrals.get(day) ?? 0 })),
        };
      });
    },
  }),

  /** What giving one rule other points, or switching it, would do to everybody. */
  previewRule: query({
    reads: 'business',
    run: async (
      db,
      businessId: string,
      {
        campaignId,
        rewardId,
        points,
        active,
      }: {
        readonly campaignId: string;
        readonly rewardId: string | null;
        readonly points: number;
        readonly active: boolean;
      },
    ) => {
      const [row] = await db.ask(sql<{ members: number; gain: number; lose: number; unlock: number }>`
        with changed as (select * from ${t(loopRuleTable)} where reward_id = ${rewardId} and business_id = ${businessId}),
        worth as (
          select s.member_id, -s.minus as points, -s.minus + coalesce((
            select n.count * (case when ${active} then ${points}::int else 0 end
                - case when r.switched is not false and not r.removed then r.points else 0 end)
              from changed r join ${t(loopTallyTable)} n on n.member_id = s.member_id and n.act = r.act
          ), 0) as then_points
          from ${t(loopScoreTable)} s where s.campaign_id = ${campaignId} and s.business_id = ${businessId}
        ),
        thresholds as (
          select reward_id, case when reward_id = ${rewardId} then ${points}::int else points end as points
          from ${t(loopRuleTable)} where campaign_id = ${campaignId} and business_id = ${businessId} and kind = 'reward'
            and not removed and case when reward_id = ${rewardId} then ${active} else switched is not false end
          union all select null::uuid, ${points}::int where ${rewardId}::uuid is null and ${active}
        )
        select count(*)::int as members, count(*) filter (where then_points > points)::int as gain,
          count(*) filter (where then_points < points)::int as lose,
          coalesce(sum((
            select count(*) from thresholds h where w.then_points >= h.points and not exists (
              select from ${t(loopUnlockTable)} u where u.member_id = w.member_id and u.reward_id = h.reward_id)
          )), 0)::int as unlock
        from worth w`);
      return row ?? { members: 0, gain: 0, lose: 0, unlock: 0 };
    },
  }),
};

interface PerDay {
  readonly campaign_id: string;
  readonly day: string;
  readonly n: number;
}
