import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EventStore } from '../../../adapters/event-store/port.ts';
import { namespaces, NotificationId, type PlanId, PlanMoveId, uuidV5 } from '../../../domain/kernel/ids.ts';
import { payerKey } from '../../../domain/payments/payer.ts';
import type { PlanKind } from '../../../domain/plans/fields.ts';
import { streams } from '../../../domain/streams.ts';
import { fireDueTimers } from '../../../workers/engine/timers.ts';
import type { Database } from '../../../workers/engine/worker.ts';
import {
  moveNotices,
  moveOneTimer,
  moveSubscriber,
  moveSubscribers,
  moveTimer,
  planMoves,
} from '../../../workers/subscriptions/moves.ts';
import { archivePrices } from '../../../workers/subscriptions/prices.ts';
import { context, system } from '../../support/callers.ts';
import { quietLog } from '../../support/quiet.ts';
import { openPayers, type PayerWorld, type TestPayer } from './payers.ts';

/** Moving those who bought an earlier version of a plan, over the stand-in of the payment provider. */
let payers: PayerWorld;
beforeAll(async () => {
  payers = await openPayers('moves');
  await payers.world.runner.start();
});
beforeEach(() => {
  payers.world.clock.at = new Date(payers.sandbox.stripe.advance(0) * 1000);
});
afterAll(() => payers.close());

const pass = async (days: number, ...whom: readonly TestPayer[]) => {
  payers.world.clock.at = new Date(payers.sandbox.stripe.advance(days * 86_400) * 1000);
  for (const { payer } of whom) await payers.commands.subscriptions.follow(context(system), { payer });
};
const stateOf = async (one: TestPayer) => payers.commands.subscriptions.account(one.by(), one.payer);
const currentOf = async (one: TestPayer) => [...(await stateOf(one)).all.values()].find((sub) => sub.endedAt === null);
const typesOf = async (one: TestPayer) =>
  (await payers.world.events.read(streams.subscriptions(one.payer.id))).map(({ type }) => type);
const paidBy = async (one: TestPayer) => {
  const { customerId } = await payers.commands.payments.account(one.by(), one.payer);
  const { data } = await payers.payments.invoices.list({ customerId: customerId! });
  return data.filter(({ amountPaid }) => amountPaid > 0).map(({ amountPaid }) => amountPaid);
};

async function planOf(kind: PlanKind = 'agency', amount = 9900) {
  const planId = await payers.plan(kind, { amount });
  /** Another version; at the provider the price of the one before is archived, as the worker does it. */
  const change = async (given: { amount?: number; interval?: 'month' | 'year' }) => {
    const stored = await payers.world.events.read(streams.plans(kind));
    const { version: _, ...terms } = stored.findLast(({ data }) => data['planId'] === planId)!.data as never as Record<
      string,
      unknown
    >;
    await payers.commands.plans.changePlan(context(system), {
      ...terms,
      kind,
      planId,
      revision: null,
      ...given,
    } as never);
    const timer = { id: randomUUID(), kind: 'x', dueAt: payers.world.now() };
    await archivePrices({ commands: payers.commands, db: payers.world.db as Database, now: payers.world.now })({
      ...timer,
      payload: { cause: randomUUID(), attempt: 0, kind, planId },
    });
  };
  return { planId, change };
}
async function subscriber(planId: PlanId, kind: PlanKind = 'agency', card = 'pm_card_visa') {
  const one = kind === 'agency' ? await payers.agency() : await payers.business();
  await payers.card(one, card);
  const { result } = await payers.commands.subscriptions.subscribe(one.by(), { payer: one.payer, what: { planId } });
  return { ...one, id: result.subscriptionId };
}

type When = 'renewal' | 'now';
const start = async (planId: PlanId, when: When = 'renewal', kind: PlanKind = 'agency', version = 2) => {
  const moveId = PlanMoveId.parse(randomUUID());
  await payers.commands.subscriptions.startMove(context(system), {
    moveId,
    kind,
    planId,
    fromVersions: [1],
    version,
    when,
    prorationDate: when === 'now' ? payers.world.now() : null,
    subscribers: 1,
  });
  return moveId;
};
const move = async (moveId: PlanMoveId, { payer }: TestPayer) =>
  (await payers.commands.subscriptions.move(context(system), { moveId, payer })).result;
const lastOf = async (one: TestPayer, type: string) =>
  (await payers.world.events.read(streams.subscriptions(one.payer.id))).findLast((event) => event.type === type)?.data;

describe('at the renewal', () => {
  test.each(['agency', 'business'] as const)(
    'an %s pays the old price until then and the new one after',
    async (kind) => {
      const { planId, change } = await planOf(kind);
      const one = await subscriber(planId, kind);
      await change({ amount: 12_900 });
      const moveId = await start(planId, 'renewal', kind);
      const before = await currentOf(one);
      for (const _ of [1, 2, 3]) expect(await move(moveId, one)).toEqual({ until: null });
      expect((await stateOf(one)).scheduled.get(one.id)).toMatchObject({ version: 2, at: before!.periodEnd });
      expect(await currentOf(one)).toMatchObject({ version: 1, terms: { amount: 9900 } });
      expect(await paidBy(one)).toEqual([9900]);
      expect(await lastOf(one, 'SubscriptionMoved')).toMatchObject({
        fromVersion: 1,
        version: 2,
        fromAmount: 9900,
        amount: 12_900,
        at: before!.periodEnd,
      });
      await pass(33, one);
      expect(await currentOf(one)).toMatchObject({ version: 2, terms: { amount: 12_900 } });
      expect(await paidBy(one)).toEqual([12_900, 9900]);
      expect((await typesOf(one)).filter((type) => type === 'SubscriptionMoved')).toHaveLength(1);
    },
  );

  test('one that renews within a day is told first, and moved with the renewal after', async () => {
    const { planId, change } = await planOf();
    const one = await subscriber(planId);
    await change({ amount: 12_900 });
    const { periodEnd } = (await currentOf(one))!;
    await pass((Date.parse(periodEnd) - payers.world.now().getTime()) / 86_400_000 - 0.5, one);
    const moveId = await start(planId);
    const { until } = await move(moveId, one);
    expect(until!.getTime()).toBeGreaterThan(Date.parse(periodEnd));
    await pass(1, one);
    expect(await move(moveId, one)).toEqual({ until: null });
    await pass(33, one);
    expect(await paidBy(one)).toEqual([12_900, 9900, 9900]);
  });

  test('a payer may choose another plan instead, and pays only that', async () => {
    const { planId, change } = await planOf();
    const one = await subscriber(planId);
    await change({ amount: 12_900 });
    const moveId = await start(planId);
    await move(moveId, one);
    const other = await payers.plan('agency', { amount: 5900 });
    const wish = { payer: one.payer, what: { planId: other } };
    expect((await payers.commands.subscriptions.subscribe(one.by(), wish)).result.outcome).toBe('scheduled');
    await move(moveId, one);
    await pass(33, one);
    expect(await currentOf(one)).toMatchObject({ planId: other, version: 1 });
    expect(await paidBy(one)).toEqual([5900, 9900]);
  });
});

describe('now', () => {
  test('charges the difference that the preview said, once', async () => {
    const { planId, change } = await planOf();
    const one = await subscriber(planId);
    await change({ amount: 19_900 });
    await pass(10, one);
    const given = { kind: 'agency' as const, planId, fromVersions: [1], payers: [one.payer] };
    const prorationDate = payers.world.now();
    const preview = (when: When) =>
      payers.commands.subscriptions.previewMove(context(system), { ...given, when, prorationDate });
    const [row] = (await preview('now')).result.rows;
    expect((await preview('renewal')).result.rows[0]).toMatchObject({
      dueNow: null,
      at: new Date((await currentOf(one))!.periodEnd),
    });
    expect(row).toMatchObject({ fromAmount: 9900, amount: 19_900, skip: null });
    expect(row!.dueNow).toBeGreaterThan(6000);
    const moveId = await start(planId, 'now');
    for (const _ of [1, 2]) await move(moveId, one);
    expect(await currentOf(one)).toMatchObject({ version: 2, terms: { amount: 19_900 } });
    expect(await paidBy(one)).toEqual([row!.dueNow, 9900]);
  });

  test('with a declined card changes nothing and is listed', async () => {
    const { planId, change } = await planOf();
    const one = await subscriber(planId);
    await payers.card(one, 'pm_card_chargeCustomerFail');
    await change({ amount: 19_900 });
    const moveId = await start(planId, 'now');
    for (const _ of [1, 2]) await move(moveId, one);
    expect(await lastOf(one, 'SubscriptionMoveSkipped')).toMatchObject({ reason: 'declined' });
    expect(await currentOf(one)).toMatchObject({ version: 1 });
    expect(await paidBy(one)).toEqual([9900]);
  });
});

describe('cut off between provider and record', () => {
  /** A process that dies when it would write the event. */
  const dyingAt = (type: string) => {
    const store = payers.world.events;
    const dying = new Proxy(store, {
      get: (target, name, self) =>
        name === 'append' || name === 'appendAll' ?
          (...given: unknown[]) => {
            if (
              JSON.stringify(given, (_, one: unknown) => (typeof one === 'bigint' ? `${one}` : one)).includes(
                `"${type}"`,
              )
            )
              throw new Error('killed');
            return (Reflect.get(target, name, self) as (...all: unknown[]) => unknown).apply(target, given);
          }
        : (Reflect.get(target, name, self) as unknown),
    }) as EventStore;
    return payers.world.commandsWith({ payments: payers.payments, events: dying });
  };

  test.each(['renewal', 'now'] as const)('%s: the next look goes on, and nobody is charged twice', async (when) => {
    const { planId, change } = await planOf();
    const one = await subscriber(planId);
    await change({ amount: 19_900 });
    const moveId = await start(planId, when);
    for (const type of ['SubscriptionMoveRequested', 'SubscriptionMoved'])
      await expect(dyingAt(type).subscriptions.move(context(system), { moveId, payer: one.payer })).rejects.toThrow(
        'killed',
      );
    expect(await typesOf(one)).not.toContain('SubscriptionMoved');
    await payers.commands.subscriptions.follow(context(system), { payer: one.payer });
    await move(moveId, one);
    expect(await lastOf(one, 'SubscriptionMoved')).toMatchObject({ fromVersion: 1, fromAmount: 9900, version: 2 });
    await pass(33, one);
    const paid = await paidBy(one);
    expect([paid[0], paid.at(-1), paid.length]).toEqual([19_900, 9900, when === 'now' ? 3 : 2]);
    expect(await currentOf(one)).toMatchObject({ version: 2 });
  });
});

describe('is skipped, and why is written down', () => {
  const reasonOf = async (one: TestPayer) => (await lastOf(one, 'SubscriptionMoveSkipped'))?.['reason'];
  test.each([
    [
      'canceling',
      (one: TestPayer) =>
        payers.commands.subscriptions.cancel(one.by(), { payer: one.payer, section: 'plan', when: 'period-end' }),
    ],
    [
      'changed',
      (one: TestPayer) =>
        payers.commands.subscriptions.cancel(one.by(), { payer: one.payer, section: 'plan', when: 'now' }),
    ],
    [
      'paused',
      async (one: TestPayer) =>
        payers.payments.subscriptions.pause((await currentOf(one))!.subscriptionId, randomUUID()),
    ],
  ] as const)('%s', async (reason, between) => {
    const { planId, change } = await planOf();
    const one = await subscriber(planId);
    await change({ amount: 12_900 });
    const moveId = await start(planId);
    await between(one);
    await move(moveId, one);
    expect(await reasonOf(one)).toBe(reason);
    expect(await typesOf(one)).not.toContain('SubscriptionMoved');
    expect(await paidBy(one)).toEqual([9900]);
  });

  test.each(['renewal', 'now'] as const)('a change that waits for the cardholder: %s', async (when) => {
    const { planId, change } = await planOf();
    const one = await subscriber(planId);
    await payers.card(one, 'pm_card_authenticationRequired');
    const higher = await payers.plan('agency', { amount: 19_900 });
    const wish = { payer: one.payer, what: { planId: higher } };
    const { clientSecret } = (await payers.commands.subscriptions.subscribe(one.by(), wish)).result;
    await change({ amount: 12_900 });
    const given = { kind: 'agency' as const, planId, fromVersions: [1], payers: [one.payer], when };
    const prorationDate = payers.world.now();
    const preview = await payers.commands.subscriptions.previewMove(context(system), { ...given, prorationDate });
    expect(preview.result.rows).toMatchObject([{ skip: 'unconfirmed', at: null, dueNow: null }]);
    const moveId = await start(planId, when);
    for (const _ of [1, 2]) await move(moveId, one);
    expect(await reasonOf(one)).toBe('unconfirmed');
    expect(await typesOf(one)).not.toContain('SubscriptionMoveRequested');
    payers.sandbox.stripe.authenticate(clientSecret!.split('_secret_')[0]!, 'succeed');
    await pass(0, one);
    expect(await currentOf(one)).toMatchObject({ planId: higher, status: 'active' });
    expect(await paidBy(one)).toHaveLength(2);
  });

  test('another billing period, a plan that was changed again, and a payer who moved by itself', async () => {
    const yearly = await planOf();
    const one = await subscriber(yearly.planId);
    await yearly.change({ interval: 'year', amount: 99_000 });
    await move(await start(yearly.planId), one);
    expect(await reasonOf(one)).toBe('other-period');

    const again = await planOf();
    const [two, three] = [await subscriber(again.planId), await subscriber(again.planId)];
    await again.change({ amount: 10_900 });
    const first = await start(again.planId);
    await payers.commands.subscriptions.subscribe(three.by(), { payer: three.payer, what: { planId: again.planId } });
    await move(first, three);
    expect(await reasonOf(three)).toBe('changed');
    await again.change({ amount: 11_900 });
    await move(first, two);
    expect(await reasonOf(two)).toBe('plan-changed');
    await expect(start(again.planId)).rejects.toMatchObject({ code: 'overtaken' });
  });
});

describe('in the background', () => {
  const parts = () => ({
    commands: payers.commands,
    db: payers.world.db as Database,
    now: () => payers.world.now(),
    log: quietLog,
    subscribersOfVersions: payers.world.readModels.subscribersOfVersions,
  });
  const record = async (moveId: PlanMoveId) =>
    payers.world.db
      .transaction()
      .execute(async (trx) =>
        planMoves(() => undefined).record(await payers.world.events.read(streams.planMove(moveId)), trx as never),
      );
  const fire = async () =>
    fireDueTimers(
      payers.world.db as Database,
      { [moveTimer]: moveSubscribers(parts()), [moveOneTimer]: moveSubscriber(parts()) },
      payers.world.now(),
      quietLog,
    );
  const shown = async () =>
    payers.world.runner.waitFor(await payers.world.raw.head(), {
      timeoutMs: 10_000,
      projectors: ['subscriptions', 'agencies', 'businesses'],
    });

  test('all are moved once with every webhook lost, the provider away in between, and each is told', async () => {
    const { planId, change } = await planOf();
    const all: TestPayer[] = [];
    for (let nth = 0; nth < 12; nth += 1) all.push(await subscriber(planId));
    await change({ amount: 12_900 });
    await payers.commands.subscriptions.cancel(all[3]!.by(), {
      payer: all[3]!.payer,
      section: 'plan',
      when: 'period-end',
    });
    await shown();
    expect(await payers.world.readModels.planSubscribers(planId)).toEqual([{ version: 1, subscribers: 12 }]);
    expect(await payers.world.readModels.moveCandidates(planId, [1], { page: 1, perPage: 5 })).toMatchObject({
      total: 12,
      movable: 11,
      amount: 11 * 9900,
      rows: { length: 5 },
    });
    const moveId = await start(planId);
    await Promise.all([record(moveId), record(moveId)]);
    payers.sandbox.stripe.configure({ away: 'reset' });
    try {
      await fire();
    } finally {
      payers.sandbox.stripe.configure({ away: 'no' });
    }
    for (let nth = 0; nth < 4; nth += 1) {
      payers.world.clock.at = new Date(payers.world.now().getTime() + 61_000);
      await fire();
    }
    const { rows } = await sql`select * from ops.timers`.execute(payers.world.db);
    expect(rows).toEqual([]);
    await shown();
    const [view] = await payers.world.readModels.planMoves(planId);
    expect(view).toMatchObject({ id: moveId, moved: 11, skipped: 1, fromVersions: [1], version: 2 });
    expect(await payers.world.readModels.skippedByMove(moveId)).toMatchObject([
      { id: all[3]!.payer.id, kind: 'agency', name: 'Northwind', reason: 'canceling' },
    ]);
    const moved = await payers.world.events.read(streams.subscriptions(all[0]!.payer.id));
    const events = moved.filter(({ type }) => type === 'SubscriptionMoved');
    const told = moveNotices(payers.commands);
    for (const _ of [1, 2]) await told.issue(events);
    const notice = uuidV5(namespaces.notification, 'plan-moved', moveId, payerKey(all[0]!.payer));
    const said = await payers.world.events.read(streams.notification(NotificationId.parse(notice)));
    expect(said.map(({ data }) => data)).toMatchObject([
      {
        targetId: all[0]!.payer.id,
        content: expect.stringContaining('costs $129.00 a month instead of $99.00 a month'),
      },
    ]);
    await pass(33, ...all);
    for (const one of all) expect(await paidBy(one)).toEqual(one === all[3] ? [9900] : [12_900, 9900]);
    expect(await payers.world.runner.verify('subscriptions')).toEqual([]);
  });
});
