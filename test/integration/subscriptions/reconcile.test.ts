import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { appendEach } from '../../../adapters/event-store/append-each.ts';
import { EventStoreUnavailable } from '../../../adapters/event-store/port.ts';
import type { RecordingWorker } from '../../../workers/engine/worker.ts';
import { archivePrices, planPrices } from '../../../workers/subscriptions/prices.ts';
import {
  defaultReconcile,
  reconcileOnce,
  type Reconciling,
  subscriptionLooks,
} from '../../../workers/subscriptions/reconcile.ts';
import { grantTrials } from '../../../workers/subscriptions/trials.ts';
import type { Database } from '../../../workers/engine/worker.ts';
import { context, system } from '../../support/callers.ts';
import { quietLog } from '../../support/quiet.ts';
import { openPayers, type PayerWorld, type TestPayer } from './payers.ts';

let payers: PayerWorld;
let parts: Reconciling;
beforeAll(async () => {
  payers = await openPayers('reconcile');
  parts = {
    store: payers.world.events,
    db: payers.world.db as Database,
    commands: payers.commands,
    now: () => payers.world.now(),
    log: quietLog,
    settings: defaultReconcile,
  };
});
beforeEach(() => {
  payers.world.clock.at = new Date(payers.sandbox.stripe.advance(0) * 1000);
});
afterAll(() => payers.close());

const read = async (worker: RecordingWorker, stream: string) =>
  parts.db.transaction().execute(async (trx) => worker.record(await payers.world.events.read(stream), trx as never));
const statuses = async (one: TestPayer) => {
  const { all } = await payers.commands.subscriptions.account(one.by(), one.payer);
  return [...all.values()].map(({ status }) => status);
};
async function subscribed(kind: 'agency' | 'business' = 'agency') {
  const one = kind === 'agency' ? await payers.agency() : await payers.business();
  const planId = await payers.plan(kind);
  await payers.card(one);
  const { result } = await payers.commands.subscriptions.subscribe(one.by(), { payer: one.payer, what: { planId } });
  return { one, planId, id: result.subscriptionId };
}

describe('what no webhook told', () => {
  test('is found by reading the provider’s events, each once', async () => {
    await reconcileOnce(parts);
    const { one, id } = await subscribed();
    await payers.payments.subscriptions.cancel(id, 'now', randomUUID());
    expect(await statuses(one)).toEqual(['active']);
    await reconcileOnce(parts);
    expect(await statuses(one)).toEqual(['canceled']);
    const { rows } = await sql<{
      since: Date;
      seen: string[];
    }>`select since, seen from ops.payment_events_read`.execute(parts.db);
    const again = await payers.commands.paymentEvents.reconcile(context(system), rows[0]!);
    expect(again.result).toMatchObject({ heard: 0, failed: [], until: rows[0]!.since });
  });

  test('waits while the provider is away, and is not forgotten', async () => {
    const { one, id } = await subscribed();
    await payers.payments.subscriptions.cancel(id, 'now', randomUUID());
    payers.sandbox.stripe.configure({ away: 'reset' });
    await expect(reconcileOnce(parts)).rejects.toMatchObject({ code: 'provider_unavailable' });
    payers.sandbox.stripe.configure({ away: 'no' });
    await reconcileOnce(parts);
    expect(await statuses(one)).toEqual(['canceled']);
  });

  test('is read again where the database was away in the middle', async () => {
    const { one, id } = await subscribed();
    await payers.payments.subscriptions.cancel(id, 'now', randomUUID());
    const store = payers.world.events;
    let isAway = true;
    const append: typeof store.append = async (stream, ...rest) => {
      if (isAway && stream === `subscriptions-${one.payer.id}`) throw new EventStoreUnavailable('It is away.');
      return store.append(stream, ...rest);
    };
    const events = {
      ...store,
      append,
      appendMany: (appends: Parameters<typeof store.appendMany>[0]) => appendEach(append, appends),
    };
    const commands = payers.world.commandsWith({ events, payments: payers.payments });
    await expect(reconcileOnce({ ...parts, commands })).rejects.toBeInstanceOf(EventStoreUnavailable);
    expect(await statuses(one)).toEqual(['active']);
    isAway = false;
    await reconcileOnce({ ...parts, commands });
    expect(await statuses(one)).toEqual(['canceled']);
  });

  test('and a process that was killed between charge and record is made up for by a look at its payer', async () => {
    const one = await payers.agency();
    const planId = await payers.plan('agency');
    await payers.card(one);
    payers.sandbox.stripe.configure({ lostAnswerRate: 1 });
    const killed = payers.commands.subscriptions.subscribe(one.by(), { payer: one.payer, what: { planId } });
    await expect(killed).rejects.toMatchObject({ code: 'provider_unavailable' });
    payers.sandbox.stripe.configure({ lostAnswerRate: 0 });
    // The second look is for a request whose answer came never.
    await payers.commands.subscriptions.subscribe(one.by(), { payer: one.payer, what: { planId } });
    await read(subscriptionLooks(defaultReconcile), `subscriptions-${one.payer.id}`);
    const looks = async () =>
      (
        await sql<{ due_at: Date }>`select due_at from ops.subscription_looks where payer_id = ${one.payer.id}`.execute(
          parts.db,
        )
      ).rows;
    expect(await looks()).toHaveLength(1);
    payers.world.clock.at = new Date(payers.world.now().getTime() + 3_600_000);
    await reconcileOnce(parts);
    expect(await statuses(one)).toEqual(['active']);
    const { customerId } = await payers.commands.payments.account(one.by(), one.payer);
    expect(await payers.payments.subscriptions.list(customerId!)).toHaveLength(1);
    expect((await looks())[0]!.due_at > payers.world.now()).toBe(true);
    await payers.commands.subscriptions.cancel(one.by(), { payer: one.payer, section: 'plan', when: 'now' });
    payers.world.clock.at = new Date(payers.world.now().getTime() + 86_400_000);
    await reconcileOnce(parts);
    expect(await looks()).toEqual([]);
  });
});

test('a price leaves the provider’s catalogue when its version does, and subscriptions keep it', async () => {
  const { one, planId, id } = await subscribed('business');
  const price = (await payers.payments.subscriptions.fetch(id))!.items[0]!.priceId;
  const [created] = await payers.world.events.read('plans-business');
  const {
    planId: _,
    kind: __,
    version: ___,
    section: ____,
    ...terms
  } = created!.data as never as Record<string, never>;
  await payers.commands.plans.changePlan(context(system), {
    ...(terms as object),
    kind: 'business',
    planId,
    amount: 12_900,
    name: `Plan ${planId}`,
    revision: null,
  } as never);
  await read(
    planPrices(() => {}),
    'plans-business',
  );
  const { rows } = await sql<{
    payload: object;
  }>`select payload from ops.timers where kind = 'archive-plan-prices'`.execute(parts.db);
  expect(rows).toHaveLength(1);
  await archivePrices(parts)({ id: randomUUID(), payload: rows[0]!.payload } as never);
  expect((await payers.payments.catalog.fetchPrice(price))?.isActive).toBe(false);
  const { all } = await payers.commands.subscriptions.account(one.by(), one.payer);
  expect([...all.values()]).toMatchObject([{ version: 1, terms: { amount: 9900 } }]);
  payers.sandbox.stripe.advance(32 * 86_400);
  await payers.commands.subscriptions.follow(one.by(), { payer: one.payer });
  expect(await statuses(one)).toEqual(['active']);
});

test('payers that were there before payments get one trial, but for who is free, and who came later', async () => {
  const pays = async (one: TestPayer) => {
    const { businesses, agencies } = payers.commands;
    const revision = null;
    if (one.payer.kind === 'agency')
      await agencies.setBilling(context(system), {
        agencyId: one.payer.id,
        revision,
        freeFee: false,
        freeNumbers: 0,
        freeMessages: 0,
        freeCalls: 0,
      });
    else
      await businesses.setBilling(context(system), {
        businessId: one.payer.id,
        revision,
        monthlyMessages: null,
        contactLimit: null,
        freeFee: false,
      });
    return one;
  };
  const agency = await pays(await payers.agency());
  const before = [
    await pays(await payers.business()),
    agency,
    await pays(await payers.business(agency.payer.id)),
    await payers.business(),
  ];
  const { at } = (await payers.commands.subscriptions.open(context(system), {})).result;
  expect((await payers.commands.subscriptions.open(context(system), {})).result.at).toBe(at);
  payers.world.clock.at = new Date(payers.world.now().getTime() + 1000);
  const all = [...before, await pays(await payers.business())];
  for (const _ of ['once', 'and again']) {
    await sql`update ops.payment_events_read set trials_to = 0`.execute(parts.db);
    await grantTrials(parts, at!, AbortSignal.timeout(60_000));
  }
  const streams = await Promise.all(all.map(({ payer }) => payers.world.events.read(`subscriptions-${payer.id}`)));
  expect(streams.map((events) => events.map(({ type }) => type))).toEqual([
    ['TrialGranted'],
    ['TrialGranted'],
    [],
    [],
    [],
  ]);
  const standing = await payers.commands.subscriptions.standingOf({ agencyId: null, businessId: all[0]!.payer.id });
  expect(standing).toMatchObject({ subscribed: true, planStatus: 'trialing' });
  expect(standing.trialEndsAt).toBe(new Date(Date.parse(at!) + 30 * 86_400_000).toISOString());
});
