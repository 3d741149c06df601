import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { namespaces, uuidV5 } from '../../../domain/kernel/ids.ts';
import { eventually } from '../../support/eventually.ts';
import { context, createProvidersWorld, type ProvidersWorld } from './world.ts';

interface Reply {
  readonly message: string;
  readonly data: { readonly masked: Record<string, string> } | null;
  readonly code?: string;
  readonly errors?: Record<string, readonly string[]>;
}

const applicationId = '93de2206-9669-4e07-948d-329f4b722ee2';
const signIn = { username: 'bandwidth-user', password: 'a-password-of-bandwidth' };
const good = {
  account_id: '9900001',
  application_id: applicationId,
  ...signIn,
  callback_username: signIn.username,
  callback_password: signIn.password,
};
const number = '+14155550211';
const phone = '+12025550147';

let world: ProvidersWorld;
let tenant: Awaited<ReturnType<ProvidersWorld['addAgency']>>;
let admin: Awaited<ReturnType<ProvidersWorld['addUser']>>;
beforeAll(async () => {
  world = await createProvidersWorld();
  tenant = await world.addAgency('North');
  admin = await world.addUser('Admin', null, null);
});
afterAll(() => world.close());

const settle = async () => world.runner.waitFor(await world.raw.head(), { timeoutMs: 10_000 });
const useBandwidth = async (to: typeof tenant, useIt: boolean) => {
  await world.commands.businesses.setBilling(context(admin.caller), {
    businessId: to.businessId,
    revision: null,
    monthlyMessages: null,
    contactLimit: null,
    freeFee: true,
    useBandwidth: useIt,
  });
  await settle();
};
const callback = (events: unknown, authorization: string | null, headers: Record<string, string> = {}) =>
  world.api.inject({
    method: 'POST',
    url: '/webhooks/bandwidth/messages',
    headers: { 'content-type': 'application/json', ...(authorization === null ? {} : { authorization }), ...headers },
    payload: typeof events === 'string' ? events : JSON.stringify(events),
  });
const basic = ({ username, password } = signIn) => `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
const received = (over: object = {}) => ({
  type: 'message-received',
  time: '2026-11-27T10:00:00.000Z',
  description: 'Incoming message received',
  to: number,
  message: {
    id: '14762070468292kw2fuqty55yp2b2',
    time: '2026-11-27T10:00:00.000Z',
    to: [number],
    from: phone,
    text: 'PIZZA',
    applicationId,
    owner: number,
    direction: 'in',
    segmentCount: 1,
    ...over,
  },
});

describe('the account', () => {
  it('is checked at Bandwidth, kept sealed, shown masked', async () => {
    const refused = await world.call<Reply>(tenant.agency.token, 'PUT', '/bandwidth-config', {
      ...good,
      password: 'wrong-password-here',
    });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toHaveProperty('password');
    const { status, body, text } = await world.call<Reply>(tenant.agency.token, 'PUT', '/bandwidth-config', good);
    expect(status).toBe(200);
    expect(body.data?.masked).toMatchObject({
      account_id: '9900001',
      application_id: applicationId,
      password: '••••idth',
    });
    expect(text).not.toContain(signIn.password);
  });

  it.each([
    ['account_id', 'abc'],
    ['application_id', 'no id'],
    ['callback_password', 'short'],
    ['callback_username', 'with:colon'],
    ['username', ''],
  ])('asks for a right %s', async (field, value) => {
    const { status, body } = await world.call<Reply>(tenant.agency.token, 'PUT', '/bandwidth-config', {
      ...good,
      [field]: value,
    });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
  });
});

describe('a business that uses Bandwidth', () => {
  it('gets a number of that account by its operator, never by itself, and can’t search there', async () => {
    await useBandwidth(tenant, true);
    const search = await world.call<Reply>(tenant.business.token, 'POST', '/businesses/search-numbers', {
      country: 'US',
      type: 'local',
    });
    expect([search.status, search.text]).toEqual([422, expect.stringContaining('dashboard')]);
    const byBusiness = await world.call<Reply>(tenant.business.token, 'POST', '/businesses/assign-custom-number', {
      number,
    });
    expect([byBusiness.status, Object.keys(byBusiness.body.errors ?? {})]).toEqual([422, ['number']]);
    world.sandbox.carrier.addNumber({
      number,
      accountSid: '9900001',
      smsUrl: `${world.publicUrl}/webhooks/bandwidth/messages`,
    });
    const { userId } = tenant.business;
    const acting = { kind: 'user', userId, impersonatorId: tenant.agency.userId } as const;
    const caller = { ...tenant.business.caller, actor: acting };
    await world.commands.providers.acquireNumber(context(caller), {
      businessId: tenant.businessId,
      number,
      custom: true,
    });
    const [claimed] = await world.store.read(`number-${number}`);
    expect(claimed).toMatchObject({
      type: 'NumberClaimed',
      data: { heldBy: { owner: 'agency', account: '9900001', carrier: 'bandwidth' } },
      metadata: { actor: acting },
    });
  });

  it('hears and answers by Bandwidth, and knows what arrived', async () => {
    const { webhook } = await world.sandbox.phone.send({ from: phone, to: number, body: 'HELP' });
    expect(webhook).toMatchObject({ state: 'delivered', httpStatus: 204 });
    const answer = await world.sandbox.phone.waitFor(phone, ({ direction }) => direction === 'received');
    expect(answer.from).toBe(number);
    const sent = world.sandbox.carrier.messages({ from: number, direction: 'outbound' })[0]!;
    expect(sent).toMatchObject({ accountSid: '9900001', bandwidth: { applicationId, tag: expect.any(String) } });
    const stream = `message-${sent.bandwidth!.tag!}`;
    const events = await eventually(
      () => world.store.read(stream),
      (all) => all.at(-1)?.type === 'MessageDelivered',
    );
    expect(events.find(({ type }) => type === 'MessageAccepted')?.data).toMatchObject({
      provider: 'bandwidth',
      providerMessageId: sent.sid,
    });
  });

  it('hears a text once, however often and mixed it is told', async () => {
    const events = [received(), received(), received({ id: '14762070468292kw2fuqty55yp2b3', text: 'HELP' })];
    for (let i = 0; i < 2; i++) expect((await callback(events, basic())).statusCode).toBe(204);
    await settle();
    const ids = ['14762070468292kw2fuqty55yp2b2', '14762070468292kw2fuqty55yp2b3'];
    const heard = await Promise.all(
      ids.map((id) => world.store.read(`message-${uuidV5(namespaces.message, 'bandwidth', id)}`)),
    );
    expect(heard.map((all) => all.filter(({ type }) => type === 'MessageReceived').length)).toEqual([1, 1]);
  });

  it.each<[string, unknown, string | null, number]>([
    ['without a sign-in', [received()], null, 403],
    ['with another password', [received()], basic({ ...signIn, password: 'another-password' }), 403],
    ['about a number that Twilio holds or nobody', [received({ owner: '+14155550999' })], basic(), 403],
    ['one of several about another number', [received(), received({ owner: '+14155550999' })], basic(), 403],
    ['that is no list', received(), basic(), 400],
    ['that is empty', [], basic(), 400],
    ['that is not JSON', '{', basic(), 400],
    ['with an id that is none', [received({ id: '../../x' })], basic(), 400],
  ])('refuses a callback %s', async (_, events, authorization, status) => {
    expect((await callback(events, authorization)).statusCode).toBe(status);
  });

  it('takes what is said of a text that is not ours, or in words that nobody documented', async () => {
    const tag = '7b0f8a52-5a53-4e7a-8c36-1b1f6f1e2d3c';
    for (const type of ['message-failed', 'message-sending', 'message-dreaming'])
      expect((await callback([{ ...received({ tag }), type, errorCode: 4720 }], basic())).statusCode).toBe(204);
    expect(await world.store.read(`message-${tag}`)).toEqual([]);
  });

  it('is not answered for by Twilio’s webhooks', async () => {
    const form = new URLSearchParams({ MessageSid: 'SM123456789012', From: phone, To: number, Body: 'PIZZA' });
    const { statusCode } = await world.api.inject({
      method: 'POST',
      url: '/webhooks/twilio/inbound',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': 'x' },
      payload: form.toString(),
    });
    expect(statusCode).toBe(403);
  });
});

describe('without an account there', () => {
  it('a business that uses Bandwidth goes on with Twilio, and the operator’s switch is in the log with who it was', async () => {
    const other = await world.addAgency('South');
    await useBandwidth(other, true);
    const bought = await world.call(other.business.token, 'POST', '/businesses/assign-number', {
      number: '+14155550144',
    });
    expect(bought.status).toBe(200);
    const changed = (await world.store.read(`business-${other.businessId}`)).findLast(
      ({ data }) => (data as { useBandwidth?: boolean }).useBandwidth === true,
    );
    expect(changed?.metadata.actor).toEqual({ kind: 'user', userId: admin.userId, impersonatorId: null });
  });
});

describe('a number that moves', () => {
  it('is known to be held by another account since then', async () => {
    const moving = await world.addAgency('East');
    await world.call(moving.agency.token, 'PUT', '/bandwidth-config', { ...good, account_id: '9900002' });
    const own = { businessId: moving.businessId, number: '+14155550145' };
    await world.call(moving.business.token, 'POST', '/businesses/assign-number', { number: own.number });
    expect(await world.accounts.carrierFor(own.number)).toMatchObject({ name: 'twilio' });
    expect((await world.accounts.carrierFor(own.number))?.heldSince).toBeUndefined();
    await useBandwidth(moving, true);
    await world.commands.businesses.releaseNumber(context(admin.caller), { businessId: moving.businessId });
    await world.commands.providers.acquireNumber(context(admin.caller), { ...own, custom: true });
    await eventually(
      () => world.accounts.carrierFor(own.number),
      (carrier) => carrier?.name === 'bandwidth' && carrier.heldSince !== undefined,
    );
  });
});
