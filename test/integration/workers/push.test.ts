import { createECDH, createPublicKey, type ECDH, randomBytes, randomUUID, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import ece from 'http_ece';
import { sql } from 'kysely';
import { systemClock } from '../../../adapters/clock/system.ts';
import { untraced } from '../../../adapters/tracing/port.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSafeHttp } from '../../../adapters/http/index.ts';
import { createBeams, createWebPush } from '../../../adapters/push/index.ts';
import type { DomainEvent } from '../../../domain/kernel/event.ts';
import { ContactDiscovered, ContactNameChanged } from '../../../domain/contacts/events.ts';
import { BusinessId, ContactId } from '../../../domain/kernel/ids.ts';
import { NotificationRaised, NotificationSent } from '../../../domain/notifications/events.ts';
import { UserRegistered, UserSettingsChanged } from '../../../domain/users/events.ts';
import { follow } from '../../../workers/engine/subscription.ts';
import { createBell } from '../../../workers/engine/wait.ts';
import { pushDue, type PushService } from '../../../workers/push/push.ts';
import { pushFeed } from '../../../workers/push/record.ts';
import { openComposition } from '../../support/composition.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { quietLog } from '../../support/quiet.ts';
import { said } from '../../support/said.ts';

interface Got {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A push service as browsers have it: keeps what it gets, and answers as it is told. */
async function pushService() {
  const got: Got[] = [];
  let answer: (path: string) => { status: number; headers?: Record<string, string> } = () => ({ status: 201 });
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      got.push({ path: request.url!, headers: request.headers, body: Buffer.concat(chunks) });
      const { status, headers } = answer(request.url!);
      response.writeHead(status, headers).end('{}');
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    got,
    port,
    url: `http://127.0.0.1:${port}`,
    answerWith: (next: typeof answer) => {
      answer = next;
    },
    close: () => new Promise((closed) => server.close(closed)),
  };
}

/** A browser: its keys, and what it makes of a push (RFC 8291). */
function browser(origin: string) {
  const ecdh: ECDH = createECDH('prime256v1');
  ecdh.generateKeys();
  const auth = randomBytes(16);
  return {
    endpoint: `${origin}/push/${randomUUID()}`,
    p256dh: ecdh.getPublicKey('base64url'),
    auth: auth.toString('base64url'),
    reads: ({ body }: Got) =>
      JSON.parse(
        ece
          .decrypt(body, { version: 'aes128gcm', privateKey: ecdh, authSecret: auth.toString('base64url') })
          .toString(),
      ) as Record<string, unknown>,
  };
}

async function createWorld() {
  const database = await createTestDatabase({ readModels: true });
  const composed = await openComposition(database.connectionString);
  const { db, store, vault } = composed;
  const service = await pushService();
  const http = createSafeHttp({ allow: ['127.0.0.1'] });
  const webPush = createWebPush({ vault, http, subject: 'mailto:postmaster@example.test' });
  const clock = { now: new Date() };
  return {
    db,
    store,
    vault,
    service,
    http,
    webPush,
    clock,
    tell: (stream: string, event: DomainEvent, at = clock.now) =>
      store.append(stream, 'any', said([event], {}, at.toISOString())),
    /** Somebody of a business, with a browser that has subscribed. */
    async person(businessId: string) {
      const userId = randomUUID();
      await this.tell(
        `user-${userId}`,
        UserRegistered.create({
          userId,
          role: 'Business',
          agencyId: null,
          businessId,
          email: `${userId}@example.test`,
          firstName: 'Bella',
          lastName: '',
        }),
      );
      const device = browser(service.url);
      await sql`insert into ops.push_subscriptions (endpoint, user_id, business_id, p256dh, auth, created_at, seen_at)
        values (${device.endpoint}, ${userId}, ${businessId}, ${device.p256dh}, ${device.auth}, now(), now())`.execute(
        db,
      );
      return { userId, device };
    },
    /** Somebody waits for an answer too long: whom it is told, a person or everybody of the business. */
    async isOverdue(businessId: string, userId: string | null) {
      const notificationId = randomUUID();
      const told = NotificationSent.create({
        notificationId,
        kind: 'overdue',
        title: 'An answer is overdue',
        content: 'Somebody has waited.',
        ...(userId === null ? { audience: 'business', targetId: businessId } : { audience: 'user', targetId: userId }),
        link: '/business/livechat?contact=1',
      });
      await store.append(
        `notification-${notificationId}`,
        'any',
        said([told], { businessId }, clock.now.toISOString()),
      );
    },
    async raise(
      businessId: string,
      content: string,
      options: { contactId?: string; kind?: 'message' | 'opt-in'; at?: Date } = {},
    ) {
      const notificationId = randomUUID();
      await this.tell(
        `notification-${notificationId}`,
        NotificationRaised.create({
          notificationId,
          businessId,
          contactId: options.contactId ?? randomUUID(),
          kind: options.kind ?? 'message',
          title: 'New message',
          content,
          link: '/business/livechat?contact=1',
        }),
        options.at,
      );
      return notificationId;
    },
    /** Takes in everything there is, then sends what is due. */
    async work(to: PushService = { to: 'browsers', push: webPush }) {
      const stopping = new AbortController();
      const worker = pushFeed({ to: to.to, now: () => clock.now, wake: () => {} });
      const running = follow(
        worker,
        { store, db, log: quietLog, clock: systemClock, tracing: untraced, attempts: 1, retryMs: 1 },
        { phase: 'waiting', lastError: null },
        stopping.signal,
      );
      const head = await store.head();
      await expect
        .poll(
          async () =>
            (
              await sql<{
                position: string;
              }>`select coalesce(max(position), -1)::text as position from ops.worker_checkpoints where name = 'push'`.execute(
                db,
              )
            ).rows[0]!.position,
          { timeout: 10_000, interval: 10 },
        )
        .toSatisfy((position: string) => BigInt(position) >= head);
      stopping.abort();
      await running;
      return this.send(to);
    },
    send: (to: PushService = { to: 'browsers', push: webPush }) =>
      pushDue({ db, store, service: to, bell: createBell(systemClock), now: () => clock.now, log: quietLog }),
    async close() {
      await service.close();
      await http.close();
      await composed.close();
      await database.drop();
    },
  };
}

let world: Awaited<ReturnType<typeof createWorld>>;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

describe('a push', () => {
  it('reaches every browser of the business, encrypted for it and signed with one key of the installation, and nobody else', async () => {
    const [shop, other] = [randomUUID(), randomUUID()];
    const [ann, bob] = [await world.person(shop), await world.person(shop)];
    await world.person(other);
    await world.raise(shop, '(415) 555-0100: Do you have a table?');
    await world.work();
    expect(world.service.got.map(({ path }) => `${world.service.url}${path}`).sort()).toEqual(
      [ann.device.endpoint, bob.device.endpoint].sort(),
    );
    const toAnn = world.service.got.find(({ path }) => ann.device.endpoint.endsWith(path))!;
    expect(ann.device.reads(toAnn)).toMatchObject({
      title: 'New message',
      body: '(415) 555-0100: Do you have a table?',
      link: '/business/livechat?contact=1',
    });
    expect(toAnn.body.includes('table')).toBe(false);
    expect(() => bob.device.reads(toAnn)).toThrow();
    expect(toAnn.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' });
    // RFC 8292: a token for this service only, signed with the key that browsers subscribed with.
    const [, token, key] = /^vapid t=([^,]+), k=(.+)$/.exec(toAnn.headers.authorization!)!;
    expect(key).toBe(await world.webPush.publicKey());
    const [head, claims, signature] = token!.split('.');
    expect(JSON.parse(Buffer.from(claims!, 'base64url').toString())).toMatchObject({
      aud: world.service.url,
      sub: 'mailto:postmaster@example.test',
    });
    const point = Buffer.from(key!, 'base64url');
    const publicKey = createPublicKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
    });
    expect(
      verify(
        'sha256',
        Buffer.from(`${head}.${claims}`),
        { key: publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature!, 'base64url'),
      ),
    ).toBe(true);
    // Another process has the same keys, and they are nowhere in the clear.
    expect(await createWebPush({ vault: world.vault, http: world.http, subject: 'mailto:a@b.c' }).publicKey()).toBe(
      key,
    );
  });

  it('tells of an overdue answer: whoever has the conversation, or everybody of the business who wants pushes', async () => {
    const shop = randomUUID();
    const [ann, bob, cy] = [await world.person(shop), await world.person(shop), await world.person(shop)];
    await world.tell(
      `user-${cy.userId}`,
      UserSettingsChanged.create({ userId: cy.userId, pushNotifications: false, timezone: null, colorScheme: 'auto' }),
    );
    const gotBy = ({ device }: typeof ann) =>
      world.service.got.filter(({ path }) => device.endpoint.endsWith(path)).map((one) => device.reads(one));
    await world.isOverdue(shop, bob.userId);
    await world.work();
    expect([ann, bob, cy].map((one) => gotBy(one).length)).toEqual([0, 1, 0]);
    expect(gotBy(bob)).toMatchObject([{ title: 'An answer is overdue', link: '/business/livechat?contact=1' }]);
    await world.isOverdue(shop, null);
    await world.work();
    expect([ann, bob, cy].map((one) => gotBy(one).length)).toEqual([1, 2, 0]);
  });

  it('is made once, however often the feed is read and the queue is sent', async () => {
    const shop = randomUUID();
    await world.person(shop);
    await world.raise(shop, 'one');
    await world.work();
    await world.work();
    await Promise.all([world.send(), world.send()]);
    expect(world.service.got).toHaveLength(1);
    // Somebody else moved the checkpoint meanwhile: rows and checkpoint go together, so nothing of the late batch is queued.
    await world.raise(shop, 'two');
    const late = pushFeed({ to: 'browsers', now: () => world.clock.now, wake: () => {} });
    const { events } = await world.store.readAll(0n, { filter: { types: [...late.handles] } });
    await world.work();
    await expect(
      world.db.transaction().execute(async (trx) => {
        await late.record(events, trx);
        throw new Error('the checkpoint was moved');
      }),
    ).rejects.toThrow('moved');
    expect(await world.send()).toBe(0);
    expect(world.service.got).toHaveLength(2);
  });

  it('goes to nobody who switched it off, nor to a browser that somebody else signed in at', async () => {
    const shop = randomUUID();
    const [ann, bob, carol] = [await world.person(shop), await world.person(shop), await world.person(shop)];
    await world.tell(
      `user-${ann.userId}`,
      UserSettingsChanged.create({ userId: ann.userId, pushNotifications: false, timezone: null, colorScheme: 'auto' }),
    );
    await world.raise(shop, 'one');
    await sql`update ops.push_subscriptions set user_id = ${randomUUID()} where endpoint = ${bob.device.endpoint}`.execute(
      world.db,
    );
    await world.work();
    expect(world.service.got.map(({ path }) => `${world.service.url}${path}`)).toEqual([carol.device.endpoint]);
    await world.tell(
      `user-${ann.userId}`,
      UserSettingsChanged.create({ userId: ann.userId, pushNotifications: true, timezone: null, colorScheme: 'auto' }),
    );
    await world.raise(shop, 'two');
    await world.work();
    expect(
      world.service.got
        .slice(1)
        .map(({ path }) => `${world.service.url}${path}`)
        .sort(),
    ).toEqual([ann.device.endpoint, carol.device.endpoint].sort());
  });

  it('takes the place of earlier ones of the same contact, and says nothing of what is long past', async () => {
    const shop = randomUUID();
    const { device } = await world.person(shop);
    const contactId = randomUUID();
    for (const text of ['first', 'second', 'third']) await world.raise(shop, text, { contactId });
    await world.raise(shop, 'opted in', { contactId, kind: 'opt-in' });
    await world.raise(shop, 'yesterday', { at: new Date(world.clock.now.getTime() - 86_400_000) });
    await world.work();
    const read = world.service.got.map((got) => device.reads(got));
    expect(read.map(({ body }) => body).sort()).toEqual(['opted in', 'third']);
    expect(read.find(({ body }) => body === 'third')).toMatchObject({ tag: `contact-${contactId}` });
    expect(world.service.got.every(({ headers }) => /^[\w-]{1,32}$/.test(String(headers['topic'])))).toBe(true);
  });

  it('ends a subscription that is gone, waits when asked to, and gives up on the rest', async () => {
    const shop = randomUUID();
    const [gone, busy, odd] = [await world.person(shop), await world.person(shop), await world.person(shop)];
    const is = (person: typeof gone, path: string) => person.device.endpoint.endsWith(path);
    world.service.answerWith((path) =>
      is(gone, path) ? { status: 410 }
      : is(busy, path) ? { status: 429, headers: { 'retry-after': '30' } }
      : { status: 400 },
    );
    await world.raise(shop, 'one');
    await world.work();
    const { rows } = await sql<{ endpoint: string }>`select endpoint from ops.push_subscriptions`.execute(world.db);
    expect(rows.map(({ endpoint }) => endpoint).sort()).toEqual([busy.device.endpoint, odd.device.endpoint].sort());
    world.service.answerWith(() => ({ status: 201 }));
    expect(await world.send()).toBe(0);
    world.clock.now = new Date(world.clock.now.getTime() + 31_000);
    expect(await world.send()).toBe(1);
    expect(world.service.got.at(-1)).toSatisfy(({ path }: Got) => is(busy, path));
    expect(await world.send()).toBe(0);
  });

  it('never asks an address inside: such a subscription is removed', async () => {
    const shop = randomUUID();
    const { userId } = await world.person(shop);
    await sql`update ops.push_subscriptions set endpoint = 'https://127.0.0.2/metadata' where user_id = ${userId}`.execute(
      world.db,
    );
    await world.raise(shop, 'one');
    await world.work();
    expect(world.service.got).toEqual([]);
    expect((await sql`select 1 from ops.push_subscriptions`.execute(world.db)).rows).toEqual([]);
  });
});

it('says who wrote, as they are called when it is sent', async () => {
  const shop = randomUUID();
  const { device } = await world.person(shop);
  const contactId = ContactId.parse(randomUUID());
  const [contact, who] = [`contact-${contactId}`, { contactId, businessId: BusinessId.parse(shop) }];
  await world.tell(contact, ContactDiscovered.create({ ...who, phone: '+14155550134', via: 'inbound-message' }));
  await world.raise(shop, 'Do you have a table?', { contactId });
  await world.work();
  expect(device.reads(world.service.got.at(-1)!)).toMatchObject({ title: '(415) 555-0134' });
  await world.tell(contact, ContactNameChanged.create({ ...who, firstName: 'Grace', lastName: 'Liu' }));
  await world.raise(shop, 'By the window?', { contactId });
  await world.work();
  expect(device.reads(world.service.got.at(-1)!)).toMatchObject({ title: 'Grace Liu', body: 'By the window?' });
});

it('through a service that knows users, each of them gets one, subscribed here or not', async () => {
  const shop = randomUUID();
  const { userId } = await world.person(shop);
  await world.raise(shop, 'one');
  const beams = createBeams({
    instanceId: 'the-instance',
    secretKey: 'the-secret',
    endpoint: '127.0.0.1',
    port: world.service.port,
  });
  await world.work({ to: 'users', push: beams });
  expect(world.service.got).toHaveLength(1);
  expect(JSON.parse(world.service.got[0]!.body.toString())).toMatchObject({
    users: [userId],
    web: { notification: { title: 'New message', body: 'one' } },
  });
});
