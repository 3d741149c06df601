import { sql } from 'kysely';
import webhooks from 'twilio/lib/webhooks/webhooks.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { CallReport } from '../../../api/contract/reports.ts';
import { subjects } from '../../../adapters/bus/port.ts';
import { CallId, namespaces, uuidV5 } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { eventually } from '../../support/eventually.ts';
import { context, createProvidersWorld, installation, type ProvidersWorld } from '../providers/world.ts';

const [owner, caller] = ['+14155550111', '+12025550171'];
let world: ProvidersWorld;
let north: Awaited<ReturnType<ProvidersWorld['addAgency']>>;
let south: typeof north;
let pier: typeof north;

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

/** A number of an account of its own at Bandwidth. */
async function holdAtBandwidth({ agencyId, businessId, business }: typeof north, number: string): Promise<void> {
  const signIn = { username: 'voice-user', password: 'a-password-of-voice' };
  const kept = await world.call(business.token, 'PUT', '/bandwidth-config', {
    account_id: '9900007',
    application_id: '93de2206-9669-4e07-948d-329f4b722ee2',
    ...signIn,
    callback_username: signIn.username,
    callback_password: signIn.password,
  });
  expect(kept.status).toBe(200);
  await world.commands.businesses.setBilling(world.system({ agencyId, businessId }), {
    businessId,
    revision: null,
    monthlyMessages: null,
    contactLimit: null,
    useBandwidth: true,
  });
  const smsUrl = `${world.publicUrl}/webhooks/bandwidth/messages`;
  world.sandbox.carrier.addNumber({ number, accountSid: '9900007', smsUrl });
  await world.commands.providers.acquireNumber(context(business.caller), { businessId, number, custom: true });
}

beforeAll(async () => {
  world = await createProvidersWorld();
  [north, south] = [await world.addAgency('North'), await world.addAgency('South')];
  for (const [shop, number] of [
    [north, '+14155550161'],
    [south, '+14155550162'],
  ] as const)
    expect((await world.call(shop.business.token, 'POST', '/businesses/assign-number', { number })).status).toBe(200);
  await choose(north);
  pier = await world.addAgency('Pier');
  await holdAtBandwidth(pier, '+14155550163');
  await choose(pier);
});
afterAll(() => world.close());

const carriers = [
  { carrier: 'twilio', number: '+14155550161', shop: () => north },
  { carrier: 'bandwidth', number: '+14155550163', shop: () => pier },
] as const;
/** Whichever carrier a number is at, its calls are served alike. */
describe.each(carriers)('a call to a number at $carrier', ({ carrier, number, shop }) => {
  test('rings the owner, says whose call it is, and counts once however often it is told', async () => {
    const call = await world.sandbox.phone.call({
      from: caller,
      to: number,
      seconds: 130,
      doubled: true,
      endedFirst: true,
    });
    expect(call).toMatchObject({
      rang: { number: owner, callerId: caller },
      whispered: `Call for ${shop() === north ? 'Shop of North' : 'Shop of Pier'}. Press 1 to answer.`,
      connected: true,
    });
    expect(call.statuses.every((status) => status === 200 || status === 204)).toBe(true);
    expect(await storyOf(call.sid, carrier)).toEqual([
      'CallReceived',
      'CallForwarded',
      'CallAnswered',
      'CallLegEnded',
      'CallLegEnded',
    ]);
    // 130 seconds are three started minutes; the phone that answered was connected for four more, for the whisper.
    expect(await report(shop().business.token)).toMatchObject({
      data: [
        {
          business: { id: shop().businessId },
          direction: 'in',
          number,
          status: 'answered',
          reason: null,
          seconds: 134,
          minutes: 6,
          carrier,
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
    const call = await world.sandbox.phone.call({ from: caller, to: number, ending });
    expect(call.connected).toBe(false);
    const { data } = await report(shop().business.token, `?carrier_id=${call.sid}`);
    expect(data).toMatchObject([{ status: 'missed', reason, seconds: 0 }]);
  });

  test('is put through without a number, with the business’s own as caller ID', async () => {
    const call = await world.sandbox.phone.call({ from: '+266696687', to: number });
    expect(call).toMatchObject({ rang: { callerId: number }, connected: true });
    const { data } = await report(shop().business.token, `?carrier_id=${call.sid}`);
    expect(data).toMatchObject([{ contact: null, phone: null, status: 'answered' }]);
  });
});

describe.each(carriers)('a call at $carrier whose end is never told', ({ carrier, number, shop }) => {
  const lookUpNow = () => sql`update ops.timers set due_at = now() where kind = 'look-up-call'`.execute(world.db);
  const call = { from: '+12025550175', to: number, untold: true } as const;

  test('is asked of the carrier and ends once with its minutes, whatever is told later', async () => {
    const { sid } = await world.sandbox.phone.call({ ...call, seconds: 70 });
    expect(await storyOf(sid, carrier)).toEqual(['CallReceived', 'CallForwarded', 'CallAnswered']);
    const callId = CallId.parse(uuidV5(namespaces.call, carrier, sid));
    const lookUp = () => world.commands.calls.lookUp(world.system(), { callId });
    await eventually(lookUpNow, ({ numAffectedRows: count }) => (count ?? 0n) > 0n);
    const whole = ['CallReceived', 'CallForwarded', 'CallAnswered', 'CallLegEnded', 'CallLegEnded'];
    await eventually(
      () => storyOf(sid, carrier),
      ({ length }) => length === whole.length,
    );
    const late = { kind: 'ended', seconds: 70 } as const;
    await Promise.all([
      lookUp(),
      lookUp(),
      world.commands.calls.hear(world.system(), { callId, to: number, heard: late }),
    ]);
    expect(await storyOf(sid, carrier)).toEqual(whole);
    const { data } = await report(shop().business.token, `?carrier_id=${sid}`);
    expect(data).toMatchObject([{ status: 'answered', seconds: 74, minutes: 4 }]);
  });

  test('was missed where no one picked up, and is left as it is where the carrier knows none of it', async () => {
    const { sid } = await world.sandbox.phone.call({ ...call, ending: 'no-answer' });
    const callId = CallId.parse(uuidV5(namespaces.call, carrier, sid));
    const lookUp = () => world.commands.calls.lookUp(world.system(), { callId });
    const late = { kind: 'ended', seconds: 0 } as const;
    await Promise.all([
      lookUp(),
      lookUp(),
      world.commands.calls.hear(world.system(), { callId, to: number, heard: late }),
    ]);
    expect((await storyOf(sid, carrier)).toSorted()).toEqual([
      'CallForwarded',
      'CallLegEnded',
      'CallLegEnded',
      'CallMissed',
      'CallReceived',
    ]);
    const { data } = await report(shop().business.token, `?carrier_id=${sid}`);
    expect(data).toMatchObject([{ status: 'missed', reason: 'no-answer', seconds: 0, minutes: 0 }]);
    const received = { provider: carrier, providerCallId: `CA${'7'.repeat(32)}`, from: caller, to: number };
    const context = { ...world.system(), caller: { ...world.system().caller, role: 'carrier' as const } };
    const { result } = await world.commands.calls.receive(context, {
      ...received,
      receivedAt: new Date().toISOString(),
    });
    const unknown = await world.commands.calls.lookUp(world.system(), { callId: result!.callId });
    expect(unknown.result).toEqual({ again: false });
    expect(await storyOf(received.providerCallId, carrier)).toEqual(['CallReceived', 'CallForwarded']);
  });
});

describe('a call', () => {
  test('rings no one where calls are not forwarded, or from the phone that answers them', async () => {
    await choose(south, { forwardTo: null, textBack: 'Sorry we missed you.' });
    const call = await world.sandbox.phone.call({ from: caller, to: '+14155550162' });
    expect(call).toMatchObject({ rang: null, statuses: [200, 200] });
    expect((await report(south.business.token)).data).toMatchObject([{ status: 'missed', reason: 'not-forwarded' }]);
    expect(await world.sandbox.phone.call({ from: owner, to: '+14155550161' })).toMatchObject({ rang: null });
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
    const read = await world.call<{ data: { revision: number } }>(business.token, 'GET', '/businesses/calls');
    expect(read.body).toEqual({ data: { ...chosen, revision: expect.any(Number) } });
    const { revision } = read.body.data;
    const save = (body: object) => world.call(business.token, 'PUT', '/businesses/calls', { ...chosen, ...body });
    expect((await save({ ring_seconds: 30, revision })).status).toBe(200);
    // Someone else had the form open meanwhile: the second is told, and overwrites nothing.
    const late = await save({ ring_seconds: 15, revision });
    expect(late).toMatchObject({ status: 409, body: { changes: [{ field: 'ring_seconds', was: 20, now: 30 }] } });
    expect((await save({ whisper: false, ring_seconds: 30, revision: revision + 1 })).status).toBe(200);
    expect((await save({})).status).toBe(200);
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
    const said = () => world.store.read(streams.callSettings(north.businessId as never));
    const { length } = await said();
    await choose(north);
    expect(await said()).toHaveLength(length);
  });
});

describe('a call in the conversation of its caller', () => {
  test('stands among the messages and in the timeline, is heard of at once, and is their own business’s alone', async () => {
    const heard: unknown[] = [];
    const stop = world.bus.subscribe(subjects.live(north.businessId), (said) => heard.push(said));
    const call = await world.sandbox.phone.call({ from: '+12025550191', to: '+14155550161', seconds: 61 });
    const missed = await world.sandbox.phone.call({ from: '+12025550191', to: '+14155550161', ending: 'busy' });
    await world.sandbox.phone.send({ from: '+12025550191', to: '+14155550161', body: 'Are you open?' });
    const contactId = world.identifiers.contact(north.businessId, '+12025550191');
    await eventually(
      () => world.call(north.business.token, 'GET', `/livechat/${contactId}`),
      ({ status }) => status === 200,
    );
    await report(north.business.token);
    const callIds = [call, missed].map(({ sid }) => uuidV5(namespaces.call, 'twilio', sid));
    const path = `/livechat/${contactId}/calls`;
    expect((await world.call(north.business.token, 'GET', path)).body).toMatchObject({
      data: [
        { id: callIds[0], status: 'answered', reason: null, seconds: 65, texted_back: false },
        { id: callIds[1], status: 'missed', reason: 'busy', seconds: 0, texted_back: false },
      ],
      meta: { total: 2 },
    });
    expect((await world.call(south.business.token, 'GET', path)).status).toBe(404);
    const timeline = await world.call(north.business.token, 'GET', `/contacts/${contactId}/timeline?kinds=call`);
    expect(timeline.body).toMatchObject({
      data: [
        { kind: 'call', what: 'called', by: 'contact', details: { outcome: 'missed', missed: 'busy', seconds: null } },
        { kind: 'call', what: 'called', by: 'contact', details: { outcome: 'answered', missed: null, seconds: 65 } },
      ],
    });
    for (const callId of callIds)
      expect(heard).toContainEqual(expect.objectContaining({ type: 'call-changed', contactId, callId }));
    stop();
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
    for (const shop of [north, pier]) {
      const { totals: own } = await report(shop.agency.token);
      const agency = await world.call<{ data: { usage_calls: number } }>(
        admin.token,
        'GET',
        `/agencies/${shop.agencyId}`,
      );
      expect(own.minutes).toBeGreaterThan(0);
      expect(agency.body.data.usage_calls).toBe(own.minutes);
    }
  });
});
