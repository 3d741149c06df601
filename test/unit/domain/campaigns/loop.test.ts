import { describe, expect, it } from 'vitest';
import { fold } from '../../../../domain/kernel/decider.ts';
import { CouponId, MemberId, RewardId, SubmissionId } from '../../../../domain/kernel/ids.ts';
import {
  LoopRuleRemoved,
  LoopRuleSet,
  LoopRulesReordered,
  LoopRuleToggled,
  MemberActionRecorded,
  type MemberEvent,
  MemberJoined,
  ReferralAccepted,
  ReferralRecorded,
  ReferralRejected,
  RewardClaimed,
  RewardUnlocked,
} from '../../../../domain/loops/events.ts';
import type { LoopRule } from '../../../../domain/loops/fields.ts';
import {
  act,
  claimReward,
  joinLoop,
  judgeReferral,
  Member,
  recordReferral,
  unlockRewards,
} from '../../../../domain/loops/member.ts';
import { LoopRules, orderRules, pointsOf, removeRule, setRule, switchRule } from '../../../../domain/loops/rules.ts';
import { mailboxOf, suspicionsOf } from '../../../../domain/loops/suspicion.ts';
import { given } from '../../../support/given.ts';
import { businessId, campaignId, contactId } from '../fixtures.ts';

const reward = (digit: number) => RewardId.parse(`00000000-0000-4000-8000-00000000e00${digit}`);
const someone = (digit: number) => MemberId.parse(`00000000-0000-4000-8000-00000000f00${digit}`);
const loop = { campaignId, businessId };
const referral: LoopRule = { kind: 'action', action: 'referral', title: 'Invite', points: 10, url: null };
const share: LoopRule = { kind: 'action', action: 'share-facebook', title: 'Share', points: 5, url: null };
const coffee: LoopRule = { kind: 'reward', title: 'Coffee', description: '', points: 15 };
const setOf = (digit: number, rule: LoopRule) => LoopRuleSet.create({ ...loop, rewardId: reward(digit), rule });
const all = [setOf(1, referral), setOf(2, share), setOf(3, coffee)];
const rules = fold(LoopRules, all);

describe('the rules of a loop', () => {
  const wanted = (digit: number, rule: LoopRule, isNew = true) => ({ ...loop, rewardId: reward(digit), rule, isNew });
  it('are set, changed, switched, ordered and removed; what is so already is no news', () => {
    given(LoopRules)
      .when((held) => setRule(wanted(1, referral), held))
      .then([setOf(1, referral)]);
    given(LoopRules, all)
      .when((held) => setRule(wanted(1, referral, false), held))
      .thenNothing();
    given(LoopRules, all)
      .when((held) => setRule(wanted(9, { ...coffee, points: 99 }, false), held))
      .thenRefused('not_found');
    const off = LoopRuleToggled.create({ ...loop, rewardId: reward(2), active: false });
    given(LoopRules, all)
      .when((held) => switchRule({ ...loop, rewardId: reward(2), active: false }, held))
      .then([off]);
    given(LoopRules, [...all, off])
      .when((held) => switchRule({ ...loop, rewardId: reward(2), active: false }, held))
      .thenNothing();
    const order = [reward(3), reward(1), reward(2)];
    const ordered = given(LoopRules, all)
      .when((held) => orderRules({ ...loop, order }, held))
      .then([LoopRulesReordered.create({ ...loop, order })]);
    expect(ordered.map(({ rewardId }) => rewardId)).toEqual(order);
    given(LoopRules, all)
      .when((held) => orderRules({ ...loop, order: [reward(3)] }, held))
      .thenRefused('validation_failed');
    given(LoopRules, all)
      .when((held) => removeRule({ ...loop, rewardId: reward(3) }, held))
      .then([LoopRuleRemoved.create({ ...loop, rewardId: reward(3) })]);
  });
  it('count an action once, and keep it an action', () => {
    given(LoopRules, all)
      .when((held) => setRule(wanted(4, { ...referral, points: 3 }), held))
      .thenRefused('validation_failed');
    given(LoopRules, all)
      .when((held) => setRule(wanted(3, share, false), held))
      .thenRefused('validation_failed');
  });
});

describe('a member of a loop', () => {
  const ids = { ...loop, memberId: someone(1), contactId };
  const submissionId = SubmissionId.parse('00000000-0000-4000-8000-00000000a501');
  const joined = MemberJoined.create({ ...ids, invitedBy: null, submissionId });
  const referred = (digit: number, suspicions: ('same-device' | 'same-mailbox')[] = []) =>
    ReferralRecorded.create({ ...ids, invited: someone(digit), suspicions });

  it('joins once, and never by their own invitation', () => {
    given(Member)
      .when((member) => joinLoop({ ...ids, invitedBy: someone(1), submissionId }, member))
      .then([joined]);
    given(Member, [joined])
      .when((member) => joinLoop({ ...ids, invitedBy: someone(2), submissionId }, member))
      .thenNothing();
  });
  it('does what counts once each, and only what is among the rules', () => {
    const acted = MemberActionRecorded.create({
      ...ids,
      action: 'share-facebook',
      rewardId: reward(2),
      key: 'share-facebook',
    });
    const wanted = { action: 'share-facebook' as const, rewardId: reward(2), rules };
    given(Member, [joined])
      .when((member) => act(wanted, member))
      .then([acted]);
    given(Member, [joined, acted])
      .when((member) => act(wanted, member))
      .thenNothing();
    given(Member, [joined])
      .when((member) => act({ ...wanted, action: 'referral', rewardId: reward(1) }, member))
      .thenRefused('validation_failed');
    given(Member, [joined])
      .when((member) => act({ ...wanted, rules: [] }, member))
      .thenRefused('validation_failed');
  });
  it('is credited once for each friend, and never for who is held back or refused', () => {
    given(Member, [joined])
      .when((member) => recordReferral({ invited: someone(2), suspicions: [] }, member))
      .then([referred(2)]);
    given(Member, [joined, referred(2)])
      .when((member) => recordReferral({ invited: someone(2), suspicions: [] }, member))
      .thenNothing();
    given(Member, [joined])
      .when((member) => recordReferral({ invited: someone(1), suspicions: [] }, member))
      .thenNothing();
    const points = (...events: readonly MemberEvent[]) => {
      const member = fold(Member, [joined, ...events]);
      return member.status === 'member' ? pointsOf(member.tally, rules) : null;
    };
    const data = { ...ids, invited: someone(3) };
    const [held, accepted, refused] = [
      referred(3, ['same-device']),
      ReferralAccepted.create(data),
      ReferralRejected.create(data),
    ] as const;
    expect(points(referred(2))).toBe(10);
    expect(points(referred(2), held)).toBe(10);
    expect(points(referred(2), held, accepted)).toBe(20);
    expect(points(referred(2), held, accepted, refused)).toBe(10);
    given(Member, [joined, referred(3, ['same-device'])])
      .when((member) => judgeReferral({ invited: someone(3), accept: true }, member))
      .then([ReferralAccepted.create(data)]);
    given(Member, [joined, referred(3)])
      .when((member) => judgeReferral({ invited: someone(3), accept: true }, member))
      .thenNothing();
    given(Member, [joined])
      .when((member) => judgeReferral({ invited: someone(3), accept: true }, member))
      .thenRefused('not_found');
  });
  it('unlocks a reward exactly once, and keeps it whatever the rules become', () => {
    const unlocked = RewardUnlocked.create({ ...ids, rewardId: reward(3), title: 'Coffee', points: 20 });
    const two = [joined, referred(2), referred(3)];
    given(Member, [joined, referred(2)])
      .when((member) => unlockRewards({ rules }, member))
      .thenNothing();
    given(Member, two)
      .when((member) => unlockRewards({ rules }, member))
      .then([unlocked]);
    given(Member, [...two, unlocked])
      .when((member) => unlockRewards({ rules }, member))
      .thenNothing();
    const couponId = CouponId.parse(reward(9));
    const cheaper = fold(LoopRules, [...all, setOf(3, { ...coffee, points: 5 })]);
    given(Member, [joined, referred(2)])
      .when((member) => unlockRewards({ rules: cheaper }, member))
      .then([RewardUnlocked.create({ ...ids, rewardId: reward(3), title: 'Coffee', points: 10 })]);
    given(Member, [...two, unlocked])
      .when((member) => claimReward({ rewardId: reward(3), couponId }, member))
      .then([RewardClaimed.create({ ...ids, rewardId: reward(3), couponId })]);
    given(Member, two)
      .when((member) => claimReward({ rewardId: reward(3), couponId }, member))
      .thenRefused('conflict');
  });
});

describe('a referral', () => {
  const now = '2026-11-22T12:00:00.000Z';
  const hours = (count: number) => new Date(Date.parse(now) - count * 3_600_000).toISOString();
  const from = (ipAddress: string | null, device: 'phone' | 'desktop', email: string | null, name = 'Bob Hill') => ({
    ipAddress,
    device,
    email,
    name,
  });
  const inviter = from('203.0.113.1', 'phone', 'ada@googlemail.com', 'Ada Lovelace');
  const later = { earlier: [], now, sentAt: [now, hours(3)] as const };
  it.each([
    ['from elsewhere', from('203.0.113.7', 'phone', 'b@x.test'), []],
    ['from the same office, on another kind of device', from('203.0.113.1', 'desktop', 'b@x.test'), []],
    ['from the same office, on the same kind of device', from('203.0.113.1', 'phone', 'b@x.test'), []],
    ['with the same mailbox', from('203.0.113.7', 'phone', 'A.da+2@gmail.com'), ['same-mailbox']],
    ['under the same name, from elsewhere', from('203.0.113.7', 'phone', null, 'ada  LOVELACE'), []],
    [
      'under the same name, from the same address',
      from('203.0.113.1', 'desktop', null, 'ada  LOVELACE'),
      ['same-address', 'same-name'],
    ],
    ['of whom nothing is known', from(null, 'phone', null, ''), []],
  ])('%s is looked at, or not', (_, invited, found) => {
    expect(suspicionsOf(invited, inviter, later)).toEqual(found);
  });
  it('is looked at when two sent in a row from one device, and not when they are friends at one counter', () => {
    const inARow = { ...later, sentAt: [now, hours(0.05)] as const };
    expect(suspicionsOf(from('203.0.113.1', 'phone', 'b@x.test'), inviter, inARow)).toEqual([
      'same-address',
      'same-device',
      'in-a-row',
    ]);
    expect(suspicionsOf(from('203.0.113.1', 'desktop', 'b@x.test'), inviter, inARow)).toEqual([]);
    expect(suspicionsOf(from('203.0.113.7', 'phone', 'b@x.test'), inviter, inARow)).toEqual([]);
  });
  it('is looked at when ten came within the hour before', () => {
    const earlier = (minutes: number) => Array.from({ length: 10 }, () => hours(minutes / 60));
    const one = from(null, 'phone', null);
    expect(suspicionsOf(one, inviter, { ...later, earlier: earlier(59) })).toEqual(['many-at-once']);
    expect(suspicionsOf(one, inviter, { ...later, earlier: earlier(61) })).toEqual([]);
  });
  it('knows the mailbox behind an address', () => {
    expect(mailboxOf(' Ada.Lovelace+x@Example.test ')).toBe('ada.lovelace@example.test');
  });
});
