import { PaymentRefused } from '../../adapters/payments/port.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { SubscriptionRequestClosed, SubscriptionRequested } from '../../domain/subscriptions/events.ts';
import { currentOf, type SubscriptionRequest, Subscriptions } from '../../domain/subscriptions/subscriptions.ts';
import type { CommandContext } from '../kernel/caller.ts';
import { type CommandServices, startUnitOfWork } from '../kernel/unit-of-work.ts';
import { ask, paymentsOf, type Place } from '../payments/account.ts';
import { refreshSubscriptions } from './follow.ts';
import { subscriptionsAt } from './place.ts';
import type { Sold } from './prices.ts';

/** A request that was not answered for so long never arrived: no process waits longer for the provider. */
const abandonedAfterMs = 10 * 60_000;

export interface SubscriptionWish {
  readonly sold: Sold;
  readonly discount: string | null;
  readonly isCheckout: boolean;
  /** The first payment that was given up for this wish; null: none was. */
  readonly instead: string | null;
}

/** The section was bought since it was looked at: look again. */
class Taken extends Error {}

/** Does it again where another tab was faster, on what it left. */
export async function unlessTaken<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Taken)) throw error;
      if (attempt === 3) throw new DomainError('conflict', 'Another tab was faster. Reload, then try again.');
    }
}

const isSame = (asked: SubscriptionRequest, { sold, discount, isCheckout }: SubscriptionWish): boolean =>
  asked.planId === sold.planId &&
  asked.version === sold.version &&
  asked.discount === discount &&
  asked.isCheckout === isCheckout;

/**
 * Claims the section for a wish, before the provider is asked. The same wish gets the same request, so that the
 * provider, by its key, makes one subscription of it. Another wish takes its place once the first is over.
 */
export async function claimSection(
  world: CommandServices,
  context: CommandContext,
  place: Place,
  wish: SubscriptionWish,
): Promise<SubscriptionRequest> {
  const { section, planId, version } = wish.sold;
  const asked = (await subscriptionsAt(world, place)).requests.get(section);
  const given = asked === undefined || isSame(asked, wish) ? null : await closeCheckout(world, context, place, asked);
  const work = startUnitOfWork(world, context, { tenant: place.tenant });
  const requestId = uuidV5(namespaces.command, work.commandId, 'subscribe', section);
  const changed = await work.change({
    stream: streams.subscriptions(place.payer.id),
    aggregate: Subscriptions,
    decide: (state, recorded) => {
      const bought = currentOf(state.all.values(), section);
      if (bought !== null && bought.subscriptionId !== wish.instead) throw new Taken();
      const before = state.requests.get(section);
      if (before !== undefined && isSame(before, wish)) return [];
      const { payer } = place;
      const { discount, isCheckout } = wish;
      const request = SubscriptionRequested.create({
        payer,
        section,
        requestId,
        planId,
        version,
        discount,
        isCheckout,
      });
      if (before === undefined) return [request];
      const event = recorded.findLast((one) => one.data['requestId'] === before.requestId);
      const age = world.now().getTime() - Date.parse(event?.metadata.occurredAt ?? '');
      if (before.requestId !== given && age < abandonedAfterMs)
        throw new DomainError('conflict', 'Another subscription is being set up. Try again in a few minutes.');
      const over = { payer, section, requestId: before.requestId, reason: 'abandoned' } as const;
      return [SubscriptionRequestClosed.create(over), request];
    },
  });
  const own = changed.events.find((event) => event.type === 'SubscriptionRequested');
  return (
    (own === undefined ? changed.before.requests.get(section) : undefined) ?? {
      requestId,
      planId,
      version,
      discount: wish.discount,
      isCheckout: wish.isCheckout,
      sessionId: null,
    }
  );
}

/** Ends the page of an earlier request, so that it can't be paid as well. Its id; null: it has no page that is open. */
async function closeCheckout(
  world: CommandServices,
  context: CommandContext,
  place: Place,
  { requestId, sessionId }: SubscriptionRequest,
): Promise<string | null> {
  if (sessionId === null) return null;
  const { checkout } = paymentsOf(world);
  const session = await ask(() => checkout.fetch(sessionId));
  if (session?.status === 'complete') {
    await refreshSubscriptions(world, context, place);
    throw new DomainError('conflict', 'You have just paid for a subscription. Reload to see it.');
  }
  if (session?.status === 'open') await ask(() => checkout.expire(sessionId, `expire/${sessionId}`));
  return requestId;
}

/** The provider said no for good: the section is free again. */
export async function closeRefused(
  world: CommandServices,
  context: CommandContext,
  place: Place,
  { requestId }: Pick<SubscriptionRequest, 'requestId'>,
  section: Sold['section'],
  error: unknown,
): Promise<void> {
  if (!(error instanceof PaymentRefused) || error.kind === 'rate-limited' || error.kind === 'in-progress') return;
  const commandId = uuidV5(namespaces.command, requestId, 'refused');
  const work = startUnitOfWork(world, context, { tenant: place.tenant, commandId });
  await work.change({
    stream: streams.subscriptions(place.payer.id),
    aggregate: Subscriptions,
    decide: ({ requests }) =>
      requests.get(section)?.requestId === requestId ?
        [SubscriptionRequestClosed.create({ payer: place.payer, section, requestId, reason: 'refused' })]
      : [],
  });
}
