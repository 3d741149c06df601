import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNumberInventory } from '../../../adapters/providers/index.ts';
import { type CarrierAccount, NumberRefused, NumbersUnavailable } from '../../../adapters/providers/port.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';

let sandbox: Sandbox;
const one: CarrierAccount = { accountSid: `AC${'1'.repeat(32)}`, authToken: 'token-of-the-first' };
const other: CarrierAccount = { accountSid: `AC${'2'.repeat(32)}`, authToken: 'token-of-the-other' };
const smsUrl = 'http://127.0.0.1:9/inbound';
const anywhere = { country: 'US', type: 'local', areaCode: null, state: null, contains: null } as const;

beforeAll(async () => {
  sandbox = await startSandbox({ openAccounts: true });
});
afterAll(() => sandbox.close());
const inventory = () => createNumberInventory({ baseUrl: sandbox.url, timeoutMs: 5_000 });

test('searches by area code, state, pattern, country and kind', async () => {
  const numbers = inventory();
  expect((await numbers.search(one, { ...anywhere, areaCode: '415' }))[0]).toEqual({
    number: '+14155550100',
    locality: 'San Francisco',
    region: 'CA',
    sms: true,
    mms: true,
    voice: true,
    isTollFree: false,
  });
  expect(new Set((await numbers.search(one, { ...anywhere, state: 'TX' })).map(({ region }) => region))).toEqual(
    new Set(['TX']),
  );
  expect(
    (await numbers.search(one, { ...anywhere, areaCode: '415', contains: '0177' })).map(({ number }) => number),
  ).toEqual(['+14155550177']);
  expect(await numbers.search(one, { ...anywhere, country: 'CA' })).toHaveLength(30);
  expect((await numbers.search(one, { ...anywhere, type: 'tollfree', areaCode: '833' }))[0]).toMatchObject({
    number: '+18335550100',
    isTollFree: true,
  });
});

test("buys once, however often it is asked; a number of another account is refused in the carrier's words", async () => {
  const numbers = inventory();
  const bought = await numbers.buy(one, '+14155550133', smsUrl);
  expect(bought).toEqual({ providerNumberId: expect.stringMatching(/^PN[0-9a-f]{32}$/), isTollFree: false });
  expect(await numbers.buy(one, '+14155550133', smsUrl)).toEqual(bought);
  expect(sandbox.carrier.numbers().filter(({ number }) => number === '+14155550133')).toMatchObject([
    { accountSid: one.accountSid, smsUrl },
  ]);
  await expect(numbers.buy(other, '+14155550133', smsUrl)).rejects.toThrow(NumberRefused);
  await expect(numbers.buy(other, '+14155550133', smsUrl)).rejects.toThrow('+14155550133 is not available.');
});

test('adopts what the account holds and points its texts here; what it does not hold is null', async () => {
  sandbox.carrier.addNumber({
    number: '+12065550111',
    accountSid: one.accountSid,
    smsUrl: 'http://elsewhere.example.test/',
  });
  const numbers = inventory();
  expect(await numbers.adopt(other, '+12065550111', smsUrl)).toBeNull();
  expect(await numbers.adopt(one, '+12065550111', smsUrl)).toMatchObject({ isTollFree: false });
  expect(sandbox.carrier.numbers().find(({ number }) => number === '+12065550111')).toMatchObject({ smsUrl });
});

test("a token that is not the account's is a refusal, a carrier that is away is not", async () => {
  await expect(inventory().search({ ...one, authToken: 'wrong-token' }, anywhere)).rejects.toThrow(NumberRefused);
  await expect(
    createNumberInventory({ baseUrl: 'http://127.0.0.1:9', timeoutMs: 1_000 }).search(one, anywhere),
  ).rejects.toThrow(NumbersUnavailable);
});
