import { z } from 'zod';
import { DomainError } from '../../domain/kernel/errors.ts';
import { MemberId, RewardId } from '../../domain/kernel/ids.ts';
import type { DomainEvent } from '../../domain/kernel/event.ts';
import { ActionKind } from '../../domain/loop/fields.ts';
import type { MemberEvent } from '../../domain/loop/events.ts';
import { act, claimReward, existingMember, judgeReferral, Member, unlockRewards } from '../../domain/loop/member.ts';
import { LoopRules } from '../../domain/loop/rules.ts';
import { fold } from '../../domain/kernel/decider.ts';
import { streams } from '../../domain/streams.ts';
import { anybody, people } from '../caller.ts';
import { type Call, decision } from '../command.ts';
import { deskOf } from '../desk.ts';
import { stateOf, type World } from '../kernel.ts';

/** A member with the rules in force. Who they are was said by a signed token, or by a part of the system. */
async function memberAt(world: World, memberId: MemberId) {
  const stream = streams.member(memberId);
  const seen = await world.events.read(stream);
  const member = existingMember(stateOf(Member, seen));
  const rules = stateOf(LoopRules, await world.events.read(streams.loopRules(member.campaignId)));
  return { stream, seen, tenant: seen[0]!.metadata.tenant, rules, businessId: member.businessId };
}
const anyMember = ({ world }: Call, { memberId }: { readonly memberId: MemberId }) => memberAt(world, memberId);
async function ownMember({ world, context }: Call, { memberId }: { readonly memberId: MemberId }) {
  const found = await memberAt(world, memberId);
  if (found.businessId !== deskOf(context).businessId)
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

export const claimRewardOf = decision({
  input: z.object({ memberId: MemberId, rewardId: RewardId }),
  by: anybody,
  aggregate: Member,
  at: anyMember,
  decide: claimReward,
});

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
