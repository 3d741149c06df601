import { RewardId } from '../../domain/kernel/ids.ts';
import type { ActionKind, LoopRule } from '../../domain/loops/fields.ts';
import type { LeaderView, LoopRuleView } from '../../projections/loops/queries.ts';
import { loopCalls, type Reward, type RewardBody } from '../contract/index.ts';
import type { MemberStanding } from '../../commands/loops/member.ts';
import { clientOf } from '../kernel/client-address.ts';
import { ApiError, notFound, notShownYet } from '../kernel/errors.ts';
import { type Call, route } from '../kernel/route.ts';
import { countedMemberOf } from '../public/member.ts';
import { presentPerson } from '../present/people.ts';
import { voteOptionsOf } from '../present/votes.ts';
import type { z } from 'zod';
import { wholeReply } from '../kernel/list.ts';
import { daysOf } from './report-scope.ts';

const readModels = ['loops'];
const minute = 60_000;

/** The action that a tally is of: a visit's says which. */
const actionOf = (act: string): ActionKind => (act.startsWith('visit ') ? 'visit' : (act as ActionKind));

const presentReward = (rule: LoopRuleView, couponId: string, index: number): Reward => ({
  id: rule.rewardId,
  coupon_id: couponId,
  kind: rule.kind,
  action: rule.act === null ? null : actionOf(rule.act),
  title: rule.title,
  description: rule.description,
  points: rule.points,
  url: rule.url,
  active: rule.active,
  order: index + 1,
});

const ruleOf = (body: z.output<typeof RewardBody>): LoopRule => body;

async function rewardOf(call: Call<{ couponId: string }>, id: string): Promise<{ data: Reward }> {
  const rules = await call.parts.readModels.loopRules(call.businessId, call.params.couponId);
  const index = rules.findIndex(({ rewardId }) => rewardId === id);
  if (index === -1) throw notShownYet();
  return { data: presentReward(rules[index]!, call.params.couponId, index) };
}

const presentLeader = (leader: LeaderView) => ({
  id: leader.memberId,
  rank: leader.rank,
  ...presentPerson(leader),
  points: leader.points,
  referrals: leader.referrals,
  unlocked: leader.unlocked,
  joined_at: leader.joinedAt,
});

/** Whatever is read below a campaign: somebody else's does not exist. */
async function ownCampaign({ parts, businessId }: Call, campaignId: string) {
  const campaign = await parts.readModels.campaign(businessId, campaignId);
  if (campaign === null) throw notFound('This campaign does not exist.');
  return campaign;
}

async function leaderboard(call: Call<unknown, z.output<(typeof loopCalls)['GET /leaderboard']['query']>>) {
  const { parts, businessId } = call;
  const { page, per_page: perPage, coupon_id: asked, date_range: days } = call.query;
  if (asked !== undefined) await ownCampaign(call, asked);
  const campaignId = asked ?? (await loopsOf(parts, businessId)).at(-1)?.id ?? null;
  const meta = { page, per_page: perPage };
  if (campaignId === null) return { data: [], meta: { ...meta, total: 0 } };
  const of = { campaignId, page, perPage };
  const { data, total } = await (days === null ?
    parts.readModels.leaderboard(businessId, of)
  : parts.readModels.loopMembersJoined(businessId, { ...of, days, zone: await zoneOf(call) }));
  return { data: data.map(presentLeader), meta: { ...meta, total } };
}

/** Whose days a loop's are. */
const zoneOf = async ({ parts, businessId }: Call): Promise<string> =>
  (await parts.readModels.business(businessId))?.timezone ?? 'UTC';

const loopsOf = async (parts: Call['parts'], businessId: string) =>
  (await parts.readModels.campaigns(businessId)).filter(({ type }) => type === 'loop');

/**
 * The member that a private token is of: that of their own page, or of the entry that made them one. The link that members
 * share is refused, like what is nobody's, of another purpose or forged: that is not there, and counts against whoever
 * tries.
 */
async function memberOf(call: Call<{ token: string }>): Promise<MemberStanding> {
  const { parts, ip, params } = call;
  const member = await countedMemberOf(parts, params.token);
  if (member === null) {
    await parts.rateLimits.take([{ key: `member-token:${clientOf(ip)}`, max: 60, windowMs: minute }]);
    throw notFound('This page does not exist.');
  }
  if (!member.counted) throw notShownYet();
  return member.standing;
}

async function statsOf(parts: Call['parts'], businessId: string, memberId: string) {
  const member = await parts.readModels.loopMember(businessId, memberId);
  if (member === null) throw notShownYet();
  const rules = (await parts.readModels.loopRules(businessId, member.campaignId)).filter(({ active }) => active);
  const held = new Map(member.rewards.map((reward) => [reward.rewardId, reward]));
  return {
    points: member.points,
    referrals: member.referrals,
    ranking: member.rank,
    unlocked: member.unlocked,
    share_token: parts.identifiers.token('member', memberId),
    actions: rules.flatMap(({ rewardId, kind, act, title, points, url }) =>
      kind === 'action' && act !== null ?
        [{ id: rewardId, action: actionOf(act), title, points, url, done: member.acts.includes(act) }]
      : [],
    ),
    rewards: rules.flatMap(({ rewardId, kind, title, description, points }) => {
      if (kind !== 'reward') return [];
      const own = held.get(rewardId);
      return [
        {
          id: rewardId,
          title,
          description: description ?? '',
          points,
          missing: own === undefined ? Math.max(0, points - member.points) : 0,
          unlocked: own !== undefined,
          claimed: (own?.claimedAt ?? null) !== null,
          handed_out: (own?.handedOutAt ?? null) !== null,
        },
      ];
    }),
  };
}

export const loopRoutes = [
  route(loopCalls['GET /landings/{couponId}/rewards'], async (call) => {
    const { couponId } = call.params;
    await ownCampaign(call, couponId);
    const rules = await call.parts.readModels.loopRules(call.businessId, couponId);
    return { data: rules.map((rule, index) => presentReward(rule, couponId, index)) };
  }),

  route(loopCalls['POST /landings/{couponId}/rewards'], async (call) => {
    const rewardId = RewardId.parse(call.context().commandId);
    const given = { campaignId: call.params.couponId, rewardId, rule: ruleOf(call.body), isNew: true };
    const { position } = await call.parts.commands.loops.setRule(call.context(), given);
    await call.settled(position, readModels);
    return rewardOf(call, rewardId);
  }),

  route(loopCalls['PUT /landings/{couponId}/rewards/{id}'], async (call) => {
    const { couponId: campaignId, id: rewardId } = call.params;
    const given = { campaignId, rewardId, rule: ruleOf(call.body), isNew: false };
    const { position } = await call.parts.commands.loops.setRule(call.context(), given);
    await call.settled(position, readModels);
    return rewardOf(call, rewardId);
  }),

  route(loopCalls['PUT /landings/{couponId}/rewards/{id}/status'], async (call) => {
    const { couponId: campaignId, id: rewardId } = call.params;
    const rules = await call.parts.readModels.loopRules(call.businessId, campaignId);
    const now = rules.find((rule) => rule.rewardId === rewardId)?.active ?? false;
    const active = call.body.active ?? !now;
    const { position } = await call.parts.commands.loops.switchRule(call.context(), { campaignId, rewardId, active });
    await call.settled(position, readModels);
    return rewardOf(call, rewardId);
  }),

  route(loopCalls['DELETE /landings/{couponId}/rewards/{id}'], async (call) => {
    const { couponId: campaignId, id: rewardId } = call.params;
    const { position } = await call.parts.commands.loops.removeRule(call.context(), { campaignId, rewardId });
    await call.settled(position, readModels);
    return { success: true as const };
  }),

  route(loopCalls['POST /landings/{couponId}/rewards/preview'], async (call) => {
    const { params, body, parts } = call;
    await ownCampaign(call, params.couponId);
    const { id: rewardId, points, active } = body;
    const asked = { campaignId: params.couponId, rewardId, points, active };
    return { data: await parts.readModels.previewRule(call.businessId, asked) };
  }),

  route(loopCalls['PUT /landings/{id}/order-points'], async (call) => {
    const given = { campaignId: call.params.id, order: call.body.orders };
    const { position } = await call.parts.commands.loops.orderRules(call.context(), given);
    await call.settled(position, readModels);
    return { success: true as const };
  }),

  route(loopCalls['GET /coupons/loops'], async (call) => {
    const { parts, businessId } = call;
    const [zone, loops, rewards] = await Promise.all([
      zoneOf(call),
      loopsOf(parts, businessId),
      parts.readModels.loopRewards(businessId),
    ]);
    const rewardsOf = Map.groupBy(rewards, ({ campaignId }) => campaignId);
    const days = daysOf(parts, { business: { zone } }, null);
    const figures = new Map(
      (await parts.readModels.loopFigures(businessId, { days, zone })).map((loop) => [loop.campaignId, loop]),
    );
    return wholeReply(
      loops.map(({ id, name, keyword, createdAt }) => {
        const { members = 0, referrals = 0, inReview = 0, unlocked = 0, daily = [] } = figures.get(id) ?? {};
        return {
          id,
          name,
          keyword,
          members,
          referrals,
          in_review: inReview,
          unlocked,
          rewards: (rewardsOf.get(id) ?? []).map(({ rewardId, title, active }) => ({ id: rewardId, title, active })),
          daily: [...daily],
          created_at: createdAt,
        };
      }),
    );
  }),

  route(loopCalls['GET /leaderboard'], leaderboard),
  route(loopCalls['GET /contacts/leaderboard'], leaderboard),

  route(loopCalls['GET /landings/{id}/referrals'], async (call) => {
    const { params, query, parts, businessId } = call;
    await ownCampaign(call, params.id);
    const { page, per_page: perPage, state, date_range: days } = query;
    const onDays = days === null ? {} : { days, zone: await zoneOf(call) };
    const asked = { campaignId: params.id, state, page, perPage, ...onDays };
    const { data, total } = await parts.readModels.referrals(businessId, asked);
    return {
      data: data.map((one) => ({
        id: one.invited,
        member_id: one.memberId,
        state: one.state ?? state,
        suspicions: [...(one.suspicions ?? [])],
        at: one.at,
        inviter: presentPerson(one.inviter),
        invited: presentPerson(one.came),
      })),
      meta: { total, page, per_page: perPage },
    };
  }),

  route(loopCalls['PUT /landings/{couponId}/referrals/{id}'], async (call) => {
    const { body, params, parts } = call;
    const given = { memberId: body.member_id, invited: params.id, accept: body.accept };
    const { position } = await parts.commands.loops.judge(call.context(), given);
    await call.settled(position, readModels);
    return { success: true as const };
  }),

  route(loopCalls['GET /landings/{id}/unlocked'], async (call) => {
    const { params, query, parts, businessId } = call;
    await ownCampaign(call, params.id);
    const { page, per_page: perPage, state } = query;
    const asked = { campaignId: params.id, state, page, perPage };
    const { data, total } = await parts.readModels.unlockedRewards(businessId, asked);
    return {
      data: data.map((one) => ({
        id: one.rewardId,
        member_id: one.memberId,
        ...presentPerson(one),
        title: one.title,
        unlocked_at: one.at,
        claimed_at: one.claimedAt,
        handed_out_at: one.handedOutAt,
        till: one.till,
      })),
      meta: { total, page, per_page: perPage },
    };
  }),

  route(loopCalls['POST /landings/{couponId}/rewards/{id}/hand-out'], async (call) => {
    const { body, params, parts } = call;
    const { loops, coupons } = parts.commands;
    const given = { campaignId: params.couponId, memberId: body.member_id, rewardId: params.id };
    const { result } = await loops.claimForMember(call.context(), given);
    const { couponId } = result;
    const redeemed = { couponId, redemptionId: body.redemption_id, by: { kind: 'screen' as const } };
    const { position } = await coupons.redeem(call.context(), redeemed);
    await call.settled(position, [...readModels, 'coupons']);
    return { success: true as const };
  }),

  route(loopCalls['GET /landings/{id}/votes'], async (call) => {
    const { params, parts, businessId } = call;
    const { settings } = await ownCampaign(call, params.id);
    const [{ voters, options }, review, page] = await Promise.all([
      parts.readModels.voteResult(businessId, params.id),
      parts.readModels.voteReview(businessId, params.id),
      parts.readModels.page(businessId, params.id),
    ]);
    const shown = voteOptionsOf(page);
    const gone = [...new Set([...Object.keys(options), ...Object.keys(review.options)])]
      .filter((id) => !shown.some((option) => option.id === id))
      .map((id) => ({ id, label: null, picture: null }));
    return {
      data: {
        voters,
        options,
        excluded: review.excluded,
        ends_at: settings.endsAt,
        last_at: review.lastAt,
        choices: [...shown, ...gone].map(({ id, label, picture }) => ({
          id,
          label,
          picture: picture?.url ?? null,
          votes: options[id] ?? 0,
          excluded: review.options[id] ?? 0,
        })),
      },
    };
  }),

  route(loopCalls['GET /landings/{id}/ballots'], async (call) => {
    const { params, query, parts, businessId } = call;
    await ownCampaign(call, params.id);
    const { page, per_page: perPage } = query;
    const { data, total } = await parts.readModels.ballots(businessId, { campaignId: params.id, page, perPage });
    return {
      data: data.map((one) => ({
        id: one.ballotId,
        ...presentPerson(one),
        choices: [...(one.choices ?? [])],
        via: one.via,
        at: one.at,
        excluded: one.excluded === true,
        reason: one.reason,
      })),
      meta: { total, page, per_page: perPage },
    };
  }),

  route(loopCalls['PUT /landings/{couponId}/ballots/{id}'], async (call) => {
    const { body, params, parts } = call;
    const { position } = await (body.counts ?
      parts.commands.votes.include(call.context(), { ballotId: params.id })
    : parts.commands.votes.exclude(call.context(), { ballotId: params.id, reason: body.reason }));
    await call.settled(position, ['votes']);
    return { success: true as const };
  }),

  route(loopCalls['POST /rewards/{token}/action'], async (call) => {
    const { body, parts, ip } = call;
    const { memberId, businessId, campaignId, actions } = await memberOf(call);
    await parts.rateLimits.take([
      { key: `loop-action:${memberId}`, max: 60, windowMs: minute },
      { key: `loop-action:${memberId}:${clientOf(ip)}`, max: 30, windowMs: minute },
    ]);
    const wanted = actions.find(
      ({ rewardId, action }) => action === body.action && (body.reward_id === undefined || rewardId === body.reward_id),
    );
    if (wanted === undefined)
      throw new ApiError('validation_failed', 'This does not count any more.', {
        fields: { action: ['This does not count any more.'] },
      });
    const { rewardId } = wanted;
    const { position, result } = await parts.commands.loops.act(call.context(), {
      memberId,
      rewardId,
      action: body.action,
    });
    await call.settled(position, readModels);
    const rules = await parts.readModels.loopRules(businessId, campaignId);
    const index = rules.findIndex((rule) => rule.rewardId === rewardId);
    if (index === -1) throw notShownYet();
    const { points } = await statsOf(parts, businessId, memberId);
    const reward = presentReward(rules[index]!, campaignId, index);
    return { data: { ...reward, done: true as const, member_points: points, unlocked: [...result.unlocked] } };
  }),

  route(loopCalls['GET /rewards/{token}/stats'], async (call) => {
    const { memberId, businessId } = await memberOf(call);
    return { data: await statsOf(call.parts, businessId, memberId) };
  }),

  route(loopCalls['POST /thanks/{token}/rewards/{rewardId}'], async (call) => {
    const { memberId } = await memberOf(call);
    const { rewardId } = call.params;
    const { position, result } = await call.parts.commands.loops.claim(call.context(), { memberId, rewardId });
    await call.settled(position, [...readModels, 'coupons']);
    const token = call.parts.identifiers.token('coupon', result.couponId);
    return { success: true as const, data: { coupon_url: `/t/${token}` } };
  }),
];
