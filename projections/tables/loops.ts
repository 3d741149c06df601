import { added, either, first, newest, newestWith } from '../engine/merge-policy.ts';
import { col, key, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const loopModel = { name: 'loops', version: 5 } as const;

const ofLoop = { campaignId: col('uuid'), businessId: col('uuid') } as const;

export const loopMemberTable = table('loop_members', {
  memberId: key('uuid'),
  ...ofLoop,
  contactId: col('uuid'),
  invitedBy: maybe('uuid'),
  joinedAt: col('timestamptz'),
  position: col('bigint'),
});

/** How often a member did each thing that counts; `act`: see `tallyKey`. */
export const loopTallyTable = table(
  'loop_tallies',
  { memberId: key('uuid'), act: key('text'), ...ofLoop, count: col('bigint', added) },
  { fillfactor: 70 },
);

export const loopReferralTable = table('loop_referrals', {
  invited: key('uuid'),
  memberId: col('uuid'),
  ...ofLoop,
  state: col('text', newest).of<'accepted' | 'in-review' | 'refused'>(),
  suspicions: maybe('text[]', first),
  at: maybe('timestamptz', first),
  position: col('bigint'),
});

export const loopRuleTable = table('loop_rules', {
  rewardId: key('uuid'),
  ...ofLoop,
  position: col('bigint'),
  /** The position at which the rule was said as it is. */
  saidAt: maybe('bigint', newest),
  kind: maybe('text', newestWith('saidAt')).of<'action' | 'reward'>(),
  /** What a tally of it is called; null: a reward. */
  act: maybe('text', newestWith('saidAt')),
  title: maybe('text', newestWith('saidAt')),
  description: maybe('text', newestWith('saidAt')),
  points: maybe('int', newestWith('saidAt')),
  url: maybe('text', newestWith('saidAt')),
  /** Switched on or off; null: nobody has switched it, and it is on. */
  switched: maybe('boolean', newest),
  removed: col('boolean', either),
  /** Its place among the others; null: nobody has ordered them. */
  place: maybe('int', newest),
});

export const loopUnlockTable = table('loop_unlocks', {
  memberId: key('uuid'),
  rewardId: key('uuid'),
  ...ofLoop,
  title: maybe('text', first),
  at: maybe('timestamptz', first),
  position: col('bigint'),
  claimedAt: maybe('timestamptz', newest),
  /** By what it is handed out; null: not claimed yet. */
  couponId: maybe('uuid', newest),
  /** Null: not yet, or taken back. Said by the coupon, once it is redeemed. */
  handedOutAt: maybe('timestamptz', newest),
  till: maybe('text', newest),
});

/**
 * What members have under the rules in force. `minus` are the points below zero, so that the best come first in an index
 * that goes up; who joined first is first among equals.
 */
export const loopScoreTable = table(
  'loop_scores',
  { memberId: key('uuid'), ...ofLoop, minus: col('int', newest), position: col('bigint') },
  { fillfactor: 70 },
);

/** How many members have so many points: a rank begins with a sum over these. */
export const loopPointsTable = table(
  'loop_points',
  { campaignId: key('uuid'), minus: key('int'), businessId: col('uuid'), members: col('bigint', added) },
  { fillfactor: 50 },
);

/** The same in pieces by when they joined: among equals a rank goes on with a sum over these, and a page begins at one. */
export const loopRankTable = table(
  'loop_ranks',
  {
    campaignId: key('uuid'),
    minus: key('int'),
    piece: key('bigint'),
    businessId: col('uuid'),
    members: col('bigint', added),
  },
  { fillfactor: 50 },
);
/** Positions of the log in a piece: at most so many rows are counted one by one. */
export const pieceLength = 8_192;

export const loopIndexes = (schema: string): string => `
  create index loop_members_by_campaign on ${schema}.loop_members (campaign_id, position);
  create index loop_members_by_day on ${schema}.loop_members (business_id, joined_at);
  create index loop_referrals_by_day on ${schema}.loop_referrals (business_id, at);
  create index loop_referrals_by_state on ${schema}.loop_referrals (campaign_id, state, position);
  create index loop_referrals_by_member on ${schema}.loop_referrals (member_id);
  create index loop_rules_by_campaign on ${schema}.loop_rules (campaign_id);
  create index loop_unlocks_to_hand_out on ${schema}.loop_unlocks (campaign_id, position) where handed_out_at is null;
  create index loop_unlocks_by_campaign on ${schema}.loop_unlocks (campaign_id, position);
  create index loop_scores_best on ${schema}.loop_scores (campaign_id, minus, position)`;
/** What is looked up while the tables are being filled: whose members they are, when contacts are merged; which reward a coupon is for. */
export const loopIndexesAtOnce = (schema: string): string => `
  create index loop_members_by_contact on ${schema}.loop_members (contact_id);
  create index loop_unlocks_by_coupon on ${schema}.loop_unlocks (coupon_id) where coupon_id is not null`;
