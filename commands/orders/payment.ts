import { type Charge, PaymentRefused, type Subscription } from '../../adapters/payments/port.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { OrderId } from '../../domain/kernel/ids.ts';
import { OrderPaymentStarted } from '../../domain/orders/events.ts';
import * as orders from '../../domain/orders/order.ts';
import type { ExistingOrder, RefusedPayment } from '../../domain/orders/order.ts';
import { payerKey } from '../../domain/payments/payer.ts';
import { streams } from '../../domain/streams.ts';
import { claimEmail, EmailClaim, releaseEmail } from '../../domain/users/user.ts';
import type { CommandContext } from '../kernel/caller.ts';
import { type CommandServices, startUnitOfWork } from '../kernel/unit-of-work.ts';
import { ask, paymentsOf } from '../payments/account.ts';
import { soldAt } from './offer.ts';
import { asSystem, type Details, detailsOf, payerOf, step } from './order-of.ts';
import { orderedPrice } from './price.ts';

/** How a payment stands: made, to be confirmed at the bank in the browser, or refused, in words for the buyer. */
export type Payment =
  | { readonly kind: 'paid'; readonly chargeId: string | null }
  | { readonly kind: 'confirm'; readonly clientSecret: string }
  | { readonly kind: 'refused'; readonly reason: RefusedPayment; readonly message: string };

const refused = (reason: RefusedPayment, message: string): Payment => ({ kind: 'refused', reason, message });
const notConfirmed = 'Your bank did not confirm the payment. Nothing was charged. Try again, or use another card.';
const declined = 'Your card was declined, and nothing was charged. Use another card.';
/** The same whatever the reason: who tries addresses learns no more than at the sign-in. */
const unusable =
  'We can’t open an account with this email address, and nothing was charged. If you have one, sign in. Otherwise use another address.';

const keyOf = ({ orderId }: ExistingOrder, name: string): string => `order/${orderId}/${name}`;

/** The provider forgets a key after a day: what an older attempt made is looked for before it is asked for again. */
const keysLastMs = 12 * 3_600_000;
async function isForgotten(world: CommandServices, { orderId }: ExistingOrder): Promise<boolean> {
  const stored = await world.events.read(streams.order(orderId));
  const first = stored.find(({ type }) => type === OrderPaymentStarted.type);
  return world.now().getTime() - Date.parse(first?.metadata.occurredAt ?? '') > keysLastMs;
}
const isOf =
  ({ orderId }: ExistingOrder) =>
  ({ metadata }: { readonly metadata: Readonly<Record<string, string>> }): boolean =>
    metadata['order'] === orderId;

/**
 * Takes the payment of an order one step on. Every request to the provider has a key of the order's own, and what it
 * made is written down before it counts: cut off anywhere, the next call finds it. Nothing is asked for before the
 * address is the buyer's, so that of two orders with one address one pays.
 */
export async function lookAtPayment(
  world: CommandServices,
  context: CommandContext,
  order: ExistingOrder,
): Promise<Payment> {
  const hasBegun = order.subscriptionId !== null || order.charges.size > 0;
  if (!hasBegun) {
    const sold = await soldAt(world, order.orderPageId);
    if (sold?.offer.version !== order.version)
      return refused('changed', 'This offer has changed, and nothing was charged. Look at it again.');
  }
  const details = await detailsOf(world, order.orderId);
  if (!(await claimAddress(world, context, order, details))) return refused('email', unusable);
  try {
    await useCard(world, order);
    return order.planId === null ? await payOnce(world, context, order) : await subscribe(world, context, order);
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
    if (error.kind === 'declined') return refused('declined', error.message);
    // A card of someone else, or one that is gone: as good as declined.
    if (error.kind === 'invalid' || error.kind === 'not-found') return refused('declined', declined);
    throw error;
  }
}

async function useCard(world: CommandServices, order: ExistingOrder): Promise<void> {
  const { methods } = paymentsOf(world);
  const { attempt, customerId } = order;
  const methodId = order.methodId!;
  await methods.attach(methodId, customerId, keyOf(order, `attach/${attempt}`));
  await methods.makeDefault(methodId, customerId, keyOf(order, `default/${attempt}`));
}

async function subscribe(world: CommandServices, context: CommandContext, order: ExistingOrder): Promise<Payment> {
  const { subscriptions, invoices, charges } = paymentsOf(world);
  const { orderId, attempt, customerId, discount } = order;
  let { subscriptionId } = order;
  if (subscriptionId === null) {
    const { priceId, metadata } = await orderedPrice(world, context, order);
    const earlier =
      (await isForgotten(world, order)) ? (await subscriptions.list(customerId)).find(isOf(order)) : undefined;
    const made =
      earlier ??
      (await subscriptions.create(
        {
          customerId,
          prices: [{ priceId }],
          trialDays: order.trialDays,
          ...(discount === null ? {}
          : discount.promotionCodeId === null ? { discount: { couponId: discount.couponId } }
          : { discount: { promotionCodeId: discount.promotionCodeId } }),
          metadata: { ...metadata, payer: payerKey(payerOf(order)), order: orderId },
        },
        keyOf(order, 'subscription'),
      ));
    subscriptionId = made.id;
    await step(world, context, orderId, `found/${made.id}`, (now) =>
      orders.foundPayment({ attempt, subscriptionId: made.id }, now),
    );
  }
  // What a repeated key answers is how it was when it was made.
  const found = await subscriptions.fetch(subscriptionId);
  if (found === null || isOver(found)) return refused('abandoned', 'This order has expired. Start again.');
  if (found.status !== 'incomplete') return { kind: 'paid', chargeId: null };
  const invoice = found.latestInvoiceId === null ? null : await invoices.fetch(found.latestInvoiceId);
  if (invoice === null) return refused('declined', declined);
  const isOfThisCard = order.subscribedAt === null || order.subscribedAt === attempt;
  if (!isOfThisCard)
    try {
      // The first card did not pay: this one pays the same invoice, so there is one subscription.
      await invoices.pay(invoice.id, { methodId: order.methodId! }, keyOf(order, `pay/${attempt}`));
      const now = await subscriptions.fetch(subscriptionId);
      if (now !== null && now.status !== 'incomplete') return { kind: 'paid', chargeId: null };
    } catch (error) {
      if (!(error instanceof PaymentRefused) || error.kind !== 'authentication-required') throw error;
      if (error.intent?.clientSecret) return { kind: 'confirm', clientSecret: error.intent.clientSecret };
    }
  const intentId = invoice.paymentIntentIds.at(-1);
  const charge = intentId === undefined ? null : await charges.fetch(intentId);
  return charge === null ? refused('declined', declined) : standingOf(charge);
}

const isOver = ({ status }: Subscription): boolean => status === 'incomplete_expired' || status === 'canceled';

/** What a payment that has not succeeded waits for. */
function standingOf({ status, clientSecret, failure }: Charge): Payment {
  if (status === 'requires_action' && clientSecret !== null) return { kind: 'confirm', clientSecret };
  if (failure === null) return refused('declined', declined);
  const isUnconfirmed = failure.code === 'payment_intent_authentication_failure';
  return refused('declined', isUnconfirmed ? notConfirmed : failure.message);
}

async function payOnce(world: CommandServices, context: CommandContext, order: ExistingOrder): Promise<Payment> {
  const { charges } = paymentsOf(world);
  const { orderId, attempt, customerId, name, currency, isFunds } = order;
  const { today } = orders.dueOf(order, order.discount);
  if (today === 0) return { kind: 'paid', chargeId: null };
  // An earlier one that was confirmed late counts: there is no second charge.
  const known = await Promise.all(
    [...order.charges].map(async ([of, id]) => ({ of, charge: await charges.fetch(id) })),
  );
  const forgotten = (await isForgotten(world, order)) ? await charges.list({ customerId, since: new Date(0) }) : [];
  const paid =
    known.find(({ charge }) => charge?.status === 'succeeded')?.charge ??
    forgotten.filter(isOf(order)).find(({ status }) => status === 'succeeded');
  if (paid) {
    if (![...order.charges.values()].includes(paid.id))
      await step(world, context, orderId, `found/${paid.id}`, (now) =>
        orders.foundPayment({ attempt, chargeId: paid.id }, now),
      );
    return { kind: 'paid', chargeId: paid.id };
  }
  const own = known.find(({ of }) => of === attempt)?.charge;
  // A saved card that wants the cardholder can be confirmed in the browser though the attempt without them failed.
  if (own) return own.failure?.code === 'authentication_required' ? confirmOf(own) : standingOf(own);
  const note = (chargeId: string) =>
    step(world, context, orderId, `found/${chargeId}`, (now) => orders.foundPayment({ attempt, chargeId }, now));
  try {
    const made = await charges.now(
      {
        amount: today,
        currency: currency.toLowerCase(),
        customerId,
        methodId: order.methodId!,
        description: name,
        // Money that goes into the wallet is booked there, as soon as there is one.
        metadata: { payer: payerKey(payerOf(order)), order: orderId, ...(isFunds ? { purpose: 'wallet' } : {}) },
      },
      keyOf(order, `charge/${attempt}`),
    );
    await note(made.id);
    return made.status === 'succeeded' ? { kind: 'paid', chargeId: made.id } : standingOf(made);
  } catch (error) {
    if (!(error instanceof PaymentRefused) || error.kind !== 'authentication-required' || error.intent === null)
      throw error;
    await note(error.intent.id);
    const { clientSecret } = error.intent;
    return clientSecret === null ? refused('declined', notConfirmed) : { kind: 'confirm', clientSecret };
  }
}
const confirmOf = ({ clientSecret }: Charge): Payment =>
  clientSecret === null ? refused('declined', notConfirmed) : { kind: 'confirm', clientSecret };

/** The claim of an attempt: each attempt claims for itself, since a refused one gives it back. */
async function claimAddress(
  world: CommandServices,
  context: CommandContext,
  { orderId, ownerId, attempt }: ExistingOrder,
  { email }: Details,
): Promise<boolean> {
  const work = startUnitOfWork(world, asSystem(context, orderId, `claim/${attempt}`), { tenant: platform });
  try {
    await work.change({
      stream: streams.emailClaim(world.identifiers.emailHash(email)),
      aggregate: EmailClaim,
      decide: (claim) => claimEmail({ userId: ownerId }, claim),
    });
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'email_taken') return false;
    throw error;
  }
}
const platform = { agencyId: null, businessId: null } as const;

/** Frees the address of an order that did not pay. */
export async function releaseAddress(
  world: CommandServices,
  context: CommandContext,
  { orderId, ownerId, attempt }: ExistingOrder,
): Promise<void> {
  const { email } = await detailsOf(world, orderId);
  const work = startUnitOfWork(world, asSystem(context, orderId, `release/${attempt}`), { tenant: platform });
  await work.change({
    stream: streams.emailClaim(world.identifiers.emailHash(email)),
    aggregate: EmailClaim,
    decide: (claim) =>
      claim.status === 'claimed' && claim.userId === ownerId ? releaseEmail({ userId: ownerId }, claim) : [],
  });
}

/** Gives back all that was paid, and ends what was subscribed to. `keep`: the charge that stays. */
export async function giveBack(
  world: CommandServices,
  { orderId, subscriptionId, charges: made }: ExistingOrder,
  keep: string | null = null,
): Promise<void> {
  const { subscriptions, invoices, charges } = paymentsOf(world);
  const intents = [...made.values()].filter((id) => id !== keep);
  if (subscriptionId !== null && keep === null) {
    const found = await ask(() => subscriptions.fetch(subscriptionId));
    if (found !== null && !isOver(found)) {
      const invoice = found.latestInvoiceId === null ? null : await ask(() => invoices.fetch(found.latestInvoiceId!));
      intents.push(...(invoice?.paymentIntentIds ?? []));
      await ask(() => subscriptions.cancel(subscriptionId, 'now', `order/${orderId}/cancel`));
    }
  }
  for (const id of intents) {
    const charge = await ask(() => charges.fetch(id));
    if (charge?.status === 'succeeded') await refundOnce(world, orderId, id);
  }
}

async function refundOnce(world: CommandServices, orderId: OrderId, chargeId: string): Promise<void> {
  try {
    await paymentsOf(world).charges.refund(
      chargeId,
      { metadata: { order: orderId } },
      `order/${orderId}/refund/${chargeId}`,
    );
  } catch (error) {
    if (error instanceof PaymentRefused && error.code === 'charge_already_refunded') return;
    throw error;
  }
}
