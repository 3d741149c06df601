import webhooks from 'twilio/lib/webhooks/webhooks.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { CallReport } from '../../../api/contract/reports.ts';
import { CallId, namespaces, uuidV5 } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { eventually } from '../../support/eventually.ts';
import { context, createProvidersWorld, installation, type ProvidersWorld } from '../providers/world.ts';

const [owner, caller] = ['+14155550111', '+12025550171'];
let world: ProvidersWorld;
let north: Awaited<ReturnType<ProvidersWorld['addAgency']>>;
let south: typeof north;

type Settings = Parameters<ProvidersWorld['commands']['calls']['changeSettings']>[1];
const settings = {
  forwardTo: owner,
  callerId: 'caller',
  whisper: true,
  ringSeconds: 20,
  textBack: null,
} as const satisfies Omit<Settings, 'businessId'>;
const choose = (shop: typeof north, wanted: Partial<Settings> = {}) =>
  world.commands.calls.changeSettings(context(shop.business.caller), {
    businessId: shop.businessId,
    ...settings,
    ...wanted,
  });
const report = async (token: string, query = ''): Promise<z.output<typeof CallReport>> => {
  await world.runner.waitFor(await world.raw.head(), { timeoutMs: 10_000 });
  const { status, body } = await world.call(token, 'GET', `/reports/call-list${query}`);
  expect(status).toBe(200);
  return body as z.output<typeof CallReport>;
};
const storyOf = async (sid: string, provider = 'twilio') =>
  (await world.store.read(streams.call(CallId.parse(uuidV5(namespaces.call, provider, sid))))).map(({ type }) => type);

beforeAll(async () => {
  world = await createProvidersWorld();
  [north, south] = [await world.addAgency('North'), await world.addAgency('South')];
  for (const [shop, number] of [
    [north, '+14155550161'],
    [south, '+14155550162'],
  ] as const)
    expect((await world.call(shop.business.token, 'POST', '/businesses/assign-number', { number })).status).toBe(200);
  await choose(north);
});
afterAll(() => world.close());

describe('a call to a business by Twilio', () => {
  test('rings the owner, says whose call it is, and counts once however often it is told', async () => {
    const call = await world.sandbox.phone.call({
      from: caller,
      to: '+14155550161',
      seconds: 130,
      doubled: true,
      endedFirst: true,
    });
    expect(call).toMatchObject({
      rang: { number: owner, callerId: caller },
      whispered: 'Call for Shop of North. Press 1 to answer.',
      connected: true,
    });
    expect(new Set(call.statuses)).toEqual(new Set([200]));
    expect(await storyOf(call.sid)).toEqual([
      'CallReceived',
      'CallForwarded',
      'CallAnswered',
      'CallLegEnded',
      'CallLegEnded',
    ]);
    // 130 seconds are three started minutes; the phone that answered was connected for four more, for the whisper.
    expect(await report(north.business.token)).toMatchObject({
      data: [
        {
          business: { id: north.businessId },
          direction: 'in',
          number: '+14155550161',
          status: 'answered',
          reason: null,
          seconds: 134,
          minutes: 6,
          carrier: 'twilio',
          carrier_id: call.sid,
        },
      ],
      totals: { calls: 1, answered: 1, missed: 0, minutes: 6 },
    });
  });

  test.each([
    ['no-answer', 'no-answer'],
    ['busy', 'busy'],
    ['declined', 'declined'],
    ['unreachable', 'unreachable'],
    ['hung-up', 'hung-up'],
  ] as const)('is missed: %s', async (ending, reason) => {
    const call = await world.sandbox.phone.call({ from: caller, to: '+14155550161', ending });
    expect(call.connected).toBe(false);
    const { data } = await report(north.business.token, `?carrier_id=${call.sid}`);
    expect(data).toMatchObject([{ status: 'missed', reason, seconds: 0 }]);
  });

  test('rings no one where calls are not forwarded, or from the phone that answers them', async () => {
    await choose(south, { forwardTo: null, textBack: 'Sorry we missed you.' });
    const call = await world.sandbox.phone.call({ from: caller, to: '+14155550162' });
    expect(call).toMatchObject({ rang: null, statuses: [200, 200] });
    expect((await report(south.business.token)).data).toMatchObject([{ status: 'missed', reason: 'not-forwarded' }]);
    expect(await world.sandbox.phone.call({ from: owner, to: '+14155550161' })).toMatchObject({ rang: null });
  });

  test('is put through without a number, with the business’s own as caller ID', async () => {
    const call = await world.sandbox.phone.call({ from: '+266696687', to: '+14155550161' });
    expect(call).toMatchObject({ rang: { callerId: '+14155550161' }, connected: true });
    const { data } = await report(north.business.token, `?carrier_id=${call.sid}`);
    expect(data).toMatchObject([{ contact: null, phone: null, status: 'answered' }]);
  });

  test('is of its own tenant, and summed up by what it has in common', async () => {
    expect((await report(south.business.token)).data.every(({ business }) => business.id === south.businessId)).toBe(
      true,
    );
    const { groups, totals } = await report(north.agency.token, '?group_by=reason');
    expect(groups!.reduce((sum, { calls }) => sum + calls, 0)).toBe(totals.calls);
    expect(groups).toContainEqual(expect.objectContaining({ key: 'busy', calls: 1 }));
    const other = await world.call(north.agency.token, 'GET', `/reports/call-list?business_id=${south.businessId}`);
    expect(other.status).toBe(404);
  });

  test('is refused where another account signs, and told of none that is not of this number', async () => {
    const path = '/webhooks/twilio/voice';
    const post = (url: string, form: Record<string, string>, token: string = installation.authToken) =>
      world.api.inject({
        method: 'POST',
        url,
        payload: new URLSearchParams(form).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-twilio-signature': webhooks.getExpectedTwilioSignature(token, `${world.publicUrl}${url}`, form),
        },
      });
    const form = { CallSid: `CA${'9'.repeat(32)}`, From: caller, To: '+14155550161', CallStatus: 'ringing' };
    expect((await post(path, form, 'another-token')).statusCode).toBe(403);
    expect(await storyOf(form.CallSid)).toEqual([]);
    expect((await post(path, form)).statusCode).toBe(200);
    const call = uuidV5(namespaces.call, 'twilio', form.CallSid);
    for (const name of ['whisper', 'answer', 'forwarded']) {
      const foreign = `${path}/${name}?call=${call}&number=%2B14155550162&to=%2B14155550111`;
      expect((await post(foreign, { Digits: '1', DialCallStatus: 'busy' })).body).toContain('<Hangup/>');
      expect((await post(`${path}/${name}?call=nonsense`, { Digits: '1' })).statusCode).toBe(400);
    }
    expect(await storyOf(form.CallSid)).toEqual(['CallReceived', 'CallForwarded']);
  });
});

describe('where calls go', () => {
  test('is asked and chosen over the API, with refusals at their fields', async () => {
    const { business } = north;
    const chosen = { forward_to: owner, caller_id: 'caller', whisper: true, ring_seconds: 20, text_back: null };
    expect((await world.call(business.token, 'PUT', '/businesses/calls', chosen)).status).toBe(200);
    expect((await world.call(business.token, 'GET', '/businesses/calls')).body).toEqual({ data: chosen });
    for (const [field, value] of [
      ['forward_to', '+14155550161'],
      ['ring_seconds', 5],
      ['text_back', 'x'.repeat(400)],
    ] as const) {
      const refused = await world.call<{ errors: object }>(business.token, 'PUT', '/businesses/calls', {
        ...chosen,
        [field]: value,
      });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [field]]);
    }
  });

  test.each([
    ['+14155550161', /number that people call/],
    ['+14155550162', /forwards calls itself/],
    ['+18005550199', /toll-free or premium/],
    ['+19005550199', /toll-free or premium|not a valid/],
    ['+442079460018', /same country/],
    ['12', /not a valid phone number/],
  ])('%s is refused', async (forwardTo, words) => {
    await expect(choose(north, { forwardTo })).rejects.toThrow(words);
  });

  test('is told to the carrier that holds the number, and kept once', async () => {
    expect(world.sandbox.carrier.numbers().find(({ number }) => number === '+14155550161')).toMatchObject({
      voiceUrl: `${world.publicUrl}/webhooks/twilio/voice`,
      statusCallback: `${world.publicUrl}/webhooks/twilio/voice/ended`,
    });
    await choose(north);
    expect(await world.store.read(streams.callSettings(north.businessId as never))).toHaveLength(1);
  });
});

describe('a caller who was missed', () => {
  const textsTo = (phone: string) =>
    world.sandbox.carrier.messages({ to: phone, direction: 'outbound' }).map(({ body }) => body);
  const miss = (from: string, to = '+14155550162') =>
    world.sandbox.phone.call({ from, to, ending: 'no-answer', doubled: true });
  const words = 'Sorry we missed your call. How can we help?';
  beforeAll(async () => {
    await choose(south, { forwardTo: owner, textBack: words });
  });

  test('is texted once in a day, however often they call', async () => {
    await Promise.all([miss('+12025550181'), miss('+12025550181')]);
    await miss('+12025550181');
    await eventually(
      () => textsTo('+12025550181'),
      (texts) => texts.length > 0,
    );
    await world.sandbox.carrier.idle();
    expect(textsTo('+12025550181')).toEqual([words]);
    const { data } = await report(south.business.token, '?reason=no-answer');
    expect(data.filter(({ texted_back: texted }) => texted)).toHaveLength(1);
    expect(data[0]).toMatchObject({ phone: '+12025550181' });
  });

  test('is not texted after they opted out, from abroad, without a number, or where it is off', async () => {
    await world.sandbox.phone.send({ from: '+12025550182', to: '+14155550162', body: 'STOP' });
    await eventually(
      () => textsTo('+12025550182'),
      (texts) => texts.length > 0,
    );
    for (const from of ['+12025550182', '+442079460018', '+18005550177', '+266696687']) await miss(from);
    await miss('+12025550183', '+14155550161');
    // One who is texted comes after them: then all of them were looked at.
    await miss('+12025550184');
    await eventually(
      () => textsTo('+12025550184'),
      (texts) => texts.length > 0,
    );
    expect(textsTo('+12025550184')).toEqual([words]);
    expect(textsTo('+12025550182')).not.toContain(words);
    for (const from of ['+442079460018', '+18005550177', '+12025550183']) expect(textsTo(from)).toEqual([]);
  });

  test('counts with its minutes where it was answered, and with none where it was not', async () => {
    const admin = await world.addUser('Admin', null, null);
    const { totals } = await report(admin.token);
    const { body } = await world.call<{ data: { used: { channel: string; direction: string; quantity: number }[] } }>(
      admin.token,
      'GET',
      '/admin/dashboard-reports',
    );
    const voice = body.data.used.filter(({ channel }) => channel === 'voice');
    expect(new Set(voice.map(({ direction }) => direction))).toEqual(new Set(['in', 'out']));
    expect(voice.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(totals.minutes);
  });
});
