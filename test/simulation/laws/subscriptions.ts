import { fold } from '../../../domain/kernel/decider.ts';
import { BusinessId } from '../../../domain/kernel/ids.ts';
import { payerKey } from '../../../domain/payments/payer.ts';
import type { SubscriptionEvent } from '../../../domain/subscriptions/events.ts';
import { Subscriptions } from '../../../domain/subscriptions/subscriptions.ts';
import type { Subscription } from '../../../sandbox/stripe/records.ts';
import { streams } from '../../../domain/streams.ts';
import type { Law } from '../action.ts';
import type { SimulatedPayer } from '../cast.ts';
import type { World } from '../world.ts';

const paying = new Set(['active', 'trialing']);
const over = new Set(['canceled', 'incomplete_expired']);
const iso = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(seconds * 1_000).toISOString();

/** What a payer has at Stripe, in the order in which it was bought. */
const atStripe = (world: World, { payer }: SimulatedPayer): readonly Subscription[] =>
  world
    .stripe!.standIn.core.all('subscription')
    .filter(({ metadata }) => metadata['payer'] === payerKey(payer))
    .toSorted((one, other) => one.created - other.created);
const sectionOf = ({ metadata }: Subscription): string => metadata['section'] ?? 'plan';

/** What was paid for a subscription and not given back, in cents. */
function keptFor({ stripe }: World, subscriptionId: string): number {
  const { core } = stripe!.standIn;
  const own = new Set(
    core
      .all('invoice')
      .filter(({ parent }) => parent?.subscription_details.subscription === subscriptionId)
      .map(({ id }) => id),
  );
  return core
    .all('invoice_payment')
    .filter(({ invoice, status }) => own.has(invoice) && status === 'paid')
    .reduce((sum, { payment }) => sum + keptOf(stripe!.standIn, payment.payment_intent), 0);
}

/** What of a payment was not given back. */
export function keptOf({ core }: NonNullable<World['stripe']>['standIn'], intentId: string): number {
  const intent = core.find('payment_intent', intentId);
  if (intent?.status !== 'succeeded') return 0;
  return core
    .all('refund')
    .filter((refund) => refund.payment_intent === intentId && refund.status === 'succeeded')
    .reduce((left, { amount }) => left - amount, intent.amount_received);
}

/** Whatever was told late, twice or not at all: what a payer subscribes to is what Stripe has, at most one of a section. */
export const subscriptions: Law = {
  name: 'one subscription of each section',
  async check(world) {
    if (world.stripe === null) return [];
    const problems: string[] = [];
    for (const one of world.cast.payers) {
      const own: string[] = [];
      const stored = await world.observer.store.read(streams.subscriptions(one.payer.id));
      const { all, requests } = fold(Subscriptions, stored as unknown as readonly SubscriptionEvent[]);
      const there = atStripe(world, one);
      for (const found of there) {
        const here = all.get(found.id);
        const [item] = found.items.data;
        const said = [found.status, iso(found.ended_at), iso(found.cancel_at), iso(item!.current_period_start)].join(
          ' ',
        );
        const known = [here?.status, here?.endedAt, here?.cancelAt, here?.periodStart].map((one) => one ?? null);
        if (known.join(' ') !== said) own.push(`${found.id} is ${known.join(' ')}, and at Stripe ${said}`);
        const request = requests.get(sectionOf(found) as never)?.requestId;
        if (request !== undefined && request === found.metadata['request'])
          own.push(`the request of ${found.id} is still said to be open`);
      }
      for (const [section, some] of Map.groupBy(there, sectionOf)) {
        const live = some.filter(({ status }) => !over.has(status));
        if (live.length > 1) own.push(`${live.length} of ${section} are live`);
        // Of two that were paid at the same time one is given back.
        for (const [nth, later] of some.entries())
          for (const earlier of some.slice(0, nth)) {
            const isBeside = earlier.ended_at === null || earlier.ended_at > later.created;
            if (isBeside && keptFor(world, earlier.id) > 0 && keptFor(world, later.id) > 0)
              own.push(`${earlier.id} and ${later.id} are both paid for ${section}`);
          }
        const wishes = Map.groupBy(some, ({ id, metadata }) => metadata['request'] ?? id);
        for (const [wish, made] of wishes) if (made.length > 1) own.push(`${made.length} subscriptions for ${wish}`);
      }
      for (const subscriptionId of world.books.get(one.payer.id)!.subscribed)
        if (!there.some(({ id }) => id === subscriptionId)) own.push(`${subscriptionId} is said to be subscribed to`);
      problems.push(...own.map((problem) => `${one.name}: ${problem}`));
    }
    return problems;
  },
};

/** Nobody is blocked who has paid, and nobody who has to pay and doesn't goes on. */
export const blocked: Law = {
  name: 'nobody is blocked who has paid',
  async check(world) {
    if (world.stripe === null || world.cast.market === null) return [];
    const problems: string[] = [];
    for (const one of world.cast.payers) {
      const { payer, name } = one;
      const tenant =
        payer.kind === 'agency' ?
          { agencyId: payer.id, businessId: null }
        : { agencyId: null, businessId: BusinessId.parse(payer.id) };
      const { isBlocked, trialEndsAt } = await world.observer.commands.subscriptions.standingOf(tenant);
      const plan = atStripe(world, one).find((found) => sectionOf(found) === 'plan' && paying.has(found.status));
      const said = isBlocked === null || isBlocked === 'no-number' ? null : isBlocked;
      if (plan !== undefined && said !== null) problems.push(`${name} has ${plan.id}, and is blocked: ${said}`);
      if (plan === undefined && said === null && trialEndsAt === null)
        problems.push(`${name} has no plan, and isn’t blocked`);
    }
    return problems;
  },
};
