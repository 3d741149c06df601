import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { initialSettings } from '../../../domain/campaigns/fields.ts';
import { stateOf } from '../../../domain/kernel/decider.ts';
import { ContactId, MemberId, SubmissionId } from '../../../domain/kernel/ids.ts';
import { Member } from '../../../domain/loops/member.ts';
import { Submission, verifyEmail } from '../../../domain/submissions/submission.ts';
import { streams } from '../../../domain/streams.ts';
import { ballotIdOf } from '../../../commands/votes/cast.ts';
import { memberIdOf } from '../../../commands/directory/member-id.ts';
import type { Caller } from '../../../commands/kernel/caller.ts';
import type { Workers } from '../../../workers/index.ts';
import { context, personOf, systemContext } from '../../support/callers.ts';
import { eventually } from '../../support/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { createTenant, openSpine, type Spine, type Tenant } from '../../support/spine.ts';

let database: TestDatabase;
let spine: Spine;
let tenant: Tenant;
const running: Workers[] = [];

beforeAll(async () => {
  database = await createTestDatabase({ readModels: true });
  spine = await openSpine(database.connectionString);
  tenant = await createTenant(spine, '+14155550171');
  await spine.runner.start();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()));
});
afterAll(async () => {
  await spine.close();
  await database.drop();
});

const start = async () => {
  const one = spine.workers({
    publicUrl: 'http://127.0.0.1:9',
    baseUrl: 'http://127.0.0.1:9',
    polls: { timersMs: 50 },
  });
  await one.start();
  running.push(one);
};
const visitor: Caller = {
  role: 'public',
  actor: { kind: 'public', name: 'visitor' },
  tenant: { agencyId: null, businessId: null },
};

/** A published campaign whose page visitors send. */
async function open(type: 'loop' | 'vote', settings: object = {}) {
  const person = personOf(tenant.businessId, null);
  const campaignId = randomUUID() as string;
  const { campaigns, loops } = spine.commands;
  await campaigns.create(context(person), {
    campaignId,
    name: 'Friends',
    type,
    keyword: `K${campaignId.slice(0, 8)}`,
    reply: '',
    replyMedia: [],
    template: null,
    sections: {},
  });
  const nothing = { details: null, offer: null, notifications: null };
  const all = { ...initialSettings, ...settings };
  await campaigns.edit(context(person), { campaignId, revision: null, ...nothing, settings: all });
  await campaigns.publishPage(context(person), { campaignId });
  return {
    campaignId,
    rule: (rewardId: string, rule: object, isNew = true) =>
      loops.setRule(context(person), { campaignId, rewardId, rule: rule as never, isNew }),
    /** Answers the submission and the member that they will be. */
    async send(answers: object, referral: string | null = null) {
      const submissionId = randomUUID() as string;
      const { result } = await spine.commands.pages.submit(context(visitor), {
        submissionId,
        campaignId,
        pageVersion: 1,
        answers: { name: 'Someone', ...answers },
        ipAddress: `203.0.113.${Math.floor(Math.random() * 250)}`,
        device: 'phone',
        from: { source: null, medium: null, campaign: null, referrer: null },
        referral,
      });
      const memberId = memberIdOf(campaignId as never, result.contactId as never);
      return { submissionId, contactId: result.contactId as string, memberId: memberId as string };
    },
  };
}
const linkOf = (memberId: string) => spine.identifiers.token('member', memberId);
const memberOf = async (id: string) => stateOf(Member, await spine.store.read(streams.member(MemberId.parse(id))));
const referralsOf = async (id: string) => {
  const member = await memberOf(id);
  return member.status === 'none' ? [] : [...member.referrals.values()];
};
const invite = { kind: 'action', action: 'referral', title: 'Invite', points: 10, url: null };
const reward = (points: number) => ({ kind: 'reward', title: `At ${points}`, description: '', points });

it('makes members and votes of what is sent, chains of friends in one batch too, and once though two processes run', async () => {
  const [loop, vote] = [await open('loop'), await open('vote')];
  await loop.rule(randomUUID(), invite);
  // All of it is there before a worker is: each came by the link of the one before.
  const chain: string[] = [];
  for (let n = 0; n < 6; n++) {
    const referral = n === 0 ? null : linkOf(chain.at(-1)!);
    chain.push((await loop.send({ email: `friend${n}@chain.test` }, referral)).memberId);
  }
  const { contactId } = await vote.send({ email: 'voter@vote.test', choices: ['opt1'] });
  await vote.send({ email: 'voter@vote.test', choices: ['opt2'] });
  await start();
  await start();
  await eventually(
    () => memberOf(chain.at(-1)!),
    (member) => member.status === 'member',
  );
  // Whoever invited them is credited after they are in.
  for (const memberId of chain.slice(0, -1))
    await eventually(
      () => referralsOf(memberId),
      (referrals) => referrals.length > 0,
    );
  for (const [index, memberId] of chain.entries())
    expect(await referralsOf(memberId)).toHaveLength(index === chain.length - 1 ? 0 : 1);
  const ballot = streams.ballot(ballotIdOf(vote.campaignId as never, ContactId.parse(contactId)));
  const cast = await eventually(
    () => spine.store.read(ballot),
    (events) => events.length > 0,
  );
  expect(cast.map(({ data }) => data['choices'])).toEqual([['opt1']]);
});

it('credits who invited when the address has been proved, and when the number has answered', async () => {
  const [byEmail, byText] = [await open('loop', { verifyEmail: true }), await open('loop', { doubleOptIn: true })];
  await start();
  const ada = await byEmail.send({ email: 'ada@mail.test' });
  const bob = await byEmail.send({ email: 'bob@mail.test' }, linkOf(ada.memberId));
  const phones = ['+12025550161', '+12025550162'] as const;
  const cid = await byText.send({ email: 'cid@text.test', phone: phones[0], consent: true });
  const dan = await byText.send({ email: 'dan@text.test', phone: phones[1], consent: true }, linkOf(cid.memberId));
  for (const { memberId } of [bob, dan])
    await eventually(
      () => memberOf(memberId),
      (member) => member.status === 'member',
    );
  expect([await referralsOf(ada.memberId), await referralsOf(cid.memberId)]).toEqual([[], []]);

  const worker = systemContext({ agencyId: null, businessId: tenant.businessId });
  const stream = streams.submission(SubmissionId.parse(bob.submissionId));
  const [sent] = await spine.store.read(stream);
  const events = verifyEmail({}, stateOf(Submission, [sent!]));
  const metadata = { ...sent!.metadata, commandId: randomUUID() as string };
  await spine.store.append(
    stream,
    'any',
    events.map((event) => ({ ...event, id: randomUUID() as string, metadata })),
  );
  await spine.commands.pages.react(worker, { submissionId: dan.submissionId });
  await spine.commands.messages.receive(
    {
      ...worker,
      commandId: randomUUID(),
      caller: { role: 'carrier', actor: { kind: 'carrier', name: 'twilio' }, tenant: worker.caller.tenant },
    },
    {
      provider: 'twilio',
      providerMessageId: 'SMdan',
      from: phones[1],
      to: tenant.number,
      body: 'Y',
      media: [],
      receivedAt: new Date().toISOString(),
    },
  );
  for (const { memberId } of [ada, cid])
    await eventually(
      () => referralsOf(memberId),
      (referrals) => referrals.length === 1,
    );
});

it('unlocks what a changed rule makes enough, for every member, and once', async () => {
  const loop = await open('loop');
  const [inviting, prize] = [randomUUID() as string, randomUUID() as string];
  await loop.rule(inviting, invite);
  await loop.rule(prize, reward(30));
  await start();
  const ada = await loop.send({ email: 'ada@rules.test' });
  for (let n = 0; n < 2; n++) await loop.send({ email: `f${n}@rules.test` }, linkOf(ada.memberId));
  await eventually(
    () => referralsOf(ada.memberId),
    (referrals) => referrals.length === 2,
  );
  const unlocked = async () => {
    const member = await memberOf(ada.memberId);
    return member.status === 'none' ? [] : [...member.unlocked.keys()];
  };
  expect(await unlocked()).toEqual([]);
  await loop.rule(inviting, { ...invite, points: 20 }, false);
  await eventually(unlocked, (rewards) => rewards.length === 1);
  await loop.rule(inviting, { ...invite, points: 50 }, false);
  const second = randomUUID() as string;
  await loop.rule(second, reward(90));
  await eventually(unlocked, (rewards) => rewards.length === 2);
  const events = await spine.store.read(streams.member(MemberId.parse(ada.memberId)));
  expect(events.filter(({ type }) => type === 'RewardUnlocked').map(({ data }) => data['rewardId'])).toEqual([
    prize,
    second,
  ]);
});

it('makes a member of whoever texts the keyword, with their own link in the answer and points at once', async () => {
  const loop = await open('loop');
  await loop.rule(randomUUID(), { kind: 'action', action: 'join', title: 'Join', points: 15, url: null });
  await loop.rule(randomUUID(), invite);
  await start();
  const person = personOf(tenant.businessId, null);
  const reply =
    'Hi {{first_name|friend}}! Share {{loop_link}}, see {{loop_page}}. You have {{loop_points}}. {{page_link}}';
  const details = { name: 'Friends', reply: 'Come in!', replyMedia: [] };
  const nothing = { offer: null, notifications: null, settings: null };
  const edit = (text: string) =>
    spine.commands.campaigns.edit(context(person), {
      campaignId: loop.campaignId,
      revision: null,
      ...nothing,
      details: { ...details, reply: text },
    });
  await expect(edit('Come in!')).rejects.toMatchObject({ fields: { reply: [expect.stringContaining('loop_link')] } });
  await edit(reply);
  const from = '+12025550177';
  const worker = systemContext({ agencyId: null, businessId: tenant.businessId });
  const says = (body: string, providerMessageId: string) =>
    spine.commands.messages.receive(
      {
        ...worker,
        commandId: randomUUID(),
        caller: { role: 'carrier', actor: { kind: 'carrier', name: 'twilio' }, tenant: worker.caller.tenant },
      },
      {
        provider: 'twilio',
        providerMessageId,
        from,
        to: tenant.number,
        body,
        media: [],
        receivedAt: new Date().toISOString(),
      },
    );
  const keyword = `K${loop.campaignId.slice(0, 8)}`;
  await says(keyword, 'SMone');
  await says(keyword, 'SMtwo');
  const contactId = ContactId.parse(spine.identifiers.contact(tenant.businessId, from));
  const memberId = memberIdOf(loop.campaignId as never, contactId) as string;
  const answers = await eventually(
    async () =>
      (await spine.store.readAll(0n, { filter: { types: ['MessageQueued'] }, limit: 1_000 })).events.filter(
        ({ data }) => data['to'] === from,
      ),
    (found) => found.length >= 2,
  );
  const link = `/l/${linkOf(memberId)}`;
  const page = `/t/${spine.identifiers.token('member-page', memberId)}`;
  for (const { data } of answers) {
    const { body } = data as { body: string };
    for (const part of ['Hi friend!', link, page, 'You have 15.', `/pages/${loop.campaignId}/`])
      expect(body).toContain(part);
  }
  const events = await spine.store.read(streams.member(MemberId.parse(memberId)));
  expect(events.map(({ type }) => type)).toEqual(['MemberJoined']);
  expect(events[0]!.data).toMatchObject({ submissionId: null, invitedBy: null });
  // A friend who comes by their link counts for them as for any member.
  await loop.send({ email: 'friend@keyword.test' }, linkOf(memberId));
  await eventually(
    () => referralsOf(memberId),
    (referrals) => referrals.length === 1,
  );
  // The second friend brings a reward: they are told so, once; who gets one by a changed rule is not.
  await loop.rule(randomUUID(), { kind: 'reward', title: 'a free pizza', description: '', points: 35 });
  await loop.send({ email: 'second@keyword.test' }, linkOf(memberId));
  const told = async () =>
    (await spine.store.readAll(0n, { filter: { types: ['MessageQueued'] }, limit: 1_000 })).events.filter(
      ({ data }) => data['purpose'] === 'reward-unlocked',
    );
  const [said] = await eventually(told, (found) => found.length > 0);
  expect(said!.data['body']).toContain('you unlocked a reward: a free pizza.');
  expect(said!.data['body']).toContain(page);
  await loop.rule(randomUUID(), { kind: 'reward', title: 'a coffee', description: '', points: 5 });
  await eventually(
    () => memberOf(memberId),
    (member) => member.status === 'member' && member.unlocked.size === 2,
  );
  await loop.send({ email: 'third@keyword.test' }, linkOf(memberId));
  await eventually(
    () => referralsOf(memberId),
    (referrals) => referrals.length === 3,
  );
  expect(await told()).toHaveLength(1);
});
