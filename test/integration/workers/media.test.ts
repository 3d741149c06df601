import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { presentMessage } from '../../../api/present/livechat.ts';
import { createSafeHttp } from '../../../adapters/http/index.ts';
import { createImages } from '../../../adapters/images/index.ts';
import { createCarrierMedia } from '../../../adapters/sms/media.ts';
import { createLocalStorage } from '../../../adapters/storage/local.ts';
import type { Workers } from '../../../workers/index.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/index.ts';
import { eventually } from '../../support/eventually.ts';
import { createTestDatabase, scratchFolder, type TestDatabase } from '../../support/postgres.ts';
import { account, createTenant, openSpine, type Spine, system, type Tenant } from '../../support/spine.ts';

const publicUrl = 'https://app.example.test';
const number = '+14155550170';
const phone = '+12025550147';

let database: TestDatabase;
let spine: Spine;
let tenant: Tenant;
let sandbox: Sandbox;
/** Takes the carrier's webhooks and keeps what they say of media; also a host that is not the carrier. */
let elsewhere: Server;
let elsewhereUrl: string;
const hooks: Record<string, string>[] = [];
const seen: { url: string; authorization: string | undefined }[] = [];
const images = createImages();
const storage = createLocalStorage({ folder: scratchFolder() });
const running: Workers[] = [];

beforeAll(async () => {
  database = await createTestDatabase({ readModels: true });
  spine = await openSpine(database.connectionString);
  tenant = await createTenant(spine, number);
  await spine.runner.start();
  elsewhere = createServer((request, response) => {
    let text = '';
    seen.push({ url: request.url ?? '', authorization: request.headers.authorization });
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      if (request.method === 'POST') hooks.push(Object.fromEntries(new URLSearchParams(text)));
      response.end();
    });
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  elsewhereUrl = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  sandbox = await startSandbox({
    accounts: [{ sid: account.sid, authToken: account.authToken }],
    numbers: [{ number, accountSid: account.sid, smsUrl: `${elsewhereUrl}/inbound` }],
    behaviour: { mediaAuth: true },
  });
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()));
});
afterAll(async () => {
  await sandbox.close();
  await images.close();
  elsewhere.closeAllConnections();
  elsewhere.close();
  await spine.close();
  await database.drop();
});

const http = () => createSafeHttp({ allow: [new URL(sandbox.url).host] });
const work = async () => {
  const source = createCarrierMedia({
    http: http(),
    signInOf: async () => ({ origin: sandbox.url, username: account.sid, password: account.authToken }),
  });
  const workers = spine.workers({ publicUrl, baseUrl: sandbox.url, media: { source, images, storage } });
  running.push(workers);
  await workers.start();
};
let count = 0;
/** A text comes in with these attached, as the webhook hands it over. */
const receive = async (media: readonly { url: string; contentType: string | null }[]) => {
  const { result } = await spine.commands.messages.receive(
    {
      ...system(),
      caller: {
        role: 'carrier',
        actor: { kind: 'carrier', name: 'twilio' },
        tenant: { agencyId: null, businessId: null },
      },
    },
    {
      provider: 'twilio',
      providerMessageId: `MM${String((count += 1)).padStart(32, '0')}`,
      from: phone,
      to: number,
      body: 'Look',
      media: [...media],
      receivedAt: new Date().toISOString(),
    },
  );
  return result.messageId;
};
/** What the carrier's webhook said of a picture that a phone has sent. */
const sentBy = async (contentType: string, content: Uint8Array) => {
  const before = hooks.length;
  await sandbox.phone.send({
    from: phone,
    to: number,
    body: 'Look',
    media: [{ contentType, content: Buffer.from(content) }],
  });
  const hook = hooks[before]!;
  return { url: hook['MediaUrl0']!, contentType: hook['MediaContentType0']! };
};
const shown = async (messageId: string) => {
  await spine.runner.waitFor(await spine.raw.head(), { timeoutMs: 20_000 });
  return presentMessage((await spine.readModels.message(tenant.businessId, messageId))!, publicUrl).media;
};
const ended = (messageId: string, states: readonly string[]) =>
  eventually(
    () => shown(messageId),
    (media) => JSON.stringify(media.map(({ state }) => state)) === JSON.stringify(states),
    60_000,
  );
const png = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#36c' } })
    .withExif({ IFD0: { Copyright: 'a secret place' } })
    .png()
    .toBuffer();

it('fetches a picture with the account’s sign-in, makes it anew, and shows it from our own host with its size', async () => {
  const picture = await sentBy('image/png', await png());
  const messageId = await receive([picture]);
  expect(await shown(messageId)).toMatchObject([{ state: 'loading', url: null, reason: null }]);
  await work();
  const [item] = await ended(messageId, ['stored']);
  expect(item).toMatchObject({ content_type: 'image/png', width: 300, height: 200, reason: null });
  expect(item!.url).toMatch(/^https:\/\/app\.example\.test\/media\/[\w-]{22}$/);
  const { rows } = await spine.pool.query<{ storage_key: string; business_id: string; purpose: string }>(
    'select storage_key, business_id, purpose from ops.media where message_id = $1',
    [messageId],
  );
  expect(rows).toMatchObject([{ business_id: tenant.businessId, purpose: 'received' }]);
  const kept: Buffer[] = [];
  for await (const chunk of (await storage.open(rows[0]!.storage_key))!.content) kept.push(Buffer.from(chunk));
  expect(Buffer.concat(kept).includes('a secret place')).toBe(false);
  expect((await spine.pool.query('select 1 from ops.media_fetches where message_id = $1', [messageId])).rows).toEqual(
    [],
  );
});

it('refuses what is no picture, what is nowhere, and what is not for us, and says so', async () => {
  await work();
  const messageId = await receive([
    await sentBy('application/pdf', Buffer.from('%PDF-1.7')),
    { url: 'file:///etc/passwd', contentType: 'image/png' },
    { url: 'javascript:alert(1)', contentType: 'image/png' },
    { url: `${elsewhereUrl}/picture.png`, contentType: 'image/png' },
    { url: 'http://169.254.169.254/latest/meta-data', contentType: 'image/png' },
    await sentBy('image/png', await png()),
  ]);
  const media = await ended(messageId, ['refused', 'refused', 'refused', 'refused', 'refused', 'stored']);
  expect(media.map(({ url, reason }) => [url === null, reason])).toEqual([
    [true, 'not-a-picture'],
    [true, 'not-fetched'],
    [true, 'not-fetched'],
    [true, 'not-fetched'],
    [true, 'not-fetched'],
    [false, null],
  ]);
  expect(seen.filter(({ url }) => url === '/picture.png')).toEqual([]);
});

it('keeps the sign-in to the carrier: another host is asked without it', async () => {
  const safe = createSafeHttp({ allow: [new URL(sandbox.url).host, new URL(elsewhereUrl).host] });
  const source = createCarrierMedia({
    http: safe,
    signInOf: async () => ({ origin: sandbox.url, username: account.sid, password: account.authToken }),
  });
  await source.fetch({ number, url: `${elsewhereUrl}/not-the-carrier.png`, maxBytes: 1_000 });
  expect(seen.filter(({ url }) => url === '/not-the-carrier.png')).toEqual([
    { url: '/not-the-carrier.png', authorization: undefined },
  ]);
  await safe.close();
});

it('is stored once, whoever fetches it how often, and the first outcome stays', async () => {
  const messageId = await receive([await sentBy('image/png', await png())]);
  await Promise.all([work(), work()]);
  await ended(messageId, ['stored']);
  await spine.pool.query('insert into ops.media_fetches (message_id, due_at) values ($1, now())', [messageId]);
  await eventually(
    async () => (await spine.pool.query('select 1 from ops.media_fetches where message_id = $1', [messageId])).rows,
    (rows) => rows.length === 0,
  );
  const tenantOf = { agencyId: null, businessId: tenant.businessId };
  await spine.commands.messages.recordMedia(system(tenantOf), {
    messageId,
    index: 0,
    outcome: { kind: 'refused', reason: 'not-reachable' },
  });
  expect((await shown(messageId))[0]).toMatchObject({ state: 'stored' });
  const { rows } = await spine.pool.query('select 1 from ops.media where message_id = $1', [messageId]);
  expect(rows).toHaveLength(1);
});
