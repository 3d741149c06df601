import type Stripe from 'stripe';
import { payerOf } from '../../../domain/payments/payer.ts';
import type {
  Charge,
  CheckoutSession,
  Discount,
  Dispute,
  Interval,
  Invoice,
  ExplainedLine,
  InvoiceLine,
  PaymentCustomer,
  PaymentEvent,
  PaymentMethod,
  Price,
  Product,
  Refund,
  Subscription,
} from '../port.ts';

/** Stripe's objects in the port's words. Stripe's lists of values are open: what is new to us is `unknown`. */

const idOf = (one: string | { readonly id: string } | null | undefined): string | null =>
  one === null || one === undefined ? null
  : typeof one === 'string' ? one
  : one.id;
const date = (seconds: number): Date => new Date(seconds * 1000);
const maybeDate = (seconds: number | null | undefined): Date | null =>
  seconds === null || seconds === undefined ? null : date(seconds);
const known = <const T extends string>(value: string | null | undefined, names: readonly T[]): T | 'unknown' =>
  names.find((name) => name === value) ?? 'unknown';

export const customerOf = (one: Stripe.Customer): PaymentCustomer => ({
  id: one.id,
  payer: payerOf(one.metadata['payer']),
  email: one.email,
  name: one.name ?? null,
  defaultMethodId: idOf(one.invoice_settings.default_payment_method),
});

export const methodOf = (one: Stripe.PaymentMethod): PaymentMethod => ({
  id: one.id,
  customerId: idOf(one.customer),
  type: one.type,
  card:
    one.card === undefined ?
      null
    : {
        brand: one.card.brand,
        last4: one.card.last4,
        expMonth: one.card.exp_month,
        expYear: one.card.exp_year,
        funding: one.card.funding,
        country: one.card.country,
        fingerprint: one.card.fingerprint ?? null,
      },
  createdAt: date(one.created),
});

export const productOf = (one: Stripe.Product): Product => ({
  id: one.id,
  name: one.name,
  isActive: one.active,
  metadata: one.metadata,
});

const intervals: readonly Interval[] = ['day', 'week', 'month', 'year'];
export const priceOf = (one: Stripe.Price): Price => ({
  id: one.id,
  productId: idOf(one.product) ?? '',
  isActive: one.active,
  amount: one.unit_amount ?? 0,
  currency: one.currency,
  recurring:
    one.recurring === null ?
      null
    : {
        interval: intervals.find((name) => name === one.recurring?.interval) ?? 'month',
        every: one.recurring.interval_count,
      },
  metadata: one.metadata,
});

export const discountOf = (coupon: Stripe.Coupon, promotionCodeId: string | null): Discount => ({
  couponId: coupon.id,
  promotionCodeId,
  name: coupon.name,
  percentOff: coupon.percent_off,
  off:
    coupon.amount_off === null || coupon.currency === null ?
      null
    : { amount: coupon.amount_off, currency: coupon.currency },
  duration:
    coupon.duration === 'once' ? 'once'
    : coupon.duration === 'repeating' ? 'repeating'
    : 'forever',
  durationInMonths: coupon.duration_in_months,
});

export const subscriptionOf = (one: Stripe.Subscription): Subscription => {
  const invoice = typeof one.latest_invoice === 'object' ? one.latest_invoice : null;
  const setup = typeof one.pending_setup_intent === 'object' ? one.pending_setup_intent : null;
  const status = known(one.status, [
    'incomplete',
    'incomplete_expired',
    'trialing',
    'active',
    'past_due',
    'canceled',
    'unpaid',
    'paused',
  ]);
  const owes = status === 'incomplete' || status === 'past_due' || one.pending_update !== null;
  return {
    id: one.id,
    customerId: idOf(one.customer) ?? '',
    status,
    providerStatus: one.status,
    items: one.items.data.map((item) => ({
      id: item.id,
      priceId: item.price.id,
      productId: idOf(item.price.product) ?? '',
      quantity: item.quantity ?? 1,
      periodStart: date(item.current_period_start),
      periodEnd: date(item.current_period_end),
    })),
    createdAt: date(one.created),
    trialEnd: maybeDate(one.trial_end),
    cancelAt: maybeDate(one.cancel_at),
    cancelsAtPeriodEnd: one.cancel_at_period_end,
    canceledAt: maybeDate(one.canceled_at),
    endedAt: maybeDate(one.ended_at),
    latestInvoiceId: idOf(one.latest_invoice),
    pendingPriceId: one.pending_update?.subscription_items?.[0]?.price.id ?? null,
    defaultMethodId: idOf(one.default_payment_method),
    clientSecret: (owes ? invoice?.confirmation_secret?.client_secret : null) ?? setup?.client_secret ?? null,
    metadata: one.metadata,
  };
};

const lineOf = (one: Stripe.InvoiceLineItem): InvoiceLine => ({
  id: one.id,
  amount: one.amount,
  currency: one.currency,
  description: one.description,
  quantity: one.quantity,
  priceId: idOf(one.pricing?.price_details?.price),
  productId: one.pricing?.price_details?.product ?? null,
  subscriptionId:
    one.parent?.subscription_item_details?.subscription ?? one.parent?.invoice_item_details?.subscription ?? null,
  isProration: one.parent?.subscription_item_details?.proration ?? one.parent?.invoice_item_details?.proration ?? false,
  periodStart: date(one.period.start),
  periodEnd: date(one.period.end),
});

export const explainedLineOf = (one: Stripe.InvoiceLineItem): ExplainedLine => ({
  ...lineOf(one),
  unitAmount: one.pricing?.unit_amount_decimal?.toString() ?? null,
  discount: (one.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0),
  // What is in the amount already doesn't come on top of it.
  tax: (one.taxes ?? []).reduce(
    (sum, { amount, tax_behavior: behavior }) => sum + (behavior === 'exclusive' ? amount : 0),
    0,
  ),
});

export const invoiceOf = (one: Stripe.Invoice): Invoice => ({
  id: one.id,
  customerId: idOf(one.customer) ?? '',
  subscriptionId: idOf(one.parent?.subscription_details?.subscription),
  number: one.number,
  status: known(one.status, ['draft', 'open', 'paid', 'uncollectible', 'void']),
  providerStatus: one.status,
  reason: one.billing_reason,
  currency: one.currency,
  subtotal: one.subtotal,
  tax: (one.total_taxes ?? []).reduce(
    (sum, { amount, tax_behavior: behavior }) => (behavior === 'exclusive' ? sum + amount : sum),
    0,
  ),
  total: one.total,
  amountDue: one.amount_due,
  amountPaid: one.amount_paid,
  amountRemaining: one.amount_remaining,
  attemptCount: one.attempt_count,
  nextAttemptAt: maybeDate(one.next_payment_attempt),
  createdAt: date(one.created),
  finalizedAt: maybeDate(one.status_transitions.finalized_at),
  paidAt: maybeDate(one.status_transitions.paid_at),
  voidedAt: maybeDate(one.status_transitions.voided_at),
  periodStart: date(one.period_start),
  periodEnd: date(one.period_end),
  lines: one.lines.data.map(lineOf),
  paymentIntentIds: (one.payments?.data ?? []).flatMap(({ payment }) => idOf(payment.payment_intent) ?? []),
  hostedUrl: one.hosted_invoice_url ?? null,
  pdfUrl: one.invoice_pdf ?? null,
  metadata: one.metadata ?? {},
});

export const sessionOf = (one: Stripe.Checkout.Session): CheckoutSession => ({
  id: one.id,
  status: known(one.status, ['open', 'complete', 'expired']),
  paymentStatus: known(one.payment_status, ['paid', 'unpaid', 'no_payment_required']),
  mode:
    one.mode === 'payment' ? 'payment'
    : one.mode === 'setup' ? 'setup'
    : 'subscription',
  url: one.url,
  customerId: idOf(one.customer),
  subscriptionId: idOf(one.subscription),
  invoiceId: idOf(one.invoice),
  paymentIntentId: idOf(one.payment_intent),
  customerEmail: one.customer_details?.email ?? one.customer_email,
  expiresAt: date(one.expires_at),
  metadata: one.metadata ?? {},
});

export const chargeOf = (one: Stripe.PaymentIntent): Charge => ({
  id: one.id,
  amount: one.amount,
  currency: one.currency,
  status: known(one.status, ['succeeded', 'processing', 'requires_action', 'requires_payment_method', 'canceled']),
  customerId: idOf(one.customer),
  methodId: idOf(one.payment_method),
  amountReceived: one.amount_received,
  createdAt: date(one.created),
  clientSecret: one.client_secret,
  failure:
    one.last_payment_error === null ?
      null
    : {
        code: one.last_payment_error.code ?? null,
        declineCode: one.last_payment_error.decline_code ?? null,
        message: one.last_payment_error.message ?? 'The payment failed.',
      },
  metadata: one.metadata,
});

export const refundOf = (one: Stripe.Refund): Refund => ({
  id: one.id,
  amount: one.amount,
  currency: one.currency,
  chargeId: idOf(one.payment_intent),
  status: known(one.status, ['pending', 'succeeded', 'failed', 'canceled', 'requires_action']),
  createdAt: date(one.created),
  metadata: one.metadata ?? {},
});

export const disputeOf = (one: Stripe.Dispute): Dispute => ({
  id: one.id,
  amount: one.amount,
  currency: one.currency,
  chargeId: idOf(one.payment_intent),
  status: one.status,
  reason: one.reason,
  createdAt: date(one.created),
});

/** Takes from an event only what says where to look. */
export function eventOf(one: Stripe.Event): PaymentEvent {
  const object = one.data.object as { id?: string; object?: string; customer?: string | { id: string } | null };
  const before = (one.data.previous_attributes ?? {}) as { customer?: string | null };
  return {
    id: one.id,
    type: one.type,
    createdAt: date(one.created),
    object: { type: object.object ?? 'unknown', id: object.id ?? null },
    customerId: object.object === 'customer' ? (object.id ?? null) : idOf(object.customer),
    previousCustomerId: before.customer ?? null,
  };
}
