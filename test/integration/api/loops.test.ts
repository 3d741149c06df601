import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reward } from '../../../api/contract/loops.ts';
import { context, personOf, system } from '../../support/callers.ts';
import { buildRenderer } from '../../support/renderer.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';

let app: TestApi;
let bella: Tenant;
let stranger: Tenant;
let campaignId: string;
beforeAll(async () => {
  app = await startTestApi({ pages: await buildRenderer() });
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
interface Joined {
  /** The end of the link that they share. */
  readonly share: string;
  /** Of their own page, and of the entry that made them a member. */
  readonly page: string;
  readonly entry: string;
}
async function join(email: string, referral?: string): Promise<Joined> {
  const submissionId = await enter(campaignId, email, referral === undefined ? {} : { referral });
  const { position, result } = await app.commands.loops.joinFromPage(context(system), { submissionId });
  if (position !== null) await app.runner.waitFor(position, { timeoutMs: 60_000 });
  const [share, page] = (['member', 'member-page'] as const).map((purpose) =>
    app.identifiers.token(purpose, result!.memberId),
  );
  return { share: share!, page: page!, entry: app.identifiers.token('thanks', submissionId) };
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
    await app.call(null, 'POST', `/rewards/${ada.page}/action`, { action: 'share-facebook' });
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
      app.call<{ data: object }>(null, 'POST', `/rewards/${bob.page}/action`, { action: 'visit', reward_id: visit.id });
    const done = { id: visit.id, coupon_id: campaignId, action: 'visit', points: 7, done: true, member_points: 7 };
    expect((await act()).body.data).toMatchObject({ ...done, unlocked: [prize.id] });
    expect((await act()).body.data).toMatchObject({ ...done, unlocked: [] });
    const stats = await app.call<{ data: { ranking: number; actions: object[]; rewards: object[] } }>(
      null,
      'GET',
      `/rewards/${bob.entry}/stats`,
    );
    expect(stats.body.data).toMatchObject({ points: 7, ranking: 1, unlocked: 1, share_token: bob.share });
    expect(stats.body.data.rewards).toContainEqual(
      expect.objectContaining({ id: prize.id, unlocked: true, claimed: false, missing: 0 }),
    );
    for (const token of [
      'x'.repeat(32),
      bob.share,
      app.identifiers.token('thanks', randomUUID()),
      `${bob.page.slice(0, -1)}${bob.page.endsWith('A') ? 'B' : 'A'}`,
      'short',
    ]) {
      expect((await app.call(null, 'GET', `/rewards/${token}/stats`)).status).toBe(404);
      const acted = await app.call(null, 'POST', `/rewards/${token}/action`, { action: 'visit', reward_id: visit.id });
      expect(acted.status).toBe(404);
      expect((await app.call(null, 'POST', `/thanks/${token}/rewards/${prize.id}`)).status).toBe(404);
    }
    expect((await app.call(null, 'POST', `/thanks/${bob.entry}/rewards/${visit.id}`)).status).toBe(409);
    const claim = (token: string) =>
      app.call<{ data: { coupon_url: string } }>(null, 'POST', `/thanks/${token}/rewards/${prize.id}`);
    const claimed = await Promise.all([claim(bob.entry), claim(bob.page)]);
    expect(claimed.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(claimed.map(({ body }) => body.data.coupon_url)).size).toBe(1);
    const shown = await app.api.inject({ url: claimed[0]!.body.data.coupon_url });
    expect(shown.body).toContain('Prize');
    const again = await app.call<{ data: { rewards: object[] } }>(null, 'GET', `/rewards/${bob.page}/stats`);
    expect(again.body.data.rewards).toContainEqual(expect.objectContaining({ id: prize.id, claimed: true }));

    // Whoever knows their address and enters with it is not them, until the address is proved.
    const { entry } = await join('bob@loop.test');
    expect((await app.call(null, 'GET', `/rewards/${entry}/stats`)).status).toBe(404);
    const page = await app.api.inject({ url: `/t/${entry}` });
    expect([page.statusCode, page.body.includes('already in'), page.body.includes(bob.share)]).toEqual([
      200,
      true,
      false,
    ]);
    const own = await app.api.inject({ url: `/t/${bob.page}` });
    expect([own.statusCode, own.body.includes(bob.share)]).toEqual([200, true]);
    const verify = app.identifiers.token('verify-email', app.identifiers.idOf('thanks', entry)!);
    await app.api.inject({ url: `/contact/verify/email/${verify}` });
    expect((await app.call(null, 'GET', `/rewards/${entry}/stats`)).status).toBe(200);
  });

  it('is there with its link before the entry is counted', async () => {
    const submissionId = await enter(campaignId, 'zoe@loop.test');
    const token = app.identifiers.token('thanks', submissionId);
    const shown = await app.api.inject({ url: `/t/${token}` });
    expect(shown.body).toMatch(/\/l\/[\w-]{32}/);
    const { position } = await app.commands.loops.joinFromPage(context(system), { submissionId });
    await app.runner.waitFor(position!, { timeoutMs: 60_000 });
    const link = (body: string) => /\/l\/[\w-]{32}/.exec(body)?.[0];
    expect(link((await app.api.inject({ url: `/t/${token}` })).body)).toBe(link(shown.body));
  });

  it('is in the leaderboard with its name, and in the figures of its loop', async () => {
    const cat = await join('cat@loop.test');
    await join('dan@loop.test', cat.share);
    for (const path of ['/leaderboard', `/contacts/leaderboard?coupon_id=${campaignId}`]) {
      const board = await app.call<{ data: { rank: number; name: string }[]; meta: { total: number } }>(
        bella.token,
        'GET',
        path,
      );
      expect(board.body.data.map(({ rank }) => rank)).toEqual(board.body.data.map((_, index) => index + 1));
      expect(board.body.data[0]).toMatchObject({ name: 'Ada' });
      expect(board.body.meta.total).toBe(5);
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
      { id: campaignId, members: 5, referrals: 1, in_review: 0, rewards: unlocked },
    ]);
    expect((await app.call<{ data: object[] }>(stranger.token, 'GET', '/leaderboard')).body.data).toEqual([]);
    expect((await app.call<{ data: object[] }>(stranger.token, 'GET', '/coupons/loops')).body.data).toEqual([]);
  });

  it('has friends that somebody looks at before they count', async () => {
    const eve = await join('eve@gmail.com');
    await join('e.ve+2@gmail.com', eve.share);
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

describe('an unlocked reward', () => {
  it('is listed, claimed, and handed out once: at a till by its code, or on a screen of its business', async () => {
    const loop = await open('loop', 'REWARDS');
    const set = (body: object) =>
      app
        .call<{ data: Reward }>(bella.token, 'POST', `/landings/${loop}/rewards`, body)
        .then(({ body: { data } }) => data);
    await set(action('join', 30));
    const knots = await set({ kind: 'reward', title: 'Garlic knots', description: 'A basket.', points: 10 });
    const pizza = await set({ kind: 'reward', title: 'Pizza', points: 20 });
    const submissionId = await enter(loop, 'ann@rewards.test');
    const { position } = await app.commands.loops.joinFromPage(context(system), { submissionId });
    await app.runner.waitFor(position!, { timeoutMs: 60_000 });
    const entry = app.identifiers.token('thanks', submissionId);
    type Rows = {
      data: { id: string; member_id: string; title: string; claimed_at: string | null; till: string | null }[];
    };
    const listed = async (state: string, token = bella.token) =>
      (await app.call<Rows>(token, 'GET', `/landings/${loop}/unlocked?state=${state}`)).body.data;
    expect((await listed('open')).map(({ title }) => title).toSorted()).toEqual(['Garlic knots', 'Pizza']);
    expect(await listed('claimed')).toEqual([]);
    expect((await app.call(stranger.token, 'GET', `/landings/${loop}/unlocked`)).status).toBe(404);

    // By its code, at a till: as any coupon, although the campaign gives none of its own.
    const claimed = await app.call<{ data: { coupon_url: string } }>(
      null,
      'POST',
      `/thanks/${entry}/rewards/${knots.id}`,
    );
    expect(await listed('claimed')).toMatchObject([{ title: 'Garlic knots', name: 'Ada' }]);
    const couponId = app.identifiers.idOf('coupon', claimed.body.data.coupon_url.slice(3))!;
    const till = (await app.call<{ data: { link: string } }>(bella.token, 'POST', '/tills', { name: 'Front' })).body
      .data;
    const token = till.link.split('till=')[1]!;
    const unique = /\/([^/]+)\/redemption#/.exec(till.link)![1]!;
    const redeem = () =>
      app.call(null, 'POST', '/coupons/redemption', {
        unique_id: decodeURIComponent(unique),
        till: token,
        code: app.identifiers.couponCode(couponId),
        redemption_id: randomUUID(),
      });
    expect((await redeem()).status).toBe(200);
    expect((await redeem()).status).toBeGreaterThanOrEqual(400);
    expect(await listed('handed-out')).toMatchObject([{ title: 'Garlic knots', till: 'Front' }]);

    // On a screen, also of who has not claimed it: once.
    const [open_] = await listed('open');
    expect(open_).toMatchObject({ id: pizza.id, claimed_at: null });
    const handOut = (who: string, by = bella.token) =>
      app.call(by, 'POST', `/landings/${loop}/rewards/${pizza.id}/hand-out`, {
        member_id: open_!.member_id,
        redemption_id: who,
      });
    const presses = [randomUUID(), randomUUID()];
    expect((await handOut(presses[0]!, stranger.token)).status).toBe(404);
    expect((await handOut(presses[0]!)).status).toBe(200);
    expect((await handOut(presses[0]!)).status).toBe(200);
    expect((await handOut(presses[1]!)).status).toBeGreaterThanOrEqual(400);
    expect(await listed('open')).toEqual([]);
    expect((await listed('handed-out')).map(({ title, till: where }) => [title, where])).toEqual(
      expect.arrayContaining([
        ['Pizza', null],
        ['Garlic knots', 'Front'],
      ]),
    );
    const own = await app.call<{ data: { rewards: object[] } }>(null, 'GET', `/rewards/${entry}/stats`);
    expect(own.body.data.rewards).toMatchObject([
      { title: 'Garlic knots', handed_out: true },
      { title: 'Pizza', handed_out: true },
    ]);
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
          Email: 'ada@vote.test',
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
      { Name: 'Ada', Email: 'ada@vote.test', 'Voted for': expect.not.stringContaining('No longer') },
      { Name: "'=1+1", Email: 'mal@vote.test' },
    ]);
    const people = await app.call<{ data: { id: string }[] }>(bella.token, 'GET', '/contacts?search=ada@vote.test');
    expect((await app.call(bella.token, 'DELETE', `/contacts/${people.body.data[0]!.id}`)).status).toBe(200);
    await app.runner.waitFor(await app.store.head(), { timeoutMs: 60_000 });
    expect((await rows()).map(({ Name }) => Name)).toEqual(["'=1+1"]);
    const again = await app.call<{ data: { file_url: string; rows: number } }>(bella.token, 'POST', entries, {});
    expect(again.body.data.rows).toBe(1);
  });
});
