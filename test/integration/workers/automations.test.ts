import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Document } from '../../../domain/automation/fields.ts';
import { everybody } from '../../../domain/contact/filter.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import type { Workers } from '../../../workers/index.ts';
import { automationOf, type Published, runOf, told } from '../../support/automations.ts';
import { settableClock } from '../../support/composition.ts';
import { eventually } from '../../support/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import {
  account,
  type Callbacks,
  createTenant,
  openSpine,
  receiveCallbacks,
  type Spine,
  type Tenant,
  unlimited,
} from '../../support/spine.ts';
import { drawn, end, text, wait } from '../../unit/domain/automation/make.ts';

let database: TestDatabase;
let spine: Spine;
let sandbox: Sandbox;
let callbacks: Callbacks;
let tenant: Tenant;
let running: Workers[] = [];
let businesses = 0;
let last = 5_000;
const clock = settableClock(new Date());
const hour = 3_600_000;

/** Nothing fails and is tried again unless a test makes it. */
const faults: unknown[] = [];
const log = pino({
  level: 'warn',
  hooks: {
    logMethod([said, message]) {
      faults.push([message, (said as { err?: unknown }).err]);
    },
  },
});

beforeAll(async () => {
  database = await createTestDatabase();
  spine = await openSpine(database.connectionString, { clock, log });
  await spine.runner.start();
  callbacks = await receiveCallbacks(spine.commands);
  sandbox = await startSandbox({ accounts: [account], seed: 7 });
});
afterAll(async () => {
  await sandbox.close();
  await callbacks.close();
  await spine.close();
  await database.drop();
});
beforeEach(async () => {
  clock.at = new Date();
  sandbox.carrier.configure({
    earlyCallbackRate: 0,
    create: { delayMs: 0, jitterMs: 0 },
    status: { duplicateRate: 0, reorderRate: 0, lossRate: 0 },
    progress: { sentAfterMs: 5, deliveredAfterMs: 5, jitterMs: 0 },
  });
  const number = `+1415555${String(3_000 + businesses++)}`;
  sandbox.carrier.addNumber({ number, accountSid: account.sid, smsUrl: null });
  tenant = await createTenant(spine, number);
});
afterEach(async () => {
  callbacks.open = true;
  await Promise.all(running.map((workers) => workers.stop()));
  running = [];
  expect(faults.splice(0)).toEqual([]);
});

async function start(): Promise<Workers> {
  const workers = spine.workers({
    publicUrl: callbacks.url,
    baseUrl: sandbox.url,
    timeoutMs: 15_000,
    sender: { rateFor: unlimited, retryFirstMs: 50 },
    automations: { pollMs: 50 },
  });
  await workers.start();
  running.push(workers);
  return workers;
}
const phone = () => `+1500555${String(last++).padStart(4, '0')}`;
const atCarrier = () =>
  sandbox.carrier
    .messages({ direction: 'outbound' })
    .filter(({ from }) => from === tenant.number)
    .map(({ body }) => body);
const onOptIn: Partial<Document> = {
  triggers: [{ on: { kind: 'opted-in', keyword: null, campaignId: null }, filter: everybody }],
};
const says = (body: string, node: ReturnType<typeof text>) => ({ ...node, body }) as typeof node;
const story = async (automation: Published, document: Document, contactId: string, entry = 1) =>
  told(document, (await runOf(spine, automation.automationId, contactId, entry)).events);
const until = (automation: Published, document: Document, contactId: string, last: string, entry = 1) =>
  eventually(
    () => story(automation, document, contactId, entry),
    (events) => events.at(-1) === last,
  );
/** When the carrier has it; a text is sent at noon, wherever the test runs. */
const later = (ms: number) => (clock.at = new Date(clock.at.getTime() + ms));

describe('an automation', () => {
  it('texts who opts in, waits a day, texts again and ends; each step once', async () => {
    const document = drawn(
      { a: says('Welcome', text('b')), b: wait('c'), c: says('Still there?', text('d')), d: end },
      onOptIn,
    );
    await start();
    const automation = await automationOf(spine, tenant.businessId, document);
    const contactId = await tenant.subscriber(phone());
    await until(automation, document, contactId, 'waiting Wait');
    await eventually(atCarrier, (texts) => texts.length === 1);
    later(23 * hour);
    later(2 * hour);
    const events = await until(automation, document, contactId, 'ended End completed');
    expect(events).toEqual([
      'started',
      'begun Notification do',
      'passed Notification next done',
      'waiting Wait',
      'passed Wait next time',
      'begun Notification do',
      'passed Notification next done',
      'ended End completed',
    ]);
    expect(atCarrier()).toEqual(['Welcome', 'Still there?']);
  });
});
