import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import { is } from '../../../domain/kernel/event.ts';
import type { PlanId } from '../../../domain/kernel/ids.ts';
import { NotificationSent } from '../../../domain/notifications/events.ts';
import { subscriptionNotices } from '../../../workers/subscriptions/notices.ts';
import { openPayers, type PayerWorld, type TestPayer } from './payers.ts';

let payers: PayerWorld;
beforeAll(async () => {
  payers = await openPayers('notices');
});
afterAll(() => payers.close());

const plans = new Map<string, PlanId>();
async function subscribed(one: TestPayer) {
  const { kind } = one.payer;
  const planId = plans.get(kind) ?? (await payers.plan(kind, { name: 'Growth' }));
  plans.set(kind, planId);
  await payers.card(one);
  const { result } = await payers.commands.subscriptions.subscribe(one.by(), { payer: one.payer, what: { planId } });
  return result.subscriptionId!;
}
const follow = (one: TestPayer) => payers.commands.subscriptions.follow(one.by(), { payer: one.payer });
/** The provider's clock, and ours, a while later. */
const advance = (days: number) => {
  payers.world.clock.at = new Date(payers.sandbox.stripe.advance(days * 86_400) * 1000);
};
/** The worker hears of everything on the payer's stream, as often as it is asked to. */
async function hear(one: TestPayer): Promise<readonly string[]> {
  const worker = subscriptionNotices(payers.commands);
  const events: readonly StoredEvent[] = await payers.world.events.read(`subscriptions-${one.payer.id}`);
  await worker.issue(events.filter(({ type }) => worker.handles.includes(type)));
  const { events: sent } = await payers.world.raw.readAll(0n, {
    filter: { types: [NotificationSent.type] },
    limit: 1_000,
  });
  return sent
    .flatMap((event) => (is(event, NotificationSent) && event.data.targetId === one.payer.id ? [event] : []))
    .map(({ data }) => `${data.title}: ${data.content} ${data.link}`);
}
// The agency of these tests pays no fee: nothing of its is blocked.
const failed = (kind: 'agency' | 'business', whatToDo: string) =>
  `Your last payment failed: We couldn’t charge your card for Growth.${
    kind === 'business' ? ' Nothing is sent until it’s paid.' : ''
  } ${whatToDo} /${kind}/subscription`;
const declined = 'Your card was declined. Use another card, or ask your bank. Then pay the open invoice.';

test.each(['agency', 'business'] as const)('a renewal that fails is told once for each period: %s', async (kind) => {
  const one = await payers[kind]();
  await subscribed(one);
  expect(await hear(one)).toEqual([]);
  await payers.card(one, 'pm_card_chargeCustomerFail');
  advance(32);
  await follow(one);
  expect(await hear(one)).toEqual([failed(kind, declined)]);
  // Tried again by the provider, declined again, and heard of again.
  advance(4);
  await follow(one);
  expect(await hear(one)).toEqual([failed(kind, declined)]);
});

test('a renewal that fails is told while the provider is away too, without the bank’s reason', async () => {
  const one = await payers.business();
  await subscribed(one);
  await payers.card(one, 'pm_card_chargeCustomerFail');
  advance(32);
  await follow(one);
  payers.sandbox.stripe.configure({ away: 'error' });
  const told = await hear(one);
  payers.sandbox.stripe.configure({ away: 'no' });
  expect(told).toEqual([failed('business', 'Update your card, then pay the open invoice.')]);
  // It is told once, whoever can be asked since.
  expect(await hear(one)).toEqual(told);
});

test('what was paid before anyone looked is not told', async () => {
  const one = await payers.business();
  await subscribed(one);
  await payers.card(one, 'pm_card_chargeCustomerFail');
  advance(32);
  await follow(one);
  await payers.card(one);
  await payers.commands.subscriptions.resume(one.by(), { payer: one.payer, section: 'plan' });
  expect(await hear(one)).toEqual([]);
});

test('an end is told with what it means, and not where the section was bought again', async () => {
  const one = await payers.business();
  await subscribed(one);
  const end = { payer: one.payer, section: 'plan', when: 'now' } as const;
  await payers.commands.subscriptions.cancel(one.by(), end);
  const [said, ...more] = await hear(one);
  expect(said).toMatch(/^Growth has ended: Nothing is sent or published anymore\..*Choose a plan to continue\./);
  expect(more).toEqual([]);
  const other = await payers.business();
  await subscribed(other);
  await payers.commands.subscriptions.cancel(other.by(), { ...end, payer: other.payer });
  await subscribed(other);
  expect(await hear(other)).toEqual([]);
});
