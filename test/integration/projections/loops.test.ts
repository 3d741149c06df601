import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  LoopRuleRemoved,
  LoopRuleSet,
  LoopRulesReordered,
  LoopRuleToggled,
  MemberActionRecorded,
  MemberJoined,
  ReferralAccepted,
  ReferralRecorded,
  ReferralRejected,
  RewardClaimed,
  RewardUnlocked,
} from '../../../domain/loops/events.ts';
import type { ActionKind } from '../../../domain/loops/fields.ts';
import { VoteCast, VoteExcluded, VoteIncluded } from '../../../domain/votes/events.ts';
import { seededChance } from '../../support/chance.ts';
import { createFollowedWorld, type Told, type FollowedWorld } from './world.ts';

let world: FollowedWorld;
beforeAll(async () => {
  world = await createFollowedWorld();
});
afterAll(() => world.close());

const businessId = randomUUID();
const tell = async (...events: readonly Told['event'][]) => {
  let position = 0n;
  for (const event of events) position = await world.append(`test-${randomUUID()}`, { event });
  await world.following.waitFor(position, { timeoutMs: 60_000 });
};

function openLoop() {
  const campaignId = randomUUID();
  const loop = { campaignId, businessId };
  const action = (rewardId: string, kind: ActionKind, points: number) =>
    LoopRuleSet.create({ ...loop, rewardId, rule: { kind: 'action', action: kind, title: kind, points, url: null } });
  const join = () => {
    const ids = { ...loop, memberId: randomUUID(), contactId: randomUUID() };
    return {
      ...ids,
      joined: MemberJoined.create({ ...ids, invitedBy: null, submissionId: randomUUID() }),
      acted: (rewardId: string, kind: ActionKind) =>
        MemberActionRecorded.create({
          ...ids,
          action: kind,
          rewardId,
          key: kind === 'visit' ? `visit ${rewardId}` : kind,
        }),
      invites: (invited: string, suspicions: ('same-device' | 'same-mailbox')[] = []) =>
        ReferralRecorded.create({ ...ids, invited, suspicions }),
      accepts: (invited: string) => ReferralAccepted.create({ ...ids, invited }),
      refuses: (invited: string) => ReferralRejected.create({ ...ids, invited }),
      unlocks: (rewardId: string) => RewardUnlocked.create({ ...ids, rewardId, title: 'Coffee', points: 1 }),
      claims: (rewardId: string) => RewardClaimed.create({ ...ids, rewardId }),
    };
  };
  const leaders = async (page = 1, perPage = 10) =>
    (await world.models.leaderboard(businessId, { campaignId, page, perPage })).data.map(
      ({ memberId, points, rank }) => ({ memberId, points, rank }),
    );
  return { ...loop, action, join, leaders };
}

describe('the leaderboard', () => {
  it('counts what is done by what it is worth today, and moves as it is done', async () => {
    const loop = openLoop();
    const [invite, share] = [randomUUID(), randomUUID()];
    const [ada, bob] = [loop.join(), loop.join()];
    await tell(loop.action(invite, 'referral', 10), loop.action(share, 'share-facebook', 4), ada.joined, bob.joined);
    expect(await loop.leaders()).toEqual([
      { memberId: ada.memberId, points: 0, rank: 1 },
      { memberId: bob.memberId, points: 0, rank: 2 },
    ]);
    await tell(bob.acted(share, 'share-facebook'));
    await tell(ada.invites(randomUUID(), ['same-device']));
    expect(await loop.leaders()).toMatchObject([
      { memberId: bob.memberId, points: 4 },
      { memberId: ada.memberId, points: 0 },
    ]);
    const friend = randomUUID();
    await tell(ada.invites(friend), ada.accepts(friend));
    expect((await loop.leaders())[0]).toMatchObject({ memberId: ada.memberId, points: 10 });
    await tell(ada.refuses(friend));
    expect((await loop.leaders())[0]).toMatchObject({ memberId: bob.memberId, points: 4 });
    await tell(ada.accepts(friend), loop.action(share, 'share-facebook', 40));
    expect(await loop.leaders()).toMatchObject([{ points: 40 }, { points: 10 }]);
    const off = LoopRuleToggled.create({ campaignId: loop.campaignId, businessId, rewardId: share, active: false });
    await tell(off);
    expect(await loop.leaders()).toMatchObject([{ points: 10 }, { points: 0 }]);
    await tell(LoopRuleRemoved.create({ campaignId: loop.campaignId, businessId, rewardId: invite }));
    expect(await loop.leaders()).toMatchObject([{ points: 0 }, { points: 0 }]);
  });

  it('gives every member one rank, the same on its pages and on their own, whatever happened', async () => {
    const loop = openLoop();
    const random = seededChance(7);
    const rules = [
      ['share-facebook', randomUUID()],
      ['share-twitter', randomUUID()],
      ['share-email', randomUUID()],
    ] as const;
    await tell(...rules.map(([kind, id], index) => loop.action(id, kind, index + 1)));
    const members = Array.from({ length: 60 }, () => loop.join());
    const points = new Map<string, number>();
    for (const member of members) {
      const done = rules.filter(() => random() < 0.5);
      points.set(
        member.memberId,
        done.reduce((sum, [kind]) => sum + rules.findIndex(([one]) => one === kind) + 1, 0),
      );
      for (const event of [member.joined, ...done.map(([kind, id]) => member.acted(id, kind))])
        await world.append(`test-${randomUUID()}`, { event });
    }
    await tell(members[0]!.acted(randomUUID(), 'visit'));
    const order = members
      .map(({ memberId }, joined) => ({ memberId, points: points.get(memberId)!, joined }))
      .sort((one, other) => other.points - one.points || one.joined - other.joined)
      .map(({ memberId, points: has }, index) => ({ memberId, points: has, rank: index + 1 }));
    for (const perPage of [1, 7, 10, 100]) {
      const pages = [];
      for (let page = 1; (page - 1) * perPage < order.length; page += 1)
        pages.push(...(await loop.leaders(page, perPage)));
      expect(pages).toEqual(order);
    }
    expect(await loop.leaders(99)).toEqual([]);
    for (const { memberId, rank, points: has } of order)
      expect(await world.models.loopMember(businessId, memberId)).toMatchObject({ rank, points: has });
    expect(
      (await world.models.leaderboard(businessId, { campaignId: loop.campaignId, page: 1, perPage: 1 })).total,
    ).toBe(60);
  });

  it('shows rules in their order, referrals in review, and rewards with their claims', async () => {
    const loop = openLoop();
    const [one, two, reward] = [randomUUID(), randomUUID(), randomUUID()];
    const ada = loop.join();
    const friend = loop.join();
    await tell(
      loop.action(one, 'share-facebook', 1),
      loop.action(two, 'share-twitter', 2),
      LoopRulesReordered.create({ campaignId: loop.campaignId, businessId, order: [two, one] }),
      ada.joined,
      friend.joined,
      ada.invites(friend.memberId, ['same-mailbox']),
      ada.unlocks(reward),
      ada.claims(reward),
    );
    const rules = await world.models.loopRules(businessId, loop.campaignId);
    expect(rules.map(({ rewardId }) => rewardId)).toEqual([two, one]);
    const asked = { campaignId: loop.campaignId, state: 'in-review' as const, page: 1, perPage: 10 };
    expect(await world.models.referrals(businessId, asked)).toMatchObject({
      total: 1,
      data: [
        { inviter: { contactId: ada.contactId }, came: { contactId: friend.contactId }, suspicions: ['same-mailbox'] },
      ],
    });
    expect(await world.models.loopMember(businessId, ada.memberId)).toMatchObject({
      rewards: [{ rewardId: reward, title: 'Coffee', claimedAt: expect.any(String) }],
    });
    expect(await world.models.loopMember(randomUUID(), ada.memberId)).toBeNull();
    expect((await world.models.referrals(randomUUID(), asked)).total).toBe(0);
  });
});

describe('votes', () => {
  it('are counted by option, each voter once, without what is taken out', async () => {
    const campaignId = randomUUID();
    const cast = (choices: string[]) => {
      const ids = { ballotId: randomUUID(), campaignId, businessId };
      return {
        ...ids,
        event: VoteCast.create({ ...ids, contactId: randomUUID(), choices, via: 'page', cause: randomUUID() }),
      };
    };
    const [one, two, three] = [cast(['red1']), cast(['red1', 'blue']), cast(['blue'])];
    await tell(one.event, two.event, three.event);
    const result = () => world.models.voteResult(businessId, campaignId);
    expect(await result()).toEqual({ voters: 3, options: { red1: 2, blue: 2 } });
    const { event: _, ...ballot } = two;
    await tell(VoteExcluded.create({ ...ballot, reason: 'One device' }));
    expect(await result()).toEqual({ voters: 2, options: { red1: 1, blue: 1 } });
    await tell(VoteIncluded.create(ballot), VoteExcluded.create({ ...ballot, reason: 'Again' }));
    expect(await result()).toEqual({ voters: 2, options: { red1: 1, blue: 1 } });
    expect(await world.models.ballots(businessId, { campaignId, page: 1, perPage: 2 })).toMatchObject({ total: 3 });
    expect(await world.models.voteResult(randomUUID(), campaignId)).toEqual({ voters: 0, options: {} });
  });
});

it('are what a rebuild makes of the same events', async () => {
  expect(await world.following.verify('loops')).toEqual([]);
  expect(await world.following.verify('votes')).toEqual([]);
});

describe('a day of the chart', () => {
  const zone = 'America/New_York';
  // March 8 has 23 hours in New York, from 05:00Z to 04:00Z; November 1 has 25, from 04:00Z to 05:00Z.
  const moments = [
    ['2026-03-07', '2026-03-08T04:59:59.999Z'],
    ['2026-03-08', '2026-03-08T05:00:00.000Z'],
    ['2026-03-08', '2026-03-09T03:59:59.999Z'],
    ['2026-03-09', '2026-03-09T04:00:00.000Z'],
    ['2026-10-31', '2026-11-01T03:59:59.999Z'],
    ['2026-11-01', '2026-11-01T04:00:00.000Z'],
    ['2026-11-01', '2026-11-02T04:59:59.999Z'],
    ['2026-11-02', '2026-11-02T05:00:00.000Z'],
  ] as const;

  it('has as many members and referrals as its bars say, also with 23 and with 25 hours', async () => {
    const loop = openLoop();
    const { campaignId } = loop;
    const ada = loop.join();
    await world.append(`test-${randomUUID()}`, { event: ada.joined, at: '2026-01-01T12:00:00.000Z' });
    const friends = moments.map(([day, at]) => ({ day, at, friend: loop.join() }));
    for (const { at, friend } of friends) {
      await world.append(`test-${randomUUID()}`, { event: friend.joined, at });
      await world.append(`test-${randomUUID()}`, { event: ada.invites(friend.memberId), at });
      // What waits for a review is in no bar.
      await world.append(`test-${randomUUID()}`, { event: ada.invites(randomUUID(), ['same-device']), at });
    }
    await world.settled();
    const days = { from: '2026-03-01', to: '2026-11-30' };
    const [loops, page] = [await world.models.loopFigures(businessId, { days, zone }), { page: 1, perPage: 100 }];
    const { daily } = loops.find((one) => one.campaignId === campaignId)!;
    expect(daily.map(({ day }) => day)).toEqual([...new Set(moments.map(([day]) => day))]);
    for (const { day, members, referrals } of daily) {
      const on = { campaignId, days: { from: day, to: day }, zone };
      const came = friends.filter((one) => one.day === day).map(({ friend }) => friend.memberId);
      const joined = await world.models.loopMembersJoined(businessId, { ...on, ...page });
      expect(
        joined.data.map(({ memberId }) => memberId),
        day,
      ).toEqual(came.toReversed());
      expect([joined.total, members], day).toEqual([came.length, came.length]);
      const recorded = await world.models.referrals(businessId, { ...on, ...page, state: 'accepted' });
      expect(
        recorded.data.map(({ invited }) => invited),
        day,
      ).toEqual(came.toReversed());
      expect([recorded.total, referrals], day).toEqual([came.length, came.length]);
    }
    const ranks = new Map((await loop.leaders()).map(({ memberId, rank }) => [memberId, rank]));
    const all = await world.models.loopMembersJoined(businessId, { campaignId, days, zone, ...page });
    for (const { memberId, rank } of all.data) expect(rank).toBe(ranks.get(memberId));
    const second = await world.models.loopMembersJoined(businessId, { campaignId, days, zone, page: 2, perPage: 3 });
    expect([second.total, second.data]).toEqual([all.total, all.data.slice(3, 6)]);
    const stranger = { campaignId, days, zone, ...page };
    expect((await world.models.loopMembersJoined(randomUUID(), stranger)).total).toBe(0);
    expect((await world.models.referrals(randomUUID(), { ...stranger, state: 'accepted' })).total).toBe(0);
  });
});
