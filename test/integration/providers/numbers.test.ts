import { randomUUID } from 'node:crypto';
import webhooks from 'twilio/lib/webhooks/webhooks.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AgencyId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { E164 } from '../../../domain/sms/values.ts';
import { eventually } from '../../support/eventually.ts';
import { context, createProvidersWorld, installation, type ProvidersWorld, sids } from './world.ts';

/**
 * Numbers are bought with the account that is nearest, and belong to it: texts, callbacks and webhooks go by it. Over
 * HTTP, with the sandbox as the carrier.
 */
let world: ProvidersWorld;
beforeAll(async () => {
  world = await createProvidersWorld();
});
afterAll(() => world.close());

const tokens = { north: 'north-token-0123456789', south: 'south-token-0123456789' };
const withAccount = async (name: keyof typeof sids) => {
  const tenant = await world.addAgency(name);
  await world.call(tenant.agency.token, 'PUT', '/agencies/twilio-config', {
    account_sid: sids[name],
    auth_token: tokens[name],
  });
  return tenant;
};
const buy = (token: string, number: string) =>
  world.call<{ code: string; message: string; errors: Record<string, string[]> }>(
    token,
    'POST',
    '/businesses/assign-number',
    { number },
  );
const holder = (number: string) => world.sandbox.carrier.numbers().find((one) => one.number === number);

/** Posts a text for `to` as the carrier would, signed with `token`. */
async function textIn(to: string, token: string, body = 'HELP', from = '+12025550123') {
  const form = { MessageSid: `SM${randomUUID().replaceAll('-', '')}`, From: from, To: to, Body: body, NumMedia: '0' };
  return world.api.inject({
    method: 'POST',
    url: '/webhooks/twilio/inbound',
    payload: new URLSearchParams(form).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': webhooks.getExpectedTwilioSignature(token, world.inboundSmsUrl, form),
    },
  });
}

test("two agencies with accounts of their own: each one's texts go out with its account, and only its token signs", async () => {
  const [north, south] = [await withAccount('north'), await withAccount('south')];
  expect((await buy(north.business.token, '+14155550141')).status).toBe(200);
  expect((await buy(south.business.token, '+14155550142')).status).toBe(200);
  expect(holder('+14155550141')).toMatchObject({ accountSid: sids.north, smsUrl: world.inboundSmsUrl });
  expect(holder('+14155550142')).toMatchObject({ accountSid: sids.south, smsUrl: world.inboundSmsUrl });

  // A phone texts both: the sandbox posts each with that account's own token, the answer goes out with that account.
  for (const [number, sid] of [
    ['+14155550141', sids.north],
    ['+14155550142', sids.south],
  ] as const) {
    expect(await world.sandbox.phone.send({ from: '+12025550147', to: number, body: 'HELP' })).toMatchObject({
      webhook: { state: 'delivered', httpStatus: 200 },
    });
    await world.sandbox.phone.waitFor(
      '+12025550147',
      (message) => message.direction === 'received' && message.from === number,
    );
    expect(world.sandbox.carrier.messages({ from: number, direction: 'outbound' })).toMatchObject([
      { accountSid: sid },
    ]);
  }
  await world.sandbox.carrier.idle();
  // Status callbacks, signed with each account's token, were taken too.
  const texts = await eventually(
    () =>
      Promise.all(
        [north, south].map(({ businessId }) =>
          world.readModels.conversations(businessId, { filter: 'all', search: null, page: 1, perPage: 5 }),
        ),
      ),
    (lists) => lists.every(({ data }) => data[0]?.lastMessage?.status === 'delivered'),
  );
  expect(texts.map(({ total }) => total)).toEqual([1, 1]);

  const before = await world.raw.head();
  for (const token of [tokens.south, installation.authToken, 'anything'])
    expect((await textIn('+14155550141', token)).statusCode).toBe(403);
  expect(await world.raw.head()).toBe(before);
  expect((await textIn('+14155550141', tokens.north)).statusCode).toBe(200);
});

test("without an account of its own an agency's business buys with the installation's; with one of the business, with that", async () => {
  const tenant = await world.addAgency('Plain');
  expect((await buy(tenant.business.token, '+14155550143')).status).toBe(200);
  expect(holder('+14155550143')).toMatchObject({ accountSid: installation.accountSid });
  expect((await textIn('+14155550143', installation.authToken)).statusCode).toBe(200);
  // An account that comes later holds what is bought later: this number stays where it is.
  await world.call(tenant.agency.token, 'PUT', '/agencies/twilio-config', {
    account_sid: `AC${'3'.repeat(32)}`,
    auth_token: 'later-token-0123456789',
  });
  expect((await textIn('+14155550143', 'later-token-0123456789')).statusCode).toBe(403);
  expect((await textIn('+14155550143', installation.authToken)).statusCode).toBe(200);

  const own = await world.addAgency('Own');
  await world.call(own.business.token, 'PUT', '/twilio-config', {
    account_sid: `AC${'4'.repeat(32)}`,
    auth_token: 'shops-token-0123456789',
  });
  expect((await buy(own.business.token, '+14155550144')).status).toBe(200);
  expect(holder('+14155550144')).toMatchObject({ accountSid: `AC${'4'.repeat(32)}` });
});

test('a renewed token is used at once; a replaced account no longer answers for the numbers of the old', async () => {
  const tenant = await world.addAgency('Renewed');
  const save = (account_sid: string, auth_token: string) =>
    world.call(tenant.agency.token, 'PUT', '/agencies/twilio-config', { account_sid, auth_token });
  const sid = `AC${'8'.repeat(32)}`;
  await save(sid, 'first-token-0123456789');
  await buy(tenant.business.token, '+14155550145');
  expect((await textIn('+14155550145', 'first-token-0123456789')).statusCode).toBe(200);
  await save(sid, 'second-token-0123456789');
  await eventually(
    async () => (await textIn('+14155550145', 'second-token-0123456789')).statusCode,
    (status) => status === 200,
  );
  expect((await textIn('+14155550145', 'first-token-0123456789')).statusCode).toBe(403);
  await save(`AC${'9'.repeat(32)}`, 'other-token-0123456789');
  await eventually(
    () => world.accounts.accountOf('+14155550145'),
    (account) => account === null,
  );
  for (const token of [
    'first-token-0123456789',
    'second-token-0123456789',
    'other-token-0123456789',
    installation.authToken,
  ])
    expect((await textIn('+14155550145', token)).statusCode).toBe(403);
  expect(await world.accounts.carrierFor('+14155550145')).toBeNull();
});

test('buying the same number again, by two at once, or what another business has', async () => {
  const tenant = await withAccount('north');
  const commandId = randomUUID();
  const acquire = (id: string) =>
    world.commands.providers.acquireNumber(context(tenant.business.caller, id), {
      businessId: tenant.businessId,
      number: '(415) 555-0146',
      custom: false,
    });
  const first = await acquire(commandId);
  expect(await acquire(commandId)).toMatchObject({ result: first.result });
  expect((await world.store.read(streams.numberClaim(E164.parse('+14155550146')))).length).toBe(1);
  expect(await buy(tenant.business.token, '+14155550147')).toMatchObject({
    status: 409,
    body: { errors: { number: [expect.stringContaining('Release it')] } },
  });
  expect(holder('+14155550147')).toBeUndefined(); // Refused before any money was spent.

  const second = await withAccount('north');
  expect(await buy(second.business.token, '+14155550146')).toMatchObject({
    status: 422,
    body: { code: 'number_taken' },
  });
  const third = await withAccount('south');
  expect(await buy(third.business.token, '+14155550199x')).toMatchObject({ status: 422 });
  expect(await buy(third.business.token, '+14155552671')).toMatchObject({
    status: 422,
    body: { code: 'provider_refused', errors: { number: [expect.stringContaining('not available')] } },
  });

  const racers = await Promise.all(
    Array.from({ length: 4 }, async (_, index) => ({ ...(await world.addAgency(`Racer${index}`)) })),
  );
  const statuses = await Promise.all(
    racers.map(async ({ business }) => (await buy(business.token, '+14155550148')).status),
  );
  expect([...statuses].sort()).toEqual([200, 422, 422, 422]);
});

test('cut off after the purchase, it is made whole by repeating it, and bought once', async () => {
  const tenant = await withAccount('south');
  const commandId = randomUUID();
  const input = { businessId: tenant.businessId, number: '+14155550149', custom: false };
  const broken = world.commandsWith({
    events: {
      ...world.store,
      append: async () => {
        throw new Error('the power went out');
      },
    },
  });
  await expect(broken.providers.acquireNumber(context(tenant.business.caller, commandId), input)).rejects.toThrow(
    'the power went out',
  );
  expect(holder('+14155550149')).toMatchObject({ accountSid: sids.south });
  const sid = holder('+14155550149')!.sid;
  await world.commands.providers.acquireNumber(context(tenant.business.caller, commandId), input);
  expect(holder('+14155550149')!.sid).toBe(sid);
  expect(
    await eventually(
      () => world.readModels.business(tenant.businessId),
      (business) => business?.phoneNumber === '+14155550149',
    ),
  ).toBeTruthy();
});

test('a number that the account holds already is taken over and pointed here; one that it does not hold is refused', async () => {
  const tenant = await withAccount('north');
  world.sandbox.carrier.addNumber({
    number: '+12065550150',
    accountSid: sids.north,
    smsUrl: 'http://elsewhere.example.test/',
  });
  const adopt = (number: string) =>
    world.call<{ message: string }>(tenant.business.token, 'POST', '/businesses/assign-custom-number', { number });
  expect(await adopt('+12065550151')).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('does not hold this number') },
  });
  expect((await adopt('+1 206 555 0150')).status).toBe(200);
  expect(holder('+12065550150')).toMatchObject({ smsUrl: world.inboundSmsUrl });
});

test("search: what the carrier offers, in the contract's form; wrong questions are told at their field", async () => {
  const tenant = await withAccount('north');
  const search = (body: object) =>
    world.call<{ data: { number: string; is_tollfree: boolean }[]; errors: Record<string, string[]> }>(
      tenant.business.token,
      'POST',
      '/businesses/search-numbers',
      body,
    );
  expect((await search({ area_code: '206' })).body.data[0]).toMatchObject({
    number: '+12065550100',
    is_tollfree: false,
  });
  expect((await search({ type: 'tollfree' })).body.data.every((one) => one.is_tollfree)).toBe(true);
  expect((await search({ contains: '' })).status).toBe(200);
  expect(await search({ area_code: '20' })).toMatchObject({
    status: 422,
    body: { errors: { area_code: [expect.any(String)] } },
  });
  expect(await search({ contains: '1' })).toMatchObject({ status: 422 });
  expect((await world.call(tenant.agency.token, 'POST', '/businesses/search-numbers', {})).status).toBe(403);
});

test("a number given back is free for another; nobody takes away a stranger's", async () => {
  const [mine, other] = [await withAccount('north'), await withAccount('south')];
  await buy(mine.business.token, '+14155550152');
  const reset = (token: string) => world.call(token, 'POST', `/businesses/${mine.businessId}/reset-number`);
  expect((await reset(other.agency.token)).status).toBe(404);
  expect((await reset(mine.business.token)).status).toBe(403);
  expect((await reset(mine.agency.token)).status).toBe(200);
  expect((await world.readModels.business(mine.businessId))?.phoneNumber).toBeNull();
  expect((await world.store.read(streams.providers(mine.agencyId as AgencyId))).length).toBe(1);
  expect((await buy(mine.business.token, '+14155550152')).status).toBe(200);
});
