import { CouponRedeemed, CouponRedemptionUndone } from '../../domain/coupons/events.ts';
import {
  LoopRuleRemoved,
  LoopRuleSet,
  LoopRulesReordered,
  LoopRuleToggled,
  loopRuleEvents,
  MemberActionRecorded,
  memberEvents,
  MemberJoined,
  ReferralAccepted,
  ReferralRecorded,
  ReferralRejected,
  RewardClaimed,
  RewardUnlocked,
} from '../../domain/loops/events.ts';
import { tallyKey } from '../../domain/loops/rules.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import { namingSurvivors, underSurvivors } from '../engine/merges.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import {
  loopIndexes,
  loopIndexesAtOnce,
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

const putMembers = perSchema((schema) => loopMemberTable.upsert(schema, 'm'));
const putTallies = perSchema((schema) => loopTallyTable.upsert(schema, 't'));
const putUnlocks = perSchema((schema) => loopUnlockTable.upsert(schema, 'u'));

/** The tally of referrals moves by the difference between what counted and what counts. */
const putReferrals = perSchema(
  (schema) => `
  with incoming as materialized (select * from ${loopReferralTable.from('said')}),
  before as materialized (
    select r.member_id, r.campaign_id, r.business_id, r.state
      from incoming join ${loopReferralTable.in(schema)} r using (invited)
  ),
  after as (
    ${loopReferralTable.upsert(schema, 'r', 'select * from incoming')}
    returning r.member_id, r.campaign_id, r.business_id, r.state
  )
  ${loopTallyTable.upsert(
    schema,
    't',
    `select member_id, 'referral', campaign_id, business_id, sum(w)::bigint
      from (select 1 as w, * from after union all select -1, * from before) both_sides
      where state = 'accepted' group by member_id, campaign_id, business_id having sum(w) <> 0`,
  )}`,
);

/** What became of the coupons by which rewards are handed out; other coupons are none of them. */
const handOut = perSchema(
  (schema) => `
  update ${loopUnlockTable.in(schema)} u set handed_out_at = i.at, till = i.till
    from unnest($1::uuid[], $2::timestamptz[], $3::text[]) as i(coupon, at, till) where u.coupon_id = i.coupon`,
);

const putRules = perSchema((schema) => loopRuleTable.upsert(schema, 'r'));

/** Points under the rules in force: of these members, and of every member of these campaigns. */
const recount = perSchema(
  (schema) => `
  with touched as (
    select member_id from ${loopMemberTable.in(schema)} where member_id = any($1::uuid[])
    union select member_id from ${loopMemberTable.in(schema)} where campaign_id = any($2::uuid[])
  ),
  worth as materialized (
    select m.member_id, m.campaign_id, m.business_id, -coalesce(sum(t.count * r.points), 0)::int as minus, m.position
      from touched join ${loopMemberTable.in(schema)} m using (member_id)
        left join ${loopTallyTable.in(schema)} t on t.member_id = m.member_id
        left join ${loopRuleTable.in(schema)} r
          on r.campaign_id = m.campaign_id and r.act = t.act and r.switched is not false and not r.removed
      group by m.member_id, m.campaign_id, m.business_id, m.position
  ),
  before as materialized (
    select s.campaign_id, s.business_id, s.minus, s.position from worth join ${loopScoreTable.in(schema)} s using (member_id)
  ),
  put as (
    insert into ${loopScoreTable.in(schema)} as s (member_id, campaign_id, business_id, minus, position)
      select * from worth
    on conflict (member_id) do update set minus = excluded.minus where s.minus <> excluded.minus
  ),
  moved as materialized (
    select campaign_id, minus, position / ${pieceLength} as piece, business_id, sum(w)::bigint as members
      from (
        select 1 as w, campaign_id, business_id, minus, position from worth
        union all select -1, campaign_id, business_id, minus, position from before
      ) both_sides
      group by 1, 2, 3, 4 having sum(w) <> 0
  ),
  ranks as (${loopRankTable.upsert(schema, 'n', 'select * from moved')})
  ${loopPointsTable.upsert(
    schema,
    'p',
    `select campaign_id, minus, business_id, sum(members)::bigint from moved
      group by 1, 2, 3 having sum(members) <> 0`,
  )}`,
);

const create = createAll(
  loopMemberTable,
  loopTallyTable,
  loopReferralTable,
  loopRuleTable,
  loopUnlockTable,
  loopScoreTable,
  loopPointsTable,
  loopRankTable,
);

const joined: Projector = {
  ...loopModel,
  handles: typesOf([...loopRuleEvents, ...memberEvents, CouponRedeemed, CouponRedemptionUndone]),
  empty: { loop_ranks: 'members = 0', loop_points: 'members = 0', loop_tallies: 'count = 0' },
  create: (schema) => `${create(schema)};${loopIndexesAtOnce(schema)}`,
  index: loopIndexes,
  fold: (events, schema) => {
    const members = loopMemberTable.rows();
    const tallies = loopTallyTable.rows();
    const referrals = loopReferralTable.rows();
    const unlocks = loopUnlockTable.rows();
    const rules = loopRuleTable.rows();
    const touched = new Set<string>();
    const ruled = new Set<string>();
    /** The last word of the batch on each coupon. */
    const used = new Map<string, { readonly at: string | null; readonly till: string | null }>();
    for (const event of events) {
      const { position } = event;
      const at = event.metadata.occurredAt;
      if (is(event, CouponRedeemed)) {
        used.set(event.data.couponId, { at: event.data.at, till: event.data.redeemer.till });
        continue;
      }
      if (is(event, CouponRedemptionUndone)) {
        used.set(event.data.couponId, { at: null, till: null });
        continue;
      }
      const { campaignId, businessId } = event.data as { campaignId: string; businessId: string };
      if (is(event, LoopRulesReordered)) {
        event.data.order.forEach((rewardId, place) =>
          rules.merge({ rewardId, campaignId, businessId, position, place }),
        );
        continue;
      }
      if (is(event, LoopRuleSet) || is(event, LoopRuleToggled) || is(event, LoopRuleRemoved)) {
        const held = { rewardId: event.data.rewardId as string, campaignId, businessId, position };
        ruled.add(campaignId);
        if (is(event, LoopRuleRemoved)) rules.merge({ ...held, removed: true });
        else if (is(event, LoopRuleToggled)) rules.merge({ ...held, switched: event.data.active });
        else {
          const { rule } = event.data;
          const { kind, title, points } = rule;
          rules.merge({
            ...held,
            saidAt: position,
            kind,
            title,
            points,
            act: rule.kind === 'action' ? tallyKey(rule.action, event.data.rewardId) : null,
            url: rule.kind === 'action' ? rule.url : null,
            description: rule.kind === 'reward' ? rule.description : null,
          });
        }
        continue;
      }
      const { memberId } = event.data as { memberId: string };
      const member = { memberId, campaignId, businessId, position };
      touched.add(memberId);
      if (is(event, MemberJoined)) {
        const { contactId, invitedBy } = event.data;
        members.merge({ ...member, contactId, invitedBy, joinedAt: at });
        tallies.merge({ memberId, campaignId, businessId, act: 'join', count: 1 });
      } else if (is(event, MemberActionRecorded)) {
        const { action, rewardId } = event.data;
        tallies.merge({ memberId, campaignId, businessId, act: tallyKey(action, rewardId), count: 1 });
      } else if (is(event, ReferralRecorded)) {
        const { invited, suspicions } = event.data;
        const state = suspicions.length === 0 ? 'accepted' : 'in-review';
        referrals.merge({ ...member, invited, suspicions, state, at });
      } else if (is(event, ReferralAccepted))
        referrals.merge({ ...member, invited: event.data.invited, state: 'accepted' });
      else if (is(event, ReferralRejected))
        referrals.merge({ ...member, invited: event.data.invited, state: 'refused' });
      else if (is(event, RewardUnlocked)) {
        const { rewardId, title } = event.data;
        unlocks.merge({ ...member, rewardId, title, at });
      } else if (is(event, RewardClaimed)) {
        const { rewardId, couponId } = event.data;
        unlocks.merge({ ...member, rewardId, claimedAt: at, couponId });
      }
    }
    return [
      ...members.toStatements(putMembers(schema)),
      ...tallies.toStatements(putTallies(schema)),
      ...referrals.toStatements(putReferrals(schema)),
      ...rules.toStatements(putRules(schema)),
      ...unlocks.toStatements(putUnlocks(schema)),
      ...(used.size === 0 ?
        []
      : [
          {
            text: handOut(schema),
            values: [
              [...used.keys()],
              [...used.values()].map(({ at }) => at),
              [...used.values()].map(({ till }) => till),
            ],
          },
        ]),
      ...(touched.size + ruled.size === 0 ? [] : [{ text: recount(schema), values: [[...touched], [...ruled]] }]),
    ];
  },
};

/** Who is in a loop, what they did and unlocked, and where that puts them. A changed rule re-counts all of its loop. */
export const loops: Projector = underSurvivors(joined, namingSurvivors(loopMemberTable));
