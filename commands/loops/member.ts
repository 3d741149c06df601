import { z } from 'zod';
import { DomainError } from '../../domain/kernel/errors.ts';
import {
  CampaignId,
  CouponId,
  MemberId,
  namespaces,
  RewardId,
  type SubmissionId,
  uuidV5,
} from '../../domain/kernel/ids.ts';
import type { DomainEvent } from '../../domain/kernel/event.ts';
import { ActionKind } from '../../domain/loops/fields.ts';
import type { MemberEvent } from '../../domain/loops/events.ts';
import {
  act,
  claimReward,
  type ExistingMember,
  existingMember,
  joinLoop,
  judgeReferral,
  Member,
  unlockedTitle,
  unlockRewards,
} from '../../domain/loops/member.ts';
import { LoopRules, pointsOf, tallyKey } from '../../domain/loops/rules.ts';
import { Coupon } from '../../domain/coupons/coupon.ts';
import { Submission } from '../../domain/submissions/submission.ts';
import { fold } from '../../domain/kernel/decider.ts';
import { streams } from '../../domain/streams.ts';
import { anybody, people } from '../kernel/caller.ts';
import { type Call, command, decision, question } from '../kernel/command.ts';
import { issueReward } from '../coupons/issue.ts';
import { businessUserOf } from '../kernel/business-user.ts';
import { startUnitOfWork, stateOf, type CommandServices } from '../kernel/unit-of-work.ts';
import { memberIdOf } from '../directory/member-id.ts';

/** A member with the rules in force. Who they are was said by a signed token, or by a part of the system. */
async function memberAt(world: CommandServices, memberId: MemberId) {
  const stream = streams.member(memberId);
  const seen = await world.events.read(stream);
  const member = existingMember(stateOf(Member, seen));
  const rules = stateOf(LoopRules, await world.events.read(streams.loopRules(member.campaignId)));
  return {
    stream,
    seen,
    tenant: seen[0]!.metadata.tenant,
    rules,
    businessId: member.businessId,
    campaignId: member.campaignId,
  };
}
const anyMember = ({ world }: Call, { memberId }: { readonly memberId: MemberId }) => memberAt(world, memberId);
async function ownMember({ world, context }: Call, { memberId }: { readonly memberId: MemberId }) {
  const found = await memberAt(world, memberId);
  if (found.businessId !== businessUserOf(context).businessId)
    throw new DomainError('not_found', 'This member does not exist.');
  return found;
}

/** What a decision makes, and whatever that unlocks, in one append: points and reward are never apart. */
export function unlocking(made: readonly MemberEvent[], state: Member, rules: LoopRules): readonly MemberEvent[] {
  return [...made, ...unlockRewards({ rules }, fold(Member, made, state))];
}

export const actInLoop = decision({
  input: z.object({ memberId: MemberId, rewardId: RewardId, action: ActionKind }),
  by: anybody,
  aggregate: Member,
  at: anyMember,
  decide: ({ rewardId, action }, member, { rules }) =>
    unlocking(act({ action, rewardId, rules }, member), member, rules),
  result: ({ events }) => ({ unlocked: unlockedIn(events) }),
});

/** By what a reward is handed out to a member: one coupon, however often it is claimed. */
export const rewardCouponIdOf = (memberId: MemberId, rewardId: RewardId): CouponId =>
  CouponId.parse(uuidV5(namespaces.coupon, 'reward', memberId, rewardId));

/**
 * A member takes what they have unlocked: first there is a coupon to show at the counter, then it is claimed, so that cut
 * off in between, and repeated, it comes to the same.
 */
const claim = async (
  { world, context }: Call,
  { memberId, rewardId }: { readonly memberId: MemberId; readonly rewardId: RewardId },
  { stream, seen, tenant, rules }: Awaited<ReturnType<typeof memberAt>>,
) => {
  const member = existingMember(stateOf(Member, seen));
  const held = rules.find((one) => one.rewardId === rewardId);
  const title = unlockedTitle({ rewardId }, member);
  const { campaignId, businessId, contactId } = member;
  const couponId = rewardCouponIdOf(memberId, rewardId);
  const coupon = { couponId, campaignId, businessId, contactId, title: held?.rule.title ?? title };
  await issueReward(world, context, tenant, coupon);
  const work = startUnitOfWork(world, context, { tenant });
  await work.change({ stream, aggregate: Member, seen, decide: (state) => claimReward({ rewardId, couponId }, state) });
  return work.outcome({ couponId });
};
export const claimRewardOf = command({
  input: z.object({ memberId: MemberId, rewardId: RewardId }),
  by: anybody,
  run: async (call, given) => claim(call, given, await anyMember(call, given)),
});

/** Somebody of the business hands an unlocked reward out: it is claimed with it, where the member has not done so. */
export const claimForMember = command({
  input: z.object({ campaignId: CampaignId, memberId: MemberId, rewardId: RewardId }),
  by: people,
  async run(call, given) {
    const place = await ownMember(call, given);
    if (place.campaignId !== given.campaignId) throw new DomainError('not_found', 'This member does not exist.');
    return claim(call, given, place);
  },
});

/** A member's page as it is at this moment: whoever has just joined, acted or claimed sees that. */
export const memberStanding = question(async (world: CommandServices, memberId: MemberId) => {
  const member = stateOf(Member, await world.events.read(streams.member(memberId)));
  if (member.status === 'none') return null;
  const standing = standingOf(member, await rulesOf(world, member.campaignId));
  const names = standing.rewards.filter(({ claimed }) => claimed).map(({ couponId }) => streams.coupon(couponId));
  const coupons = names.length === 0 ? new Map<string, never[]>() : await world.events.readMany(names);
  const isUsed = (couponId: CouponId) => stateOf(Coupon, coupons.get(streams.coupon(couponId))).status === 'redeemed';
  return {
    ...standing,
    rewards: standing.rewards.map((reward) => ({ ...reward, handedOut: isUsed(reward.couponId) })),
  };
});
/** Where somebody stands who has entered and is not counted yet: that comes in a moment. */
export const newcomerStanding = question(async (world: CommandServices, submissionId: SubmissionId) => {
  const submission = stateOf(Submission, await world.events.read(streams.submission(submissionId)));
  if (submission.status === 'none' || submission.kind !== 'loop') return null;
  const { campaignId, businessId, contactId } = submission;
  const ids = { memberId: memberIdOf(campaignId, contactId), campaignId, businessId, contactId };
  const rules = await rulesOf(world, campaignId);
  const joined = joinLoop({ ...ids, invitedBy: null, submissionId }, Member.initial);
  const member = fold(Member, unlocking(joined, Member.initial, rules), Member.initial);
  return standingOf(existingMember(member), rules);
});
const rulesOf = async (world: CommandServices, campaignId: CampaignId): Promise<LoopRules> =>
  stateOf(LoopRules, await world.events.read(streams.loopRules(campaignId)));

const standingOf = (member: ExistingMember, rules: LoopRules) => ({
  memberId: member.memberId,
  /** What they joined by; null: a text. */
  submissionId: member.submissionId,
  campaignId: member.campaignId,
  businessId: member.businessId,
  contactId: member.contactId,
  points: pointsOf(member.tally, rules),
  referrals: member.tally.get('referral') ?? 0,
  unlocked: member.unlocked.size,
  actions: rules.flatMap(({ rewardId, rule, active }) =>
    rule.kind === 'action' && active ?
      [{ rewardId, ...rule, done: member.acts.has(tallyKey(rule.action, rewardId)) || rule.action === 'join' }]
    : [],
  ),
  /** What is switched off or gone stays with whoever has unlocked it. */
  rewards: [
    ...rules.flatMap(({ rewardId, rule, active }) =>
      rule.kind === 'reward' && (active || member.unlocked.has(rewardId)) ? [{ rewardId, ...rule }] : [],
    ),
    ...[...member.unlocked].flatMap(([rewardId, title]) =>
      rules.some((one) => one.rewardId === rewardId) ?
        []
      : [{ rewardId, kind: 'reward' as const, title, description: '', points: 0 }],
    ),
  ].map((reward) => ({
    ...reward,
    unlocked: member.unlocked.has(reward.rewardId),
    claimed: member.claimed.has(reward.rewardId),
    couponId: rewardCouponIdOf(member.memberId, reward.rewardId),
    handedOut: false,
  })),
});
export type MemberStanding = ReturnType<typeof standingOf>;

export const judgeReferralOf = decision({
  input: z.object({ memberId: MemberId, invited: MemberId, accept: z.boolean() }),
  by: people,
  aggregate: Member,
  at: ownMember,
  decide: (wanted, member, { rules }) => unlocking(judgeReferral(wanted, member), member, rules),
});

/** After the rules have changed: what the member's points reach now. */
export const recheckMember = decision({
  input: z.object({ memberId: MemberId }),
  by: ['system'],
  aggregate: Member,
  at: anyMember,
  decide: (_, member, { rules }) => unlockRewards({ rules }, member),
  result: ({ events }) => ({ unlocked: unlockedIn(events) }),
});

const unlockedIn = (events: readonly DomainEvent[]): readonly RewardId[] =>
  events.flatMap(({ type, data }) => (type === 'RewardUnlocked' ? [data['rewardId'] as RewardId] : []));
