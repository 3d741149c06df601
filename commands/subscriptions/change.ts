import { PaymentRefused } from '../../adapters/payments/port.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { changeKind, quoteHoldsMs } from '../../domain/subscriptions/change.ts';
import { PlanChangeScheduled, PlanChangeUnscheduled } from '../../domain/subscriptions/events.ts';
import { type Subscription, Subscriptions } from '../../domain/subscriptions/subscriptions.ts';
import type { CommandContext } from '../kernel/caller.ts';
import { type CommandServices, startUnitOfWork } from '../kernel/unit-of-work.ts';
import { ask, inWords, paymentsOf, type Place } from '../payments/account.ts';
import { refreshSubscriptions } from './follow.ts';
import { keyOf, latestCharge, type Subscribed, subscriptionsAt } from './place.ts';
import { priceOf, type Sold } from './prices.ts';

export interface Change {
  readonly current: Subscription;
  readonly state: Subscriptions;
  readonly sold: Sold;
  readonly prorationDate: Date | null;
}

const refuse = (message: string) => new DomainError('validation_failed', message, { plan: [message] });

/** Throws where the provider could not do it. */
export function checkChange({ terms, status }: Subscription, { terms: wanted }: Sold): 'upgrade' | 'downgrade' {
  if (status !== 'active' && status !== 'trialing')
    throw new DomainError('conflict', 'Pay what is due first. Then you can change your plan.');
  const kind = changeKind(terms, wanted);
  if (kind === 'other-currency')
    throw refuse('This plan is in another currency. Cancel your subscription first, then subscribe to it.');
  if (kind === 'after-end')
    throw refuse('A yearly plan can’t become monthly. Cancel at the end of the period, then subscribe to it.');
  return kind;
}

/** Within the hour that a quote holds, and not before the period. */
export function checkedDate(given: Date | null, now: Date, { periodStart }: Pick<Subscription, 'periodStart'>): Date {
  const since = new Date(Math.max(now.getTime(), Date.parse(periodStart)));
  if (given === null) return since;
  const age = since.getTime() - given.getTime();
  if (age > quoteHoldsMs || age < -60_000 || given.getTime() < Date.parse(periodStart))
    throw new DomainError('overtaken', 'This price was held for an hour. Look at what it costs now.');
  return given;
}

export async function changePlan(
  world: CommandServices,
  context: CommandContext,
  place: Place,
  { current, state, sold, prorationDate }: Change,
): Promise<Subscribed> {
  const { subscriptionId, itemId } = current;
  const after = async (outcome: Subscribed['outcome']): Promise<Subscribed> => {
    await refreshSubscriptions(world, context, place);
    const found = (await subscriptionsAt(world, place)).all.get(subscriptionId);
    return { subscriptionId, status: found?.status ?? current.status, clientSecret: null, outcome };
  };
  const isSame = current.planId === sold.planId && current.version === sold.version;
  const next = state.scheduled.get(subscriptionId);
  if (isSame && next === undefined) return after('unchanged');
  const { subscriptions } = paymentsOf(world);
  if (next !== undefined && next.planId === sold.planId && next.version === sold.version) return after('scheduled');
  if (next !== undefined) await unschedule(world, context, place, current);
  if (isSame) return after('unchanged');
  const kind = checkChange(current, sold);
  const date = checkedDate(prorationDate, world.now(), current);
  const priceId = await priceOf(world, context, place.payer.kind, sold);
  const items = [{ itemId, priceId }];
  if (kind === 'downgrade') {
    await schedule(world, context, place, current, sold);
    await ask(() => subscriptions.change(subscriptionId, { items, prorate: 'none' }, keyOf(context, 'downgrade')));
    return after('scheduled');
  }
  const { found, charge } = await latestCharge(world, subscriptionId);
  if (found?.pendingPriceId === priceId && charge !== null) {
    if (charge.status === 'requires_action')
      return { subscriptionId, status: current.status, clientSecret: charge.clientSecret, outcome: 'incomplete' };
    // It is paid, and the provider is about to change it: another charge would be the second.
    if (charge.status === 'succeeded' || charge.status === 'processing') return after('changed');
  }
  const upgrade = { items, prorate: 'now', prorationDate: date } as const;
  try {
    await subscriptions.change(subscriptionId, { ...upgrade, ifUnpaid: 'refuse' }, keyOf(context, 'upgrade'));
  } catch (error) {
    if (!(error instanceof PaymentRefused) || error.kind !== 'authentication-required') throw inWords(error);
    // Only the cardholder can confirm it. Until then the plan that was paid stays: no one is blocked by an upgrade.
    const { clientSecret, status } = await ask(() =>
      subscriptions.change(subscriptionId, { ...upgrade, ifUnpaid: 'wait' }, keyOf(context, 'confirm')),
    );
    return { subscriptionId, status, clientSecret, outcome: 'incomplete' };
  }
  return after('changed');
}

/** First it is written what the payer has until then, and then the provider is told. */
async function schedule(
  world: CommandServices,
  context: CommandContext,
  { payer, tenant }: Place,
  { subscriptionId, periodEnd }: Subscription,
  { planId, version, terms }: Sold,
): Promise<void> {
  const commandId = uuidV5(namespaces.command, context.commandId, 'schedule');
  await startUnitOfWork(world, context, { tenant, commandId }).change({
    stream: streams.subscriptions(payer.id),
    aggregate: Subscriptions,
    decide: () => [PlanChangeScheduled.create({ payer, subscriptionId, planId, version, terms, at: periodEnd })],
  });
}

/** The provider gets the price of the plan that the payer has, and what waited for the renewal is forgotten. */
export async function unschedule(
  world: CommandServices,
  context: CommandContext,
  { payer, tenant }: Place,
  { subscriptionId, itemId, planId, version, section, terms }: Subscription,
): Promise<void> {
  const priceId = await priceOf(world, context, payer.kind, { planId, version, section, terms });
  const { catalog } = paymentsOf(world);
  // An earlier version can't be subscribed to: for a moment its price is open again.
  const isArchived = (await ask(() => catalog.fetchPrice(priceId)))?.isActive === false;
  if (isArchived) await ask(() => catalog.reopenPrice(priceId, keyOf(context, 'reopen')));
  const back = { items: [{ itemId, priceId }], prorate: 'none' } as const;
  await ask(() => paymentsOf(world).subscriptions.change(subscriptionId, back, keyOf(context, 'unschedule')));
  if (isArchived) await ask(() => catalog.archivePrice(priceId, keyOf(context, 'archive-again')));
  const commandId = uuidV5(namespaces.command, context.commandId, 'unschedule');
  await startUnitOfWork(world, context, { tenant, commandId }).change({
    stream: streams.subscriptions(payer.id),
    aggregate: Subscriptions,
    decide: ({ scheduled }) =>
      scheduled.has(subscriptionId) ? [PlanChangeUnscheduled.create({ payer, subscriptionId })] : [],
  });
}
