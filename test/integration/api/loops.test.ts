import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reward } from '../../../api/contract/loops.ts';
import { context, personOf, system } from '../../support/callers.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';

let app: TestApi;
let bella: Tenant;
let stranger: Tenant;
let campaignId: string;
beforeAll(async () => {
  app = await startTestApi();
  [bella, stranger] = [await app.addTenant('bella'), await app.addTenant('stranger')];
  campaignId = await open('loop', 'FRIENDS');
});
afterAll(() => app.close());

const visitor = {
  role: 'public' as const,
  actor: { kind: 'public' as const, name: 'visitor' },
  tenant: { agencyId: null, businessId: null },
};
async function open(type: 'loop' | 'vote', keyword: string) {
  const id = randomUUID();
  const person = context(personOf(bella.businessId, bella.agencyId));
  await app.commands.campaigns.create(person, {
    campaignId: id,
    name: keyword,
    type,
    keyword,
    reply: '',
    replyMedia: [],
    template: null,
    sections: {},
  });
  await app.commands.campaigns.publishPage(context(personOf(bella.businessId, bella.agencyId)), { campaignId: id });
  return id;
}
async function enter(id: string, email: string, more: { referral?: string; choices?: string[]; name?: string } = {}) {
  const submissionId = randomUUID();
  await app.commands.pages.submit(context(visitor), {
    submissionId,
    campaignId: id,
    pageVersion: 1,
    answers: { name: more.name ?? 'Ada', email, ...(more.choices === undefined ? {} : { choices: more.choices }) },
    ipAddress: null,
    device: 'desktop',
    from: { source: null, medium: null, campaign: null, referrer: null },
    referral: more.referral ?? null,
  });
  await app.commands.pages.react(context(system), { submissionId });
  return submissionId;
}
async function join(email: string, referral?: string): Promise<string> {
  const submissionId = await enter(campaignId, email, referral === undefined ? {} : { referral });
  const { position, result } = await app.commands.loops.joinFromPage(context(system), { submissionId });
  await app.runner.waitFor(position!, { timeoutMs: 60_000 });
  return app.identifiers.token('member', result!.memberId);
}
const make = (body: object, token = bella.token) =>
  app.call<{ data: Reward }>(token, 'POST', `/landings/${campaignId}/rewards`, body);
const action = (kind: string, points: number) => ({ kind: 'action', action: kind, title: kind, points });

describe('rewards of a loop', () => {
  it('are made, changed, switched, ordered, previewed and deleted, by its business only', async () => {
    const share = (await make(action('share-facebook', 5))).body.data;
    expect(share).toMatchObject({ kind: 'action', action: 'share-facebook', points: 5, active: true, url: null });
    const cup = (await make({ kind: 'reward', title: 'Cup', points: 100 })).body.data;
    expect((await make(action('share-facebook', 9))).status).toBe(422);
    expect((await make({ kind: 'reward', title: '', points: 0 })).body).toMatchObject({
      errors: { title: expect.any(Array), points: expect.any(Array) },
    });
    expect((await make(action('share-email', 1), stranger.token)).status).toBe(404);

    const path = `/landings/${campaignId}/rewards/${cup.id}`;
    const changed = await app.call<{ data: Reward }>(bella.token, 'PUT', path, {
      kind: 'reward',
      title: 'Mug',
      points: 50,
    });
    expect(changed.body.data).toMatchObject({ id: cup.id, title: 'Mug', points: 50 });
    const off = await app.call<{ data: Reward }>(bella.token, 'PUT', `${path}/status`);
    expect(off.body.data.active).toBe(false);
    expect(
      (await app.call<{ data: Reward }>(bella.token, 'PUT', `${path}/status`, { active: true })).body.data.active,
    ).toBe(true);
    const order = { orders: [cup.id, share.id] };
    expect((await app.call(bella.token, 'PUT', `/landings/${campaignId}/order-points`, order)).status).toBe(200);
    const rewards = await app.call<{ data: Reward[] }>(bella.token, 'GET', `/landings/${campaignId}/rewards`);
    expect(rewards.body.data.map(({ id, order: place }) => [id, place])).toEqual([
      [cup.id, 1],
      [share.id, 2],
    ]);
    for (const [method, at, body] of [
      ['PUT', path, { kind: 'reward', title: 'Theirs', points: 1 }],
      ['PUT', `${path}/status`, {}],
      ['DELETE', path, undefined],
      ['PUT', `/landings/${campaignId}/order-points`, order],
    ] as const)
      expect((await app.call(stranger.token, method, at, body)).status, `${method} ${at}`).toBe(404);
    expect((await app.call(stranger.token, 'GET', `/landings/${campaignId}/rewards`)).status).toBe(404);

    const ada = await join('ada@loop.test');
    await app.call(null, 'POST', `/rewards/${ada}/action`, { action: 'share-facebook' });
    const preview = (points: number) =>
      app.call<{ data: object }>(bella.token, 'POST', `/landings/${campaignId}/rewards/preview`, {
        id: share.id,
        points,
        active: true,
      });
    expect((await preview(50)).body.data).toEqual({ members: 1, gain: 1, lose: 0, unlock: 1 });
    expect((await preview(1)).body.data).toEqual({ members: 1, gain: 0, lose: 1, unlock: 0 });
    expect((await app.call(bella.token, 'DELETE', path)).status).toBe(200);
    expect((await preview(50)).body.data).toMatchObject({ unlock: 0 });
  });
});

describe('a member’s own page', () => {
  it('shows points, rank and rewards, earns once, and knows nobody without their token', async () => {
    const visit = (await make({ ...action('visit', 7), url: 'example.com' })).body.data;
    const prize = (await make({ kind: 'reward', title: 'Prize', points: 7 })).body.data;
    const bob = await join('bob@loop.test');
    const act = () =>
      app.call<{ data: object }>(null, 'POST', `/rewards/${bob}/action`, { action: 'visit', reward_id: visit.id });
    expect((await act()).body.data).toEqual({ points: 7, rewards: [prize.id] });
    expect((await act()).body.data).toEqual({ points: 7, rewards: [] });
    const stats = await app.call<{ data: { ranking: number; actions: object[]; rewards: object[] } }>(
      null,
      'GET',
      `/rewards/${bob}/stats`,
    );
    expect(stats.body.data).toMatchObject({ points: 7, ranking: 1, unlocked: 1, share_token: bob });
    expect(stats.body.data.rewards).toContainEqual(
      expect.objectContaining({ id: prize.id, unlocked: true, claimed: false, missing: 0 }),
    );
    expect((await app.call(null, 'POST', `/thanks/${bob}/rewards/${prize.id}`)).status).toBe(200);
    expect((await app.call(null, 'POST', `/thanks/${bob}/rewards/${visit.id}`)).status).toBe(409);
    for (const token of [
      'x'.repeat(32),
      app.identifiers.token('thanks', randomUUID()),
      `${bob.slice(0, -1)}${bob.endsWith('A') ? 'B' : 'A'}`,
      'short',
    ])
      expect((await app.call(null, 'GET', `/rewards/${token}/stats`)).status).toBe(404);
  });

  it('is in the leaderboard with its name, and in the figures of its loop', async () => {
    const cat = await join('cat@loop.test');
    await join('dan@loop.test', cat);
    for (const path of ['/leaderboard', `/contacts/leaderboard?coupon_id=${campaignId}`]) {
      const board = await app.call<{ data: { rank: number; name: string }[]; meta: { total: number } }>(
        bella.token,
        'GET',
        path,
      );
      expect(board.body.data.map(({ rank }) => rank)).toEqual(board.body.data.map((_, index) => index + 1));
      expect(board.body.data[0]).toMatchObject({ name: 'Ada' });
      expect(board.body.meta.total).toBe(4);
    }
    const loops = await app.call<{ data: object[] }>(bella.token, 'GET', '/coupons/loops');
    const rewards = await app.call<{ data: { id: string; kind: string; title: string; active: boolean }[] }>(
      bella.token,
      'GET',
      `/landings/${campaignId}/rewards`,
    );
    const unlocked = rewards.body.data.flatMap(({ id, kind, title, active }) =>
      kind === 'reward' ? [{ id, title, active }] : [],
    );
    expect(unlocked).not.toEqual([]);
    expect(loops.body.data).toMatchObject([
      { id: campaignId, members: 4, referrals: 1, in_review: 0, rewards: unlocked },
    ]);
    expect((await app.call<{ data: object[] }>(stranger.token, 'GET', '/leaderboard')).body.data).toEqual([]);
    expect((await app.call<{ data: object[] }>(stranger.token, 'GET', '/coupons/loops')).body.data).toEqual([]);
  });

  it('has friends that somebody looks at before they count', async () => {
    const eve = await join('eve@gmail.com');
    await join('e.ve+2@gmail.com', eve);
    type Listed = { data: { id: string; member_id: string; suspicions: string[] }[]; meta: { total: number } };
    const review = () => app.call<Listed>(bella.token, 'GET', `/landings/${campaignId}/referrals`);
    const [held] = (await review()).body.data;
    expect(held).toMatchObject({ suspicions: ['same-name', 'same-mailbox'], inviter: { name: 'Ada' } });
    const judge = (token: string) =>
      app.call(token, 'PUT', `/landings/${campaignId}/referrals/${held!.id}`, {
        member_id: held!.member_id,
        accept: true,
      });
    expect((await judge(stranger.token)).status).toBe(404);
    expect((await judge(bella.token)).status).toBe(200);
    expect((await review()).body.meta.total).toBe(0);
  });
});

describe('votes', () => {
  it('are counted, listed, and taken out with a reason', async () => {
    const vote = await open('vote', 'CHOOSE');
    const submissionId = await enter(vote, 'ada@vote.test', { choices: ['opt2'] });
    const { position } = await app.commands.votes.castFromPage(context(system), { submissionId });
    await app.runner.waitFor(position!, { timeoutMs: 60_000 });
    const result = () => app.call<{ data: { options: object } }>(bella.token, 'GET', `/landings/${vote}/votes`);
    expect((await result()).body.data).toMatchObject({ voters: 1, options: { opt2: 1 } });
    const ballots = await app.call<{ data: { id: string }[] }>(bella.token, 'GET', `/landings/${vote}/ballots`);
    expect(ballots.body.data).toMatchObject([{ name: 'Ada', choices: ['opt2'], excluded: false }]);
    const path = `/landings/${vote}/ballots/${ballots.body.data[0]!.id}`;
    expect((await app.call(stranger.token, 'PUT', path, { counts: false })).status).toBe(404);
    expect((await app.call(bella.token, 'PUT', path, { counts: false, reason: 'Test' })).status).toBe(200);
    expect((await result()).body.data).toMatchObject({ voters: 0 });
    expect((await result()).body.data.options).toEqual({});
    const exported = (token: string | null, url: string) =>
      app.api.inject({ url, headers: token === null ? {} : { authorization: `Bearer ${token}` } });
    const file = `/landings/${vote}/ballots/export`;
    expect((await exported(stranger.token, `/api/v1${file}`)).statusCode).toBe(404);
    expect((await app.call(stranger.token, 'POST', file, {})).status).toBe(404);
    const link = await app.call<{ data: { file_url: string; rows: number } }>(bella.token, 'POST', file, {});
    expect(link.body.data.rows).toBe(1);
    for (const { body } of [
      await exported(bella.token, `/api/v1${file}`),
      await exported(null, link.body.data.file_url),
    ])
      expect(parse(body, { bom: true, columns: true })).toMatchObject([
        {
          'First name': 'Ada',
          'E-mail': 'ada@vote.test',
          'Voted for': expect.not.stringContaining('No longer'),
          By: 'Page',
          Counts: 'No',
        },
      ]);
    expect((await app.call(bella.token, 'PUT', path, { counts: true })).status).toBe(200);
    expect((await result()).body.data).toMatchObject({ voters: 1, options: { opt2: 1 } });

    // What else they sent, until they are erased.
    await enter(vote, 'mal@vote.test', { choices: ['opt1'], name: '=1+1' });
    await app.runner.waitFor(await app.store.head(), { timeoutMs: 60_000 });
    const entries = `/landings/${vote}/submissions/export`;
    expect((await exported(stranger.token, `/api/v1${entries}`)).statusCode).toBe(404);
    expect((await app.call(stranger.token, 'POST', entries, {})).status).toBe(404);
    const rows = async () =>
      parse<Record<string, string>>((await exported(bella.token, `/api/v1${entries}`)).body, {
        bom: true,
        columns: true,
      });
    expect(await rows()).toMatchObject([
      { Name: 'Ada', 'E-mail': 'ada@vote.test', 'Voted for': expect.not.stringContaining('No longer') },
      { Name: "'=1+1", 'E-mail': 'mal@vote.test' },
    ]);
    const people = await app.call<{ data: { id: string }[] }>(bella.token, 'GET', '/contacts?search=ada@vote.test');
    expect((await app.call(bella.token, 'DELETE', `/contacts/${people.body.data[0]!.id}`)).status).toBe(200);
    await app.runner.waitFor(await app.store.head(), { timeoutMs: 60_000 });
    expect((await rows()).map(({ Name }) => Name)).toEqual(["'=1+1"]);
    const again = await app.call<{ data: { file_url: string; rows: number } }>(bella.token, 'POST', entries, {});
    expect(again.body.data.rows).toBe(1);
  });
});
