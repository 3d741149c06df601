import { z } from 'zod';
import { days } from '../../domain/kernel/list.ts';
import { ActionKind, loopFields } from '../../domain/loops/fields.ts';
import { calls } from './calls.ts';
import { Done, IdParams, Instant, list, Uuid, wholeList } from './common.ts';
import { pageParams } from './lists.ts';

/** The member's own, private token: of their page, or of the entry that made them a member. 32 signs; any other is nobody's. */
export const Token = z.string().max(200);
const anId = '6f1c7a52-3b0e-4d8f-9a64-2c5d1e8b7f90';

/**
 * What counts in a loop (`kind` action: its points are earned) or is unlocked (`kind` reward: at so many points). The
 * specification calls both a reward.
 */
export const Reward = z.object({
  id: z.string(),
  coupon_id: z.string().meta({ examples: [anId] }),
  kind: z.enum(['action', 'reward']),
  /** Null: of a reward. */
  action: ActionKind.nullable(),
  title: z.string(),
  description: z.string().nullable(),
  points: z.number().int(),
  url: z.string().nullable(),
  active: z.boolean(),
  /** Its place among the others, from 1. */
  order: z.number().int(),
});
export type Reward = z.output<typeof Reward>;
/** One of the shapes of `loopFields.rule`, flat: `description` is of rewards, `action` and `url` of actions. */
export const RewardBody = z.discriminatedUnion('kind', [
  loopFields.rule.options[0].extend({ url: loopFields.rule.options[0].shape.url.default(null) }),
  loopFields.rule.options[1].extend({ description: loopFields.rule.options[1].shape.description.default('') }),
]);
export const RewardReply = z.object({ data: Reward });
export const RewardList = z.object({ data: z.array(Reward) });
export const RewardStatus = z.object({ active: z.boolean().optional() });
export const RewardChange = z.object({
  /** Null: a reward that is not there yet. */
  id: Uuid.nullable(),
  points: z.number().int().min(0).max(1_000_000),
  active: z.boolean(),
});
export const RewardOrder = z.object({ orders: z.array(Uuid).max(100) });
const OfLanding = z.object({ couponId: Uuid });
const OneReward = OfLanding.extend({ id: Uuid });
const example = { kind: 'reward', title: 'Free coffee', description: 'Any size.', points: 50 };

/** What a change of points would do, before it is made. */
export const RewardPreview = z.object({
  data: z.object({
    members: z.number().int(),
    gain: z.number().int(),
    lose: z.number().int(),
    /** Rewards that would be unlocked at once; what is unlocked already stays. */
    unlock: z.number().int(),
  }),
});

const person = { contact_id: z.string(), name: z.string().nullable(), phone: z.string().nullable() };
export const Leader = z.object({
  id: z.string(),
  rank: z.number().int(),
  ...person,
  points: z.number().int(),
  referrals: z.number().int(),
  unlocked: z.number().int(),
  joined_at: Instant,
});
export const ReferralState = z.enum(['accepted', 'in-review', 'refused']);
export const LeaderboardParams = pageParams().extend({
  /** The loop; left out: the newest. */
  coupon_id: Uuid.optional(),
  /** Only who joined on these days of the business’s zone, the newest first; left out: everyone by their points. */
  date_range: days,
});
export const ReferralParams = pageParams().extend({
  state: ReferralState.default('in-review'),
  /** Only those recorded on these days of the business’s zone. */
  date_range: days,
});
export const Loop = z.object({
  id: z.string(),
  name: z.string(),
  keyword: z.string(),
  members: z.number().int(),
  referrals: z.number().int(),
  in_review: z.number().int(),
  unlocked: z.number().int(),
  /** In their order. */
  rewards: z.array(Reward.pick({ id: true, title: true, active: true })),
  /** Members and referrals that came on each of the last 30 days, the oldest first. */
  daily: z.array(z.object({ day: z.string(), members: z.number().int(), referrals: z.number().int() })),
  created_at: Instant,
});

export const Referral = z.object({
  /** The member who came; a referral is one per friend. */
  id: z.string(),
  member_id: z.string().meta({ examples: [anId] }),
  state: ReferralState,
  /** Why somebody is to look: what the two have in common. */
  suspicions: z.array(z.string()).meta({ examples: [['same-device']] }),
  at: Instant.nullable(),
  inviter: z.object(person),
  invited: z.object(person),
});

export const UnlockedState = z.enum(['all', 'open', 'claimed', 'handed-out']);
/** A reward that a member has unlocked. `id`: the reward's. */
export const UnlockedReward = z.object({
  id: z.string(),
  member_id: z.string().meta({ examples: [anId] }),
  ...person,
  title: z.string(),
  unlocked_at: Instant,
  claimed_at: Instant.nullable(),
  handed_out_at: Instant.nullable(),
  /** Where it was handed out; null: on a screen of the business, or not yet. */
  till: z
    .string()
    .nullable()
    .meta({ examples: ['Front counter'] }),
});
export const UnlockedRewardList = list(UnlockedReward);
/** `redemption_id`: minted with the button, so that the same press sent again is one. */
export const HandOut = z.object({ member_id: Uuid, redemption_id: Uuid });

export const VoteOverview = z.object({
  data: z.object({
    voters: z.number().int(),
    /** What counts, by the id of the option. */
    options: z.record(z.string(), z.number().int()),
    /** How many votes were taken out of the count. */
    excluded: z.number().int(),
    /** Nobody can vote from this instant on; null: open. */
    ends_at: Instant.nullable(),
    last_at: Instant.nullable(),
    /** In the order of the page; what was voted for and is on the page no more comes after them. */
    choices: z.array(
      z.object({
        id: z.string(),
        label: z
          .string()
          .meta({ examples: ['Margherita'] })
          .nullable(),
        picture: z
          .string()
          .meta({ examples: ['/stock/pizza-margherita.webp'] })
          .nullable(),
        votes: z.number().int(),
        excluded: z.number().int(),
      }),
    ),
  }),
});
export const Vote = z.object({
  id: z.string(),
  ...person,
  choices: z.array(z.string()).meta({ examples: [['opt1']] }),
  via: z.enum(['page', 'text']).nullable(),
  at: Instant.nullable(),
  excluded: z.boolean(),
  reason: z.string().nullable(),
});

/** What a member sees of themself. Ranks count from 1. */
export const MemberStats = z.object({
  data: z.object({
    points: z.number().int(),
    referrals: z.number().int(),
    ranking: z.number().int(),
    unlocked: z.number().int(),
    /** The token that their own link ends in. */
    share_token: z.string().meta({ examples: ['bxx6UjsOTY-aZCxdHot_kJ2vQm0c5s1T'] }),
    actions: z.array(
      z.object({
        id: z.string(),
        action: ActionKind,
        title: z.string(),
        points: z.number().int(),
        url: z.string().nullable(),
        done: z.boolean(),
      }),
    ),
    rewards: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        description: z.string(),
        points: z.number().int(),
        /** What is still missing; 0: nothing. */
        missing: z.number().int(),
        unlocked: z.boolean(),
        claimed: z.boolean(),
        handed_out: z.boolean(),
      }),
    ),
  }),
});

export const Leaderboard = list(Leader);
export const LoopList = wholeList(Loop);
export const ReferralList = list(Referral);
export const ReferralVerdict = z.object({ member_id: Uuid, accept: z.boolean() });
export const VoteList = list(Vote);
export const VoteVerdict = z.object({ counts: z.boolean(), reason: z.string().trim().max(200).default('') });
export const MemberAct = z.object({ action: ActionKind, reward_id: Uuid.optional() });
/** What was done, with the member's points after it, and the rewards that it unlocked. */
export const MemberActionRecorded = z.object({
  data: Reward.extend({
    done: z.literal(true),
    member_points: z.number().int(),
    unlocked: z.array(z.string()).meta({ examples: [[anId]] }),
  }),
});
/** `coupon_url`: what the member shows at the counter. */
export const RewardClaimedReply = z.object({
  success: z.literal(true),
  data: z.object({ coupon_url: z.string().meta({ examples: ['/t/bxx6UjsOTY-aZCxdHot_kJ2vQm0c5s1T'] }) }),
});

export const loopCalls = calls('Loops', {
  'POST /landings/{couponId}/rewards': {
    id: 'createReward',
    who: ['Business'],
    summary: 'A new way to earn points in a loop, or a new reward.',
    params: OfLanding,
    body: RewardBody,
    example,
    reply: RewardReply,
  },
  'PUT /landings/{couponId}/rewards/{id}': {
    id: 'editReward',
    who: ['Business'],
    summary: 'Change what something earns or when it unlocks; everyone’s points are recounted.',
    params: OneReward,
    body: RewardBody,
    example,
    reply: RewardReply,
  },
  'PUT /landings/{couponId}/rewards/{id}/status': {
    id: 'toggleReward',
    who: ['Business'],
    summary: 'Switch it on or off; without a word it becomes the other.',
    params: OneReward,
    body: RewardStatus,
    reply: RewardReply,
  },
  'DELETE /landings/{couponId}/rewards/{id}': {
    id: 'deleteReward',
    who: ['Business'],
    summary: 'Take it away; what members have unlocked stays theirs.',
    params: OneReward,
    reply: Done,
  },
  'POST /landings/{couponId}/rewards/preview': {
    id: 'previewReward',
    who: ['Business'],
    summary: 'How many members would gain or lose points by a change, and how many rewards would be unlocked.',
    params: OfLanding,
    body: RewardChange,
    reply: RewardPreview,
  },
  'PUT /landings/{id}/order-points': {
    id: 'orderRewards',
    who: ['Business'],
    summary: 'In which order actions and rewards are shown: all of them.',
    params: IdParams,
    body: RewardOrder,
    reply: Done,
  },
  'GET /landings/{couponId}/rewards': {
    id: 'listRewards',
    who: ['Business'],
    summary: 'The actions and rewards of a loop, in their order.',
    params: OfLanding,
    reply: RewardList,
  },
  'GET /coupons/loops': {
    id: 'listLoops',
    who: ['Business'],
    summary: 'The loops of the business with their figures.',
    reply: LoopList,
  },
  'GET /leaderboard': {
    id: 'getLeaderboard',
    who: ['Business'],
    summary: 'The members of a loop by their points.',
    query: LeaderboardParams,
    reply: Leaderboard,
  },
  'GET /contacts/leaderboard': {
    id: 'getContactsLeaderboard',
    who: ['Business'],
    summary: 'The same as GET /leaderboard.',
    query: LeaderboardParams,
    reply: Leaderboard,
  },
  'GET /landings/{id}/referrals': {
    id: 'listReferrals',
    who: ['Business'],
    summary: 'Who came through whose link; `state` in-review: what needs a review.',
    params: IdParams,
    query: ReferralParams,
    reply: ReferralList,
  },
  'PUT /landings/{couponId}/referrals/{id}': {
    id: 'judgeReferral',
    who: ['Business'],
    summary: 'Accept a referral or refuse it.',
    params: OneReward,
    body: ReferralVerdict,
    reply: Done,
  },
  'GET /landings/{id}/unlocked': {
    id: 'listUnlockedRewards',
    who: ['Business'],
    summary: 'Unlocked rewards, newest first; `state` open: rewards to hand out.',
    params: IdParams,
    query: pageParams().extend({ state: UnlockedState.default('open') }),
    reply: UnlockedRewardList,
  },
  'POST /landings/{couponId}/rewards/{id}/hand-out': {
    id: 'handOutReward',
    who: ['Business'],
    summary: 'Mark an unlocked reward as handed out to a member.',
    params: OneReward,
    body: HandOut,
    reply: Done,
  },
  'GET /landings/{id}/votes': {
    id: 'getVotes',
    who: ['Business'],
    summary: 'What counts: votes by option, and how many have voted.',
    params: IdParams,
    reply: VoteOverview,
  },
  'GET /landings/{id}/ballots': {
    id: 'listBallots',
    who: ['Business'],
    summary: 'Who voted for what, the newest first.',
    params: IdParams,
    query: pageParams(),
    reply: VoteList,
  },
  'PUT /landings/{couponId}/ballots/{id}': {
    id: 'judgeBallot',
    who: ['Business'],
    summary: 'Take a vote out of the count, with the reason, or put it back.',
    params: OneReward,
    body: VoteVerdict,
    reply: Done,
  },
  'POST /rewards/{token}/action': {
    id: 'actInLoop',
    who: 'public',
    summary: 'A member did what counts. Answers it with their points and what it unlocked.',
    params: z.object({ token: Token }),
    body: MemberAct,
    reply: MemberActionRecorded,
  },
  'GET /rewards/{token}/stats': {
    id: 'getMemberStats',
    who: 'public',
    summary: 'A member’s own points, rank, actions and rewards.',
    params: z.object({ token: Token }),
    reply: MemberStats,
  },
  'POST /thanks/{token}/rewards/{rewardId}': {
    id: 'claimReward',
    who: 'public',
    summary: 'A member takes a reward that they have unlocked.',
    params: z.object({ token: Token, rewardId: Uuid }),
    reply: RewardClaimedReply,
  },
});
