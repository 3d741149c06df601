import { afterEach, describe, expect, test, vi } from 'vitest';
import { createLocalBus, createNatsBus } from '../../../adapters/bus/index.ts';
import type { Bus } from '../../../adapters/bus/port.ts';
import { findNatsServer, natsServer } from '../../support/nats.ts';

const natsProgram = findNatsServer();
if (!natsProgram)
  console.log(
    'bus contract: ran on the local bus only; the NATS half did not run (no nats-server on the PATH or in NATS_SERVER)',
  );

const errors: unknown[] = [];
const log = {
  info: () => {},
  warn: () => {},
  error: (entry: unknown) => {
    errors.push(entry);
  },
};
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  errors.length = 0;
});

/** Two ends that hear each other: one bus of a process, or two processes' buses on one NATS. */
const engines: Record<string, () => Promise<[Bus, Bus]>> = {
  local: async () => {
    const bus = createLocalBus({ log });
    ends.push(() => bus.close());
    return [bus, bus];
  },
  ...(natsProgram ?
    {
      nats: async (): Promise<[Bus, Bus]> => {
        const server = await natsServer(natsProgram);
        ends.push(() => server.kill());
        const pair: [Bus, Bus] = [createNatsBus({ url: server.url, log }), createNatsBus({ url: server.url, log })];
        for (const bus of pair) ends.push(() => bus.close());
        await Promise.all(
          pair.map(
            (bus) =>
              new Promise<void>((done) => {
                bus.onReconnect(done);
              }),
          ),
        );
        return pair;
      },
    }
  : {}),
};

/** What a listener heard; `until` waits for a count. A subscription counts once a message of its own sender has come through. */
function listen(bus: Bus, subject: string) {
  const heard: { message: unknown; subject: string }[] = [];
  const stop = bus.subscribe(subject, (message, on) => {
    if (on !== 'contract.sync') heard.push({ message, subject: on });
  });
  return {
    heard,
    stop,
    until: (count: number) => vi.waitFor(() => expect(heard).toHaveLength(count), { timeout: 60_000, interval: 5 }),
  };
}

/** Waits until what `from` publishes reaches `to`: NATS makes no promise about a subscription that was asked for a moment ago. */
async function joined(from: Bus, to: Bus): Promise<void> {
  let arrived = false;
  const stop = to.subscribe('contract.sync', () => {
    arrived = true;
  });
  await vi.waitFor(
    () => {
      from.publish('contract.sync', {});
      expect(arrived).toBe(true);
    },
    { timeout: 60_000, interval: 20 },
  );
  stop();
}

describe.each(Object.entries(engines))('the %s bus', (_name, open) => {
  test('brings what was published to everybody who listens, in order, also in the publishing process', async () => {
    const [here, there] = await open();
    const near = listen(here, 'orders.placed');
    const far = listen(there, 'orders.placed');
    await joined(here, there);
    for (let n = 0; n < 100; n++) here.publish('orders.placed', { n, text: 'é 🎉' });
    await Promise.all([near.until(100), far.until(100)]);
    for (const { heard } of [near, far])
      expect(heard.map(({ message }) => message)).toEqual(Array.from({ length: 100 }, (_, n) => ({ n, text: 'é 🎉' })));
  });

  test('a subject ending in > hears everything below it, and nothing else', async () => {
    const [here, there] = await open();
    const below = listen(there, 'live.business.>');
    const exact = listen(there, 'live.business.b');
    await joined(here, there);
    for (const subject of [
      'live.business',
      'live.businessX.a',
      'other',
      'live.business.a',
      'live.business.b',
      'live.business.b.c',
    ])
      here.publish(subject, null);
    await Promise.all([below.until(3), exact.until(1)]);
    expect(below.heard.map(({ subject }) => subject)).toEqual([
      'live.business.a',
      'live.business.b',
      'live.business.b.c',
    ]);
    expect(exact.heard.map(({ subject }) => subject)).toEqual(['live.business.b']);
  });

  test('who has stopped listening hears nothing more', async () => {
    const [here, there] = await open();
    const stopped = listen(there, 'news');
    const other = listen(there, 'news');
    await joined(here, there);
    here.publish('news', 1);
    await Promise.all([stopped.until(1), other.until(1)]);
    stopped.stop();
    await joined(here, there);
    here.publish('news', 2);
    await other.until(2);
    expect(stopped.heard).toHaveLength(1);
  });

  test('a listener that throws is logged, and the others still hear', async () => {
    const [here, there] = await open();
    there.subscribe('news', () => {
      throw new Error('on purpose');
    });
    const other = listen(there, 'news');
    await joined(here, there);
    here.publish('news', 1);
    here.publish('news', 2);
    await other.until(2);
    expect(errors.length).toBeGreaterThanOrEqual(2);
  });

  test('publishing never throws and never waits: nobody listens, not JSON, closed', async () => {
    const [here, there] = await open();
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    for (const message of [undefined, 1n, cycle, { fine: true }])
      expect(here.publish('nobody', message)).toBeUndefined();
    await here.close();
    expect(here.publish('nobody', {})).toBeUndefined();
    await there.close();
  });

  test("a listener gets a copy: changing it changes nobody else's", async () => {
    const [here, there] = await open();
    const message = { list: [1] };
    there.subscribe('news', (received) => {
      (received as { list: number[] }).list.push(2);
    });
    const other = listen(there, 'news');
    await joined(here, there);
    here.publish('news', message);
    message.list.push(3);
    await other.until(1);
    expect(other.heard[0]!.message).toEqual({ list: [1] });
  });
});

describe.runIf(natsProgram)('NATS away', () => {
  test('starting without it neither throws nor waits; once it is there, it is used and said', async () => {
    const server = await natsServer(natsProgram!);
    ends.push(() => server.kill());
    await server.kill();
    const [here, there] = [createNatsBus({ url: server.url, log }), createNatsBus({ url: server.url, log })];
    for (const bus of [here, there]) ends.push(() => bus.close());
    const near = listen(here, 'news');
    const far = listen(there, 'news');
    here.publish('news', 'alone');
    await near.until(1);
    const told = vi.fn();
    there.onReconnect(told);
    await server.start();
    await vi.waitFor(() => expect(told).toHaveBeenCalled(), { timeout: 60_000 });
    await joined(here, there);
    here.publish('news', 'together');
    await far.until(1);
    expect(far.heard[0]!.message).toBe('together');
  });

  test('killed and back, three times: nothing throws, the own process hears on, everybody is told and hears again', async () => {
    const server = await natsServer(natsProgram!);
    ends.push(() => server.kill());
    const [here, there] = [createNatsBus({ url: server.url, log }), createNatsBus({ url: server.url, log })];
    for (const bus of [here, there]) ends.push(() => bus.close());
    const near = listen(here, 'news');
    const far = listen(there, 'news');
    await joined(here, there);
    const told = vi.fn();
    there.onReconnect(told);
    for (let round = 1; round <= 3; round++) {
      await server.kill();
      for (let n = 0; n < 1000; n++) here.publish('news', { round, n });
      await near.until(1000 * round + (round - 1));
      await server.start();
      await vi.waitFor(() => expect(told.mock.calls.length).toBeGreaterThanOrEqual(round), { timeout: 60_000 });
      await joined(here, there);
      const before = far.heard.length;
      here.publish('news', { back: round });
      await vi.waitFor(
        () => expect(far.heard.slice(before).map(({ message }) => message)).toContainEqual({ back: round }),
        { timeout: 60_000 },
      );
    }
  });
});
