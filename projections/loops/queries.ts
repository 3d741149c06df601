import { sql } from 'kysely';
import {
  dated,
  type Dated,
  type Listed,
  offsetOf,
  type Page,
  query,
  type ReadDatabase,
  tablesIn,
} from '../engine/query.ts';
import type { SelectedOf } from '../engine/table.ts';
import {
  loopMemberTable,
  loopModel,
  loopRankTable,
  loopReferralTable,
  loopRuleTable,
  loopScoreTable,
  loopTallyTable,
  loopUnlockTable,
  pieceLength,
} from './table.ts';

const t = tablesIn(loopModel);

const rule = loopRuleTable.select('r', 'rewardId', 'act', 'description', 'url');
interface Rule extends SelectedOf<typeof rule> {
  kind: 'action' | 'reward';
  title: string;
  points: number;
  active: boolean;
}
export type LoopRuleView = Dated<Rule>;

/** A member in the leaderboard. `rank` counts from 1; equals are in the order they joined. */
export interface LeaderView {
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
  }[];
}

const referral = loopReferralTable.select('r', 'invited', 'memberId', 'state', 'suspicions', 'at');
export type ReferralView = Dated<SelectedOf<typeof referral>> & {
  readonly contactId: string | null;
  readonly invitedContactId: string | null;
};

const leader = sql`s.member_id as "memberId", m.contact_id as "contactId", -s.minus as points, m.joined_at as "joinedAt",
  coalesce((select count::int from ${t(loopTallyTable)} n where n.member_id = s.member_id and n.act = 'referral'), 0) as referrals,
  (select count(*)::int from ${t(loopUnlockTable)} u where u.member_id = s.member_id) as unlocked`;
type Leader = Omit<LeaderView, 'rank' | 'joinedAt'> & { joinedAt: Date };

/** How many members stand before this one. The pieces before its own are summed, in its own they are counted. */
async function before(
  db: ReadDatabase,
  place: { campaignId: string; minus: number; position: string },
): Promise<number> {
  const piece = sql`${place.position}::bigint / ${pieceLength}`;
  const [row] = await db.ask(sql<{ before: number }>`
    select (
      coalesce((select sum(members) from ${t(loopRankTable)}
        where campaign_id = ${place.campaignId} and (minus, piece) < (${place.minus}::int, ${piece})), 0)
      + (select count(*) from ${t(loopScoreTable)} where campaign_id = ${place.campaignId} and minus = ${place.minus}
        and position >= ${piece} * ${pieceLength} and position < ${place.position}::bigint)
    )::int as before`);
  return row?.before ?? 0;
}

export const loopQueries = {
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

  /** Any page costs the same: the piece that it begins in is found by sums, and only that is walked through. */
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
        with pieces as (
          select minus, piece, members, sum(members) over (order by minus, piece) as upto from ${t(loopRankTable)}
          where campaign_id = ${campaignId} and business_id = ${businessId} and members > 0
        )
        select coalesce((select max(upto) from pieces), 0)::int as total, p.minus, p.piece, (p.upto - p.members)::int as passed
        from (select) one left join lateral (
          select * from pieces where upto > ${offset} order by minus, piece limit 1
        ) p on true`);
      if (start === undefined || start.minus === null || start.piece === null)
        return { data: [], total: start?.total ?? 0 };
      const rows = await db.ask(sql<Leader>`
        select ${leader} from (
          select * from ${t(loopScoreTable)}
          where campaign_id = ${campaignId} and business_id = ${businessId}
            and (minus, position) >= (${start.minus}::int, ${start.piece}::bigint * ${pieceLength})
          order by minus, position limit ${perPage} offset ${offset - (start.passed ?? 0)}
        ) s join ${t(loopMemberTable)} m using (member_id) order by s.minus, s.position`);
      return { data: rows.map((row, index) => ({ ...dated(row), rank: offset + index + 1 })), total: start.total };
    },
  }),

  loopMember: query({
    reads: 'business',
    run: async (db, businessId: string, memberId: string): Promise<LoopMemberView | null> => {
      const [row] = await db.ask(sql<Leader & { campaignId: string; minus: number; position: string }>`
        select ${leader}, s.campaign_id as "campaignId", s.minus, s.position
        from ${t(loopScoreTable)} s join ${t(loopMemberTable)} m using (member_id)
        where s.member_id = ${memberId} and s.business_id = ${businessId}`);
      if (row === undefined) return null;
      const [passed, acts, rewards] = await Promise.all([
        before(db, row),
        db.ask(sql<{ act: string }>`select act from ${t(loopTallyTable)} where member_id = ${memberId} and count > 0`),
        db.ask(sql<{ rewardId: string; title: string; at: Date; claimedAt: Date | null }>`
          select reward_id as "rewardId", coalesce(title, '') as title, at, claimed_at as "claimedAt"
          from ${t(loopUnlockTable)} where member_id = ${memberId} order by position`),
      ]);
      const { minus: _, position: __, ...shown } = row;
      return {
        ...dated(shown),
        businessId,
        rank: passed + 1,
        acts: acts.map(({ act }) => act),
        rewards: rewards.map(dated),
      };
    },
  }),

  /** Those of a state, newest first. */
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
      }: Page & { readonly campaignId: string; readonly state: 'accepted' | 'in-review' | 'refused' },
    ): Promise<Listed<ReferralView>> => {
      const where = sql`r.campaign_id = ${campaignId} and r.business_id = ${businessId} and r.state = ${state}`;
      const [rows, [counted]] = await Promise.all([
        db.ask(sql<SelectedOf<typeof referral> & { contactId: string | null; invitedContactId: string | null }>`
          select ${referral}, m.contact_id as "contactId", i.contact_id as "invitedContactId"
          from ${t(loopReferralTable)} r left join ${t(loopMemberTable)} m on m.member_id = r.member_id
            left join ${t(loopMemberTable)} i on i.member_id = r.invited
          where ${where} order by r.position desc limit ${perPage} offset ${offsetOf(page, perPage)}`),
        db.ask(sql<{ total: number }>`select count(*)::int as total from ${t(loopReferralTable)} r where ${where}`),
      ]);
      return { data: rows.map(dated), total: counted?.total ?? 0 };
    },
  }),

  /** Members of a loop who may have unlocked something by a changed rule, in the order they joined, after a position. */
  loopMembersAfter: query({
    reads: 'operator',
    run: async (db, campaignId: string, after: string, limit: number) =>
      db.ask(sql<{ memberId: string; position: string }>`
        select member_id as "memberId", position from ${t(loopMemberTable)}
        where campaign_id = ${campaignId} and position > ${after}::bigint order by position limit ${limit}`),
  }),
};
