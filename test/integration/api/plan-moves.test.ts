import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPayments } from '../../../adapters/payments/index.ts';
import type { Payments } from '../../../adapters/payments/port.ts';
import type { MovePreview, PlanMove, PlanRecord } from '../../../api/contract/plans.ts';
import type { BusinessId } from '../../../domain/kernel/ids.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import { context, system } from '../../support/callers.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';

let sandbox: Sandbox;
let payments: Payments;
let app: TestApi;
let admin: string;
let tenants: readonly Tenant[];
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'api-moves' });
  payments = createPayments({ secretKey: 'sk_test_moves', baseUrl: sandbox.url, webhookSecret: null, mode: 'sandbox' });
  app = await startTestApi({
    world: { payments },
    config: { cardForm: { publishableKey: 'pk_test_moves', sandboxUrl: sandbox.url } },
  });
  admin = await app.addUser('Admin', null);
  tenants = [await app.addTenant('ash', { agencyId: null }), await app.addTenant('birch', { agencyId: null })];
});
afterAll(async () => {
  await app.close();
  await sandbox.close();
});

const plan = { name: 'Corner', amount: 4900, currency: 'USD', interval: 'month', messages: 1000, contacts: 500 };
const get = async <T>(path: string) => (await app.call<{ data: T }>(admin, 'GET', path)).body.data;

it('says who has which version and what a move costs whom, and begins it once', async () => {
  const made = await app.call<{ data: { id: string } }>(admin, 'POST', '/business-plans', plan);
  const { id } = made.body.data;
  for (const [nth, { token, businessId }] of tenants.entries()) {
    await app.call(token, 'GET', '/payment-methods/secret');
    const payer = { kind: 'business', id: businessId as BusinessId } as const;
    const { customerId } = await app.commands.payments.account(context(system), payer);
    const card = await payments.methods.attach('pm_card_visa', customerId!, `card/${nth}`);
    await app.call(token, 'POST', '/payment-methods', { payment_method: card.id });
    const bought = await app.call(token, 'POST', `/subscriptions/${id}`, { version: 1 });
    expect(bought.status, JSON.stringify(bought.body)).toBe(200);
  }
  const { revision } = await get<PlanRecord>(`/business-plans/${id}`);
  await app.call(admin, 'PUT', `/business-plans/${id}`, { ...plan, amount: 5900, revision });
  await app.settled();
  const counts = () => get<{ versions: object[]; moves: PlanMove[] }>(`/plans/${id}/subscribers`);
  expect(await counts()).toEqual({ versions: [{ version: 1, subscribers: 2 }], moves: [] });

  const preview = await get<MovePreview>(`/plans/${id}/moves/preview?versions=1`);
  expect(preview).toMatchObject({ version: 2, subscribers: 2, movable: 2, from_total: 9800, total: 11_800 });
  expect(preview.rows).toHaveLength(2);
  expect(preview.rows[0]).toMatchObject({
    from_version: 1,
    from_amount: 4900,
    amount: 5900,
    due_now: null,
    skip: null,
  });
  const now = await get<MovePreview>(`/plans/${id}/moves/preview?versions=1&when=now`);
  expect(now.rows[0]!.due_now).toBe(1000);

  const body = { versions: [1], version: 2, when: 'renewal', subscribers: 2 };
  const start = (given: object, key?: string) =>
    app.call<{ data: { id: string }; errors?: object }>(admin, 'POST', `/plans/${id}/moves`, given, {
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    });
  expect((await start({ ...body, version: 3 })).status).toBe(409);
  expect((await start({ ...body, versions: [] })).body.errors).toHaveProperty('versions');
  expect((await start({ ...body, versions: [2] })).body.errors).toHaveProperty('versions');
  expect((await start({ ...body, when: 'now', proration_date: '2020-01-01T00:00:00Z' })).status).toBe(409);
  const [one, again] = [await start(body, 'once-and-again'), await start(body, 'once-and-again')];
  expect(again.body.data.id).toBe(one.body.data.id);
  expect((await counts()).moves).toMatchObject([
    { id: one.body.data.id, from_versions: [1], version: 2, when: 'renewal', subscribers: 2, moved: 0, skipped: 0 },
  ]);
  expect(await get(`/plans/${id}/moves/${one.body.data.id}`)).toMatchObject({ skips: [] });
  expect((await app.call(admin, 'GET', `/plans/${id}/moves/${crypto.randomUUID()}`)).status).toBe(404);
  expect((await app.call(admin, 'GET', `/plans/${id}/moves/preview?versions=x`)).status).toBe(422);
  for (const { token } of tenants) expect((await app.call(token, 'GET', `/plans/${id}/subscribers`)).status).toBe(403);
});
