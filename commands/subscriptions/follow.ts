import { z } from 'zod';
import type { Subscription as Provided } from '../../adapters/payments/port.ts';
import { Payer } from '../../domain/payments/payer.ts';
import { streams } from '../../domain/streams.ts';
import type { Subscription } from '../../domain/subscriptions/events.ts';
import { followSubscriptions, isLive, Subscriptions } from '../../domain/subscriptions/subscriptions.ts';
import type { CommandContext, CommandOutcome } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { type CommandServices, stateOf } from '../kernel/unit-of-work.ts';
import { accountAt, ask, paymentsOf, type Place, placeOf } from '../payments/account.ts';
import { followStream } from '../payments/follow.ts';
import { soldAs } from './prices.ts';

/** Fetches what the payer subscribes to at the provider, and writes the difference. */
export async function refreshSubscriptions(
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
      const ours = await Promise.all(found.map((one) => ourOwn(world, place.payer, one, state)));
      return ours.filter((one) => one !== null);
    },
    decide: (found, state) => followSubscriptions(place.payer, found, state),
  });
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
