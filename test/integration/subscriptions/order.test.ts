import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PaymentEvent } from '../../../adapters/payments/port.ts';
import { context, system } from '../../support/callers.ts';
import { openPayers, type PayerWorld } from './payers.ts';

let payers: PayerWorld;
beforeAll(async () => {
  payers = await openPayers('order');
});
afterAll(() => payers.close());

/** Chances from a seed (mulberry32), from 0 to 1. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const seeds = Number(process.env['SEEDS'] ?? 8);
const steps = 12;

test.each(Array.from({ length: seeds }, (_, index) => index + 1))(
  'whatever is lost, doubled and late of what the provider tells, the state is the same (seed %i)',
  async (seed) => {
    const { payments, sandbox, commands } = payers;
    const chance = chances(seed);
    const one = await payers.agency();
    const plans = [await payers.plan('agency'), await payers.plan('agency', { amount: 19_900 })];
    await payers.card(one);
    const { customerId } = await commands.payments.account(one.by(), one.payer);
    payers.world.clock.at = new Date(sandbox.stripe.advance(0) * 1000);
    const begun = payers.world.now();
    const { result } = await commands.subscriptions.subscribe(one.by(), {
      payer: one.payer,
      what: { planId: plans[0]! },
    });
    const waiting: PaymentEvent[] = [];
    const known = new Set<string>();
    const collect = async () => {
      for await (const event of payments.events.since(begun))
        if (event.customerId === customerId && !known.has(event.id)) {
          known.add(event.id);
          if (chance() < 0.8) waiting.push(event);
          if (chance() < 0.3) waiting.push(event);
        }
    };
    const hear = async () => {
      const [event] = waiting.splice(Math.floor(chance() * waiting.length), 1);
      if (event === undefined) return;
      const { object, previousCustomerId } = event;
      await commands.paymentEvents.hear(context(system), { object, customerId, previousCustomerId });
    };
    const key = () => `${seed}/${chance()}`;
    const wishes = [
      () => payments.subscriptions.cancel(result.subscriptionId, 'period-end', key()),
      () => payments.subscriptions.resume(result.subscriptionId, key()),
      () => payments.subscriptions.pause(result.subscriptionId, key()),
      () => Promise.resolve(sandbox.stripe.advance(Math.floor(chance() * 40) * 86_400)),
      () => payers.card(one, chance() < 0.5 ? 'pm_card_chargeCustomerFail' : 'pm_card_visa'),
      () =>
        commands.subscriptions.subscribe(one.by(), {
          payer: one.payer,
          what: { planId: plans[Math.floor(chance() * 2)]! },
        }),
      () => payments.subscriptions.cancel(result.subscriptionId, 'now', key()),
    ];
    for (let step = 0; step < steps; step += 1) {
      const wish = wishes[Math.floor(chance() * (step < steps / 2 ? wishes.length - 1 : wishes.length))]!;
      payers.world.clock.at = new Date(sandbox.stripe.advance(0) * 1000);
      await wish().catch(() => {});
      await collect();
      await Promise.all(Array.from({ length: Math.floor(chance() * 4) }, hear));
    }
    while (waiting.length > 0) await hear();
    // The last of them may have been lost: then the reconciler looks.
    await commands.subscriptions.follow(context(system), { payer: one.payer });
    const { all } = await commands.subscriptions.account(one.by(), one.payer);
    const brief = (at: Date | null) => at?.toISOString() ?? null;
    const provided = (await payments.subscriptions.list(customerId!)).map((found) => [
      found.id,
      found.providerStatus,
      found.items[0]!.priceId,
      brief(found.items[0]!.periodEnd),
      brief(found.cancelAt),
      brief(found.endedAt),
    ]);
    const kept = [...all.values()].map((of) => [
      of.subscriptionId,
      of.status,
      of.priceId,
      of.periodEnd,
      of.cancelAt,
      of.endedAt,
    ]);
    expect(kept.toSorted()).toEqual(provided.toSorted());
    const stream = await payers.world.events.read(`subscriptions-${one.payer.id}`);
    const said = stream.filter(({ type }) => /^Subscription(Started|Changed|Ended)$/.test(type));
    const words = said.map(({ data }) => JSON.stringify(data));
    const repeated = words.filter((word, index) => {
      const { subscriptionId } = said[index]!.data;
      const before = said.slice(0, index).findLastIndex((event) => event.data['subscriptionId'] === subscriptionId);
      return before >= 0 && words[before] === word;
    });
    expect(repeated).toEqual([]);
  },
);

test('a subscription of 31 January is renewed at the end of February', async () => {
  const { sandbox, commands } = payers;
  const now = new Date(sandbox.stripe.advance(0) * 1000);
  const january = Date.UTC(now.getUTCFullYear() + 1, 0, 31, 12) / 1000;
  sandbox.stripe.advance(Math.max(0, january - now.getTime() / 1000));
  payers.world.clock.at = new Date(sandbox.stripe.advance(0) * 1000);
  const start = payers.world.now();
  const one = await payers.agency();
  const planId = await payers.plan('agency');
  await payers.card(one);
  const quote = await commands.subscriptions.quote(one.by(), { payer: one.payer, what: { planId } });
  await commands.subscriptions.subscribe(one.by(), { payer: one.payer, what: { planId } });
  const { all } = await commands.subscriptions.account(one.by(), one.payer);
  const [first] = [...all.values()];
  const end = new Date(first!.periodEnd);
  expect(end.getTime() - quote.result.nextAt.getTime()).toBeLessThan(5_000);
  expect(start.getUTCDate()).toBe(31);
  expect([28, 29]).toContain(end.getUTCDate());
});
