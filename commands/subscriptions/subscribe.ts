import { z } from 'zod';
import { type Discount, PaymentRefused, type SubscriptionWish as ProviderWish } from '../../adapters/payments/port.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { PlanId } from '../../domain/kernel/ids.ts';
import { Payer, payerKey } from '../../domain/payments/payer.ts';
import { PlanSection } from '../../domain/plans/fields.ts';
import { streams } from '../../domain/streams.ts';
import { CheckoutOpened } from '../../domain/subscriptions/events.ts';
import { currentOf, isEntitled, type Subscription, Subscriptions } from '../../domain/subscriptions/subscriptions.ts';
import type { CommandContext, CommandOutcome } from '../kernel/caller.ts';
import { type Call, command } from '../kernel/command.ts';
import { type CommandServices, startUnitOfWork } from '../kernel/unit-of-work.ts';
import { accountAt, ask, cardRefused, customerOf, inWords, paymentsOf, type Place } from '../payments/account.ts';
import { changePlan } from './change.ts';
import { refreshSubscriptions } from './follow.ts';
import { latestCharge, lookedUp, type Subscribed, subscriptionsAt } from './place.ts';
import { addOnForSale, forSale, priceOf, type Sold } from './prices.ts';
import { claimSection, closeRefused, type SubscriptionWish, unlessTaken } from './request.ts';

const payers = ['agency', 'business'] as const;

export const whatIsBought = z.union([
  z.object({ planId: PlanId, version: z.int().min(1).nullable().default(null) }),
  z.object({ section: PlanSection.exclude(['plan']) }),
]);
export type WhatIsBought = z.output<typeof whatIsBought>;

/** What is sold under it now. Throws `overtaken` when it is not what the buyer was shown. */
export async function soldNow(world: CommandServices, payer: Payer, what: WhatIsBought): Promise<Sold> {
  if ('section' in what) return addOnForSale(world, payer.kind, what.section);
  const sold = await forSale(world, payer.kind, what.planId);
  if (what.version !== null && what.version !== sold.version)
    throw new DomainError('overtaken', 'This plan has changed. Look at what it offers now, then try again.');
  return sold;
}

export async function discountOf(world: CommandServices, code: string | null): Promise<Discount | null> {
  if (code === null) return null;
  const found = await ask(() => paymentsOf(world).catalog.discount(code));
  const message = 'This code isn’t valid.';
  if (found === null) throw new DomainError('validation_failed', message, { coupon: [message] });
  return found;
}

/** A trial is given once for each section. */
export const trialDaysOf = ({ all }: Subscriptions, { section, terms }: Sold): number =>
  [...all.values()].some((one) => one.section === section && !one.status.startsWith('incomplete')) ? 0 : (
    terms.trialDays
  );

const SubscribeInput = z.object({
  payer: Payer,
  what: whatIsBought,
  coupon: z.string().trim().min(1).max(100).nullable().default(null),
  prorationDate: z.date().nullable().default(null),
});
type SubscribeInput = z.output<typeof SubscribeInput>;

/**
 * Subscribes to a plan or an add-on. Whoever has another plan changes to it: an upgrade now, with the unused time given
 * back as of `prorationDate`, a downgrade at the renewal. The same wish again finishes what a bank held up.
 */
export const subscribe = command({
  input: SubscribeInput,
  by: payers,
  run: (call, given) => unlessTaken(() => subscribeOnce(call, given)),
});

async function subscribeOnce(
  { world, context }: Call,
  { payer, what, coupon, prorationDate }: SubscribeInput,
): Promise<CommandOutcome<Subscribed>> {
  const { place, state } = await lookedUp(world, context, payer);
  const work = startUnitOfWork(world, context, { tenant: place.tenant });
  const sold = await soldNow(world, payer, what);
  const current = currentOf(state.all.values(), sold.section);
  if (current !== null && current.status !== 'incomplete') {
    const result = await changePlan(world, context, place, { current, state, sold, prorationDate });
    return work.outcome(result);
  }
  const isSame = current?.planId === sold.planId && current.version === sold.version;
  if (current !== null && isSame) return work.outcome(await finish(world, context, place, current, coupon === null));
  const { defaultMethodId } = await accountAt(world, place);
  if (defaultMethodId === null && sold.terms.amount > 0) {
    const message = 'Add a payment method first.';
    throw new DomainError('validation_failed', message, { payment_method: [message] });
  }
  const discount = await discountOf(world, coupon);
  const wish = { sold, discount: coupon, isCheckout: false, instead: current?.subscriptionId ?? null };
  const customerId = await customerOf(world, work, place);
  await dropIncomplete(world, current);
  const made = await create(world, context, place, wish, {
    customerId,
    prices: [{ priceId: await priceOf(world, context, payer.kind, sold) }],
    trialDays: trialDaysOf(state, sold),
    ...(discount === null ? {}
    : discount.promotionCodeId === null ? { discount: { couponId: discount.couponId } }
    : { discount: { promotionCodeId: discount.promotionCodeId } }),
  });
  await refreshSubscriptions(world, context, place);
  const after = (await subscriptionsAt(world, place)).all.get(made);
  if (after?.status === 'incomplete') return work.outcome(await finish(world, context, place, after, false));
  return work.outcome(said(after, made, 'subscribed'));
}

const said = (found: Subscription | undefined, subscriptionId: string, outcome: Subscribed['outcome']): Subscribed => ({
  subscriptionId,
  status: found?.status ?? 'incomplete',
  clientSecret: null,
  outcome,
});

/** A first payment that failed is given up for another wish. */
async function dropIncomplete(world: CommandServices, current: Subscription | null): Promise<void> {
  if (current === null) return;
  const { subscriptionId } = current;
  await ask(() => paymentsOf(world).subscriptions.cancel(subscriptionId, 'now', `drop/${subscriptionId}`));
}

async function create(
  world: CommandServices,
  context: CommandContext,
  place: Place,
  wish: SubscriptionWish,
  given: Omit<ProviderWish, 'metadata'>,
): Promise<string> {
  const request = await claimSection(world, context, place, wish);
  const metadata = metadataOf(place.payer, wish.sold, request.requestId);
  try {
    const { subscriptions } = paymentsOf(world);
    return (await subscriptions.create({ ...given, metadata }, `subscribe/${request.requestId}`)).id;
  } catch (error) {
    await closeRefused(world, context, place, request, wish.sold.section, error);
    throw inWords(error);
  }
}

const metadataOf = (payer: Payer, { section, planId, version }: Sold, request: string) => ({
  payer: payerKey(payer),
  section,
  plan: planId,
  version: String(version),
  request,
});

/**
 * Finishes a first payment: the secret where the cardholder has to confirm, another try with today's default card where
 * the bank said no. `tries`: the payer asked again.
 */
async function finish(
  world: CommandServices,
  context: CommandContext,
  place: Place,
  { subscriptionId }: Subscription,
  tries: boolean,
): Promise<Subscribed> {
  const { found, invoice, charge } = await latestCharge(world, subscriptionId);
  const waits = (clientSecret: string | null): Subscribed => ({
    subscriptionId,
    status: 'incomplete',
    clientSecret,
    outcome: 'incomplete',
  });
  if (charge?.status === 'requires_action') return waits(charge.clientSecret ?? found?.clientSecret ?? null);
  if (!tries) {
    const message = cardRefused(charge?.failure?.message);
    throw new DomainError('provider_refused', message, { payment_method: [message] });
  }
  const { defaultMethodId } = await accountAt(world, place);
  if (invoice?.status === 'open')
    try {
      const card = defaultMethodId === null ? {} : { methodId: defaultMethodId };
      await paymentsOf(world).invoices.pay(invoice.id, card, `pay/${invoice.id}/${context.commandId}`);
    } catch (error) {
      if (error instanceof PaymentRefused && error.kind === 'authentication-required')
        return waits(error.intent?.clientSecret ?? found?.clientSecret ?? null);
      throw inWords(error);
    }
  await refreshSubscriptions(world, context, place);
  const after = (await subscriptionsAt(world, place)).all.get(subscriptionId);
  return said(after, subscriptionId, after !== undefined && isEntitled(after) ? 'subscribed' : 'incomplete');
}

const CheckoutInput = z.object({ payer: Payer, what: whatIsBought, successUrl: z.url(), cancelUrl: z.url() });
type CheckoutInput = z.output<typeof CheckoutInput>;

/** Opens the provider's page where a plan or an add-on can be paid, once for the same wish. Answers its address. */
export const openCheckout = command({
  input: CheckoutInput,
  by: payers,
  run: (call, given) => unlessTaken(() => openCheckoutOnce(call, given)),
});

async function openCheckoutOnce(
  { world, context }: Call,
  { payer, what, successUrl, cancelUrl }: CheckoutInput,
): Promise<CommandOutcome<{ url: string }>> {
  const { place, state } = await lookedUp(world, context, payer);
  const sold = await soldNow(world, payer, what);
  const current = currentOf(state.all.values(), sold.section);
  if (current !== null && current.status !== 'incomplete')
    throw new DomainError('conflict', 'You already have this subscription.');
  const work = startUnitOfWork(world, context, { tenant: place.tenant });
  const customerId = await customerOf(world, work, place);
  await dropIncomplete(world, current);
  const request = await claimSection(world, context, place, {
    sold,
    discount: null,
    isCheckout: true,
    instead: current?.subscriptionId ?? null,
  });
  const { checkout } = paymentsOf(world);
  const open = request.sessionId === null ? null : await ask(() => checkout.fetch(request.sessionId!));
  if (open?.status === 'open' && open.url !== null) return work.outcome({ url: open.url });
  if (open !== null) {
    await closeExpired(world, context, place, sold, request.requestId);
    throw new DomainError('conflict', 'This page has expired. Try again.');
  }
  const session = await ask(async () =>
    checkout.create(
      {
        mode: 'subscription',
        customerId,
        prices: [{ priceId: await priceOf(world, context, payer.kind, sold) }],
        trialDays: trialDaysOf(state, sold),
        allowPromotionCodes: true,
        successUrl,
        cancelUrl,
        metadata: metadataOf(payer, sold, request.requestId),
      },
      `checkout/${request.requestId}`,
    ),
  );
  const opened = startUnitOfWork(world, context, { tenant: place.tenant, commandId: request.requestId });
  await opened.change({
    stream: streams.subscriptions(payer.id),
    aggregate: Subscriptions,
    decide: ({ requests }) =>
      requests.get(sold.section)?.requestId === request.requestId ?
        [CheckoutOpened.create({ payer, section: sold.section, requestId: request.requestId, sessionId: session.id })]
      : [],
  });
  if (session.url === null) throw new DomainError('conflict', 'This page has expired. Try again.');
  return work.outcome({ url: session.url });
}

async function closeExpired(
  world: CommandServices,
  context: CommandContext,
  place: Place,
  { section }: Sold,
  requestId: string,
): Promise<void> {
  await refreshSubscriptions(world, context, place);
  const gone = new PaymentRefused('invalid', 'The page has expired.');
  await closeRefused(world, context, place, { requestId }, section, gone);
}

/** What a code gives on something that is for sale. Throws `validation_failed` where it is not valid. */
export const checkCoupon = command({
  input: z.object({ payer: Payer, what: whatIsBought, code: z.string().trim().min(1, 'Enter a code.').max(100) }),
  by: payers,
  async run({ world, context }, { payer, what, code }) {
    const { place } = await lookedUp(world, context, payer);
    const sold = await soldNow(world, payer, what);
    const discount = await discountOf(world, code);
    return startUnitOfWork(world, context, { tenant: place.tenant }).outcome({ sold, discount: discount! });
  },
});
