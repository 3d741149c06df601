import { schemaOf } from '../../../projections/engine-types.ts';
import { loops as model } from '../../../projections/loops/projector.ts';
import type { LoopRule } from '../../../domain/loops/fields.ts';
import type { Law } from '../action.ts';

interface Held {
  rule: LoopRule;
  active: boolean;
}
interface Counted {
  joins: number;
  readonly acts: Map<string, number>;
  /** Who came by their link, and whether that counts. */
  readonly friends: Map<unknown, boolean>;
  readonly unlocked: Map<unknown, number>;
}

/**
 * Written down once more, apart from the domain's own: points are what was done by what it is worth now, a reward is
 * unlocked once and whenever the points are enough, and each friend counts once.
 */
export const loops: Law = {
  name: 'points are the sum of what was done',
  async check(world) {
    const problems: string[] = [];
    const rules = new Map<unknown, Held>();
    const members = new Map<unknown, Counted>();
    const pointsOf = ({ joins, acts, friends }: Counted): number => {
      const counts = [...friends.values()].filter(Boolean).length;
      return [...rules.values()].reduce(
        (sum, { rule, active }) =>
          rule.kind === 'reward' || !active ?
            sum
          : sum +
            rule.points *
              (rule.action === 'join' ? joins
              : rule.action === 'referral' ? counts
              : (acts.get(rule.action) ?? 0)),
        0,
      );
    };
    for (const { type, data } of await world.events()) {
      const { memberId, rewardId, invited } = data;
      const member = members.get(memberId);
      switch (type) {
        case 'LoopRuleSet':
          rules.set(rewardId, { active: rules.get(rewardId)?.active ?? true, rule: data['rule'] as LoopRule });
          break;
        case 'LoopRuleToggled':
          rules.get(rewardId)!.active = data['active'] as boolean;
          break;
        case 'MemberJoined':
          if (member !== undefined) problems.push(`${String(memberId)} joined twice`);
          members.set(memberId, { joins: 1, acts: new Map(), friends: new Map(), unlocked: new Map() });
          break;
        case 'MemberActionRecorded': {
          const action = String(data['action']);
          if (member!.acts.has(action)) problems.push(`${String(memberId)} did ${action} twice`);
          member!.acts.set(action, 1);
          break;
        }
        case 'ReferralRecorded':
          if (member!.friends.has(invited)) problems.push(`${String(invited)} came to ${String(memberId)} twice`);
          if (invited === memberId) problems.push(`${String(memberId)} invited themself`);
          member!.friends.set(invited, (data['suspicions'] as readonly string[]).length === 0);
          break;
        case 'ReferralAccepted':
        case 'ReferralRejected':
          member!.friends.set(invited, type === 'ReferralAccepted');
          break;
        case 'RewardUnlocked':
          if (member!.unlocked.has(rewardId)) problems.push(`${String(memberId)} unlocked ${String(rewardId)} twice`);
          member!.unlocked.set(rewardId, Number(data['points']));
          break;
        default:
      }
    }
    const told = new Map(
      (
        await world.query<{ member: string; points: string }>(
          `select member_id as member, (-minus)::text as points from ${schemaOf(model)}.loop_scores`,
        )
      ).map(({ member, points }) => [member, Number(points)]),
    );
    for (const [memberId, member] of members) {
      const points = pointsOf(member);
      const said = told.get(memberId as string) ?? 0;
      if (said !== points) problems.push(`${String(memberId)} is told ${said} points and has ${points}`);
      for (const [rewardId, { rule, active }] of rules)
        if (rule.kind === 'reward' && active && rule.points <= points && !member.unlocked.has(rewardId))
          problems.push(`${String(memberId)} has ${points} points and not “${rule.title}” for ${rule.points}`);
    }
    return problems;
  },
};

/** Written down once more: what is claimed was unlocked, is claimed once, and is in hand as one coupon; lists say so. */
export const rewards: Law = {
  name: 'a reward is claimed and handed out once',
  async check(world) {
    const problems: string[] = [];
    const unlocked = new Set<string>();
    const couponOf = new Map<string, string>();
    const issued = new Set<string>();
    const used = new Set<string>();
    for (const { type, data } of await world.events()) {
      const { memberId, rewardId, couponId } = data as Record<string, string>;
      const key = `${memberId} ${rewardId}`;
      switch (type) {
        case 'RewardUnlocked':
          unlocked.add(key);
          break;
        case 'CouponIssued':
          if (data['because'] === 'reward') issued.add(couponId!);
          break;
        case 'RewardClaimed':
          if (!unlocked.has(key)) problems.push(`${key} was claimed and not unlocked`);
          if (couponOf.has(key)) problems.push(`${key} was claimed twice`);
          if (!issued.has(couponId!)) problems.push(`${key} was claimed and there is nothing to show`);
          couponOf.set(key, couponId!);
          break;
        case 'CouponRedeemed':
          used.add(couponId!);
          break;
        case 'CouponRedemptionUndone':
          used.delete(couponId!);
          break;
        default:
      }
    }
    if (new Set(couponOf.values()).size !== couponOf.size) problems.push('two rewards are one coupon');
    const told = await world.query<{ key: string; claimed: boolean; handed_out: boolean }>(
      `select member_id || ' ' || reward_id as key, claimed_at is not null as claimed, handed_out_at is not null as handed_out
        from ${schemaOf(model)}.loop_unlocks where at is not null`,
    );
    for (const { key, claimed, handed_out: handedOut } of told) {
      const coupon = couponOf.get(key);
      if (claimed !== (coupon !== undefined)) problems.push(`${key} is told to be ${claimed ? '' : 'not '}claimed`);
      if (handedOut !== (coupon !== undefined && used.has(coupon)))
        problems.push(`${key} is told to be ${handedOut ? '' : 'not '}handed out`);
    }
    return problems;
  },
};
