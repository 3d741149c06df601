import { afterAll, beforeAll, it } from 'vitest';
import { expectWithin } from './support/counted.ts';
import { type BudgetWorld, openBudgetWorld } from './support/world.ts';

let world: BudgetWorld;
beforeAll(async () => {
  world = await openBudgetWorld();
  const nowhere = {} as never;
  await world.startWorkers({
    mail: nowhere,
    media: nowhere,
    push: { to: 'browsers', push: nowhere },
    uploads: nowhere,
    http: nowhere,
    config: { leaseMs: 6_000 },
  });
});
afterAll(() => world.close());

it('an idle minute', async () => {
  expectWithin('an idle minute', await world.count(() => world.pass(60_000), { runs: 2 }));
});
