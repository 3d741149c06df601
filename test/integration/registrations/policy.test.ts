import { afterAll, beforeAll, expect, test } from 'vitest';
import { NumberClaimed, NumberReleased } from '../../../domain/businesses/events.ts';
import { AgencyId, BusinessId } from '../../../domain/kernel/ids.ts';
import { E164 } from '../../../domain/sms/values.ts';
import { streams } from '../../../domain/streams.ts';
import { said } from '../../support/said.ts';
import { createProvidersWorld, type ProvidersWorld } from '../providers/world.ts';
import { shopOf } from './shop.ts';

/** The operator's day from which numbers have to be registered, over HTTP. */
let world: ProvidersWorld;
beforeAll(async () => {
  world = await createProvidersWorld();
});
afterAll(() => world.close());

test('a business reads from the day on why its number is held, unless another carrier account has it', async () => {
  const shop = await shopOf(world, 'Held', '+14155550180');
  const { token: admin } = await world.addUser('Admin', null, null);
  const policy = (required_from: string | null) =>
    world.call<{ message: string }>(admin, 'PUT', '/registration-policy', { required_from });
  expect((await world.call(shop.token, 'PUT', '/registration-policy', { required_from: null })).status).toBe(403);
  expect((await policy('someday')).status).toBe(422);
  expect((await shop.request()).blocked).toBeNull();

  expect((await policy('2026-01-15')).status).toBe(200);
  expect((await world.call(admin, 'GET', '/registration-policy')).body).toEqual({
    data: { required_from: '2026-01-15' },
  });
  const held = await shop.until(({ blocked }) => blocked !== null);
  expect(held.blocked).toEqual({
    text: 'This number isn’t registered with the carriers.',
    cure: 'Register it in Settings, SMS registration.',
  });
  const [businessId, agencyId] = [BusinessId.parse(shop.businessId), AgencyId.parse(shop.agencyId)];
  const required = () => world.store.read(streams.registrations(businessId));
  const again = () => world.commands.registrations.requireRegistration(world.system(), { businessId });
  await again();
  expect(await required()).toHaveLength(1);

  // Bought by the agency, in an account of its own.
  const number = E164.parse('+14155550180');
  const heldBy = { owner: 'agency', account: 'AC…1111' } as const;
  const moved = [
    NumberReleased.create({ number, businessId }),
    NumberClaimed.create({ number, businessId, agencyId, heldBy }),
  ];
  await world.store.append(streams.numberClaim(number), 'any', said(moved, { agencyId, businessId }));
  await again();
  expect((await shop.request()).blocked).toBeNull();
  expect((await required()).at(-1)!.data).toEqual({ businessId, number, from: null });
});
