import { afterAll, beforeAll, expect, it } from 'vitest';
import { asked } from '../../../domain/kernel/list.ts';
import { PlanId } from '../../../domain/kernel/ids.ts';
import { PlanChanged, PlanCreated, PlanDeleted } from '../../../domain/plans/events.ts';
import { planList } from '../../../domain/plans/list.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const idOf = (nth: number) => PlanId.parse(`2b1f0c5a-6a0e-5f4e-9d7e-0c9f6f5d${String(nth).padStart(4, '0')}`);
const plan = (nth: number, amount: number) => ({
  kind: 'business' as const,
  planId: idOf(nth),
  version: 1,
  name: `Plan ${nth}`,
  description: '',
  amount,
  currency: 'USD',
  interval: 'month' as const,
  trialDays: 0,
  messages: null,
  mms: 0,
  emails: 0,
  contacts: 0,
  numbers: 0,
  minutes: 0,
  overageMessages: null,
  overageMms: null,
  overageEmails: null,
  overageContacts: null,
  overageNumbers: null,
  overageMinutes: null,
  features: [],
});
const all = asked(planList);

it('plans are listed by what they cost today; versions stay, also of a plan that is no longer sold', async () => {
  const runner = world.runner();
  await runner.start();
  const settle = async () => expect(await runner.waitFor(await world.store.head(), { timeoutMs: 20_000 })).toBe(true);
  const append = (...events: readonly Parameters<World['append']>[1]['event'][]) =>
    world.append('plans-business', ...events.map((event) => ({ event, at: '2026-11-20T10:00:00.000Z' })));
  await append(
    PlanCreated.create({ ...plan(1, 5000), section: 'plan' }),
    PlanCreated.create({ ...plan(2, 4000), section: 'plan' }),
    PlanCreated.create({ ...plan(3, 900), section: 'loop' }),
    PlanChanged.create({ ...plan(1, 3000), version: 2, name: 'Cheaper' }),
  );
  await settle();
  const listed = async (of: Partial<typeof all> = {}) =>
    (await world.models.plans('business', { ...all, ...of })).data.map(({ terms }) => terms.name);
  expect(await listed()).toEqual(['Plan 3', 'Cheaper', 'Plan 2']);
  expect(await listed({ section: 'plan', sortDesc: true })).toEqual(['Plan 2', 'Cheaper']);
  expect(await listed({ search: 'CHEAP' })).toEqual(['Cheaper']);
  expect(await listed({ perPage: 1, page: 2 })).toEqual(['Cheaper']);
  expect((await world.models.plans('agency', all)).total).toBe(0);
  expect(await world.models.planByName('business', 'CHEAPER')).toMatchObject({ id: idOf(1), version: 2, revision: 3 });
  expect(await world.models.planByName('business', 'Plan 1')).toBeNull();

  await append(PlanDeleted.create({ kind: 'business', planId: idOf(1) }));
  await settle();
  expect(await listed()).toEqual(['Plan 3', 'Plan 2']);
  expect(await world.models.plan('business', idOf(1))).toBeNull();
  expect((await world.models.planVersions(idOf(1))).map(({ version, terms }) => [version, terms.amount])).toEqual([
    [2, 3000],
    [1, 5000],
  ]);
  expect(await runner.verify('plans')).toEqual([]);
  await runner.stop();
});
