import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../commands/kernel/caller.ts';
import { initialSettings } from '../../../domain/campaigns/fields.ts';
import { stateOf } from '../../../domain/kernel/decider.ts';
import { MemberId } from '../../../domain/kernel/ids.ts';
import { Member } from '../../../domain/loops/member.ts';
import { streams } from '../../../domain/streams.ts';
import { context, createWorld, everything, openBusiness, system, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const visitor: Caller = {
  role: 'public',
  actor: { kind: 'public', name: 'visitor' },
  tenant: { agencyId: null, businessId: null },
};

/** A published campaign of a business of its own, and visitors who send its form. */
async function open(type: 'loop' | 'vote', settings: object = {}) {
  const business = await openBusiness(world);
  const { campaigns, pages, loops, votes } = world.commands;
  const campaignId = randomUUID() as string;
  const keyword = `K${campaignId.slice(0, 8)}`;
  await campaigns.create(context(business.person), {
    campaignId,
    name: 'Friends',
    type,
    keyword,
    reply: '',
    replyMedia: [],
    template: null,
    sections: {},
  });
  const nothing = { details: null, offer: null, notifications: null };
  await campaigns.edit(context(business.person), {
    campaignId,
    revision: null,
    ...nothing,
    settings: { ...initialSettings, ...settings },
  });
  await campaigns.publishPage(context(business.person), { campaignId });
  let visitors = 0;
  return {
    ...business,
    campaignId,
    /** A visitor of their own unless told otherwise; answers the submission's id. */
    async send(more: { email?: string; ipAddress?: string; referral?: string | null; choices?: string[] } = {}) {
      const submissionId = randomUUID() as string;
      visitors += 1;
      const email = more.email ?? `v${visitors}@${campaignId.slice(0, 8)}.test`;
      await pages.submit(context(visitor), {
        submissionId,
        campaignId,
        pageVersion: 1,
        answers: { name: 'Someone', email, ...(more.choices === undefined ? {} : { choices: more.choices }) },
        ipAddress: more.ipAddress ?? `203.0.113.${visitors}`,
        device: 'phone',
        from: { source: null, medium: null, campaign: null, referrer: null },
        referral: more.referral ?? null,
      });
      return submissionId;
    },
    async join(more: { email?: string; ipAddress?: string; referral?: string | null } = {}): Promise<string> {
      const submissionId = await this.send(more);
      const { result } = await loops.joinFromPage(context(system), { submissionId });
      return result!.memberId;
    },
    vote: async (submissionId: string) => votes.castFromPage(context(system), { submissionId }),
    linkOf: (memberId: string) => world.identifiers.token('member', memberId),
    rule: (rewardId: string, rule: object) =>
      loops.setRule(context(business.person), { campaignId, rewardId, rule: rule as never, isNew: true }),
  };
}
const memberOf = async (id: string) => {
  const member = stateOf(Member, await world.events.read(streams.member(MemberId.parse(id))));
  if (member.status === 'none') throw new Error('There is no such member.');
  return member;
};
const invite = { kind: 'action', action: 'referral', title: 'Invite', points: 10, url: null };
const coffee = { kind: 'reward', title: 'Coffee', description: '', points: 20 };

describe('a loop', () => {
  it('credits who invited, once for each friend, and unlocks their reward with it', async () => {
    const loop = await open('loop');
    const [inviting, reward] = [randomUUID(), randomUUID()];
    await loop.rule(inviting, invite);
    await loop.rule(reward, coffee);
    const ada = await loop.join();
    const referral = loop.linkOf(ada);
    await loop.join({ referral, email: 'one@friends.test' });
    await loop.join({ referral, email: 'one@friends.test' });
    expect((await memberOf(ada)).unlocked.size).toBe(0);
    const submissionId = await loop.send({ referral });
    const join = () => world.commands.loops.joinFromPage(context(system), { submissionId });
    await Promise.all([join(), join(), join()]);
    await join();
    const member = await memberOf(ada);
    expect([...member.referrals.values()]).toEqual(['accepted', 'accepted']);
    expect([...member.unlocked.keys()]).toEqual([reward]);
  });

  it('takes no link of another loop, of nobody, and not one’s own', async () => {
    const [loop, other] = [await open('loop'), await open('loop')];
    await loop.rule(randomUUID(), invite);
    const stranger = await other.join();
    const ada = await loop.join({ email: 'ada@loop.test' });
    for (const referral of [other.linkOf(stranger), 'x'.repeat(32), world.identifiers.token('thanks', ada)])
      expect((await memberOf(await loop.join({ referral }))).invitedBy).toBeNull();
    await loop.join({ referral: loop.linkOf(ada), email: 'ada@loop.test' });
    expect((await memberOf(ada)).referrals.size).toBe(0);
    expect((await memberOf(stranger)).referrals.size).toBe(0);
  });

  it('holds back what looks like one person, until somebody of the business has looked', async () => {
    const loop = await open('loop');
    await loop.rule(randomUUID(), { ...invite, points: 20 });
    await loop.rule(randomUUID(), coffee);
    const ada = await loop.join({ ipAddress: '198.51.100.9' });
    const friend = await loop.join({ referral: loop.linkOf(ada), ipAddress: '198.51.100.9' });
    expect([...(await memberOf(ada)).referrals.values()]).toEqual(['in-review']);
    expect((await memberOf(ada)).unlocked.size).toBe(0);
    const stranger = (await open('loop')).person;
    const judge = (person: Caller) =>
      world.commands.loops.judge(context(person), { memberId: ada, invited: friend, accept: true });
    await expect(judge(stranger)).rejects.toMatchObject({ code: 'not_found' });
    await judge(loop.person);
    expect((await memberOf(ada)).unlocked.size).toBe(1);
  });

  it('waits for the verified act where the page verifies addresses', async () => {
    const loop = await open('loop', { verifyEmail: true });
    await loop.rule(randomUUID(), invite);
    const ada = await loop.join();
    await loop.join({ referral: loop.linkOf(ada) });
    expect((await memberOf(ada)).referrals.size).toBe(0);
  });

  it('counts an act of a member’s own once, and a reward for those who have enough when the rules change', async () => {
    const loop = await open('loop');
    const [share, reward] = [randomUUID(), randomUUID()];
    await loop.rule(share, { kind: 'action', action: 'share-twitter', title: 'Share', points: 5, url: null });
    const ada = await loop.join();
    const { loops } = world.commands;
    const act = () => loops.act(context(visitor), { memberId: ada, rewardId: share, action: 'share-twitter' });
    await Promise.all([act(), act()]);
    await act();
    expect((await memberOf(ada)).acts.size).toBe(1);
    await loop.rule(reward, { ...coffee, points: 5 });
    expect((await memberOf(ada)).unlocked.size).toBe(0);
    await loops.recheck(context(system), { memberId: ada });
    const again = await loops.recheck(context(system), { memberId: ada });
    expect(again.result.unlocked).toEqual([]);
    expect([...(await memberOf(ada)).unlocked.keys()]).toEqual([reward]);
  });

  it('has rules of its business only', async () => {
    const [loop, stranger, vote] = [await open('loop'), await open('loop'), await open('vote')];
    const set = (person: Caller, campaignId: string) =>
      world.commands.loops.setRule(context(person), {
        campaignId,
        rewardId: randomUUID(),
        rule: coffee as never,
        isNew: true,
      });
    await expect(set(stranger.person, loop.campaignId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(set(vote.person, vote.campaignId)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a vote', () => {
  it('is one for each contact: votes = voters, whatever is sent at once', async () => {
    const page = await open('vote');
    const sent = await Promise.all([
      page.send({ email: 'ada@vote.test', choices: ['opt1'] }),
      page.send({ email: 'ada@vote.test', choices: ['opt2'] }),
      page.send({ email: 'bob@vote.test', choices: ['opt2'] }),
    ]);
    await Promise.all([...sent, ...sent].map((id) => page.vote(id)));
    const cast = (await everything(world)).filter(
      ({ type, data }) => type === 'VoteCast' && data['campaignId'] === page.campaignId,
    );
    expect(cast).toHaveLength(2);
    expect(new Set(cast.map(({ data }) => data['contactId'])).size).toBe(2);
  });
  it('is for an option that stands there, and for one unless several may be chosen', async () => {
    const page = await open('vote');
    for (const choices of [[], ['gone1'], ['opt1', 'opt2']])
      await expect(page.send({ choices })).rejects.toMatchObject({ fields: { choices: [expect.any(String)] } });
  });
});
