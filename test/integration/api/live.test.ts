import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { subjects } from '../../../adapters/bus/port.ts';
import { LiveClose, LiveEvent } from '../../../api/contract/live.ts';
import type { ApiConfig } from '../../../api/server.ts';
import { BillQueued } from '../../../domain/bills/events.ts';
import { AgencyId, BusinessId, namespaces, uuidV5 } from '../../../domain/kernel/ids.ts';
import { ledgerAmount, usd } from '../../../domain/kernel/money.ts';
import { PaymentMethodSaved } from '../../../domain/payments/events.ts';
import type { Payer } from '../../../domain/payments/payer.ts';
import { streams } from '../../../domain/streams.ts';
import { context, system } from '../../support/callers.ts';
import { said } from '../../support/said.ts';
import { subscribed } from '../../support/subscribed.ts';
import { eventually, startTestApi, type Tenant, type TestApi } from './support.ts';

let app: TestApi;
let host: string;
let bella: Tenant;
const clients: Client[] = [];
/** Closed after the test that has started it. */
let own: TestApi | null = null;

const open = (live: NonNullable<ApiConfig['live']> = {}) =>
  startTestApi({ config: { live: { gapCheckMs: 3_600_000, ...live } } });
/** An application of the test's own. */
async function start(live: NonNullable<ApiConfig['live']> = {}) {
  app = own = await open(live);
  bella = await app.addTenant('bella');
  host = await app.listen();
}
afterEach(async () => {
  for (const client of clients.splice(0)) client.socket.terminate();
  await own?.close();
  own = null;
});

describe('somebody is writing', () => {
  it('is said to the others of the business, with their name, and to nobody else', async () => {
    await start();
    const dara = await app.addTenant('dara');
    const { contactId } = await app.textIn(bella, 'Anybody there?', '+12025550191');
    const [mine, theirs] = [bella, dara].map(({ token }) => new Client(JSON.stringify({ token })));
    const heardBy = (client: Client) => client.frames.filter((frame) => frame.type === 'writing');
    await eventually(
      () => Promise.resolve([mine, theirs].map((client) => client!.frames.some(({ type }) => type === 'ready'))),
      (ready) => ready.every(Boolean),
    );
    const say = (token: string, writing: boolean) =>
      app.call(token, 'POST', `/livechat/${contactId}/writing`, { writing });
    expect((await say(bella.token, true)).status).toBe(200);
    expect((await say(dara.token, true)).status).toBe(404);
    expect((await say(bella.token, false)).status).toBe(200);
    await eventually(
      () => Promise.resolve(heardBy(mine!)),
      (frames) => frames.length === 2,
    );
    expect(heardBy(mine!)).toMatchObject([
      { contact_id: contactId, user_id: bella.userId, writing: true },
      { contact_id: contactId, user_id: bella.userId, writing: false },
    ]);
    expect(heardBy(theirs!)).toEqual([]);
    const many = await Promise.all(Array.from({ length: 130 }, () => say(bella.token, true)));
    expect(many.filter(({ status }) => status === 200)).toHaveLength(118);
    expect(many.filter(({ status }) => status === 429)).toHaveLength(12);
  });
});

describe('who is at the product', () => {
  it('is who has a socket that answers, or had one some minutes ago; who only acts as somebody does not make them so', async () => {
    let passed = 0;
    app = own = await startTestApi({
      config: { live: { gapCheckMs: 3_600_000, heartbeatMs: 50 } },
      now: () => new Date(Date.now() + passed),
    });
    bella = await app.addTenant('bella');
    host = await app.listen();
    const noor = await app.addUser('Agency', bella.agencyId!);
    const operator = await app.addUser('Admin', null);
    // The calls of who asks are signs as well: an operator asks, who is of no team.
    const acting = async (of: string) =>
      (await app.call<{ access_token: string }>(of, 'POST', `/impersonate/${bella.userId}`)).body.access_token;
    const asking = await acting(operator);
    const online = async () =>
      (
        await app.call<{ data: { id: string; name: string; online: boolean }[] }>(asking, 'GET', '/livechat/team')
      ).body.data
        .filter((one) => one.online)
        .map(({ name }) => name);
    const minutes = (count: number) => {
      passed += count * 60_000;
    };
    minutes(6);
    expect(await online()).toEqual([]);
    const mine = await ready(say(bella.token));
    await eventually(online, (names) => names.length === 1);
    // As long as it answers: the heartbeat says so again and again.
    minutes(4);
    minutes(4);
    await eventually(online, (names) => names.join() === 'Bella Rossi');
    mine.socket.terminate();
    await eventually(
      () => app.api.liveSockets(),
      (open) => open === 0,
    );
    minutes(6);
    expect(await online()).toEqual([]);
    // Of the agency, and acting as Bella: Noor is here, Bella is not. Nor does an operator who acts as her make her so.
    await ready(say(await acting(noor)));
    await ready(say(asking));
    await eventually(online, (names) => names.length > 0);
    expect(await online()).toEqual(['Ada Min']);
  });
});

describe('the team', () => {
  it('hears at once who comes, who comes back to work and who is away, and before long who goes or is idle', async () => {
    let passed = 0;
    app = own = await startTestApi({
      config: { live: { gapCheckMs: 3_600_000, heartbeatMs: 1_000, presenceMs: 25 } },
      now: () => new Date(Date.now() + passed),
    });
    bella = await app.addTenant('bella');
    host = await app.listen();
    const noor = await app.addUser('Agency', bella.agencyId!);
    const other = await app.addTenant('dara');
    const [mine, theirs] = [await ready(say(bella.token)), await ready(say(other.token))];
    const told = (client: Client) => client.frames.filter(({ type }) => type === 'team-changed').length;
    type Team = { data: { name: string; away: boolean; online: boolean; idle_since: string | null }[] };
    const team = async () =>
      (await app.call<Team>(bella.token, 'GET', '/livechat/team')).body.data
        .filter(({ online }) => online)
        .map(({ name, away, idle_since: idle }) => {
          const how =
            away ? 'away'
            : idle === null ? 'here'
            : 'idle';
          return `${name.split(' ')[0]} is ${how}`;
        })
        .toSorted();
    /** Something happens, Bella hears that the team has changed, and then it looks so. */
    const changes = async (happen: () => unknown, looks: readonly string[]) => {
      const before = told(mine);
      await happen();
      await mine.until(() => told(mine) > before);
      await eventually(team, (names) => names.join() === looks.join());
    };
    const touch = (token: string) => app.call(token, 'POST', '/livechat/here');
    const minutes = (count: number) => {
      passed += count * 60_000;
      return touch(bella.token);
    };
    // Noor has just signed in, which is a sign of her; it gets old.
    await changes(() => minutes(6), ['Bella is here']);
    await changes(() => ready(say(noor)), ['Ada is here', 'Bella is here']);
    expect((await touch(noor)).status).toBe(200);
    await changes(() => minutes(11), ['Ada is idle', 'Bella is here']);
    await changes(() => touch(noor), ['Ada is here', 'Bella is here']);
    const away = (is: boolean) => app.call(bella.token, 'POST', '/livechat/away', { away: is });
    const heard = told(theirs);
    await changes(() => away(true), ['Ada is here', 'Bella is away']);
    await changes(() => away(false), ['Ada is here', 'Bella is here']);
    expect(told(theirs)).toBe(heard);
    clients.at(-1)!.socket.terminate();
    await eventually(
      () => app.api.liveSockets(),
      (open) => open === 2,
    );
    await changes(() => minutes(6), ['Bella is here']);
  });
});

let sids = 0;
/** Texts of a burst: each number is one text, whenever it is asked for. */
const burst = (fromOf: (number: number) => string) => {
  const first = (sids += 10_000);
  return (number: number) => ({
    MessageSid: `SM${String(first + number).padStart(32, '0')}`,
    From: fromOf(number),
    To: bella.number,
    Body: 'Hi',
    NumMedia: '0',
  });
};

class Client {
  readonly socket: WebSocket;
  readonly frames: LiveEvent[] = [];
  closed: { code: number } | null = null;
  constructor(hello: string | Buffer | null) {
    this.socket = new WebSocket(`ws://${host}/api/v1/live`);
    this.socket.on('open', () => {
      if (hello !== null) this.socket.send(hello);
    });
    this.socket.on('message', (data) => this.frames.push(LiveEvent.parse(JSON.parse(String(data)))));
    this.socket.on('close', (code) => {
      this.closed = { code };
    });
    this.socket.on('error', () => undefined);
    clients.push(this);
  }
  messages() {
    return this.frames.filter((frame) => frame.type === 'new-message');
  }
  async until(accept: () => boolean) {
    await eventually(() => this.frames, accept);
  }
}
const say = (token: string, after: string | null = null) => new Client(JSON.stringify({ token, after }));
const ready = async (client: Client) => {
  await client.until(() => client.frames.length > 0);
  expect(client.frames[0]!.type).toBe('ready');
  return client;
};
const closedWith = async (client: Client) =>
  (await eventually(
    () => client.closed,
    (closed) => closed !== null,
  ))!.code;

/** Ended without a close frame. */
const abnormal = 1006;
const opened = (client: Client) =>
  eventually(
    () => client.socket.readyState,
    (state) => state === WebSocket.OPEN,
  );
/** Said something, or gone. */
const reached = async (client: Client) => {
  await client.until(() => client.frames.length > 0 || client.closed !== null);
  return client;
};

describe('the live websocket', () => {
  let shared: TestApi;
  let address: string;
  let tenants = 0;
  beforeAll(async () => {
    shared = await open();
    address = await shared.listen();
  });
  beforeEach(async () => {
    [app, host] = [shared, address];
    bella = await app.addTenant(`bella-${(tenants += 1)}`);
  });
  afterAll(() => shared.close());

  it('says hello with the counts, then tells of each new message once, in order, with the unread count', async () => {
    const one = await ready(say(bella.token));
    const two = await ready(say(await app.signIn(bella.email)));
    expect(one.frames[0]).toMatchObject({ unread: 0, notifications_unread: 0 });
    const texts = [];
    for (let number = 0; number < 5; number += 1) texts.push(await app.textIn(bella, `Hello ${number}`));
    for (const client of [one, two]) {
      await client.until(() => client.messages().length === 5);
      expect(client.messages().map((frame) => frame.message_id)).toEqual(texts.map((text) => text.messageId));
      expect(client.messages().map((frame) => frame.unread)).toEqual([1, 2, 3, 4, 5]);
      await client.until(() =>
        client.frames.some((frame) => frame.type === 'notification' && frame.notifications_unread > 0),
      );
    }
  });

  it('a burst arrives whole, once, in order, ending with the right count', async () => {
    const client = await ready(say(bella.token));
    const form = burst((number) => `+1202555${1000 + (number % 7)}`);
    await Promise.all(
      Array.from({ length: 300 }, (_, number) =>
        app.webhook('/webhooks/twilio/inbound', form(number), { authToken: bella.authToken }),
      ),
    );
    await Promise.all(
      Array.from({ length: 300 }, (_, number) =>
        app.react(uuidV5(namespaces.message, 'twilio', form(number).MessageSid)),
      ),
    );
    await client.until(() => client.messages().length >= 300);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const positions = client.messages().map((frame) => BigInt(frame.position));
    expect(positions).toHaveLength(300);
    expect(positions).toEqual(positions.toSorted((left, right) => (left < right ? -1 : 1)));
    expect(new Set(client.messages().map((frame) => frame.message_id)).size).toBe(300);
    expect(client.messages().at(-1)!.unread).toBe(300);
  });

  it('tells of what others do on another screen', async () => {
    const { contactId } = await app.textIn(bella, 'PIZZA');
    await app.textIn(bella, 'And a table at eight?');
    const client = await ready(say(bella.token));
    expect(client.frames[0]).toMatchObject({ unread: 1 });
    await app.call(bella.token, 'POST', '/livechat/messages', { contact_id: contactId, body: 'At eight?' });
    await client.until(() =>
      client.frames.some(
        (frame) => frame.type === 'message-changed' && frame.status === 'queued' && frame.contact_id === contactId,
      ),
    );
    await app.call(bella.token, 'POST', `/livechat/${contactId}/read`, {});
    await client.until(() =>
      client.frames.some((frame) => frame.type === 'conversation-changed' && frame.unread === 0),
    );
  });

  it('tells of money the payer and operators, and of what an agency subscribes to also its businesses', async () => {
    const told = (client: Client) => client.frames.filter(({ type }) => type === 'billing-changed').length;
    const dara = await app.addTenant('dara-pays');
    const payer = { kind: 'agency', id: bella.agencyId! } as Payer;
    const [agency, operator] = [await app.addUser('Agency', bella.agencyId), await app.addUser('Admin', null)];
    const other = await app.addUser('Agency', dara.agencyId);
    const [ofAgency, ofOperator, ofBusiness] = [
      await ready(say(agency)),
      await ready(say(operator)),
      await ready(say(bella.token)),
    ];
    const strangers = [await ready(say(other)), await ready(say(dara.token))];
    const credit = { grantId: namespaces.command, currency: usd, units: ledgerAmount(10_000), reason: 'Agreed' };
    await app.commands.wallets.grantCredit(context(system), { payer, ...credit });
    await ofAgency.until(() => told(ofAgency) === 1);
    await ofOperator.until(() => told(ofOperator) === 1);
    await subscribed(app.store, { agencyId: bella.agencyId! });
    for (const client of [ofAgency, ofOperator, ofBusiness]) await client.until(() => told(client) >= 1);
    await ofAgency.until(() => told(ofAgency) === 2);
    expect(told(ofBusiness)).toBe(1);
    expect(strangers.map(told)).toEqual([0, 0]);
  });

  it('tells a payer of its cards and closed months, an agency of its bills, and no other tenant of either', async () => {
    const told = (client: Client) => client.frames.filter(({ type }) => type === 'billing-changed').length;
    const dara = await app.addTenant(`dara-${(tenants += 1)}`);
    const alone = await app.addTenant(`alone-${(tenants += 1)}`, { agencyId: null });
    const agencyId = AgencyId.parse(bella.agencyId);
    const businessId = BusinessId.parse(bella.businessId);
    const hearers = {
      agency: await ready(say(await app.addUser('Agency', bella.agencyId))),
      operator: await ready(say(await app.addUser('Admin', null))),
      standalone: await ready(say(alone.token)),
      business: await ready(say(bella.token)),
      otherAgency: await ready(say(await app.addUser('Agency', dara.agencyId))),
      otherBusiness: await ready(say(dara.token)),
    };
    const heard = async (expected: Partial<Record<keyof typeof hearers, number>>) => {
      const all = Object.entries(hearers) as [keyof typeof hearers, Client][];
      for (const [name, client] of all) await client.until(() => told(client) >= (expected[name] ?? 0));
      const silent = { agency: 0, operator: 0, standalone: 0, business: 0, otherAgency: 0, otherBusiness: 0 };
      expect(Object.fromEntries(all.map(([name, client]) => [name, told(client)]))).toEqual({ ...silent, ...expected });
    };
    const card = (payer: { readonly payerKind: 'agency' | 'business'; readonly payerId: string }) =>
      PaymentMethodSaved.create({
        ...payer,
        methodId: 'pm_1',
        kind: 'card',
        brand: 'visa',
        last4: '4242',
        expMonth: 4,
        expYear: 2030,
      });
    const keep = (stream: string, tenant: Parameters<typeof said>[1], event: Parameters<typeof said>[0][number]) =>
      app.store.append(stream, 'any', said([event], tenant));
    const ofAgency = { agencyId, businessId: null };
    await keep(streams.payments(agencyId), ofAgency, card({ payerKind: 'agency', payerId: agencyId }));
    await heard({ agency: 1 });
    const ofAlone = { agencyId: null, businessId: BusinessId.parse(alone.businessId) };
    await keep(
      streams.payments(ofAlone.businessId),
      ofAlone,
      card({ payerKind: 'business', payerId: alone.businessId }),
    );
    await heard({ agency: 1, standalone: 1 });
    const rest = { lines: [], late: [], unrated: [], position: '1', listVersion: 0, resaleVersion: 0 };
    await app.commands.statements.close(context(system), {
      ...rest,
      payer: { kind: 'agency', id: agencyId },
      month: '2026-09',
      currency: 'USD',
      terms: { included: {}, overage: {} },
    });
    await heard({ agency: 2, standalone: 1, operator: 1 });
    await app.commands.bills.setUp(context(system), { agencyId, isOn: true, note: '' });
    await heard({ agency: 3, standalone: 1, operator: 1 });
    const bill = { agencyId, businessId, month: '2026-09', nth: 1, mailId: null, userId: null };
    await keep(streams.bills(businessId), { agencyId, businessId }, BillQueued.create(bill));
    await heard({ agency: 4, standalone: 1, operator: 1 });
    // What they hear next is their own: nothing was under way to them.
    const credit = { grantId: namespaces.command, currency: usd, units: ledgerAmount(10_000), reason: 'Agreed' };
    await app.commands.wallets.grantCredit(context(system), {
      payer: { kind: 'agency', id: AgencyId.parse(dara.agencyId) },
      ...credit,
    });
    await subscribed(app.store, { agencyId: dara.agencyId! });
    await hearers.otherBusiness.until(() => told(hearers.otherBusiness) > 0);
    await hearers.otherAgency.until(() => told(hearers.otherAgency) > 1);
    await heard({ agency: 4, standalone: 1, operator: 3, otherAgency: 2, otherBusiness: 1 });
  });

  it('tells nobody of another business', async () => {
    const mallory = await app.addTenant('mallory');
    const client = await ready(say(mallory.token));
    await app.textIn(bella, 'Secret');
    await app.textIn(mallory, 'Mine');
    await client.until(() => client.messages().length > 0);
    expect(client.messages()).toHaveLength(1);
  });

  it('resumes after a position with what was missed, and nothing twice', async () => {
    const first = await ready(say(bella.token));
    await app.textIn(bella, 'One');
    await first.until(() => first.messages().length === 1);
    const { position } = first.messages()[0]!;
    first.socket.terminate();
    const missed = [await app.textIn(bella, 'Two'), await app.textIn(bella, 'Three')];
    const second = await ready(say(bella.token, position));
    const after = await app.textIn(bella, 'Four');
    await second.until(() => second.messages().length === 3);
    expect(second.messages().map((frame) => frame.message_id)).toEqual(
      [...missed, after].map((text) => text.messageId),
    );
  });

  it('resumes from its first ready, when nothing had come yet', async () => {
    await app.textIn(bella, 'Before');
    const first = await ready(say(bella.token));
    const { position } = first.frames[0]!;
    first.socket.terminate();
    const missed = await app.textIn(bella, 'Missed');
    const second = await ready(say(bella.token, position));
    await second.until(() => second.messages().length > 0);
    expect(second.messages().map((frame) => frame.message_id)).toEqual([missed.messageId]);
  });

  it('while texts come in all the time, those who come and go miss nothing and see nothing twice', async () => {
    let sending = true;
    let sent = 0;
    const form = burst(() => '+12025550140');
    const texts = (async () => {
      while (sending) {
        const next = form((sent += 1));
        await app.webhook('/webhooks/twilio/inbound', next, { authToken: bella.authToken });
        await app.react(uuidV5(namespaces.message, 'twilio', next.MessageSid));
      }
    })();
    const seen: string[] = [];
    let after: string | null = (await ready(say(bella.token, '0'))).frames[0]!.position;
    for (let visit = 0; visit < 15; visit += 1) {
      const client: Client = await ready(say(bella.token, after));
      await new Promise((resolve) => setTimeout(resolve, 20));
      client.socket.terminate();
      const got = client.messages();
      seen.push(...got.map((frame) => frame.message_id));
      after = got.at(-1)?.position ?? after;
    }
    sending = false;
    await texts;
    await app.settled();
    const last = await ready(say(bella.token, after));
    await eventually(
      () => seen.length + last.messages().length,
      (count) => count >= sent,
    );
    seen.push(...last.messages().map((frame) => frame.message_id));
    expect(seen).toHaveLength(sent);
    expect(new Set(seen).size).toBe(sent);
  });

  it('that missed more than 200 says resync instead', async () => {
    const form = burst(() => '+12025550141');
    await Promise.all(
      Array.from({ length: 201 }, (_, number) =>
        app.webhook('/webhooks/twilio/inbound', form(number), { authToken: bella.authToken }),
      ),
    );
    for (let number = 0; number < 201; number += 1)
      await app.react(uuidV5(namespaces.message, 'twilio', form(number).MessageSid));
    await app.settled();
    const client = await ready(say(bella.token, '0'));
    await client.until(() => client.frames.length > 1);
    expect(client.frames[1]).toMatchObject({ type: 'resync' });
    expect(client.messages()).toEqual([]);
    const next = await app.textIn(bella, 'Next');
    await client.until(() => client.messages().length > 0);
    expect(client.messages().map((frame) => frame.message_id)).toEqual([next.messageId]);
  });

  it('hears a message that the bus repeats only once', async () => {
    const client = await ready(say(bella.token));
    const heard: unknown[] = [];
    app.bus.subscribe(subjects.live(bella.businessId), (message) => heard.push(message));
    await app.textIn(bella, 'Once');
    await client.until(() => client.messages().length === 1);
    for (const message of [...heard]) app.bus.publish(subjects.live(bella.businessId), message);
    const last = await app.textIn(bella, 'Again');
    await client.until(() => client.messages().length === 2);
    expect(client.messages().at(-1)!.message_id).toBe(last.messageId);
  });

  it.each([
    ['no JSON', 'hello', LiveClose.badHello],
    ['no token', '{}', LiveClose.badHello],
    ['a position that is none', JSON.stringify({ token: 'x', after: 'x' }), LiveClose.badHello],
    ['an unknown token', JSON.stringify({ token: 'A'.repeat(43) }), LiveClose.unauthenticated],
    ['too much', JSON.stringify({ token: 'x'.repeat(10_000) }), LiveClose.tooBig],
    ['bytes', Buffer.from([1, 2, 3]), LiveClose.badHello],
  ])('is closed on %s', async (_name, hello, code) => {
    expect(await closedWith(new Client(hello))).toBe(code);
  });

  it('is closed when its session is signed out', async () => {
    const token = await app.signIn(bella.email);
    const leaving = await ready(say(token));
    const staying = await ready(say(bella.token));
    await app.call(token, 'POST', '/logout');
    expect(await closedWith(leaving)).toBe(LiveClose.unauthenticated);
    expect(staying.closed).toBeNull();
  });

  it('the token is not taken from the address', async () => {
    const socket = new WebSocket(`ws://${host}/api/v1/live?token=${bella.token}`);
    const frames: unknown[] = [];
    socket.on('message', (data) => frames.push(data));
    await new Promise((resolve) => socket.once('open', resolve));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(frames).toEqual([]);
    socket.terminate();
  });

  it('somebody without a business is welcome, and hears of none', async () => {
    const client = await ready(say(await app.addUser('Agency', bella.agencyId)));
    await app.textIn(bella, 'Hello');
    expect(client.frames).toHaveLength(1);
  });

  it('is closed as going away when the server stops', async () => {
    await start();
    const client = await ready(say(bella.token));
    const closing = app.api.close();
    expect(await closedWith(client)).toBe(LiveClose.goingAway);
    await closing;
  });
});

describe('a bus that loses messages', () => {
  /** Swallows what the bus says to the people of the business, as a broken line would. */
  const deafen = () => {
    const real = app.bus.publish;
    const mutable = app.bus as { publish: typeof app.bus.publish };
    mutable.publish = (subject, message) => {
      if (!subject.startsWith('live.')) real(subject, message);
    };
    return () => {
      mutable.publish = real;
    };
  };

  it('is made good from the read models, in order and once', async () => {
    await start({ gapCheckMs: 30 });
    const client = await ready(say(bella.token));
    const heard = await app.textIn(bella, 'Heard');
    await client.until(() => client.messages().length === 1);
    const hearAgain = deafen();
    const lost = [await app.textIn(bella, 'Lost'), await app.textIn(bella, 'Lost too')];
    hearAgain();
    await client.until(() => client.messages().length === 3);
    const later = await app.textIn(bella, 'Later');
    await client.until(() => client.messages().length === 4);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(client.messages().map((frame) => frame.message_id)).toEqual(
      [heard, ...lost, later].map((text) => text.messageId),
    );
    expect(client.messages().at(-1)!.unread).toBe(4);
  });

  it('tells nothing of what was there before, closed conversations included', async () => {
    await start({ gapCheckMs: 30 });
    const { contactId } = await app.textIn(bella, 'Old');
    await app.call(bella.token, 'POST', `/livechat/${contactId}/status?status=closed`);
    const client = await ready(say(bella.token));
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(client.messages()).toEqual([]);
  });
});

describe('clients that behave badly', () => {
  it('one that says nothing is closed', async () => {
    await start({ helloMs: 50 });
    expect(await closedWith(new Client(null))).toBe(LiveClose.tooLate);
  });

  it('of one user are so many and no more; another user, and the same one later, come in', async () => {
    await start({ perUser: 3 });
    const mine = [];
    for (let count = 0; count < 3; count += 1) mine.push(await ready(say(bella.token)));
    expect(await closedWith(say(bella.token))).toBe(LiveClose.tooMany);
    await ready(say((await app.addTenant('mallory')).token));
    mine[0]!.socket.terminate();
    await closedWith(mine[0]!);
    await eventually(
      async () => (await reached(say(bella.token))).frames.length,
      (frames) => frames > 0,
    );
    expect(mine.slice(1).map(({ closed }) => closed)).toEqual([null, null]);
  });

  it('of one address are so many and no more, also of those that never say hello', async () => {
    await start({ perAddress: 4 });
    const silent = Array.from({ length: 4 }, () => new Client(null));
    await Promise.all(silent.map(opened));
    expect(await closedWith(say(bella.token))).toBe(abnormal);
    silent[0]!.socket.terminate();
    await eventually(
      async () => (await reached(say(bella.token))).frames.length,
      (frames) => frames > 0,
    );
  });

  it('whose sign-in nobody answers is closed like one that says nothing', async () => {
    await start({ helloMs: 300 });
    const holding = await app.pool.connect();
    try {
      await holding.query('begin');
      await holding.query('lock table ops.sessions in access exclusive mode');
      expect(await closedWith(say('x'.repeat(43)))).toBe(LiveClose.tooLate);
    } finally {
      await holding.query('rollback');
      holding.release();
    }
  });

  it.each([
    ['frames after its hello', (client: Client) => client.socket.send('{}')],
    ['pings', (client: Client) => client.socket.ping('x')],
  ])('that sends too many %s is cut off, and the others do not notice', async (_what, send) => {
    await start({ framesPerBeat: 50 });
    const [noisy, quiet] = [await ready(say(bella.token)), await ready(say(bella.token))];
    for (let count = 0; count < 40; count += 1) send(noisy);
    await app.textIn(bella, 'Still there?');
    await noisy.until(() => noisy.messages().length === 1);
    for (let count = 0; count < 40; count += 1) send(noisy);
    expect(await closedWith(noisy)).toBe(abnormal);
    await app.textIn(bella, 'And now?');
    await quiet.until(() => quiet.messages().length === 2);
  });

  it('that sends a frame of more than a hello is cut off before it is read', async () => {
    await start();
    expect([LiveClose.tooBig, abnormal]).toContain(await closedWith(new Client('x'.repeat(5_000))));
    expect([LiveClose.tooBig, abnormal]).toContain(await closedWith(new Client(Buffer.alloc(50_000_000))));
  });

  it('one that does not answer pings is cut off', async () => {
    await start({ heartbeatMs: 60 });
    const client = await ready(say(bella.token));
    client.socket.pong = () => undefined;
    (client.socket as unknown as { _autoPong: boolean })._autoPong = false;
    await closedWith(client);
    expect(app.api.liveSockets()).toBe(0);
  });

  it('one that does not read is closed with resync, and the others do not notice', async () => {
    await start({ maxBufferedBytes: 64 * 1024 });
    const slow = await ready(say(bella.token));
    const quick = await ready(say(bella.token));
    slow.socket.pause();
    const before = process.memoryUsage().arrayBuffers;
    const contactId = 'c'.repeat(1_000);
    const total = 60_000;
    for (let number = 0; number < total; number += 1) {
      app.bus.publish(subjects.live(bella.businessId), {
        type: 'message-changed',
        contactId,
        messageId: 'm',
        status: 'sent',
        position: '1',
      });
      // The quick one shares this process: it keeps up because it is let read, whatever else the machine does.
      if (number % 100 === 0) await quick.until(() => quick.frames.length >= number + 1);
    }
    await eventually(
      () => app.api.liveSockets(),
      (count) => count === 1,
    );
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 1024 * 1024);
    await quick.until(() => quick.frames.length === total + 1);
    slow.socket.resume();
    expect(await closedWith(slow)).not.toBe(1000);
  });

  it('those that come and go, by the thousand, leave nothing behind', async () => {
    await start({ perUser: 500, perAddress: 500 });
    const visits = Number(process.env['VISITS'] ?? 1_500);
    const round = async () => {
      const socket = new WebSocket(`ws://${host}/api/v1/live`);
      await new Promise<void>((resolve, reject) => {
        socket.on('open', () => socket.send(JSON.stringify({ token: bella.token, after: null })));
        socket.on('message', () => resolve());
        socket.on('error', reject);
      });
      socket.terminate();
    };
    const crowd = async (count: number) => {
      let left = count;
      await Promise.all(
        Array.from({ length: 50 }, async () => {
          while (left-- > 0) await round();
        }),
      );
      await eventually(
        () => app.api.liveSockets(),
        (open) => open === 0,
      );
    };
    await crowd(500);
    await crowd(visits - 500);
    expect(app.api.liveSockets()).toBe(0);
    expect(app.api.liveChannels()).toBe(0);
    // And the unread count of who comes next is right.
    await app.textIn(bella, 'Still there?');
    const client = await ready(say(bella.token));
    expect(client.frames[0]).toMatchObject({ unread: 1 });
  }, 300_000);
});
