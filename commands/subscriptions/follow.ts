import { z } from 'zod';
import type { Subscription as Provided } from '../../adapters/payments/port.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { Payer } from '../../domain/payments/payer.ts';
import { streams } from '../../domain/streams.ts';
import type { Subscription } from '../../domain/subscriptions/events.ts';
import { followSubscriptions, isLive, Subscriptions, twinsAmong } from '../../domain/subscriptions/subscriptions.ts';
import type { CommandContext, CommandOutcome } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { type CommandServices, stateOf } from '../kernel/unit-of-work.ts';
import { accountAt, ask, paymentsOf, type Place, placeOf } from '../payments/account.ts';
import { followStream } from '../payments/follow.ts';
import { soldAs } from './prices.ts';

/**
 * Fetches what the payer subscribes to at the provider, and writes the difference. Whoever paid twice for one section,
 * on two pages of the provider, keeps the first and gets back the rest.
 */
export async function refreshSubscriptions(
  world: CommandServices,
  context: CommandContext,
  place: Place,
): Promise<CommandOutcome<undefined>> {
  const outcome = await lookAtAll(world, context, place);
  const { all } = stateOf(Subscriptions, await world.events.read(streams.subscriptions(place.payer.id)));
  const twins = twinsAmong(all.values());
  if (twins.length === 0) return outcome;
  for (const { subscriptionId } of twins) await giveBack(world, subscriptionId);
  return lookAtAll(world, context, place);
}

/** First the money, then the end: a process that is killed in between does both again, and neither twice. */
async function giveBack(world: CommandServices, subscriptionId: string): Promise<void> {
  const { subscriptions, invoices, charges } = paymentsOf(world);
  const found = await ask(() => subscriptions.fetch(subscriptionId));
  const invoiceId = found?.latestInvoiceId ?? null;
  const invoice = invoiceId === null ? null : await ask(() => invoices.fetch(invoiceId));
  if (invoice?.status === 'paid' && invoice.amountPaid > 0)
    for (const id of invoice.paymentIntentIds)
      await ask(() => charges.refund(id, {}, `refund-twin/${id}`)).catch((error: unknown) => {
        // It was given back before, longer ago than the provider remembers the key.
        if (!(error instanceof DomainError) || error.code !== 'provider_refused') throw error;
      });
  await ask(() => subscriptions.cancel(subscriptionId, 'now', `cancel-twin/${subscriptionId}`));
}

async function lookAtAll(
  world: CommandServices,
  context: CommandContext,
  place: Place,
): Promise<CommandOutcome<undefined>> {
  const { customerId } = await accountAt(world, place);
  return followStream(world, context, {
    stream: streams.subscriptions(place.payer.id),
    tenant: place.tenant,
    aggregate: Subscriptions,
    look: async (state) => {
      if (customerId === null) return null;
      const found = await ask(() => paymentsOf(world).subscriptions.list(customerId));
      for (const one of found) await useDefaultCard(world, customerId, one);
      const ours = await Promise.all(found.map((one) => ourOwn(world, place.payer, one, state)));
      return ours.filter((one) => one !== null);
    },
    decide: (found, state) => followSubscriptions(place.payer, found, state),
  });
}

/** A page of the provider leaves a subscription at the card that paid it: it shall be charged as all others are. */
async function useDefaultCard(
  world: CommandServices,
  customerId: string,
  { id, status, defaultMethodId }: Provided,
): Promise<void> {
  if (defaultMethodId === null || !isLive({ status })) return;
  const { customers, methods, subscriptions } = paymentsOf(world);
  const customer = await ask(() => customers.fetch(customerId));
  const key = `${id}/${defaultMethodId}`;
  if (customer?.defaultMethodId === null)
    await ask(() => methods.makeDefault(defaultMethodId, customerId, `default/${key}`));
  await ask(() => subscriptions.useCustomersDefault(id, `unpin/${key}`));
}

/** A subscription as the stream says it; null: it is to nothing that we sell. */
async function ourOwn(
  world: CommandServices,
  payer: Payer,
  found: Provided,
  { all, scheduled }: Subscriptions,
): Promise<Subscription | null> {
  const [item] = found.items;
  if (item === undefined) return null;
  const priced = await soldAs(world, payer.kind, item.priceId);
  if (priced === null) return null;
  // The provider has the new price at once, for its next invoice; the payer has what was paid until then.
  const next = scheduled.get(found.id);
  const waits =
    next?.planId === priced.planId && next.version === priced.version && item.periodStart < new Date(next.at);
  const sold = (waits ? all.get(found.id) : undefined) ?? priced;
  const request = z.uuid().safeParse(found.metadata['request']);
  return {
    subscriptionId: found.id,
    section: sold.section,
    planId: sold.planId,
    version: sold.version,
    terms: sold.terms,
    priceId: item.priceId,
    itemId: item.id,
    status: found.providerStatus,
    requestId: request.success ? request.data : null,
    startedAt: found.createdAt.toISOString(),
    periodStart: item.periodStart.toISOString(),
    periodEnd: item.periodEnd.toISOString(),
    trialEnd: found.trialEnd?.toISOString() ?? null,
    cancelAt: found.cancelAt?.toISOString() ?? null,
    endedAt: found.endedAt?.toISOString() ?? null,
  };
}

/**
 * Looks at what the payer subscribes to: for the sweep, and when a browser says that something was paid. `isAlive`:
 * something can still happen to it.
 */
export const followPayer = command({
  input: z.object({ payer: Payer }),
  by: ['system', 'agency', 'business', 'admin'],
  async run({ world, context }, { payer }) {
    const place = await placeOf(world, context, payer);
    const { position } = await refreshSubscriptions(world, context, place);
    const { all, requests } = stateOf(Subscriptions, await world.events.read(streams.subscriptions(payer.id)));
    return { position, result: { isAlive: requests.size > 0 || [...all.values()].some(isLive) } };
  },
});
