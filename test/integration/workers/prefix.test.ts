import { expect, it } from 'vitest';
import { BusinessId } from '../../../domain/kernel/ids.ts';
import { changePrefix } from '../../../domain/registrations/a2p/decide.ts';
import { broadcast, untilOver } from '../../support/broadcasts.ts';
import { carrierWorld } from '../../support/carrier-world.ts';
import { eventually } from '../../support/eventually.ts';
import { register } from '../../support/registration.ts';
import { type Tenant } from '../../support/spine.ts';

/** Texts of broadcasts begin with the prefix of the business, once, and count with it. */
const world = carrierWorld();
const prefix = 'Bella’s Pizza';
const begins = (tenant: Tenant) =>
  register(world.spine.store, tenant, (state) =>
    changePrefix({ businessId: BusinessId.parse(tenant.businessId), prefix }, state),
  );
const bodies = (tenant: Tenant) => world.atCarrier(tenant).map(({ body }) => body);

it('is put before a broadcast once, and counts in its segments; another business has none of it', async () => {
  const [tenant, other] = [await world.newTenant(), await world.newTenant()];
  await begins(tenant);
  for (const one of [tenant, other]) await one.subscriber(world.phone());
  await world.start({ broadcasts: { pollMs: 50, lookMs: 50 } });
  const long = 'x'.repeat(150);
  for (const [one, body] of [
    [tenant, long],
    [tenant, "BELLA'S PIZZA: two for one."],
    [other, 'Two for one.'],
  ] as const)
    await untilOver(world.spine, await broadcast(world.spine, one, body));
  expect(bodies(tenant)).toEqual([`Bella's Pizza: ${long}`, "BELLA'S PIZZA: two for one."]);
  expect(bodies(other)).toEqual(['Two for one.']);
});

it('is not put before what is said in person, nor before an answer to STOP', async () => {
  const tenant = await world.newTenant();
  await begins(tenant);
  const contact = await tenant.subscriber(world.phone());
  await world.start();
  await tenant.queue(contact, 'See you at eight.', 'livechat');
  await tenant.queue(contact, 'You are unsubscribed.', 'opt-out-confirmation');
  const sent = await eventually(
    () => bodies(tenant),
    ({ length }) => length === 2,
  );
  expect(sent.toSorted()).toEqual(['See you at eight.', 'You are unsubscribed.']);
});
