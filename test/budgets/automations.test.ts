import { afterAll, beforeAll, it } from 'vitest';
import { everybody } from '../../domain/contacts/filter.ts';
import { automationOf } from '../support/automations.ts';
import { subscribeMany } from '../support/subscribers.ts';
import { drawn, tag } from '../unit/domain/automations/make.ts';
import { expectWithin } from './support/counted.ts';
import { type BudgetWorld, openBudgetWorld } from './support/world.ts';

let world: BudgetWorld;
beforeAll(async () => {
  world = await openBudgetWorld();
  await world.startWorkers({ config: { automations: { writingMs: 20 } } });
});
afterAll(() => world.close());

/** Each adds a tag of its own. */
const tags = (count: number): Readonly<Record<string, ReturnType<typeof tag>>> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, nth) => {
      const next = nth + 1 < count ? `step ${nth + 1}` : null;
      return [`step ${nth}`, { ...tag(next), tag: `tag${nth}` } as ReturnType<typeof tag>];
    }),
  );

const underWay = `select from ops.automation_entering union all select from ops.automation_runs where state <> 'ended'`;

it.each([
  ['automation of one step', 'bella', 1],
  ['automation of six steps', 'dara', 6],
] as const)('%s', async (path, name, steps) => {
  const { app } = world;
  const tenant = await app.addTenant(name);
  const document = drawn(tags(steps), {
    triggers: [{ on: { kind: 'opted-in', keyword: null, campaignId: null }, filter: everybody }],
  });
  await automationOf({ store: app.store, clock: app.clock }, tenant.businessId, document);
  await world.rest();
  let people = 0;
  const counted = await world.count(async () => {
    const phone = `+1202555${String((people += 1) + 1_000)}`;
    const at = app.clock.now().toISOString();
    await subscribeMany(app, tenant.businessId, [phone], { agencyId: tenant.agencyId, at });
    // Moments pass until everyone has come to the end: who enrolls waits for what is still being written.
    do {
      await world.rest();
      await world.pass(50);
      await world.rest();
    } while ((await world.rows(underWay)) > 0);
  });
  expectWithin(path, counted);
});
