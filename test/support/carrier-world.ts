import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import type { Workers } from '../../workers/index.ts';
import type { OpenOptions } from './composition.ts';
import { createTestDatabase, type TestDatabase } from './postgres.ts';
import {
  account,
  type Callbacks,
  createTenant,
  openSpine,
  receiveCallbacks,
  type Spine,
  type Tenant,
  unlimited,
} from './spine.ts';

/** Answers at once, and loses nothing. */
export const promptCarrier = {
  earlyCallbackRate: 0,
  create: { delayMs: 0, jitterMs: 0 },
  status: { duplicateRate: 0, reorderRate: 0, lossRate: 0 },
  progress: { sentAfterMs: 5, deliveredAfterMs: 5, jitterMs: 0 },
};

/**
 * The product over a database of its own with the sandbox's carrier, for the tests of one file: opened before them, closed
 * behind them. Before each test the carrier is prompt again and its callbacks come in; workers end with their test.
 */
export function carrierWorld(options: OpenOptions = {}) {
  let database: TestDatabase;
  let running: Workers[] = [];
  let businesses = 2_000;
  // The carrier's own numbers of trials lie below.
  let people = 5_000;
  const world = {
    connectionString: '',
    spine: undefined as unknown as Spine,
    sandbox: undefined as unknown as Sandbox,
    callbacks: undefined as unknown as Callbacks,
    /** A business with a number of its own at the carrier. */
    newTenant(limits?: Parameters<typeof createTenant>[2]): Promise<Tenant> {
      const number = `+1415555${businesses++}`;
      world.sandbox.carrier.addNumber({ number, accountSid: account.sid, smsUrl: null });
      return createTenant(world.spine, number, limits);
    },
    /** A number that nobody else has, and that rings nowhere. */
    phone: () => `+1500555${String(people++).padStart(4, '0')}`,
    /**
     * Workers without a limit of rate, until the test is over. The carrier has ample time to answer on a busy machine: a late
     * answer would be an unknown outcome.
     */
    async start({ sender, ...config }: Partial<Parameters<Spine['workers']>[0]> = {}, over?: Spine): Promise<Workers> {
      const workers = (over ?? world.spine).workers({
        publicUrl: world.callbacks.url,
        baseUrl: world.sandbox.url,
        timeoutMs: 15_000,
        ...config,
        sender: { rateFor: unlimited, retryFirstMs: 50, idleMs: 100, ...sender },
      });
      await workers.start();
      running.push(workers);
      return workers;
    },
    /** All that were started; done by itself when the test is over. */
    async stop(): Promise<void> {
      await Promise.all(running.map((workers) => workers.stop()));
      running = [];
    },
    /** What went out from a business, the first first. */
    atCarrier: ({ number }: Tenant) =>
      world.sandbox.carrier.messages({ direction: 'outbound' }).filter(({ from }) => from === number),
  };
  beforeAll(async () => {
    database = await createTestDatabase({ readModels: true });
    world.connectionString = database.connectionString;
    world.spine = await openSpine(database.connectionString, options);
    await world.spine.runner.start();
    world.callbacks = await receiveCallbacks(world.spine.commands, 0, () => world.spine.clock.now());
    world.sandbox = await startSandbox({ accounts: [account], seed: 7 });
  });
  afterAll(async () => {
    await world.sandbox.close();
    await world.callbacks.close();
    await world.spine.close();
    await database.drop();
  });
  beforeEach(() => {
    world.sandbox.carrier.configure(promptCarrier);
  });
  afterEach(async () => {
    world.callbacks.open = true;
    await world.stop();
  });
  return world;
}
