/** What the stand-in keeps, as it goes over the wire. Instants are seconds since 1970, amounts the smallest unit. */

export interface Thing {
  readonly id: string;
  readonly object: string;
}
interface Dated extends Thing {
  readonly created: number;
}
export type Metadata = Readonly<Record<string, string>>;

export interface Customer extends Dated {
  readonly balance: number;
  readonly currency: string | null;
  readonly email: string | null;
  readonly name: string | null;
  readonly invoice_prefix: string;
  readonly next_invoice_sequence: number;
  readonly invoice_settings: {
    readonly custom_fields: null;
    readonly default_payment_method: string | null;
    readonly footer: string | null;
    readonly rendering_options: null;
  };
  readonly metadata: Metadata;
}

export interface PaymentMethod extends Dated {
  readonly customer: string | null;
  readonly type: 'card';
  readonly billing_details: { readonly email: string | null; readonly name: string | null };
  readonly card: {
    readonly brand: string;
    readonly last4: string;
    readonly exp_month: number;
    readonly exp_year: number;
    readonly fingerprint: string;
    readonly funding: string;
    readonly country: string;
  };
  readonly metadata: Metadata;
}

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'requires_capture'
  | 'succeeded'
  | 'canceled';

export interface SetupIntent extends Dated {
  readonly client_secret: string;
  readonly customer: string | null;
  readonly payment_method: string | null;
  readonly status: IntentStatus;
  readonly usage: string;
  readonly next_action: unknown;
  readonly last_setup_error: unknown;
  readonly metadata: Metadata;
}

export interface PaymentIntent extends Dated {
  readonly amount: number;
  readonly amount_received: number;
  readonly client_secret: string;
  readonly currency: string;
  readonly customer: string | null;
  readonly description: string | null;
  readonly latest_charge: string | null;
  readonly payment_method: string | null;
  readonly setup_future_usage: string | null;
  readonly status: IntentStatus;
  readonly next_action: unknown;
  readonly last_payment_error: unknown;
  readonly metadata: Metadata;
}

export interface Charge extends Dated {
  readonly amount: number;
  readonly amount_refunded: number;
  readonly currency: string;
  readonly customer: string | null;
  readonly disputed: boolean;
  readonly payment_intent: string;
  readonly payment_method: string;
  readonly paid: boolean;
  readonly refunded: boolean;
  readonly status: 'succeeded' | 'failed';
}

export interface Refund extends Dated {
  readonly amount: number;
  readonly charge: string;
  readonly currency: string;
  readonly payment_intent: string;
  readonly status: string;
}

export interface Dispute extends Dated {
  readonly amount: number;
  readonly charge: string;
  readonly payment_intent: string;
  readonly status: string;
}

export interface Product extends Dated {
  readonly active: boolean;
  readonly name: string;
  readonly description: string | null;
  readonly metadata: Metadata;
}

export type Interval = 'day' | 'week' | 'month' | 'year';
export interface Price extends Dated {
  readonly active: boolean;
  readonly currency: string;
  readonly product: string;
  readonly nickname: string | null;
  readonly unit_amount: number;
  readonly type: 'recurring' | 'one_time';
  readonly recurring: { readonly interval: Interval; readonly interval_count: number } | null;
  readonly metadata: Metadata;
}

export interface Coupon extends Dated {
  readonly amount_off: number | null;
  readonly currency: string | null;
  readonly duration: 'once' | 'repeating' | 'forever';
  readonly duration_in_months: number | null;
  readonly max_redemptions: number | null;
  readonly name: string | null;
  readonly percent_off: number | null;
  readonly redeem_by: number | null;
  readonly times_redeemed: number;
  readonly valid: boolean;
}

export interface PromotionCode extends Dated {
  readonly active: boolean;
  readonly code: string;
  readonly customer: string | null;
  readonly expires_at: number | null;
  readonly max_redemptions: number | null;
  readonly promotion: { readonly type: 'coupon'; readonly coupon: string };
  readonly times_redeemed: number;
}

export interface Discount {
  readonly id: string;
  readonly object: 'discount';
  readonly start: number;
  readonly end: number | null;
  readonly customer: string;
  readonly promotion_code: string | null;
  readonly subscription: string;
  readonly source: { readonly type: 'coupon'; readonly coupon: string };
}

export type SubscriptionStatus =
  'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'canceled' | 'unpaid' | 'paused';

export interface SubscriptionItem extends Dated {
  readonly current_period_start: number;
  readonly current_period_end: number;
  readonly price: Price;
  readonly plan?: unknown;
  readonly quantity: number;
  readonly subscription: string;
}

export interface ListOf<T> {
  readonly object: 'list';
  readonly data: readonly T[];
  readonly has_more: boolean;
  readonly url: string;
}

export interface Subscription extends Dated {
  readonly billing_cycle_anchor: number;
  readonly cancel_at: number | null;
  readonly cancel_at_period_end: boolean;
  readonly canceled_at: number | null;
  readonly cancellation_details: {
    readonly comment: string | null;
    readonly feedback: string | null;
    readonly feedback_option?: null;
    readonly reason: string | null;
  };
  readonly currency: string;
  readonly customer: string;
  readonly default_payment_method: string | null;
  readonly discounts: readonly string[];
  readonly ended_at: number | null;
  readonly items: ListOf<SubscriptionItem>;
  readonly latest_invoice: string | null;
  readonly metadata: Metadata;
  readonly payment_settings: {
    readonly save_default_payment_method: string;
    readonly payment_method_options?: null;
    readonly payment_method_types?: null;
  };
  readonly pending_setup_intent: string | null;
  /** A change that is made once its invoice is paid. */
  readonly pending_update?: unknown;
  readonly status: SubscriptionStatus;
  readonly status_details?: unknown;
  readonly trial_end: number | null;
  readonly trial_start: number | null;
  readonly trial_settings: {
    readonly end_behavior: {
      readonly missing_payment_method: 'cancel' | 'create_invoice' | 'pause';
      readonly billing_cycle_anchor?: null;
    };
  };
}

export interface InvoiceLine {
  readonly id: string;
  readonly object: 'line_item';
  readonly amount: number;
  readonly currency: string;
  readonly description: string | null;
  readonly discount_amounts: readonly { readonly amount: number; readonly discount: string }[];
  readonly invoice: string | null;
  readonly period: { readonly start: number; readonly end: number };
  readonly quantity: number;
  readonly subscription: string | null;
}

export interface Invoice extends Dated {
  readonly amount_due: number;
  readonly amount_paid: number;
  readonly amount_remaining: number;
  readonly attempt_count: number;
  readonly attempted: boolean;
  readonly auto_advance: boolean;
  readonly automatically_finalizes_at: number | null;
  readonly billing_reason: string;
  readonly currency: string;
  readonly customer: string;
  readonly default_payment_method: string | null;
  readonly effective_at?: number | null;
  readonly ending_balance: number | null;
  readonly hosted_invoice_url?: string | null;
  readonly invoice_pdf?: string | null;
  readonly lines: ListOf<InvoiceLine>;
  readonly metadata: Metadata;
  readonly next_payment_attempt: number | null;
  readonly number: string | null;
  readonly parent: {
    readonly type: 'subscription_details';
    readonly quote_details: null;
    readonly subscription_details: {
      readonly subscription: string;
      readonly metadata: Metadata;
      readonly subscription_proration_date?: number;
    };
  } | null;
  readonly period_start: number;
  readonly period_end: number;
  readonly starting_balance: number;
  readonly status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  readonly status_transitions: {
    readonly finalized_at: number | null;
    readonly marked_uncollectible_at: number | null;
    readonly paid_at: number | null;
    readonly voided_at: number | null;
  };
  readonly subtotal: number;
  readonly total_excluding_tax: number;
  readonly total: number;
}

export interface InvoiceItem extends Thing {
  readonly date: number;
  readonly amount: number;
  readonly currency: string;
  readonly customer: string;
  readonly description: string | null;
  readonly invoice: string | null;
  readonly period: { readonly start: number; readonly end: number };
  readonly quantity: number;
}

export interface InvoicePayment extends Dated {
  readonly amount_paid: number | null;
  readonly amount_requested: number;
  readonly invoice: string;
  readonly is_default: boolean;
  readonly payment: { readonly type: 'payment_intent'; readonly payment_intent: string };
  readonly status: 'open' | 'paid' | 'canceled';
  readonly status_transitions?: { readonly canceled_at: number | null; readonly paid_at: number | null };
}

export interface CheckoutSession extends Dated {
  readonly allow_promotion_codes: boolean | null;
  readonly amount_total: number | null;
  readonly cancel_url: string | null;
  readonly currency: string | null;
  readonly customer: string | null;
  readonly customer_email: string | null;
  readonly expires_at: number;
  readonly invoice: string | null;
  readonly metadata: Metadata;
  readonly mode: 'payment' | 'setup' | 'subscription';
  readonly payment_intent: string | null;
  readonly payment_status: 'paid' | 'unpaid' | 'no_payment_required';
  readonly setup_intent: string | null;
  readonly status: 'open' | 'complete' | 'expired';
  readonly subscription: string | null;
  readonly success_url: string | null;
  readonly url: string | null;
}

export interface StripeEvent extends Dated {
  readonly type: string;
  readonly pending_webhooks: number;
  readonly data: {
    readonly object: Readonly<Record<string, unknown>>;
    readonly previous_attributes?: Readonly<Record<string, unknown>>;
  };
}

export interface Kinds {
  readonly customer: Customer;
  readonly payment_method: PaymentMethod;
  readonly setup_intent: SetupIntent;
  readonly payment_intent: PaymentIntent;
  readonly charge: Charge;
  readonly refund: Refund;
  readonly dispute: Dispute;
  readonly product: Product;
  readonly price: Price;
  readonly coupon: Coupon;
  readonly promotion_code: PromotionCode;
  readonly subscription: Subscription;
  readonly invoice: Invoice;
  readonly invoiceitem: InvoiceItem;
  readonly invoice_payment: InvoicePayment;
  readonly 'checkout.session': CheckoutSession;
  readonly event: StripeEvent;
}
export type Kind = keyof Kinds;

export interface PendingUpdate {
  readonly invoice: string;
  readonly items: readonly SubscriptionItem[];
  readonly anchor: number | null;
  /** In s. */
  readonly expiresAt: number;
  /** It is paid, and made then. */
  readonly appliesAt?: number;
}

/** What Stripe knows of an object and does not say. */
export interface Hidden {
  /** The test card that a payment method is of. */
  readonly card?: string;
  /** It was authenticated when it was saved: it may be charged while nobody is there. */
  readonly isAuthenticated?: boolean;
  /** Of an intent: what it does once it was authenticated. */
  readonly whenAuthenticated?: { readonly method: string; readonly isOffSession: boolean };
  /** Of a payment intent: the invoice that it pays. */
  readonly invoice?: string;
  /** Of a subscription: its discounts. */
  readonly discounts?: readonly Discount[];
  /** Of a subscription: what it changes to when the invoice is paid. */
  readonly pendingUpdate?: PendingUpdate | null;
  /** Of a checkout session: what is bought. */
  readonly purchase?: {
    readonly items: readonly { readonly price: string; readonly quantity: number }[];
    readonly trialDays: number | null;
    readonly metadata: Metadata;
  };
  /** Of a deleted object. */
  readonly isDeleted?: boolean;
}

export interface IdempotentAnswer {
  readonly key: string;
  readonly fingerprint: string;
  readonly status: number;
  readonly body: string;
  readonly at: number;
}

/** A webhook that is owed. */
export interface OwedWebhook {
  readonly id: string;
  readonly event: string;
  readonly at: number;
}

/** One line of the journal: all that one request changed, or none of it. */
export interface StripeLine {
  readonly puts: readonly Readonly<Thing>[];
  readonly hidden: readonly (readonly [string, Hidden])[];
  readonly answer?: IdempotentAnswer;
  readonly owed?: readonly OwedWebhook[];
  readonly settled?: readonly string[];
  /** How far the clock was moved ahead, in seconds. */
  readonly ahead?: number;
  /** How many random-looking texts were made: none is made twice. */
  readonly counter?: number;
}
