import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BehaviourChange, Sandbox } from '../../../sandbox/index.ts';
import { failure, phone, quick, sandboxFor, sdk, shop, startApplication, type Application } from './setup.ts';

let application: Application;
let sandbox: Sandbox | null = null;

beforeEach(async () => {
  application = await startApplication();
});
afterEach(async () => {
  await sandbox?.close();
  sandbox = null;
  await application.close();
});

/** Sends 30 texts under a seed and gives the states that came back for each, in order. */
async function run(seed: string, behaviour: BehaviourChange): Promise<string[]> {
  await sandbox?.close();
  sandbox = await sandboxFor(application, { seed, behaviour: { ...quick, queuedCallback: false, ...behaviour } });
  application.hooks.length = 0;
  const client = sdk(sandbox.url);
  const created = await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      client.messages.create({ from: shop, to: phone, body: `n${i}`, statusCallback: `${application.url}/s` }),
    ),
  );
  await sandbox.carrier.idle();
  while (sandbox.carrier.pending().underWay > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  return created.map(({ sid }) => application.states(sid).join('+'));
}

describe('webhooks under a seed', () => {
  test('come once and in order when all is well', async () => {
    expect(new Set(await run('a', {}))).toEqual(new Set(['sent+delivered']));
  });

  test('are doubled, and the same ones again', async () => {
    const disorder = { status: { duplicateRate: 0.5, reorderByMs: 20 } };
    const doubled = (states: string[]) => states.map((state) => state.split('+').sort().join('+'));
    const first = doubled(await run('a', disorder));
    expect(new Set(first).size).toBeGreaterThan(1);
    expect(first.every((state) => state.includes('sent') && state.includes('delivered'))).toBe(true);
    expect(doubled(await run('a', disorder))).toEqual(first);
    expect(doubled(await run('b', disorder))).not.toEqual(first);
  });

  test('change places, and none is missing', async () => {
    const states = await run('a', { status: { reorderRate: 0.5, reorderByMs: 200 } });
    expect(states).toContain('delivered+sent');
    expect(states).toContain('sent+delivered');
    expect(states.every((state) => state.split('+').length === 2)).toBe(true);
  });

  test('are lost, and the same ones again', async () => {
    const first = await run('a', { status: { lossRate: 0.4 } });
    expect(first).toContain('');
    expect(first).toContain('sent+delivered');
    expect(await run('a', { status: { lossRate: 0.4 } })).toEqual(first);
    expect(sandbox?.carrier.messages({ direction: 'outbound' }).every(({ state }) => state === 'delivered')).toBe(true);
  });

  test('may come before the create call is answered', async () => {
    sandbox = await sandboxFor(application, {
      behaviour: { ...quick, earlyCallbackRate: 1, create: { delayMs: 300 } },
    });
    const { sid } = await sdk(sandbox.url).messages.create({
      from: shop,
      to: phone,
      body: 'x',
      statusCallback: `${application.url}/s`,
    });
    expect(application.states(sid)).toContain('queued');
  });
});

test('above the rate of a sender, creates are refused with 429 and nothing is accepted', async () => {
  sandbox = await sandboxFor(application, { behaviour: { ...quick, ratePerSender: 2 } });
  const client = sdk(sandbox.url);
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, (_, i) => client.messages.create({ from: shop, to: phone, body: `n${i}` })),
  );
  const refused = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
  expect(refused.length).toBeGreaterThan(0);
  expect(
    refused.every(
      ({ reason }) =>
        (reason as { status: number; code: number }).status === 429 && (reason as { code: number }).code === 20429,
    ),
  ).toBe(true);
  expect(sandbox.carrier.messages()).toHaveLength(results.length - refused.length);
});

test('changes at run time through its call, in parts, and refuses what it does not know', async () => {
  sandbox = await sandboxFor(application);
  const put = (body: unknown) =>
    fetch(`${sandbox?.url}/sandbox/behaviour`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const changed = await put({ status: { lossRate: 0.25 }, ratePerSender: 5 });
  expect(await changed.json()).toMatchObject({ status: { lossRate: 0.25, duplicateRate: 0 }, ratePerSender: 5 });
  for (const wrong of [{ status: { lossRate: 2 } }, { nothing: 1 }, [], 'x', null, { create: { delayMs: -1 } }])
    expect((await put(wrong)).status, JSON.stringify(wrong)).toBe(422);
  expect(sandbox.carrier.behaviour().status.lossRate).toBe(0.25);
});

describe('opt-outs at the carrier', () => {
  test('are the application’s business by default', async () => {
    sandbox = await sandboxFor(application);
    await sandbox.phone.send({ from: phone, to: shop, body: 'STOP' });
    expect((await sdk(sandbox.url).messages.create({ from: shop, to: phone, body: 'confirmed' })).status).toBe(
      'queued',
    );
    expect(application.inbound().at(-1)?.params).not.toHaveProperty('OptOutType');
  });

  test('are kept by the carrier when switched on: it answers, refuses with 21610, and forgets at START', async () => {
    sandbox = await sandboxFor(application, { behaviour: { ...quick, carrierOptOut: true } });
    const client = sdk(sandbox.url);
    await sandbox.phone.send({ from: phone, to: shop, body: ' stop ' });
    expect(application.inbound().at(-1)?.params).toMatchObject({ OptOutType: 'STOP' });
    await sandbox.phone.waitFor(phone, ({ body }) => body.includes('successfully been unsubscribed'));
    expect(await failure(client.messages.create({ from: shop, to: phone, body: 'x' }))).toMatchObject({
      status: 400,
      code: 21610,
    });
    expect((await client.messages.create({ from: '+14155550101', to: phone, body: 'other sender' })).status).toBe(
      'queued',
    );
    await sandbox.phone.send({ from: phone, to: shop, body: 'START' });
    expect((await client.messages.create({ from: shop, to: phone, body: 'x' })).status).toBe('queued');
  });
});
