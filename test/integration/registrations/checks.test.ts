import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { BusinessId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { registrationChecks } from '../../../workers/registrations/checks.ts';
import { eventually } from '../../support/eventually.ts';
import { createProvidersWorld, type ProvidersWorld } from '../providers/world.ts';
import { brand } from './forms.ts';
import { checkRegistrations, shopOf, verifiedShop } from './shop.ts';

/** What the carrier has decided is asked about once a day, over HTTP and against its stand-in: no callback comes. */
let world: ProvidersWorld;
beforeAll(async () => {
  world = await createProvidersWorld();
});
afterAll(() => world.close());
beforeEach(() => world.sandbox.carrier.configure({ registration: { lossRate: 0 } }));
const loseCallbacks = () => world.sandbox.carrier.configure({ registration: { lossRate: 1 } });

const dueOf = async (businessId: string, table: 'registration_checks' | 'registration_looks') => {
  const { rows } = await sql<{ due_at: Date }>`select due_at from ${sql.table(`ops.${table}`)}
    where business_id = ${businessId}`.execute(world.db);
  return rows[0]?.due_at ?? null;
};

test('a campaign and a brand that are suspended later are noticed, and so is the end of it', async () => {
  const { registrations } = world.sandbox;
  const shop = await verifiedShop(world, 'Later', '+14155550180', '12-3456770');
  loseCallbacks();
  const campaign = await shop.sid('campaign');
  registrations.suspend(campaign);
  await checkRegistrations(world, 2);
  await shop.until(({ campaigns }) => campaigns[0]?.state === 'suspended');
  expect((await shop.request()).blocked).not.toBeNull();
  registrations.decide(campaign, null);
  await checkRegistrations(world, 4);
  await shop.until(({ campaigns }) => campaigns[0]?.state === 'verified');

  // Of a suspended brand the carrier sends no callback at all.
  const brand = await shop.sid('brand');
  registrations.suspend(brand);
  await checkRegistrations(world, 6);
  await shop.until(({ brand: one }) => one?.state === 'suspended');
  registrations.decide(brand, null);
  await checkRegistrations(world, 8);
  await shop.until(({ brand: one, campaigns }) => one?.state === 'verified' && campaigns[0]?.state === 'verified');
});

test('nothing is asked before its day, and what says the same is no news', async () => {
  const shop = await verifiedShop(world, 'Same', '+14155550181', '12-3456771');
  const stream = streams.registrations(BusinessId.parse(shop.businessId));
  await eventually(
    () => dueOf(shop.businessId, 'registration_checks'),
    (due) => due !== null,
  );
  const before = await dueOf(shop.businessId, 'registration_checks');
  expect(before!.getTime()).toBeGreaterThan(Date.now() + 80_000_000);
  const events = (await world.store.read(stream)).length;
  await checkRegistrations(world, 0);
  expect(await dueOf(shop.businessId, 'registration_checks')).toEqual(before);
  await checkRegistrations(world, 2);
  expect((await dueOf(shop.businessId, 'registration_checks'))!.getTime()).toBeGreaterThan(before!.getTime());
  expect(await world.store.read(stream)).toHaveLength(events);
});

test('what was refused is asked about for 90 days after its last news, and again after the next attempt', async () => {
  const shop = await shopOf(world, 'Refused', '+14155550183');
  const form = { ...brand, ein: '12-3456773', legal_name: 'Shop of Refused' };
  const decide = async (attempt: number, code: number) => {
    await shop.until(({ brand: one }) => one?.state === 'in-review' && one.attempt === attempt);
    world.sandbox.registrations.decide(await shop.sid('brand'), code);
    await shop.until(({ brand: one }) => one?.state === 'refused');
    await eventually(
      () => dueOf(shop.businessId, 'registration_checks'),
      (due) => due !== null,
    );
  };
  await shop.post('/businesses/a2p/brand', form);
  await decide(1, 30795);
  await checkRegistrations(world, 89);
  expect(await dueOf(shop.businessId, 'registration_checks')).not.toBeNull();
  await checkRegistrations(world, 92);
  expect(await dueOf(shop.businessId, 'registration_checks')).toBeNull();
  expect((await shop.post('/businesses/a2p/brand', { ...form, legal_name: 'Refused Shop' })).status).toBe(200);
  await decide(2, 30795);
});

test('what is overdue is spread over a day, the same way each time', async () => {
  const later = Date.now();
  const old = new Date(later - 30 * 86_400_000).toISOString();
  const [first] = await world.store.read(
    streams.business(BusinessId.parse((await world.addAgency('Spread')).businessId)),
  );
  const ids = Array.from({ length: 48 }, () => randomUUID());
  const reviews = ids.map((businessId) => ({
    ...first!,
    type: 'A2pBrandReviewed',
    data: { businessId },
    metadata: { ...first!.metadata, occurredAt: old },
  }));
  const { record } = registrationChecks({ now: () => new Date(later), checkMs: 86_400_000 });
  const hours = async () => {
    await world.db.transaction().execute((trx) => record(reviews, trx));
    const { rows } = await sql<{ due_at: Date }>`delete from ops.registration_checks
      where business_id = any(${ids}::uuid[]) returning business_id, due_at`.execute(world.db);
    expect(rows).toHaveLength(ids.length);
    return new Set(rows.map(({ due_at: due }) => Math.floor((due.getTime() - later) / 3_600_000)));
  };
  const spread = await hours();
  expect([Math.min(...spread) >= 0, Math.max(...spread) < 24, spread.size > 8]).toEqual([true, true, true]);
  expect(await hours()).toEqual(spread);
});

test('a registration from before there were checks is checked within a day, and asked about often if it is suspended', async () => {
  const { registrations } = world.sandbox;
  const shop = await verifiedShop(world, 'Old', '+14155550182', '12-3456772');
  const { businessId } = shop;
  registrations.suspend(await shop.sid('campaign'));
  await shop.until(({ campaigns }) => campaigns[0]?.state === 'suspended');
  await eventually(
    () => dueOf(businessId, 'registration_checks'),
    (due) => due !== null,
  );
  await sql`delete from ops.registration_checks`.execute(world.db);
  await sql`delete from ops.registration_looks where business_id = ${businessId}`.execute(world.db);
  const events = await world.store.read(streams.registrations(BusinessId.parse(businessId)));
  const later = Date.now() + 10 * 86_400_000;
  const { record } = registrationChecks({ now: () => new Date(later), checkMs: 86_400_000 });
  const reviews = events.filter(({ type }) => type === 'A2pBrandReviewed' || type === 'A2pCampaignReviewed');
  await world.db.transaction().execute((trx) => record(reviews, trx));
  const due = (await dueOf(businessId, 'registration_checks'))!.getTime();
  expect(due).toBeGreaterThanOrEqual(later);
  expect(due).toBeLessThan(later + 86_400_000);
  await checkRegistrations(world, 12);
  expect(await dueOf(businessId, 'registration_looks')).not.toBeNull();
});
