import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sandbox } from '../../../sandbox/index.ts';
import { failure, phone, sandboxFor, sdk, shop, startApplication, type Application } from './setup.ts';

let application: Application;
let sandbox: Sandbox;
let client: ReturnType<typeof sdk>;

beforeAll(async () => {
  application = await startApplication();
  sandbox = await sandboxFor(application);
  client = sdk(sandbox.url);
});
afterAll(async () => {
  await sandbox.close();
  await application.close();
});

test('searches by area code, region, locality and pattern, and never offers a taken number', async () => {
  const local = client.availablePhoneNumbers('US').local;
  const inSanFrancisco = await local.list({ areaCode: 415, smsEnabled: true, mmsEnabled: true });
  expect(inSanFrancisco[0]).toMatchObject({
    phoneNumber: '+14155550102',
    locality: 'San Francisco',
    region: 'CA',
    isoCountry: 'US',
    friendlyName: '(415) 555-0102',
  });
  expect(inSanFrancisco.map(({ phoneNumber }) => phoneNumber)).not.toContain(shop);
  expect(new Set((await local.list({ inRegion: 'TX' })).map(({ region }) => region))).toEqual(new Set(['TX']));
  expect((await local.list({ inLocality: 'Seattle', limit: 1 }))[0]?.phoneNumber).toMatch(/^\+1206/);
  expect((await local.list({ contains: '415*****77' })).map(({ phoneNumber }) => phoneNumber)).toEqual([
    '+14155550177',
  ]);
  expect(await local.list({ areaCode: 999 })).toEqual([]);
  expect(
    (await client.availablePhoneNumbers('CA').local.list({ limit: 3 })).every(({ isoCountry }) => isoCountry === 'CA'),
  ).toBe(true);
  expect((await client.availablePhoneNumbers('US').tollFree.list({ areaCode: 833, limit: 1 }))[0]?.phoneNumber).toBe(
    '+18335550100',
  );
});

test('an unknown country is 404, a pattern of one digit 400', async () => {
  expect(await failure(client.availablePhoneNumbers('XX').local.list())).toMatchObject({ status: 404, code: 20404 });
  expect(await failure(client.availablePhoneNumbers('US').local.list({ contains: '1' }))).toMatchObject({
    status: 400,
  });
});

test('buys, finds, changes and releases a number; texts to it arrive at its address', async () => {
  const bought = await client.incomingPhoneNumbers.create({
    phoneNumber: '+12065550123',
    smsUrl: `${application.url}/bought`,
    friendlyName: 'Seattle',
  });
  expect(bought).toMatchObject({
    phoneNumber: '+12065550123',
    friendlyName: 'Seattle',
    smsUrl: `${application.url}/bought`,
    status: 'in-use',
  });
  expect(bought.sid).toMatch(/^PN[0-9a-f]{32}$/);
  expect(await failure(client.incomingPhoneNumbers.create({ phoneNumber: '+12065550123' }))).toMatchObject({
    status: 400,
    code: 21422,
  });
  expect((await client.incomingPhoneNumbers.list({ phoneNumber: '+12065550123' })).map(({ sid }) => sid)).toEqual([
    bought.sid,
  ]);

  await client
    .incomingPhoneNumbers(bought.sid)
    .update({ smsUrl: `${application.url}/moved`, statusCallback: `${application.url}/status` });
  expect(await client.incomingPhoneNumbers(bought.sid).fetch()).toMatchObject({
    smsUrl: `${application.url}/moved`,
    friendlyName: 'Seattle',
  });
  await sandbox.phone.send({ from: phone, to: '+12065550123', body: 'hi' });
  expect(application.inbound().at(-1)).toMatchObject({ path: '/moved', valid: true });

  expect(await client.incomingPhoneNumbers(bought.sid).remove()).toBe(true);
  expect(await failure(client.incomingPhoneNumbers(bought.sid).fetch())).toMatchObject({ status: 404 });
  expect(await failure(client.messages.create({ from: '+12065550123', to: phone, body: 'x' }))).toMatchObject({
    code: 21606,
  });
});

test('buys any number of an area code, until there is none', async () => {
  expect((await client.incomingPhoneNumbers.create({ areaCode: '503' })).phoneNumber).toBe('+15035550100');
  expect(await failure(client.incomingPhoneNumbers.create({ areaCode: '999' }))).toMatchObject({
    status: 400,
    code: 21452,
  });
});

test('refuses addresses that are none', async () => {
  const [number] = await client.incomingPhoneNumbers.list({ phoneNumber: shop });
  expect(await failure(client.incomingPhoneNumbers(number?.sid ?? '').update({ smsUrl: 'nowhere' }))).toMatchObject({
    status: 400,
    code: 21502,
  });
  expect(await failure(client.incomingPhoneNumbers.create({ phoneNumber: 'abc' }))).toMatchObject({
    status: 400,
    code: 21421,
  });
});
