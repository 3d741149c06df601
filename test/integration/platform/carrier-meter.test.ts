import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SendOutcome, SmsCarrier } from '../../../adapters/sms/port.ts';
import { createCarrierMeter } from '../../../main/carrier-meter.ts';
import { healthFacts } from '../../../main/health-facts.ts';
import { quietLog } from '../../support/quiet.ts';
import { createWorld, type World } from '../commands/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const outcomes: SendOutcome[] = [
  { kind: 'accepted', providerMessageId: 'SM1' },
  { kind: 'rejected', errorCode: 21610, detail: 'x' },
  { kind: 'throttled', retryAfterMs: 1_000 },
  { kind: 'unreachable', detail: 'x' },
  { kind: 'unknown', detail: 'x' },
];
const message = { messageId: 'x', from: '', to: '', body: '', mediaUrls: [], statusCallback: '', validitySeconds: 60 };

it('counts how a carrier answered in the last hour, of several processes together', async () => {
  let now = new Date('2026-11-20T11:00:30.000Z');
  const { db } = world;
  const send = async (some: readonly SendOutcome[]) => {
    const left = [...some];
    const carrier: SmsCarrier = {
      name: 'twilio',
      send: async () => left.shift()!,
      find: async () => [],
      fetch: async () => null,
    };
    const meter = createCarrierMeter({ db, now: () => now, log: quietLog });
    for (const outcome of some) expect(await meter.measured(carrier).send(message)).toBe(outcome);
    await meter.close();
  };
  await send(outcomes);
  now = new Date('2026-11-20T12:30:30.000Z');
  await Promise.all([send(outcomes), send(outcomes)]);
  const { carriers } = await healthFacts(db, now);
  expect(carriers).toMatchObject([{ provider: 'twilio', calls: 10, failures: 6 }]);
});
