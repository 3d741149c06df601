import { beforeAll, expect, it } from 'vitest';
import { createBandwidthCarrier } from '../../../adapters/sms/bandwidth/index.ts';
import type { SmsCarrier } from '../../../adapters/sms/port.ts';
import { carrierWorld } from '../../support/carrier-world.ts';
import { eventually } from '../../support/eventually.ts';
import { texts } from '../../support/outbox.ts';
import { createTenant, type Spine, story, type Tenant } from '../../support/spine.ts';

const world = carrierWorld();
const accountId = '9900001';
const password = 'a-password-of-the-test';
const username = 'api-user';
const lookUp = {
  graceMs: 50,
  intervalMs: 50,
  longestIntervalMs: 100,
  attempts: 3,
  certainAfterMs: 100,
  maxUnknowns: 4,
  pollMs: 20,
  concurrency: 8,
};
let spine: Spine;
let tenant: Tenant;
let carrier: SmsCarrier;
const number = '+14155550200';

beforeAll(async () => {
  spine = world.spine;
  world.sandbox.carrier.addAccount({ sid: accountId, authToken: password, bandwidth: { username, callbackUrl: null } });
  world.sandbox.carrier.addNumber({ number, accountSid: accountId, smsUrl: null });
  tenant = await createTenant(spine, number);
  const applicationId = '93de2206-9669-4e07-948d-329f4b722ee2';
  const baseUrl = world.sandbox.url;
  const config = { accountId, applicationId, username, password, baseUrl, timeoutMs: 300 };
  carrier = { ...createBandwidthCarrier(config), showsAfterMs: 300 };
});

const send = async (to: string, body: string) => tenant.queue(await tenant.subscriber(to), body);
const untilEnd = (id: string, words = /Accepted|Failed|Suppressed/) =>
  eventually(
    () => story(spine.store, id),
    ({ types }) => words.test(types.at(-1)!),
  );
const atCarrier = (to: string) => world.sandbox.carrier.messages({ to, direction: 'outbound' });

it('what was taken without an answer is found by pair and length, and not sent again', async () => {
  const to = '+15005551104';
  const id = await send(to, 'Taken, and no answer');
  await world.start({ carrier, sender: { lookUp } });
  const { types, providerIds } = await untilEnd(id, /Accepted|Sent|Delivered/);
  expect(types.slice(0, 3)).toEqual(['MessageQueued', 'MessageOutcomeUnknown', 'MessageAccepted']);
  expect([...providerIds]).toEqual([atCarrier(to)[0]!.sid]);
  expect(atCarrier(to)).toHaveLength(1);
});

it('what was not taken is sent again once the search has had its time, and not before', async () => {
  const to = '+15005550111';
  const id = await send(to, 'Not taken at first');
  const slow = await world.start({ carrier: { ...carrier, showsAfterMs: 3_600_000 }, sender: { lookUp } });
  const looked = () => texts.rows(spine.db, ['lookups'], { where: { id } });
  await eventually(looked, ([row]) => (row?.lookups ?? 0) > lookUp.attempts + 1);
  expect((await story(spine.store, id)).types).toEqual(['MessageQueued', 'MessageOutcomeUnknown']);
  await slow.stop();
  await world.start({ carrier, sender: { lookUp } });
  const { types } = await untilEnd(id, /Accepted/);
  expect(types).toEqual(['MessageQueued', 'MessageOutcomeUnknown', 'MessageDeferred', 'MessageAccepted']);
  expect(atCarrier(to)).toHaveLength(1);
});

it('where the carrier has another text to this person that is nobody’s, it may be ours: never sent again', async () => {
  const to = '+15005551111';
  const id = await send(to, 'Nobody knows');
  // Taken at this moment from the same number, by something that is not this product.
  const from = number;
  const before = createBandwidthCarrier({
    accountId,
    applicationId: '93de2206-9669-4e07-948d-329f4b722ee2',
    username,
    password,
    baseUrl: world.sandbox.url,
  });
  const find: SmsCarrier['find'] = async (filter) => [
    ...(await before.find(filter)),
    {
      providerMessageId: '1589228074636lm4k2je7j7jklbn2',
      from,
      to,
      body: null,
      length: 5,
      status: 'delivered',
      errorCode: null,
      createdAt: new Date(),
    },
  ];
  await world.start({ carrier: { ...carrier, find }, sender: { lookUp } });
  const { types } = await untilEnd(id, /Failed/);
  expect(types).toEqual(['MessageQueued', 'MessageOutcomeUnknown', 'MessageFailed']);
  const failed = (await spine.store.read(`message-${id}`)).at(-1)!;
  expect(failed.data).toMatchObject({ unsure: true });
  expect(atCarrier(to)).toHaveLength(0);
});

it('what is in doubt at one carrier is never sent by another that has its number now', async () => {
  const to = '+15005551500';
  const id = await send(to, 'In doubt at the first');
  const slow = await world.start({ carrier: { ...carrier, showsAfterMs: 3_600_000 }, sender: { lookUp } });
  await eventually(
    () => story(spine.store, id),
    ({ types }) => types.at(-1) === 'MessageOutcomeUnknown',
  );
  await slow.stop();
  const twilioNow: SmsCarrier = { ...carrier, name: 'twilio', heldSince: new Date(), find: async () => [] };
  await world.start({ carrier: twilioNow, sender: { lookUp } });
  expect((await untilEnd(id, /Failed|Accepted|Deferred/)).types.at(-1)).toBe('MessageFailed');
  expect((await spine.store.read(`message-${id}`)).at(-1)!.data).toMatchObject({ unsure: true });
});
