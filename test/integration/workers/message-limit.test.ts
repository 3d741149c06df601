import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MessagePurpose } from '../../../domain/message/events.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import type { Workers, WorkersConfig } from '../../../workers/index.ts';
import { broadcast, broadcastNow, untilOver, worksFor } from '../../support/broadcasts.ts';
import { context } from '../../support/callers.ts';
import { eventually } from '../../support/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import {
  account,
  type Callbacks,
  createTenant,
  openSpine,
  receiveCallbacks,
  type Spine,
  story,
  system,
  type Tenant,
  unlimited,
} from '../../support/spine.ts';

let database: TestDatabase;
let spine: Spine;
let sandbox: Sandbox;
let callbacks: Callbacks;
let running: Workers[] = [];
let businesses = 0;
let last = 6_000;

beforeAll(async () => {
  database = await createTestDatabase();
  spine = await openSpine(database.connectionString);
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
beforeEach(() =>
  sandbox.carrier.configure({
    earlyCallbackRate: 0,
    create: { delayMs: 0, jitterMs: 0 },
    status: { duplicateRate: 0, reorderRate: 0, lossRate: 0 },
    progress: { sentAfterMs: 5, deliveredAfterMs: 5, jitterMs: 0 },
  }),
);
afterEach(async () => {
  await Promise.all(running.map((workers) => workers.stop()));
  running = [];
});

const lookUp = {
  ...{ graceMs: 100, intervalMs: 100, longestIntervalMs: 200, attempts: 3, certainAfterMs: 500 },
  ...{ mostUnknowns: 4, pollMs: 50, concurrency: 8 },
};
async function start(sender: WorkersConfig['sender'] = {}): Promise<void> {
  const workers = spine.workers({
    publicUrl: callbacks.url,
    baseUrl: sandbox.url,
    timeoutMs: 15_000,
    leaseMs: 6_000,
    sender: { rateFor: unlimited, retryFirstMs: 50, lookUp, ...sender },
    broadcasts: { pollMs: 50, lookMs: 50 },
  });
  await workers.start();
  running.push(workers);
}
async function tenantOf(monthlyMessages: number): Promise<Tenant> {
  const number = `+1415555${String(5_000 + businesses++)}`;
  sandbox.carrier.addNumber({ number, accountSid: account.sid, smsUrl: null });
  return createTenant(spine, number, { monthlyMessages });
}
const people = (tenant: Tenant, count: number) =>
  Promise.all(Array.from({ length: count }, () => tenant.subscriber(`+1500555${String(last++).padStart(4, '0')}`)));
async function send(tenant: Tenant, count: number, body = 'Hello', purpose?: MessagePurpose): Promise<string[]> {
  return Promise.all((await people(tenant, count)).map((contact) => tenant.queue(contact, body, purpose)));
}
const endsOf = (ids: readonly string[]) =>
  eventually(
    () => Promise.all(ids.map(async (id) => (await story(spine.store, id)).types.at(-1)!)),
    (ends) => ends.every((end) => /Delivered|Failed|Suppressed/.test(end)),
  );
const count = (ends: readonly string[]) => ({
  delivered: ends.filter((end) => end === 'MessageDelivered').length,
  suppressed: ends.filter((end) => end === 'MessageSuppressed').length,
});
const atCarrier = (tenant: Tenant) =>
  sandbox.carrier.messages({ direction: 'outbound' }).filter(({ from }) => from === tenant.number);
async function used({ businessId }: Tenant): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(used), 0)::int as used from ops.usage_counters where business_id = ${businessId}::uuid`.execute(
    spine.db,
  );
  return rows[0]!.used;
}
const caughtUp = async () => spine.runner.waitFor(await spine.store.head(), { timeoutMs: 20_000 });
const allow = (tenant: Tenant, monthlyMessages: number) =>
  spine.commands.tenancy.setBusinessBilling(system(), {
    ...{ businessId: tenant.businessId, revision: null, monthlyMessages, contactLimit: null },
  });

describe('the messages of a month', () => {
  it('are never more than the plan has, with two processes at once; the others are said to be over it', async () => {
    const tenant = await tenantOf(20);
    await Promise.all([start(), start()]);
    const ids = await send(tenant, 50);
    expect(count(await endsOf(ids))).toEqual({ delivered: 20, suppressed: 30 });
    expect(atCarrier(tenant)).toHaveLength(20);
    const events = (await Promise.all(ids.map((id) => spine.store.read(`message-${id}`)))).map((all) => all.at(-1)!);
    const reasons = events.filter(({ type }) => type === 'MessageSuppressed').map(({ data }) => data['reason']);
    expect(new Set(reasons)).toEqual(new Set(['over-limit']));
    expect(await used(tenant)).toBe(20);
  });

  it('count by segments, and what is owed to the person goes out all the same', async () => {
    const tenant = await tenantOf(3);
    await start();
    expect(await endsOf(await send(tenant, 1, 'x'.repeat(200)))).toEqual(['MessageDelivered']);
    expect(await endsOf(await send(tenant, 1, 'x'.repeat(200)))).toEqual(['MessageSuppressed']);
    expect(await endsOf(await send(tenant, 1, 'You are opted out.', 'opt-out-confirmation'))).toEqual([
      'MessageDelivered',
    ]);
    expect(await endsOf(await send(tenant, 1, 'Call us.', 'help'))).toEqual(['MessageDelivered']);
    expect(await used(tenant)).toBe(4);
  });

  it('count a text that is tried again once, and one that the carrier refuses not at all', async () => {
    const tenant = await tenantOf(3);
    await start();
    const to = async (end: string) => tenant.queue(await tenant.subscriber(`+1500555${end}`), 'Hello');
    const ends = await endsOf([await to('0429'), await to('0500')]);
    expect(count(ends)).toEqual({ delivered: 2, suppressed: 0 });
    expect(await used(tenant)).toBe(2);
    expect(await endsOf([await to('0001')])).toEqual(['MessageFailed']);
    await eventually(
      () => used(tenant),
      (now) => now === 2,
    );
    expect(count(await endsOf(await send(tenant, 2)))).toEqual({ delivered: 1, suppressed: 1 });
    await caughtUp();
    const month = new Date().toISOString().slice(0, 8) + '01';
    expect(await spine.readModels.textsOfMonth(tenant.businessId, month)).toBe(3);
  });

  it('are known again when the counters are lost', async () => {
    const tenant = await tenantOf(4);
    await start();
    expect(count(await endsOf(await send(tenant, 3)))).toEqual({ delivered: 3, suppressed: 0 });
    await caughtUp();
    await sql`delete from ops.usage_counters where business_id = ${tenant.businessId}::uuid`.execute(spine.db);
    expect(count(await endsOf(await send(tenant, 3)))).toEqual({ delivered: 1, suppressed: 2 });
  });

  it('pause a broadcast when they are used up, and it goes on to the others when there are more', async () => {
    const tenant = await tenantOf(10);
    await people(tenant, 40);
    await Promise.all([start({ concurrency: 4 }), start({ concurrency: 4 })]);
    const id = await broadcast(spine, tenant, 'Hello');
    const paused = await eventually(
      () => broadcastNow(spine.store, id),
      ({ status }) => status === 'paused',
    );
    expect(paused.paused).toEqual({ by: 'over-limit', note: expect.stringContaining('10 messages a month') });
    await eventually(
      () => atCarrier(tenant).length,
      (sent) => sent === 10,
    );
    const me = () => context(worksFor(tenant.businessId));
    // Resumed too early it is paused anew, and nobody is lost by it.
    await spine.commands.broadcasts.resume(me(), { broadcastId: id });
    await eventually(
      () => broadcastNow(spine.store, id),
      ({ status }) => status === 'paused',
    );
    expect(atCarrier(tenant)).toHaveLength(10);
    await allow(tenant, 1_000);
    await spine.commands.broadcasts.resume(me(), { broadcastId: id });
    const report = await untilOver(spine, id);
    expect(report.sums).toMatchObject({ delivered: 40, suppressed: 0 });
    expect(new Set(atCarrier(tenant).map(({ to }) => to)).size).toBe(40);
    expect(atCarrier(tenant)).toHaveLength(40);
    expect(await used(tenant)).toBe(40);
  });
});
