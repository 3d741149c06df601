import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { usd } from '../../../domain/kernel/money.ts';
import { context, createWorld, system, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const plan = (planId: string, name: string, amount = 9900) => ({
  kind: 'agency' as const,
  planId,
  name,
  description: '',
  amount,
  currency: usd,
  interval: 'month' as const,
  trialDays: 0,
  messages: 0,
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
const codeOf = (settled: PromiseSettledResult<unknown>) =>
  settled.status === 'fulfilled' ? 'ok' : (settled.reason as { code?: string }).code;

it('plans that are created at once under one name are one plan, and one add-on of a section', async () => {
  const { plans } = world.commands;
  const named = await Promise.allSettled(
    ['Growth', 'growth', 'GROWTH'].map((name) =>
      plans.createPlan(context(system), { ...plan(randomUUID(), name), section: 'plan' }),
    ),
  );
  expect(named.map(codeOf).sort()).toEqual(['ok', 'validation_failed', 'validation_failed']);
  const addOns = await Promise.allSettled(
    ['Chat', 'Inbox'].map((name) =>
      plans.createPlan(context(system), { ...plan(randomUUID(), name), section: 'livechat' }),
    ),
  );
  expect(addOns.map(codeOf).sort()).toEqual(['ok', 'validation_failed']);
});

it('changes of one plan that are made at once are a version each, of which none is lost', async () => {
  const { plans } = world.commands;
  const planId = randomUUID();
  await plans.createPlan(context(system), { ...plan(planId, 'Scale'), section: 'plan' });
  const amounts = [10_000, 11_000, 12_000, 13_000];
  await Promise.all(
    amounts.map((amount) => plans.changePlan(context(system), { ...plan(planId, 'Scale', amount), revision: null })),
  );
  const changed = (await world.events.read('plans-agency')).flatMap(({ type, data }) =>
    type === 'PlanChanged' && data['planId'] === planId ? [data] : [],
  );
  expect(changed.map(({ version }) => version)).toEqual([2, 3, 4, 5]);
  expect(changed.map(({ amount }) => amount).toSorted()).toEqual(amounts);
});
