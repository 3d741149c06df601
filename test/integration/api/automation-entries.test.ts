import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AutomationId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { systemClock } from '../../../adapters/clock/system.ts';
import type { AutomationNotLetIn } from '../../../api/contract/automation-entries.ts';
import { everybody } from '../../../domain/contacts/filter.ts';
import { accountGone } from '../../../main/carrier-accounts.ts';
import type { Workers } from '../../../workers/index.ts';
import { automationOf } from '../../support/automations.ts';
import { drawn, end, id as step, tag } from '../../unit/domain/automations/make.ts';
import { eventually, publicUrl, startTestApi, type Tenant, type TestApi } from './support.ts';

/** Whom an automation could not let in, and to try it again. */
let app: TestApi;
let shop: Tenant;
let other: Tenant;
let workers: Workers;
beforeAll(async () => {
  app = await startTestApi();
  [shop, other] = [await app.addTenant('shop'), await app.addTenant('other')];
  workers = app.workers({
    carrierFor: () => accountGone(app.log),
    config: { publicUrl, automations: { pollMs: 50, daysMs: 3_600_000 } },
  });
  await workers.start();
});
afterAll(async () => {
  await workers.stop();
  await app.close();
});

/** An automation of the shop that means nobody by itself, for now. */
async function published(): Promise<string> {
  const on = { kind: 'opted-in' as const, keyword: 'NOBODY', campaignId: null };
  const document = drawn({ a: tag('b'), b: end }, { triggers: [{ on, filter: everybody }] });
  const { automationId } = await automationOf({ store: app.store, clock: systemClock }, shop.businessId, {
    ...document,
    start: step('a'),
  });
  const { store, runner } = app;
  await runner.waitFor(await store.head(), { timeoutMs: 60_000 });
  // The feed of the workers knows it: its row is there.
  await eventually(
    async () =>
      (await sql`select from ops.automations where automation_id = ${automationId}::uuid`.execute(app.db)).rows,
    ({ length }) => length === 1,
  );
  return automationId;
}
/** Somebody whom it could not let in, as the engine leaves them. */
async function givenUp(automationId: string, from: string, why: string | null): Promise<string> {
  const { contactId } = await app.textIn(shop, 'PIZZA', from);
  const head = await app.store.head();
  await sql`insert into ops.automation_entering (automation_id, contact_id, position, trigger, business_id, agency_id, cause,
      correlation, at, due_at, held_until, failures, why, failed_at)
    values (${automationId}::uuid, ${contactId}::uuid, ${head.toString()}::bigint, '0', ${shop.businessId}::uuid,
      ${shop.agencyId}::uuid, ${randomUUID()}, ${randomUUID()}, now(), now(), 'infinity', 8, ${why}, '2026-01-05T10:00:00Z')`.execute(
    app.db,
  );
  return contactId;
}
const call = <T>(method: 'GET' | 'POST', path: string, { token } = shop) => app.call<T>(token, method, path);
const seen = async (id: string) =>
  (await call<{ data: AutomationNotLetIn }>('GET', `/automations/${id}/not-let-in`)).body.data;
const again = async (id: string) =>
  (await call<{ data: { count: number } }>('POST', `/automations/${id}/try-again`)).body.data.count;
const inside = async (id: string) =>
  (await call<{ data: { contact: { id: string } }[] }>('GET', `/automations/${id}/runs`)).body.data
    .map(({ contact }) => contact.id)
    .toSorted();

it('who could not be let in is counted with why, and comes in, once, when somebody says so, also two at once', async () => {
  const [id, elsewhere] = [await published(), await published()];
  expect(await seen(id)).toEqual({ count: 0, last_at: null, whys: [] });
  const people = [
    await givenUp(id, '+12025550111', 'our-fault'),
    await givenUp(id, '+12025550112', 'busy'),
    // From before it was written down.
    await givenUp(id, '+12025550113', null),
  ];
  await givenUp(elsewhere, '+12025550114', 'busy');
  expect(await seen(id)).toEqual({
    count: 3,
    last_at: '2026-01-05T10:00:00.000Z',
    whys: [
      { why: 'our-fault', count: 2 },
      { why: 'busy', count: 1 },
    ],
  });
  expect((await workers.status()).watchdog).toContain(`3 contacts could not be let into the automation ${id}.`);

  const tried = await Promise.all([again(id), again(id), again(id)]);
  expect(tried.reduce((sum, count) => sum + count, 0)).toBe(3);
  await eventually(
    () => inside(id),
    ({ length }) => length === 3,
  );
  expect(await inside(id)).toEqual([...people].toSorted());
  expect(await again(id)).toBe(0);
  // Who said so is known: of nobody there was nothing to say.
  const events = await app.store.read(streams.automation(AutomationId.parse(id)));
  const said = events.filter(({ type }) => type === 'AutomationEnrollmentsRetried');
  expect(said.length).toBeGreaterThan(0);
  expect(said.length).toBeLessThanOrEqual(3);
  for (const { data, metadata } of said)
    expect([data['count'], metadata.actor.kind]).toEqual([expect.any(Number), 'user']);
  expect(said[0]!.data['count']).toBe(3);
  expect(await seen(id)).toMatchObject({ count: 0 });
  expect((await workers.status()).watchdog.join()).not.toContain(id);
  // Nobody said so of the other one.
  expect(await seen(elsewhere)).toMatchObject({ count: 1, whys: [{ why: 'busy', count: 1 }] });
  expect(await inside(elsewhere)).toEqual([]);
});

it('nobody sees or tries again what is another business’s', async () => {
  const id = await published();
  await givenUp(id, '+12025550115', 'busy');
  for (const [method, path] of [
    ['GET', 'not-let-in'],
    ['POST', 'try-again'],
  ] as const) {
    const refused = await call<{ code: string }>(method, `/automations/${id}/${path}`, other);
    expect([refused.status, refused.body.code]).toEqual([404, 'not_found']);
  }
  expect((await seen(id)).count).toBe(1);
});
