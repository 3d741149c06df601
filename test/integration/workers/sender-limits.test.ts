import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { createRegistrations } from '../../../adapters/registrations/index.ts';
import { A2pBrandId, A2pCampaignId, BusinessId } from '../../../domain/kernel/ids.ts';
import { nextTmobileDay, tmobileDay } from '../../../domain/registrations/limits.ts';
import { createDayShares, fillDay, type KeptLimits, limitsNow } from '../../../workers/delivery/text/sender-limits.ts';
import { broadcast, untilOver } from '../../support/broadcasts.ts';
import { carrierWorld } from '../../support/carrier-world.ts';
import { eventually } from '../../support/eventually.ts';
import { texts } from '../../support/outbox.ts';
import { register, stepsOf } from '../../support/registration.ts';
import { type Spine, story, type Tenant } from '../../support/spine.ts';

const world = carrierWorld({ world: { registrations: createRegistrations({ baseUrl: 'http://127.0.0.1:9' }) } });
let spine: Spine;
beforeAll(() => {
  ({ spine } = world);
});

const start = () => world.start({ leaseMs: 6_000, broadcasts: { pollMs: 50, lookMs: 50 } });
const ago = (days: number) => Date.now() - days * 86_400_000;
const lowVolume = { attClass: 'T', attPerMinute: null, tmobileTier: 'LOW' };

/** A business with a number that is registered. */
async function registered(
  tier = lowVolume,
): Promise<Tenant & { readonly brandId: A2pBrandId; readonly campaignId: A2pCampaignId }> {
  const tenant = await world.newTenant();
  const ids = { brandId: A2pBrandId.parse(randomUUID()), campaignId: A2pCampaignId.parse(randomUUID()) };
  const { submitBrand, brandIs, submitCampaign, campaignIs, numberIs } = stepsOf(
    BusinessId.parse(tenant.businessId),
    ids,
  );
  await register(
    spine.store,
    tenant,
    submitBrand,
    brandIs('verified', ago(20)),
    submitCampaign,
    campaignIs('verified', ago(2), tier),
    numberIs(tenant.number, 'registered', ago(1)),
  );
  return { ...tenant, ...ids };
}
const keptOf = async ({ number }: Tenant): Promise<(KeptLimits & { sender: string }) | undefined> =>
  (
    await sql<KeptLimits & { sender: string }>`select * from ops.sender_limits where sender = ${number}`.execute(
      spine.db,
    )
  ).rows[0];
const takenOf = async (brandId: string, day = tmobileDay(new Date())): Promise<number> =>
  (
    await sql<{ taken: number }>`select taken from ops.brand_days where brand_id = ${brandId}::uuid
      and day = ${day}::date`.execute(spine.db)
  ).rows[0]?.taken ?? 0;
const waitingOf = ({ number }: Tenant) =>
  texts.rows(spine.db, ['note', 'dueAt'], { where: { sender: number, stage: 'pending' } });

describe('T-Mobile’s day of a brand', () => {
  const limitsWith = (most: number): KeptLimits => ({
    brand_id: randomUUID(),
    business_id: randomUUID(),
    segments_per_second: 100,
    day_most: most,
    bulk_after: null,
  });
  const desks = (count: number, now = () => new Date()) =>
    Array.from({ length: count }, () => createDayShares(spine.db, now));

  it('is never overdrawn by several processes at once, and broadcasts leave a twentieth of it', async () => {
    const limits = limitsWith(200);
    const processes = desks(4);
    const ask = (asker: 'bulk' | 'urgent') =>
      Promise.all(
        Array.from({ length: 400 }, (_, n) => processes[n % 4]!.take(limits, 1, asker).then(({ kind }) => kind)),
      );
    expect((await ask('bulk')).filter((kind) => kind === 'taken')).toHaveLength(190);
    expect((await ask('urgent')).filter((kind) => kind === 'taken')).toHaveLength(10);
    expect(await takenOf(limits.brand_id)).toBe(200);
    // What is owed goes and is counted.
    expect((await processes[0]!.take(limits, 1, 'owed')).kind).toBe('taken');
    expect(await takenOf(limits.brand_id)).toBeGreaterThan(200);
  });

  it('is taken in slices, and what a process that stops has left of one goes back', async () => {
    const limits = limitsWith(5_000);
    const [stopped, killed] = desks(2);
    for (let n = 0; n < 3; n += 1) await stopped!.take(limits, 2, 'bulk');
    expect(await takenOf(limits.brand_id)).toBe(100);
    await stopped!.close();
    expect(await takenOf(limits.brand_id)).toBe(6);
    // One that dies loses its slice for the day, and no more.
    await killed!.take(limits, 1, 'bulk');
    const [next] = desks(1);
    await next!.take(limits, 1, 'bulk');
    expect(await takenOf(limits.brand_id)).toBe(206);
  });

  it('begins at midnight Pacific time', async () => {
    const limits = limitsWith(10);
    let now = new Date('2026-11-01T06:59:59.000Z');
    const [desk] = desks(1, () => now);
    const takes = async () => {
      const all = await Promise.all(Array.from({ length: 20 }, () => desk!.take(limits, 1, 'urgent')));
      return all.filter(({ kind }) => kind === 'taken').length;
    };
    expect(await takes()).toBe(10);
    expect(await desk!.take(limits, 1, 'urgent')).toEqual({ kind: 'full', until: new Date('2026-11-01T07:00:00Z') });
    now = new Date('2026-11-01T07:00:00.000Z');
    expect(await takes()).toBe(10);
    expect(await desk!.take(limits, 1, 'urgent')).toEqual({ kind: 'full', until: new Date('2026-11-02T08:00:00Z') });
  });

  it('gives back what was not sent after all', async () => {
    const [desk] = desks(1);
    const limits = limitsWith(1);
    const first = await desk!.take(limits, 1, 'urgent');
    if (first.kind === 'taken') first.giveBack();
    expect((await desk!.take(limits, 1, 'urgent')).kind).toBe('taken');
  });
});

describe('a registered number', () => {
  it('sends as fast as its registration says, and as much again when that says more', async () => {
    const tenant = await registered();
    await start();
    const kept = await eventually(
      () => keptOf(tenant),
      (found) => found !== undefined,
    );
    expect(kept).toMatchObject({ segments_per_second: 3.75, day_most: 5_000 });
    const other = await world.newTenant();
    expect(await keptOf(other)).toBeUndefined();
  });

  it('stops broadcasts for the day when it is full, goes on for those who wait, and loses no one', async () => {
    const tenant = await registered({ attClass: 'A', attPerMinute: 600_000, tmobileTier: 'LOW' } as never);
    const contacts = await Promise.all(Array.from({ length: 6 }, () => tenant.subscriber(world.phone())));
    await start();
    await eventually(
      () => keptOf(tenant),
      (found) => found !== undefined,
    );
    const day = tmobileDay(new Date());
    // A day with room for two of a broadcast.
    await sql`insert into ops.brand_days values (${tenant.brandId}::uuid, ${day}::date, ${tenant.businessId}::uuid, 4748, 0)`.execute(
      spine.db,
    );
    const id = await broadcast(spine, tenant, 'Hello');
    await eventually(
      () => waitingOf(tenant),
      (rows) => rows.some(({ note }) => note === 'day-full'),
    );
    await eventually(
      async () => world.atCarrier(tenant).length,
      (sent) => sent === 2,
    );
    const kept = (await keptOf(tenant))!;
    expect(new Date(kept.bulk_after!)).toEqual(nextTmobileDay(new Date()));
    // Someone waits for this one, and the last twentieth is kept for it.
    const answer = await tenant.queue(contacts[0]!, 'Yes, until eight.', 'livechat');
    await eventually(
      () => story(spine.store, answer),
      ({ types }) => types.at(-1) === 'MessageDelivered',
    );
    expect(world.atCarrier(tenant)).toHaveLength(3);
    expect(await waitingOf(tenant)).toHaveLength(4);
    // The next day.
    await sql`update ops.brand_days set day = day - 1 where brand_id = ${tenant.brandId}::uuid`.execute(spine.db);
    await sql`update ops.sender_limits set bulk_after = now() where sender = ${tenant.number}`.execute(spine.db);
    await texts.change(spine.db, { dueAt: sql`now()` }, { sender: tenant.number, stage: 'pending' });
    await sql`update ops.senders set has_work = true, ready_at = now() where sender = ${tenant.number}`.execute(
      spine.db,
    );
    // The slice of a process is of the old day: its own clock has not moved.
    await world.stop();
    await start();
    const report = await untilOver(spine, id);
    expect(report.sums).toMatchObject({ delivered: 6, suppressed: 0 });
    expect(new Set(world.atCarrier(tenant).map(({ to }) => to)).size).toBe(6);
  });

  it('has a text that someone waits for wait with the reason once the whole day is full, but owed ones go', async () => {
    const tenant = await registered();
    const contact = await tenant.subscriber(world.phone());
    await start();
    await eventually(
      () => keptOf(tenant),
      (found) => found !== undefined,
    );
    const day = tmobileDay(new Date());
    await sql`insert into ops.brand_days values (${tenant.brandId}::uuid, ${day}::date, ${tenant.businessId}::uuid, 5000, 0)`.execute(
      spine.db,
    );
    const id = await tenant.queue(contact, 'Yes, until eight.', 'livechat');
    await eventually(
      () => story(spine.store, id),
      ({ types }) => types.at(-1) === 'MessageDeferred',
    );
    expect((await spine.store.read(`message-${id}`))[1]!.data).toMatchObject({
      reason: 'day-full',
      until: nextTmobileDay(new Date()).toISOString(),
    });
    const owed = await tenant.queue(contact, 'You are unsubscribed.', 'opt-out-confirmation');
    await eventually(
      () => story(spine.store, owed),
      ({ types }) => types.at(-1) === 'MessageDelivered',
    );
  });

  it('has a full day where the carrier says so, unless that was of the day before', async () => {
    const tenant = await registered();
    await start();
    await eventually(
      () => keptOf(tenant),
      (found) => found !== undefined,
    );
    const now = new Date();
    await fillDay(spine.db, tenant.number, new Date(now.getTime() - 86_400_000), now);
    expect(await takenOf(tenant.brandId)).toBe(0);
    expect(await limitsNow(spine.db, tenant.number, now)).toMatchObject({ day: { most: 4_750, left: 4_750 } });
    await fillDay(spine.db, tenant.number, now, now);
    expect(await limitsNow(spine.db, tenant.number, now)).toMatchObject({ day: { most: 4_750, left: 0 } });
    expect(await takenOf(tenant.brandId)).toBe(5_000);
    expect(new Date((await keptOf(tenant))!.bulk_after!)).toEqual(nextTmobileDay(now));
  });

  it('that the carrier refused as not registered is tried again once the carriers have said more of it', async () => {
    const tenant = await registered();
    const contact = await tenant.subscriber(world.phone());
    await start();
    await sql`insert into ops.senders (sender, business_id, has_work, ready_at, blocked_at, blocked_code)
      values (${tenant.number}, ${tenant.businessId}::uuid, true, now(), now(), 30034)
      on conflict (sender) do update set blocked_at = now(), blocked_code = 30034`.execute(spine.db);
    const id = await tenant.queue(contact, 'Hello');
    const { numberIs } = stepsOf(BusinessId.parse(tenant.businessId), tenant);
    await register(
      spine.store,
      tenant,
      numberIs(tenant.number, 'pending', Date.now() - 60_000),
      numberIs(tenant.number, 'registered', Date.now()),
    );
    await eventually(
      () => story(spine.store, id),
      ({ types }) => types.at(-1) === 'MessageDelivered',
    );
  });
});
