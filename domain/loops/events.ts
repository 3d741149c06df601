import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { BusinessId, CampaignId, ContactId, CouponId, MemberId, RewardId, SubmissionId } from '../kernel/ids.ts';
import { ActionKind, storedLoop } from './fields.ts';

const loop = { campaignId: CampaignId, businessId: BusinessId };

/** What counts, and for how much; or what is unlocked at how many points. The whole rule, new or changed. */
export const LoopRuleSet = event('LoopRuleSet', 1, z.object({ ...loop, rewardId: RewardId, rule: storedLoop.rule }));
/** It counts, or unlocks, no more; and again. What was unlocked stays. */
export const LoopRuleToggled = event(
  'LoopRuleToggled',
  1,
  z.object({ ...loop, rewardId: RewardId, active: z.boolean() }),
);
export const LoopRuleRemoved = event('LoopRuleRemoved', 1, z.object({ ...loop, rewardId: RewardId }));
/** In which order they are shown: all of them. */
export const LoopRulesReordered = event('LoopRulesReordered', 1, z.object({ ...loop, order: z.array(RewardId) }));
export const loopRuleEvents = [LoopRuleSet, LoopRuleToggled, LoopRuleRemoved, LoopRulesReordered] as const;
export type LoopRuleEvent = EventOf<(typeof loopRuleEvents)[number]>;

const member = { ...loop, memberId: MemberId, contactId: ContactId };
/** Why a referral is looked at by somebody before it counts. */
export const Suspicion = z.enum([
  'same-address',
  'same-device',
  'in-a-row',
  'same-name',
  'same-mailbox',
  'many-at-once',
]);
export type Suspicion = z.output<typeof Suspicion>;

/** Somebody is in the loop. `invitedBy`: whose link they followed, null: nobody's. `submissionId` null: they texted the keyword. */
export const MemberJoined = event(
  'MemberJoined',
  1,
  z.object({ ...member, invitedBy: MemberId.nullable(), submissionId: SubmissionId.nullable() }),
);
/** A member did what counts. `key` says which: the same key counts once. No points here: what it is worth is the rules' to say. */
export const MemberActionRecorded = event(
  'MemberActionRecorded',
  1,
  z.object({ ...member, action: ActionKind, rewardId: RewardId.nullable(), key: z.string().max(120) }),
);
/** Somebody came by the member's link and did a verified act. `suspicions`, if any, hold it back until somebody has looked. */
export const ReferralRecorded = event(
  'ReferralRecorded',
  1,
  z.object({ ...member, invited: MemberId, suspicions: z.array(Suspicion) }),
);
export const ReferralAccepted = event('ReferralAccepted', 1, z.object({ ...member, invited: MemberId }));
export const ReferralRejected = event('ReferralRejected', 1, z.object({ ...member, invited: MemberId }));
/** Once for each reward. `points`: what the member had then. */
export const RewardUnlocked = event(
  'RewardUnlocked',
  1,
  z.object({ ...member, rewardId: RewardId, title: z.string(), points: z.number().int() }),
);
/** The member wants it. `couponId`: what is shown at the counter and redeemed there, null: claimed before there was one. */
export const RewardClaimed = event(
  'RewardClaimed',
  1,
  z.object({ ...member, rewardId: RewardId, couponId: CouponId.nullable().default(null) }),
);
export const memberEvents = [
  MemberJoined,
  MemberActionRecorded,
  ReferralRecorded,
  ReferralAccepted,
  ReferralRejected,
  RewardUnlocked,
  RewardClaimed,
] as const;
export type MemberEvent = EventOf<(typeof memberEvents)[number]>;
