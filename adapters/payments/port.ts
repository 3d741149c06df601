import type { Payer } from '../../domain/payments/payer.ts';

/**
 * What the product asks of a payment provider, in its own words. Amounts are integers in the currency's smallest unit,
 * currencies are ISO 4217 in lower case, instants are Dates to the second. Every method throws `PaymentRefused`,
 * `PaymentsUnavailable` or `PaymentOutcomeUnknown`, and nothing else.
 *
 * `key` names what the caller wants to happen once: a derived id of the command, wallet crossing or order. The same key
 * with the same wish gives the first answer again, for as long as the provider remembers it (24 hours at least).
 */
export interface Payments {
  /** `sandbox` takes no real money: its cards are entered into a form of the sandbox. */
  readonly mode: 'live' | 'test' | 'sandbox';
  readonly customers: Customers;
  readonly methods: PaymentMethods;
  readonly catalog: Catalog;
  readonly subscriptions: Subscriptions;
  readonly invoices: Invoices;
  readonly checkout: Checkout;
  readonly charges: Charges;
  readonly events: PaymentEvents;
}

export interface Amount {
  /** Integer, in the smallest unit: cents for usd, yen for jpy. */
  readonly amount: number;
  /** ISO 4217 in lower case. */
  readonly currency: string;
}

// Refusals

export type RefusalKind =
  /** The bank said no; `declineCode` says why, where it told. */
  | 'declined'
  /** The cardholder has to confirm at their bank; `intent` can be confirmed in the browser. */
  | 'authentication-required'
  /** Asked too often: nothing happened, ask again later. */
  | 'rate-limited'
  /** The key is in use by a request that is still running: ask again later. */
  | 'in-progress'
  /** The same key was used for another wish: a fault of ours. */
  | 'key-reused'
  | 'not-found'
  /** The provider does not accept what was asked, in `message`. */
  | 'invalid';

/** The provider answered, and said no. Nothing was charged. */
export class PaymentRefused extends Error {
  override readonly name = 'PaymentRefused';
  readonly kind: RefusalKind;
  /** The provider's code, such as `card_declined` or `resource_missing`. */
  readonly code: string | null;
  /** Such as `insufficient_funds`; only with `declined`. */
  readonly declineCode: string | null;
  /** The parameter that it is about, in the provider's words. */
  readonly param: string | null;
  /** The payment or setup intent that it is about, with its secret for the browser. */
  readonly intent: { readonly id: string; readonly clientSecret: string | null } | null;

  constructor(
    kind: RefusalKind,
    message: string,
    about: Partial<Pick<PaymentRefused, 'code' | 'declineCode' | 'param' | 'intent'>> = {},
  ) {
    super(message);
    this.kind = kind;
    this.code = about.code ?? null;
    this.declineCode = about.declineCode ?? null;
    this.param = about.param ?? null;
    this.intent = about.intent ?? null;
  }
}

/** The provider could not be reached, or does not accept our key: certainly nothing happened. */
export class PaymentsUnavailable extends Error {
  override readonly name = 'PaymentsUnavailable';
}

/** It may have happened or not: ask again with the same key, or fetch the object. Never ask with another key. */
export class PaymentOutcomeUnknown extends Error {
  override readonly name = 'PaymentOutcomeUnknown';
}

// Customers and their cards

export interface PaymentCustomer {
  readonly id: string;
  /** The payer that its metadata names; null: it was not made by this product. */
  readonly payer: Payer | null;
  readonly email: string | null;
  readonly name: string | null;
  readonly defaultMethodId: string | null;
}

export interface Customers {
  /** Makes the payer's customer: once per payer, whatever the number of calls. */
  create(wish: {
    readonly payer: Payer;
    readonly name: string;
    readonly email: string | null;
  }): Promise<PaymentCustomer>;
  /** Null: there is none, or it was deleted. */
  fetch(customerId: string): Promise<PaymentCustomer | null>;
  update(
    customerId: string,
    change: { readonly name?: string; readonly email?: string | null },
    key: string,
  ): Promise<PaymentCustomer>;
}

/** A card, or another way to pay, as people recognize it. */
export interface PaymentMethod {
  readonly id: string;
  /** Null: it is attached to no customer. */
  readonly customerId: string | null;
  /** `card`, `us_bank_account`, `link`, … */
  readonly type: string;
  readonly card: {
    /** `visa`, `mastercard`, `amex`, … */
    readonly brand: string;
    readonly last4: string;
    /** 1 to 12 */
    readonly expMonth: number;
    /** Four digits */
    readonly expYear: number;
    readonly funding: string;
    readonly country: string | null;
    /** The same for the same number of a card, whatever the number of times it is entered. */
    readonly fingerprint: string | null;
  } | null;
  readonly createdAt: Date;
}

export interface SetupSecret {
  readonly id: string;
  /** For the browser alone. */
  readonly clientSecret: string;
}

export interface PaymentMethods {
  /** A secret with which the browser saves a card for the customer, with 3-D Secure where the bank wants it. */
  setup(customerId: string, key: string): Promise<SetupSecret>;
  /** All of a customer, newest first. */
  list(customerId: string): Promise<readonly PaymentMethod[]>;
  fetch(methodId: string): Promise<PaymentMethod | null>;
  /** Attaching what is attached to the same customer is no error; to another customer it is `invalid`. */
  attach(methodId: string, customerId: string, key: string): Promise<PaymentMethod>;
  makeDefault(methodId: string, customerId: string, key: string): Promise<PaymentCustomer>;
  /** Detaching what is detached is no error. */
  detach(methodId: string, key: string): Promise<void>;
}

// What is sold

export type Interval = 'day' | 'week' | 'month' | 'year';

export interface Product {
  readonly id: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface Price extends Amount {
  readonly id: string;
  readonly productId: string;
  readonly isActive: boolean;
  /** Null: it is paid once. */
  readonly recurring: { readonly interval: Interval; readonly every: number } | null;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface Discount {
  readonly couponId: string;
  /** Null: the coupon itself was named. */
  readonly promotionCodeId: string | null;
  readonly name: string | null;
  /** 0 to 100; null: `off` says it. */
  readonly percentOff: number | null;
  readonly off: Amount | null;
  readonly duration: 'once' | 'repeating' | 'forever';
  readonly durationInMonths: number | null;
}

export interface Catalog {
  createProduct(
    wish: {
      readonly name: string;
      readonly description?: string;
      readonly metadata?: Readonly<Record<string, string>>;
    },
    key: string,
  ): Promise<Product>;
  updateProduct(
    productId: string,
    change: { readonly name?: string; readonly description?: string; readonly isActive?: boolean },
    key: string,
  ): Promise<Product>;
  createPrice(
    wish: Amount & {
      readonly productId: string;
      readonly recurring: { readonly interval: Interval; readonly every?: number } | null;
      readonly metadata?: Readonly<Record<string, string>>;
    },
    key: string,
  ): Promise<Price>;
  /** A price can't be changed or deleted: it is archived, and who has it keeps it. */
  archivePrice(priceId: string, key: string): Promise<Price>;
  /** Makes an archived price one that can be bought again. */
  reopenPrice(priceId: string, key: string): Promise<Price>;
  fetchPrice(priceId: string): Promise<Price | null>;
  /** What a promotion code or a coupon's id gives; null: no valid one of this name. */
  discount(code: string): Promise<Discount | null>;
}

// Subscriptions

/** Stripe's, and open: a status that is new to us is `unknown`, with its name in `providerStatus`. */
export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'canceled'
  | 'unpaid'
  | 'paused'
  | 'unknown';

export interface SubscriptionItem {
  readonly id: string;
  readonly priceId: string;
  readonly productId: string;
  readonly quantity: number;
  readonly periodStart: Date;
  readonly periodEnd: Date;
}

export interface Subscription {
  readonly id: string;
  readonly customerId: string;
  readonly status: SubscriptionStatus;
  readonly providerStatus: string;
  readonly items: readonly SubscriptionItem[];
  readonly createdAt: Date;
  readonly trialEnd: Date | null;
  /** It ends then, unless it is resumed. */
  readonly cancelAt: Date | null;
  readonly cancelsAtPeriodEnd: boolean;
  readonly canceledAt: Date | null;
  readonly endedAt: Date | null;
  readonly latestInvoiceId: string | null;
  readonly defaultMethodId: string | null;
  /** What it changes to once its latest invoice is paid; null: no change waits. */
  readonly pendingPriceId: string | null;
  /** To confirm a payment that waits, or the card of a trial, in the browser; null: nothing is to be confirmed. */
  readonly clientSecret: string | null;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface SubscriptionWish {
  readonly customerId: string;
  readonly prices: readonly { readonly priceId: string; readonly quantity?: number }[];
  /** Default: none. */
  readonly trialDays?: number;
  /** A promotion code's id or a coupon's. */
  readonly discount?: { readonly promotionCodeId: string } | { readonly couponId: string };
  readonly defaultMethodId?: string;
  /** `payer` and what our own records are called; found again in every invoice of it. */
  readonly metadata: Readonly<Record<string, string>>;
}

export interface SubscriptionChange {
  /** What it shall have: an item's price or quantity changed, a new price added, an item removed. */
  readonly items: readonly (
    | { readonly itemId: string; readonly priceId?: string; readonly quantity?: number }
    | { readonly itemId: string; readonly remove: true }
    | { readonly priceId: string; readonly quantity?: number }
  )[];
  /** `now` invoices the difference at once, `renewal` with the next invoice, `none` never. */
  readonly prorate: 'now' | 'renewal' | 'none';
  /** The instant that a preview was reckoned for: with it, change and preview agree to the cent. */
  readonly prorationDate?: Date;
  /**
   * What happens when it can't be charged: `refuse` changes nothing; `wait` changes it when its invoice is paid, within
   * 23 hours, and discards it otherwise; `owe` (default) changes it and tries again later.
   */
  readonly ifUnpaid?: 'refuse' | 'wait' | 'owe';
}

export interface Subscriptions {
  /** A first payment that fails or waits for 3-D Secure leaves it `incomplete`, with `clientSecret`. */
  create(wish: SubscriptionWish, key: string): Promise<Subscription>;
  fetch(subscriptionId: string): Promise<Subscription | null>;
  /** All of a customer, also ended ones, newest first. */
  list(customerId: string): Promise<readonly Subscription[]>;
  change(subscriptionId: string, change: SubscriptionChange, key: string): Promise<Subscription>;
  /** The invoice that a change would make; nothing changes. */
  preview(subscriptionId: string, change: SubscriptionChange): Promise<Invoice>;
  /** From now on it is charged to the customer's default, as a page of the provider leaves it at the card that paid. */
  useCustomersDefault(subscriptionId: string, key: string): Promise<Subscription>;
  cancel(subscriptionId: string, when: 'now' | 'period-end', key: string): Promise<Subscription>;
  /** Undoes `cancel` at the period's end, and `pause`. */
  resume(subscriptionId: string, key: string): Promise<Subscription>;
  pause(subscriptionId: string, key: string): Promise<Subscription>;
}

// Invoices

export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'uncollectible' | 'void' | 'unknown';

export interface InvoiceLine extends Amount {
  readonly id: string;
  readonly description: string | null;
  readonly quantity: number | null;
  readonly priceId: string | null;
  readonly productId: string | null;
  readonly subscriptionId: string | null;
  readonly isProration: boolean;
  readonly periodStart: Date;
  readonly periodEnd: Date;
}

/** A line as the invoice itself explains it. `unitAmount`: the price of one, in smallest units with its decimals; null: it has none. */
export interface ExplainedLine extends InvoiceLine {
  readonly unitAmount: string | null;
  /** What discounts take off the amount, and the tax that comes on top of it. */
  readonly discount: number;
  readonly tax: number;
}

export interface Invoice {
  /** A preview has an id that can't be fetched. */
  readonly id: string;
  readonly customerId: string;
  readonly subscriptionId: string | null;
  readonly number: string | null;
  readonly status: InvoiceStatus;
  readonly providerStatus: string | null;
  /** `subscription_create`, `subscription_cycle`, `subscription_update`, `manual`, … */
  readonly reason: string | null;
  readonly currency: string;
  readonly subtotal: number;
  /** Added to the subtotal; tax that prices include already isn't in it. */
  readonly tax: number;
  /** After discounts, with tax. */
  readonly total: number;
  /** After what the customer had left over from before. */
  readonly amountDue: number;
  readonly amountPaid: number;
  readonly amountRemaining: number;
  readonly attemptCount: number;
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
  readonly finalizedAt: Date | null;
  readonly paidAt: Date | null;
  readonly voidedAt: Date | null;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly lines: readonly InvoiceLine[];
  /** The payment intents that paid it or are to. */
  readonly paymentIntentIds: readonly string[];
  readonly hostedUrl: string | null;
  readonly pdfUrl: string | null;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface Invoices {
  fetch(invoiceId: string): Promise<Invoice | null>;
  /** Newest first; `after` is the id of the last one seen. */
  list(query: {
    readonly customerId: string;
    readonly limit?: number;
    readonly after?: string;
  }): Promise<{ readonly data: readonly Invoice[]; readonly hasMore: boolean }>;
  /** Every line of an invoice, in its order, at most 1,000; null: there is no such invoice. */
  lines(invoiceId: string): Promise<readonly ExplainedLine[] | null>;
  /** The next invoice of a subscription as it is; null: there will be none. */
  next(subscriptionId: string): Promise<Invoice | null>;
  /** Tries an open invoice again, with another card if one is given. */
  pay(invoiceId: string, wish: { readonly methodId?: string }, key: string): Promise<Invoice>;
}

// Checkout

export interface CheckoutSession {
  readonly id: string;
  readonly status: 'open' | 'complete' | 'expired' | 'unknown';
  readonly paymentStatus: 'paid' | 'unpaid' | 'no_payment_required' | 'unknown';
  readonly mode: 'payment' | 'setup' | 'subscription';
  /** The hosted page; null when it is not open. */
  readonly url: string | null;
  readonly customerId: string | null;
  readonly subscriptionId: string | null;
  readonly invoiceId: string | null;
  readonly paymentIntentId: string | null;
  readonly customerEmail: string | null;
  readonly expiresAt: Date;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface Checkout {
  create(
    wish: {
      readonly mode: 'payment' | 'subscription';
      readonly prices: readonly { readonly priceId: string; readonly quantity?: number }[];
      /** Without it the page asks for an email address and makes a customer. */
      readonly customerId?: string;
      readonly customerEmail?: string;
      readonly trialDays?: number;
      readonly allowPromotionCodes?: boolean;
      /** `{CHECKOUT_SESSION_ID}` in it is replaced. */
      readonly successUrl: string;
      readonly cancelUrl: string;
      readonly metadata: Readonly<Record<string, string>>;
    },
    key: string,
  ): Promise<CheckoutSession>;
  fetch(sessionId: string): Promise<CheckoutSession | null>;
  expire(sessionId: string, key: string): Promise<CheckoutSession>;
  /** The provider's own page for cards and invoices of a customer. */
  portal(customerId: string, returnUrl: string): Promise<{ readonly url: string }>;
}

// Charges

export interface Charge extends Amount {
  /** The payment intent's id. */
  readonly id: string;
  readonly status: 'succeeded' | 'processing' | 'requires_action' | 'requires_payment_method' | 'canceled' | 'unknown';
  readonly customerId: string | null;
  readonly methodId: string | null;
  readonly amountReceived: number;
  readonly createdAt: Date;
  /** To confirm it in the browser. */
  readonly clientSecret: string | null;
  /** Why the last attempt failed. */
  readonly failure: {
    readonly code: string | null;
    readonly declineCode: string | null;
    readonly message: string;
  } | null;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface Refund extends Amount {
  readonly id: string;
  readonly chargeId: string | null;
  readonly status: 'pending' | 'succeeded' | 'failed' | 'canceled' | 'requires_action' | 'unknown';
  readonly createdAt: Date;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface Dispute extends Amount {
  readonly id: string;
  /** The payment intent's id. */
  readonly chargeId: string | null;
  /** `needs_response`, `under_review`, `won`, `lost`, … */
  readonly status: string;
  readonly reason: string;
  readonly createdAt: Date;
}

export interface Charges {
  /**
   * Charges a saved card while no cardholder is there. Resolves only when the money is there or on its way
   * (`succeeded`, `processing`); a decline and a wish for authentication are `PaymentRefused`.
   */
  now(
    wish: Amount & {
      readonly customerId: string;
      /** Default: the customer's default. */
      readonly methodId?: string;
      readonly description: string;
      readonly metadata: Readonly<Record<string, string>>;
    },
    key: string,
  ): Promise<Charge>;
  fetch(chargeId: string): Promise<Charge | null>;
  /** What was charged to a customer, or to all, since an instant, newest first: finds a charge whose answer was lost. */
  list(query: { readonly customerId?: string; readonly since: Date }): Promise<readonly Charge[]>;
  /** Without an amount: all that is left. */
  refund(
    chargeId: string,
    wish: { readonly amount?: number; readonly metadata?: Readonly<Record<string, string>> },
    key: string,
  ): Promise<Refund>;
  fetchRefund(refundId: string): Promise<Refund | null>;
  /** Made since an instant, of all customers, newest first. */
  listRefunds(query: { readonly since: Date }): Promise<readonly Refund[]>;
  fetchDispute(disputeId: string): Promise<Dispute | null>;
  /** Opened since an instant, of all customers, newest first. */
  listDisputes(query: { readonly since: Date }): Promise<readonly Dispute[]>;
}

// Events

/** That something happened, and to what. It is a hint: fetch the object before you believe anything. */
export interface PaymentEvent {
  readonly id: string;
  /** Such as `invoice.paid`. */
  readonly type: string;
  /** When it was created, to the second: it can't order two events. */
  readonly createdAt: Date;
  /** The type of the object, such as `invoice` or `payment_method`, and its id; null: the object has none. */
  readonly object: { readonly type: string; readonly id: string | null };
  /** The customer that the object names, if it does. */
  readonly customerId: string | null;
  /** The customer that it was of before, as when a card is detached. */
  readonly previousCustomerId: string | null;
}

export type WebhookRefusal = 'no-secret' | 'bad-signature' | 'too-old' | 'in-the-future' | 'malformed';

export interface PaymentEvents {
  /** Checks signature and time of a webhook over the bytes as they came. Never throws. */
  read(
    rawBody: Uint8Array,
    signature: string | undefined,
    now: Date,
  ): Promise<
    | { readonly kind: 'event'; readonly event: PaymentEvent }
    | { readonly kind: 'refused'; readonly why: WebhookRefusal }
  >;
  /**
   * Events created at `since` or later, oldest first, page by page. The provider keeps them for 30 days.
   */
  since(since: Date): AsyncIterable<PaymentEvent>;
}
