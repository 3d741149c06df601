import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Document } from '../../domain/automation/fields.ts';
import { everybody } from '../../domain/contact/filter.ts';
import { startSandbox, type Sandbox } from '../../sandbox/index.ts';
import type { Workers } from '../../workers/index.ts';
import { type Published, runOf, told } from './automations.ts';
import { settableClock } from './composition.ts';
import { eventually } from './eventually.ts';
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

export const onOptIn: Partial<Document> = {
  triggers: [{ on: { kind: 'opted-in', keyword: null, campaignId: null }, filter: everybody }],
};

/**
 * The engine of automations with a sandbox's carrier, for the tests of one file; a business of its own for each test.
 * `faults`: what was logged as a warning or worse; none unless a test takes them out.
 */
export function engineWorld() {
  let database: TestDatabase;
  let running: Workers[] = [];
  let businesses = 0;
  // The carrier's own numbers of trials lie below.
  let last = 5_000;
  const faults: unknown[] = [];
  const log = pino({
    level: 'warn',
    hooks: {
      logMethod([said, message]) {
        faults.push([message, (said as { err?: unknown }).err]);
      },
    },
  });
  const clock = settableClock(new Date());
  const world = {
    clock,
    faults,
    spine: undefined as unknown as Spine,
    sandbox: undefined as unknown as Sandbox,
    callbacks: undefined as unknown as Callbacks,
    tenant: undefined as unknown as Tenant,
    async start(): Promise<Workers> {
      const workers = world.spine.workers({
        publicUrl: world.callbacks.url,
        baseUrl: world.sandbox.url,
        timeoutMs: 15_000,
        sender: { rateFor: unlimited, retryFirstMs: 50 },
        automations: { pollMs: 50, daysMs: 200 },
        broadcasts: { pollMs: 50, lookMs: 50 },
      });
      await workers.start();
      running.push(workers);
      return workers;
    },
    phone: () => `+1500555${String(last++).padStart(4, '0')}`,
    /** What went out from the test's business, to a number or to all. */
    atCarrier: (phone?: string) =>
      world.sandbox.carrier
        .messages({ direction: 'outbound' })
        .filter(({ from, to }) => from === world.tenant.number && (phone === undefined || to === phone))
        .map(({ body }) => body),
    later: (ms: number) => (clock.at = new Date(clock.at.getTime() + ms)),
    story: async (automation: Published, document: Document, contactId: string, entry = 1) =>
      told(document, (await runOf(world.spine, automation.automationId, contactId, entry)).events),
    /** A run's story, once it ends with these words. */
    until: (automation: Published, document: Document, contactId: string, end: string, entry = 1) =>
      eventually(
        () => world.story(automation, document, contactId, entry),
        (events) => events.at(-1) === end,
      ),
    /** Why steps were left as they were, of those that say it. */
    notes: async (automation: Published, contactId: string) =>
      (await runOf(world.spine, automation.automationId, contactId)).events.flatMap(({ data }) =>
        'note' in data && data.note !== null ? [data.note] : [],
      ),
  };
  beforeAll(async () => {
    database = await createTestDatabase();
    world.spine = await openSpine(database.connectionString, { clock, log });
    await world.spine.runner.start();
    world.callbacks = await receiveCallbacks(world.spine.commands);
    world.sandbox = await startSandbox({ accounts: [account], seed: 7 });
    world.sandbox.carrier.configure({
      earlyCallbackRate: 0,
      create: { delayMs: 0, jitterMs: 0 },
      status: { duplicateRate: 0, reorderRate: 0, lossRate: 0 },
      progress: { sentAfterMs: 5, deliveredAfterMs: 5, jitterMs: 0 },
    });
  });
  afterAll(async () => {
    await world.sandbox.close();
    await world.callbacks.close();
    await world.spine.close();
    await database.drop();
  });
  beforeEach(async () => {
    clock.at = new Date();
    const number = `+1415555${String(4_000 + businesses++)}`;
    world.sandbox.carrier.addNumber({ number, accountSid: account.sid, smsUrl: null });
    world.tenant = await createTenant(world.spine, number);
  });
  afterEach(async () => {
    await Promise.all(running.map((workers) => workers.stop()));
    running = [];
    expect(faults.splice(0)).toEqual([]);
  });
  return world;
}
