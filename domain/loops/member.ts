import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import type { BusinessId, CampaignId, ContactId, CouponId, MemberId, RewardId, SubmissionId } from '../kernel/ids.ts';
import {
  MemberActionRecorded,
  type MemberEvent,
  MemberJoined,
  ReferralAccepted,
  ReferralRecorded,
  ReferralRejected,
  RewardClaimed,
  RewardUnlocked,
  type Suspicion,
} from './events.ts';
import { type ActionKind, ownActions } from './fields.ts';
import { type LoopRules, pointsOf, type Tally, tallyKey } from './rules.ts';

interface Ids {
  readonly memberId: MemberId;
  readonly campaignId: CampaignId;
  readonly businessId: BusinessId;
  readonly contactId: ContactId;
}
/** `in-review`: somebody is to look. Only what is accepted counts. */
export type ReferralState = 'accepted' | 'in-review' | 'refused';
export interface ExistingMember extends Ids {
  readonly status: 'member';
  readonly invitedBy: MemberId | null;
  /** What they joined by; null: a text. */
  readonly submissionId: SubmissionId | null;
  /** Keys of what was done. */
  readonly acts: ReadonlySet<string>;
  readonly tally: Tally;
  readonly referrals: ReadonlyMap<MemberId, ReferralState>;
  /** With what each was called then. */
  readonly unlocked: ReadonlyMap<RewardId, string>;
  readonly claimed: ReadonlySet<RewardId>;
}
export type Member = { readonly status: 'none' } | ExistingMember;

const plus = (tally: Tally, key: string, by: number): Tally => new Map(tally).set(key, (tally.get(key) ?? 0) + by);

const evolve = (member: Member, event: MemberEvent): Member => {
  if (event.type === 'MemberJoined') {
    const { memberId, campaignId, businessId, contactId, invitedBy, submissionId } = event.data;
    return member.status === 'member' ?
        member
      : {
          status: 'member',
          memberId,
          campaignId,
          businessId,
          contactId,
          invitedBy,
          submissionId,
          acts: new Set(),
          tally: new Map([['join', 1]]),
          referrals: new Map(),
          unlocked: new Map(),
          claimed: new Set(),
        };
  }
  if (member.status === 'none') return member;
  const judged = (state: ReferralState, invited: MemberId): Member => {
    const before = member.referrals.get(invited);
    const counted = (one: ReferralState | undefined): number => (one === 'accepted' ? 1 : 0);
    return {
      ...member,
      referrals: new Map(member.referrals).set(invited, state),
      tally: plus(member.tally, 'referral', counted(state) - counted(before)),
    };
  };
  switch (event.type) {
    case 'MemberActionRecorded': {
      const { key, action, rewardId } = event.data;
      return {
        ...member,
        acts: new Set([...member.acts, key]),
        tally: plus(member.tally, tallyKey(action, rewardId), 1),
      };
    }
    case 'ReferralRecorded':
      return judged(event.data.suspicions.length === 0 ? 'accepted' : 'in-review', event.data.invited);
    case 'ReferralAccepted':
      return judged('accepted', event.data.invited);
    case 'ReferralRejected':
      return judged('refused', event.data.invited);
    case 'RewardUnlocked':
      return { ...member, unlocked: new Map(member.unlocked).set(event.data.rewardId, event.data.title) };
    case 'RewardClaimed':
      return { ...member, claimed: new Set([...member.claimed, event.data.rewardId]) };
    default:
      return unchanged(member, event);
  }
};
export const Member: Aggregate<Member, MemberEvent> = { initial: { status: 'none' }, evolve };

const idsOf = ({ memberId, campaignId, businessId, contactId }: Ids): Ids => ({
  memberId,
  campaignId,
  businessId,
  contactId,
});
export function existingMember(member: Member): ExistingMember {
  if (member.status === 'none') throw new DomainError('not_found', 'This page does not exist.');
  return member;
}

/** Nobody invites themself. Who is in already stays as they came. */
export const joinLoop = (
  command: Ids & { readonly invitedBy: MemberId | null; readonly submissionId: SubmissionId | null },
  member: Member,
): readonly MemberEvent[] =>
  member.status === 'member' ?
    []
  : [
      MemberJoined.create({
        ...idsOf(command),
        submissionId: command.submissionId,
        invitedBy: command.invitedBy === command.memberId ? null : command.invitedBy,
      }),
    ];

/** A member says that they did it. Each thing counts once; what is not among the rules does not count. */
export function act(
  { action, rewardId, rules }: { readonly action: ActionKind; readonly rewardId: RewardId; readonly rules: LoopRules },
  state: Member,
): readonly MemberEvent[] {
  const member = existingMember(state);
  const held = rules.find((one) => one.rewardId === rewardId);
  if (!ownActions.has(action) || held?.rule.kind !== 'action' || held.rule.action !== action || !held.active)
    throw new DomainError('validation_failed', 'This does not count any more.', {
      action: ['This does not count any more.'],
    });
  const key = tallyKey(action, rewardId);
  return member.acts.has(key) ? [] : [MemberActionRecorded.create({ ...idsOf(member), action, rewardId, key })];
}

/** On the stream of who invited. Once for each who came. */
export function recordReferral(
  { invited, suspicions }: { readonly invited: MemberId; readonly suspicions: readonly Suspicion[] },
  state: Member,
): readonly MemberEvent[] {
  if (state.status === 'none' || state.memberId === invited || state.referrals.has(invited)) return [];
  return [ReferralRecorded.create({ ...idsOf(state), invited, suspicions: [...suspicions] })];
}

export function judgeReferral(
  { invited, accept }: { readonly invited: MemberId; readonly accept: boolean },
  state: Member,
): readonly MemberEvent[] {
  const member = existingMember(state);
  const held = member.referrals.get(invited);
  if (held === undefined) throw new DomainError('not_found', 'This referral does not exist.');
  if (held === (accept ? 'accepted' : 'refused')) return [];
  const data = { ...idsOf(member), invited };
  return [accept ? ReferralAccepted.create(data) : ReferralRejected.create(data)];
}

/** Every reward that the points reach and that is not unlocked yet. What is unlocked stays, whatever the rules become. */
export function unlockRewards({ rules }: { readonly rules: LoopRules }, member: Member): readonly MemberEvent[] {
  if (member.status === 'none') return [];
  const points = pointsOf(member.tally, rules);
  return rules.flatMap(({ rule, active, rewardId }) =>
    rule.kind === 'reward' && active && rule.points <= points && !member.unlocked.has(rewardId) ?
      [RewardUnlocked.create({ ...idsOf(member), rewardId, title: rule.title, points })]
    : [],
  );
}

/** What an unlocked reward was called when it was unlocked. Throws `conflict` for one that isn't. */
export function unlockedTitle({ rewardId }: { readonly rewardId: RewardId }, member: ExistingMember): string {
  const title = member.unlocked.get(rewardId);
  if (title === undefined) throw new DomainError('conflict', 'This reward is not unlocked yet.');
  return title;
}

export function claimReward(
  { rewardId, couponId }: { readonly rewardId: RewardId; readonly couponId: CouponId },
  state: Member,
): readonly MemberEvent[] {
  const member = existingMember(state);
  unlockedTitle({ rewardId }, member);
  return member.claimed.has(rewardId) ? [] : [RewardClaimed.create({ ...idsOf(member), rewardId, couponId })];
}
