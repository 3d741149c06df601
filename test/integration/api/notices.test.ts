import { setTimeout } from 'node:timers/promises';
import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createSafeHttp, type Resolver } from '../../../adapters/http/index.ts';
import { createWebPush } from '../../../adapters/push/index.ts';
import type { Vault } from '../../../adapters/vault/port.ts';
import { LiveEvent } from '../../../api/contract/live.ts';
import { startTestApi, eventually, type Tenant, type TestApi } from './support.ts';

interface List {
  data: { id: string; title: string; content: string; kind: string; read: boolean; count: number }[];
  meta: { total: number; unread: number };
}

/** Where the names of this test lead; the test network of RFC 5737 is not public, so a real address stands for the push service. */
const resolver: Resolver = async (name) => {
  const addresses: Record<string, string[]> = {
    'push.example.test': ['93.184.216.34'],
    'inside.example.test': ['10.0.0.7'],
    'half.example.test': ['93.184.216.34', '10.0.0.7'],
    localhost: ['127.0.0.1'],
  };
  return (addresses[name] ?? []).map((address) => ({ address, family: 4 }));
};

let app: TestApi;
let host: string;
let bella: Tenant;
let mallory: Tenant;
let admin: string;
let agency: string;
beforeAll(async () => {
  const http = createSafeHttp({ resolver });
  const { accepts } = createWebPush({ vault: {} as Vault, http, subject: 'mailto:a@example.test' });
  app = await startTestApi({ webPush: { publicKey: async () => 'the-key', accepts } });
  host = await app.listen();
  [bella, mallory] = [await app.addTenant('bella'), await app.addTenant('mallory')];
  [admin, agency] = [await app.addUser('Admin', null), await app.addUser('Agency', bella.agencyId)];
});
afterAll(() => app.close());

const list = async (token: string, query = '') => (await app.call<List>(token, 'GET', `/notifications${query}`)).body;
const write = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  app.call<{ success: boolean; message: string }>(
    admin,
    'POST',
    '/notifications',
    { title: 'News', content: 'What is new', ...body },
    headers,
  );
const titles = async (token: string) => (await list(token, '?per_page=100')).data.map(({ title }) => title);

describe('what an operator writes', () => {
  it('reaches its audience and nobody else', async () => {
    const userId = mallory.userId;
    for (const body of [
      { title: 'to all', audience: 'all' },
      { title: 'to agencies', audience: 'agencies' },
      { title: 'to businesses', audience: 'businesses' },
      { title: 'to one agency', audience: 'agency', target_id: bella.agencyId },
      { title: 'to one business', audience: 'business', target_id: bella.businessId },
      { title: 'to one person', audience: 'user', target_id: userId },
    ])
      expect(await write(body)).toMatchObject({ status: 200, body: { success: true } });
    expect(await titles(admin)).toEqual(['to all']);
    expect(await titles(agency)).toEqual(['to one agency', 'to agencies', 'to all']);
    expect(await titles(bella.token)).toEqual(['to one business', 'to businesses', 'to all']);
    expect(await titles(mallory.token)).toEqual(['to one person', 'to businesses', 'to all']);
    // Who comes later sees what comes later.
    const late = await app.addUser('Agency', bella.agencyId);
    expect(await titles(late)).toEqual([]);
    await write({ title: 'later', audience: 'agencies' });
    expect(await list(late)).toMatchObject({
      data: [{ title: 'later', read: false, kind: 'announcement' }],
      meta: { total: 1, unread: 1 },
    });
  });

  it('is read, marked and removed by each alone, and counted for its writer', async () => {
    await write({ title: 'counted', audience: 'businesses' });
    const [one] = (await list(bella.token)).data;
    const before = (await list(bella.token)).meta;
    expect((await app.call(bella.token, 'POST', `/notification/${one!.id}/read`)).status).toBe(200);
    expect((await list(bella.token)).meta).toEqual({ ...before, unread: before.unread - 1 });
    expect((await list(mallory.token)).data[0]).toMatchObject({ id: one!.id, read: false });
    const sent = async () =>
      (
        await app.call<{ data: { title: string; recipients: number; read: number; sender: string | null }[] }>(
          admin,
          'GET',
          '/notifications/list',
        )
      ).body.data[0];
    expect(await sent()).toMatchObject({ title: 'counted', recipients: 2, read: 1, sender: 'Ada Min' });
    expect((await app.call(mallory.token, 'POST', '/notifications/mark-all')).status).toBe(200);
    expect(await sent()).toMatchObject({ read: 2 });
    expect(await list(mallory.token)).toMatchObject({ meta: { unread: 0 } });
    expect((await app.call(bella.token, 'DELETE', `/notification/${one!.id}`)).status).toBe(200);
    expect(await titles(bella.token)).not.toContain('counted');
    expect(await titles(mallory.token)).toContain('counted');
    // Its readers: an agency's mark counts as well.
    expect((await app.call(agency, 'POST', '/notifications/mark-all')).status).toBe(200);
    expect((await list(agency)).meta.unread).toBe(0);
  });

  it('of others does not exist, is refused to others and where it makes no sense, and is sent once with one key', async () => {
    await write({ title: 'not yours', audience: 'agency', target_id: bella.agencyId });
    const { id } = (await list(agency)).data.find(({ title }) => title === 'not yours')!;
    for (const token of [bella.token, mallory.token, admin]) {
      expect((await app.call(token, 'POST', `/notification/${id}/read`)).status).toBe(404);
      expect((await app.call(token, 'DELETE', `/notification/${id}`)).status).toBe(404);
    }
    for (const token of [agency, bella.token]) {
      expect(
        (await app.call(token, 'POST', '/notifications', { title: 'x', content: 'y', audience: 'all' })).status,
      ).toBe(403);
      expect((await app.call(token, 'GET', '/notifications/list')).status).toBe(403);
    }
    for (const wrong of [
      { audience: 'business' },
      { audience: 'business', target_id: randomUUID() },
      { audience: 'admins' },
      { audience: 'all', link: '//evil.example' },
      { audience: 'all', link: 'https://evil.example' },
      { audience: 'all', title: ' ' },
    ]) {
      expect((await write(wrong)).status, JSON.stringify(wrong)).toBe(422);
    }
    const key = { 'idempotency-key': randomUUID() };
    await Promise.all([1, 2, 3].map(() => write({ title: 'once', audience: 'all' }, key)));
    expect((await titles(admin)).filter((title) => title === 'once')).toHaveLength(1);
  });

  it('arrives live at every role, with the right count, and so does reading it elsewhere', async () => {
    const follow = (token: string) => {
      const frames: LiveEvent[] = [];
      const socket = new WebSocket(`ws://${host}/api/v1/live`);
      socket.on('open', () => socket.send(JSON.stringify({ token, after: null })));
      socket.on('message', (data) => frames.push(LiveEvent.parse(JSON.parse(String(data)))));
      return { frames, socket, bells: () => frames.filter((frame) => frame.type === 'notification') };
    };
    const tokens = [admin, agency, bella.token];
    for (const token of tokens) await app.call(token, 'POST', '/notifications/mark-all');
    const clients = tokens.map(follow);
    try {
      for (const client of clients)
        expect(
          (
            await eventually(
              () => client.frames,
              (frames) => frames.length > 0,
            )
          )[0],
        ).toMatchObject({ type: 'ready', notifications_unread: 0 });
      await write({ title: 'live', audience: 'all' });
      for (const client of clients) await eventually(client.bells, (bells) => bells.at(-1)?.notifications_unread === 1);
      await write({ title: 'for agencies', audience: 'agencies' });
      await eventually(clients[1]!.bells, (bells) => bells.at(-1)?.notifications_unread === 2);
      await app.call(agency, 'POST', '/notifications/mark-all');
      await eventually(clients[1]!.bells, (bells) => bells.at(-1)?.notifications_unread === 0);
      expect(clients[0]!.bells().at(-1)).toMatchObject({ notifications_unread: 1 });
    } finally {
      for (const { socket } of clients) socket.terminate();
    }
  });
});

it('130 texts of one person are one line, until somebody looks', async () => {
  const carol = await app.addTenant('carol');
  for (let number = 1; number <= 12; number += 1) await app.textIn(carol, `text ${number}`);
  const texts = async () => (await list(carol.token)).data.filter(({ kind }) => kind === 'message');
  expect(await texts()).toMatchObject([{ count: 12, read: false }]);
  expect((await texts())[0]!.content).toContain('text 12');
  expect((await list(carol.token)).meta.unread).toBe(1);
  await app.textIn(carol, 'somebody else', '+12025550177');
  expect((await list(carol.token)).meta.unread).toBe(2);
  const mine = (await texts()).find(({ count }) => count === 12)!;
  await app.call(carol.token, 'POST', `/notification/${mine.id}/read`);
  await app.textIn(carol, 'again');
  await app.textIn(carol, 'and again');
  expect((await texts()).map(({ count, read }) => [count, read])).toEqual([
    [2, false],
    [1, false],
    [12, true],
  ]);
  expect((await list(carol.token)).meta.unread).toBe(2);
});

it('a business that asks for registration is heard of by the admins and by its own agency, once a day', async () => {
  const asked = { businessId: bella.businessId, day: '2026-11-20' };
  for (let time = 0; time < 2; time += 1) await app.commands.notifications.a2pRequested(app.system(), asked);
  await app.settled();
  const heard = async (token: string) =>
    (await list(token, '?per_page=100')).data.filter(({ kind }) => kind === 'a2p-request');
  expect(await heard(admin)).toHaveLength(1);
  expect(await heard(agency)).toMatchObject([{ content: 'bella texts without a registration and asks for one.' }]);
  expect(await heard(bella.token)).toEqual([]);
  expect(await heard(await app.addUser('Agency', mallory.agencyId))).toEqual([]);
});

describe('pushes', () => {
  const subscription = (endpoint = `https://push.example.test/${randomUUID()}`) => {
    const ecdh = createECDH('prime256v1');
    ecdh.generateKeys();
    return { endpoint, keys: { p256dh: ecdh.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') } };
  };
  const kept = async (userId: string) =>
    (
      await sql<{
        endpoint: string;
      }>`select endpoint from ops.push_subscriptions where user_id = ${userId} order by seen_at`.execute(app.db)
    ).rows.map(({ endpoint }) => endpoint);

  it.each([
    'https://127.0.0.1/push',
    'https://localhost/push',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/push',
    'https://[fd00::7]/push',
    'https://2130706433/push',
    'https://inside.example.test/push',
    'https://half.example.test/push',
    'https://nobody.example.test/push',
    'https://user:secret@push.example.test/push',
    'ftp://push.example.test/push',
  ])('do not go to %s: it is refused when a browser subscribes', async (endpoint) => {
    const { body, status } = await app.call<{ errors: object }>(
      bella.token,
      'POST',
      '/push/subscriptions',
      subscription(endpoint),
    );
    expect([status, Object.keys(body.errors)]).toEqual([422, ['endpoint']]);
    const { rows } = await sql`select 1 from ops.push_subscriptions where endpoint = ${endpoint}`.execute(app.db);
    expect(rows).toEqual([]);
  });

  it('are switched on by the people of businesses, for browsers over https with real keys, ten of each at most', async () => {
    expect((await app.call(bella.token, 'GET', '/push/config')).body).toEqual({
      data: { kind: 'webpush', public_key: 'the-key', instance_id: null },
    });
    for (const token of [admin, agency])
      expect((await app.call(token, 'POST', '/push/subscriptions', subscription())).status).toBe(403);
    for (const wrong of [
      subscription('http://push.example.test/1'),
      { ...subscription(), keys: { p256dh: 'AAAA', auth: 'AAAA' } },
      { endpoint: 'nowhere', keys: subscription().keys },
    ]) {
      expect((await app.call(bella.token, 'POST', '/push/subscriptions', wrong)).status).toBe(422);
    }
    const mine = Array.from({ length: 12 }, () => subscription());
    for (const one of mine) {
      expect((await app.call(bella.token, 'POST', '/push/subscriptions', one)).status).toBe(200);
      // Two of the same millisecond are equally new.
      await setTimeout(2);
    }
    expect(await kept(bella.userId)).toEqual(mine.slice(2).map(({ endpoint }) => endpoint));
    // A browser is one person's: whoever signs in there next takes it over, and nobody else can switch it off.
    const last = mine.at(-1)!;
    await app.call(mallory.token, 'DELETE', '/push/subscriptions', { endpoint: last.endpoint });
    expect(await kept(bella.userId)).toContain(last.endpoint);
    await app.call(mallory.token, 'POST', '/push/subscriptions', last);
    expect(await kept(bella.userId)).not.toContain(last.endpoint);
    await app.call(mallory.token, 'DELETE', '/push/subscriptions', { endpoint: last.endpoint });
    expect(await kept(mallory.userId)).toEqual([]);
  });
});

describe('the trail of who did what', () => {
  const trail = (token: string, query = '') =>
    app.call<{ data: { type: string; business: { id: string } | null; agency: { id: string } | null }[] }>(
      token,
      'GET',
      `/activity${query}`,
    );

  it('shows an admin everything, an agency its own and its businesses’, a business its own', async () => {
    const types = async (token: string, query = '') =>
      new Set((await trail(token, query)).body.data.map(({ type }) => type));
    expect(await types(admin, `?business_id=${mallory.businessId}&per_page=100`)).toContain('BusinessCreated');
    expect(await types(agency, '?per_page=100')).toContain('BusinessCreated');
    expect(await types(agency, `?business_id=${bella.businessId}`)).toContain('BusinessCreated');
    expect(await types(bella.token)).toContain('BusinessNumberAssigned');
    for (const { business, agency: of } of (await trail(bella.token, '?per_page=100')).body.data)
      expect([business?.id, of?.id]).toEqual([bella.businessId, bella.agencyId]);
    for (const row of (await trail(agency, '?per_page=100')).body.data) expect(row.agency?.id).toBe(bella.agencyId);
  });

  it('of another tenant does not exist', async () => {
    for (const [token, query] of [
      [agency, `agency_id=${mallory.agencyId}`],
      [agency, `business_id=${mallory.businessId}`],
      [agency, `user_id=${mallory.userId}`],
      [agency, `business_id=${randomUUID()}`],
      [bella.token, `business_id=${mallory.businessId}`],
      [bella.token, `agency_id=${bella.agencyId}`],
      [bella.token, `user_id=${mallory.userId}`],
    ] as const)
      expect((await trail(token, `?${query}`)).status, query).toBe(404);
    expect((await trail(agency, '?business_id=nonsense')).status).toBe(422);
  });
});
