import { sql } from 'kysely';
import { DateTime } from 'luxon';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MessagePurpose } from '../../../domain/messages/events.ts';
import type { WorkersConfig } from '../../../workers/index.ts';
import { broadcast, broadcastNow, untilOver, worksFor } from '../../support/broadcasts.ts';
import { context } from '../../support/callers.ts';
import { carrierWorld } from '../../support/carrier-world.ts';
import { eventually } from '../../support/eventually.ts';
import { type Spine, story, system, type Tenant } from '../../support/spine.ts';

const world = carrierWorld();
let spine: Spine;

beforeAll(() => {
  ({ spine } = world);
});

const lookUp = {
  graceMs: 100,
  intervalMs: 100,
  longestIntervalMs: 200,
  attempts: 3,
  certainAfterMs: 500,
  maxUnknowns: 4,
  pollMs: 50,
  concurrency: 8,
};
const start = (sender: WorkersConfig['sender'] = {}) =>
  world.start({ leaseMs: 6_000, sender: { lookUp, ...sender }, broadcasts: { pollMs: 50, lookMs: 50 } });
const tenantOf = (monthlyMessages: number): Promise<Tenant> => world.newTenant({ monthlyMessages });
const people = (tenant: Tenant, count: number) =>
  Promise.all(Array.from({ length: count }, () => tenant.subscriber(world.phone())));
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
const { atCarrier } = world;
async function used({ businessId }: Tenant): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(used), 0)::int as used from ops.usage_counters where business_id = ${businessId}::uuid`.execute(
    spine.db,
  );
  return rows[0]!.used;
}
const caughtUp = async () => spine.runner.waitFor(await spine.store.head(), { timeoutMs: 20_000 });
const allow = (tenant: Tenant, monthlyMessages: number) =>
  spine.commands.businesses.setBilling(system(), {
    businessId: tenant.businessId,
    revision: null,
    monthlyMessages,
    contactLimit: null,
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
    // What the forecast goes by: the days of the month so far, where the business is.
    const { timezone } = (await spine.readModels.business(tenant.businessId))!;
    const days = await spine.readModels.textsByDay(tenant.businessId, timezone);
    expect(days).toHaveLength(DateTime.now().setZone(timezone).day);
    expect(days.at(-1)).toBe(3);
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
