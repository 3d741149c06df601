import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { BusinessId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { registrationChecks } from '../../../workers/registrations/checks.ts';
import { eventually } from '../../support/eventually.ts';
import { createProvidersWorld, type ProvidersWorld } from '../providers/world.ts';
import { checkRegistrations, verifiedShop } from './shop.ts';

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
