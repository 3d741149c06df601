import { call, inRange, page, paged, paging } from './call.ts';
import { type Core, merged } from './core.ts';
import { invalid, StripeError } from './errors.ts';
import { currency, type Intents } from './intents.ts';
import { methodOf, refused } from './methods.ts';
import { bool, instant, int, metadata, obj, oneOf, range, required, str } from './params.ts';
import type { StripeBehaviour } from './behaviour.ts';
import type {
  Customer,
  Discount,
  Invoice,
  InvoiceItem,
  InvoiceLine,
  InvoicePayment,
  PaymentMethod,
  Price,
  Subscription,
} from './records.ts';

export interface LineWish {
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  readonly period: { readonly start: number; readonly end: number };
  readonly quantity: number;
  readonly price: Price | null;
  readonly subscription: string | null;
  readonly subscriptionItem: string | null;
  readonly invoiceItem: string | null;
  readonly isProration: boolean;
  /** What was billed for the time that is given back. */
  readonly credited?: { readonly invoice: string; readonly lines: readonly string[] } | null;
}

export interface InvoiceWish {
  readonly customer: Customer;
  readonly subscription: Subscription | null;
  readonly reason: string;
  readonly lines: readonly LineWish[];
  readonly period: { readonly start: number; readonly end: number };
  readonly discounts: readonly Discount[];
  readonly prorationDate?: number;
  readonly currency: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly isPreview?: boolean;
  readonly description?: string | null;
}

export interface Invoices {
  /** A draft, or a preview that is not kept. */
  draft(wish: InvoiceWish): Invoice;
  /** Gives it a number and, if something is to be paid, a payment intent; a total of zero or less is paid at once. */
  finalize(invoiceId: string): Invoice;
  /** Tries to collect it; `isOffSession`: nobody is there to authenticate. */
  collect(invoiceId: string, method: PaymentMethod | null, isOffSession: boolean): Invoice;
  void(invoiceId: string): Invoice;
  /** Items that wait for the customer's next invoice. */
  pending(customerId: string, subscription: string | null): readonly InvoiceItem[];
  addPending(wish: LineWish & { readonly customer: string }): InvoiceItem;
  /** What a payment intent that pays an invoice was made for. */
  intentOf(invoiceId: string): string | null;
  /** Drafts to be finalized and open invoices to be tried again that are due at `now`. */
  due(now: number): void;
  nextDue(): number | null;
}

export function methodFor(core: Core, invoice: Invoice): PaymentMethod | null {
  const subscription =
    invoice.parent === null ? null : core.find('subscription', invoice.parent.subscription_details.subscription);
  const id =
    invoice.default_payment_method ??
    subscription?.default_payment_method ??
    core.get('customer', invoice.customer).invoice_settings.default_payment_method;
  return id === null ? null : core.find('payment_method', id);
}

const plainLine = (
  core: Core,
  wish: LineWish,
  invoice: string,
  discounts: InvoiceLine['discount_amounts'],
): InvoiceLine & Record<string, unknown> => {
  const about = {
    proration: wish.isProration,
    proration_details: {
      credited_items:
        wish.credited === undefined || wish.credited === null ?
          null
        : { invoice: wish.credited.invoice, invoice_line_items: wish.credited.lines },
    },
    subscription: wish.subscription,
  };
  return {
    id: core.newId('il'),
    object: 'line_item',
    amount: wish.amount,
    currency: wish.currency,
    description: wish.description,
    discount_amounts: discounts,
    discountable: !wish.isProration,
    discounts: discounts.map((one) => one.discount),
    invoice,
    livemode: false,
    metadata: {},
    parent:
      wish.subscriptionItem !== null && wish.invoiceItem === null ?
        {
          invoice_item_details: null,
          subscription_item_details: { invoice_item: null, ...about, subscription_item: wish.subscriptionItem },
          type: 'subscription_item_details',
        }
      : {
          invoice_item_details: { invoice_item: wish.invoiceItem ?? core.newId('ii'), ...about },
          subscription_item_details: null,
          type: 'invoice_item_details',
        },
    period: wish.period,
    pretax_credit_amounts: [],
    pricing:
      wish.price === null ?
        null
      : {
          price_details: { price: wish.price.id, product: wish.price.product },
          type: 'price_details',
          unit_amount_decimal: String(wish.price.unit_amount),
        },
    quantity: wish.quantity,
    quantity_decimal: String(wish.quantity),
    subscription: wish.subscription,
    subtotal: wish.amount,
    taxes: [],
  };
};

/** What discounts take off each line: of all that can be discounted, rounded once, the rest by largest fraction. */
function discountsOf(core: Core, lines: readonly LineWish[], discounts: readonly Discount[]) {
  const left = lines.map((line) => (line.isProration || line.amount <= 0 ? 0 : line.amount));
  const parts: { amount: number; discount: string }[][] = lines.map(() => []);
  const totals: { amount: number; discount: string }[] = [];
  for (const discount of discounts) {
    const coupon = core.find('coupon', discount.source.coupon);
    if (coupon === null) continue;
    const base = left.reduce((sum, one) => sum + one, 0);
    const total =
      coupon.percent_off !== null ?
        Math.round((base * Math.round(coupon.percent_off * 10_000)) / 1_000_000)
      : Math.min(coupon.amount_off ?? 0, base);
    const exact = left.map((one) => (base === 0 ? 0 : (total * one) / base));
    const taken = exact.map(Math.floor);
    let rest = total - taken.reduce((sum, one) => sum + one, 0);
    const byFraction = exact.map((one, index) => [one - Math.floor(one), index] as const).sort((a, b) => b[0] - a[0]);
    for (const [, index] of byFraction) if (rest-- > 0) taken[index]! += 1;
    taken.forEach((amount, index) => {
      if (amount === 0) return;
      left[index]! -= amount;
      parts[index]!.push({ amount, discount: discount.id });
    });
    totals.push({ amount: total, discount: discount.id });
  }
  return { parts, totals };
}

export function createInvoices(
  core: Core,
  intents: Intents,
  base: () => string,
  behaviour: () => StripeBehaviour,
): Invoices {
  function draft(wish: InvoiceWish): Invoice {
    const isPreview = wish.isPreview === true;
    const id = isPreview ? `upcoming_in_${core.letters(24)}` : core.newId('in');
    const { parts, totals } = discountsOf(core, wish.lines, wish.discounts);
    const subtotal = wish.lines.reduce((sum, line) => sum + line.amount, 0);
    const taxable = subtotal - totals.reduce((sum, one) => sum + one.amount, 0);
    const tax = Math.round((Math.max(0, taxable) * behaviour().taxPercent) / 100);
    const total = taxable + tax;
    const due = Math.max(0, total + wish.customer.balance);
    const invoice: Invoice & Record<string, unknown> = {
      id,
      object: 'invoice',
      account_country: 'US',
      account_name: 'Sandbox',
      account_tax_ids: null,
      amount_due: due,
      amount_overpaid: 0,
      amount_paid: 0,
      amount_remaining: due,
      amount_shipping: 0,
      application: null,
      attempt_count: 0,
      attempted: false,
      auto_advance: !isPreview && wish.reason !== 'manual',
      automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
      automatically_finalizes_at:
        !isPreview && wish.reason === 'subscription_cycle' ? core.now() + behaviour().draftSeconds : null,
      billing_reason: isPreview ? 'upcoming' : wish.reason,
      collection_method: 'charge_automatically',
      created: core.now(),
      currency: wish.currency,
      custom_fields: null,
      customer: wish.customer.id,
      customer_account: null,
      customer_address: null,
      customer_email: wish.customer.email,
      customer_name: wish.customer.name,
      customer_phone: null,
      customer_shipping: null,
      customer_tax_exempt: 'none',
      customer_tax_ids: [],
      default_payment_method: null,
      default_source: null,
      default_tax_rates: [],
      description: wish.description ?? null,
      discounts: wish.discounts.map((one) => one.id),
      due_date: null,
      effective_at: null,
      ending_balance: isPreview ? Math.min(0, total + wish.customer.balance) : null,
      footer: null,
      from_invoice: null,
      hosted_invoice_url: null,
      invoice_pdf: null,
      issuer: { type: 'self' },
      last_finalization_error: null,
      latest_revision: null,
      lines: {
        object: 'list',
        data: wish.lines.map((line, index) => plainLine(core, line, id, parts[index] ?? [])),
        has_more: false,
        url: `/v1/invoices/${id}/lines`,
      },
      livemode: false,
      metadata: wish.metadata ?? {},
      next_payment_attempt: null,
      number: null,
      on_behalf_of: null,
      parent:
        wish.subscription === null ?
          null
        : {
            quote_details: null,
            subscription_details: {
              metadata: wish.subscription.metadata,
              subscription: wish.subscription.id,
              ...(wish.prorationDate === undefined ? {} : { subscription_proration_date: wish.prorationDate }),
            },
            type: 'subscription_details',
          },
      payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
      period_end: wish.period.end,
      period_start: wish.period.start,
      post_payment_credit_notes_amount: 0,
      pre_payment_credit_notes_amount: 0,
      receipt_number: null,
      rendering: null,
      shipping_cost: null,
      shipping_details: null,
      starting_balance: wish.customer.balance,
      statement_descriptor: null,
      status: 'draft',
      status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
      subtotal,
      subtotal_excluding_tax: subtotal,
      test_clock: null,
      total,
      total_discount_amounts: totals,
      total_excluding_tax: taxable,
      total_pretax_credit_amounts: [],
      total_taxes:
        tax === 0 ?
          []
        : [
            {
              amount: tax,
              tax_behavior: 'exclusive',
              tax_rate_details: { tax_rate: 'txr_sandbox' },
              taxability_reason: 'standard_rated',
              taxable_amount: taxable,
              type: 'tax_rate_details',
            },
          ],
      webhooks_delivered_at: null,
    };
    if (isPreview) return invoice;
    core.put('invoice', invoice);
    core.tell('invoice.created', invoice);
    return invoice;
  }

  const paymentOf = (invoiceId: string): InvoicePayment | null =>
    core.all('invoice_payment').findLast((one) => one.invoice === invoiceId && one.is_default) ?? null;

  function paid(invoice: Invoice): Invoice {
    const after = core.put('invoice', {
      ...invoice,
      status: 'paid',
      amount_paid: invoice.amount_due,
      amount_remaining: 0,
      attempted: true,
      next_payment_attempt: null,
      status_transitions: { ...invoice.status_transitions, paid_at: core.now() },
    });
    const payment = paymentOf(invoice.id);
    if (payment !== null) {
      const settled = core.put('invoice_payment', {
        ...payment,
        amount_paid: invoice.amount_due,
        status: 'paid',
        status_transitions: { canceled_at: null, paid_at: core.now() },
      });
      core.tell('invoice_payment.paid', settled);
    }
    core.tell('invoice.updated', after, invoice);
    core.tell('invoice.paid', after);
    core.tell('invoice.payment_succeeded', after);
    for (const then of core.afterInvoice) then(after, 'paid');
    return core.get('invoice', after.id);
  }

  function failed(invoice: Invoice): Invoice {
    // Attempts by hand, after the first, don't touch the schedule of retries (docs.stripe.com/api/invoices/object).
    if (invoice.attempted && (invoice.next_payment_attempt ?? Infinity) > core.now()) {
      core.tell('invoice.payment_failed', invoice);
      for (const then of core.afterInvoice) then(invoice, 'failed');
      return core.get('invoice', invoice.id);
    }
    const { retryAfterSeconds } = behaviour();
    const isRenewal =
      invoice.billing_reason === 'subscription_cycle' || invoice.billing_reason === 'subscription_threshold';
    const pause = isRenewal && invoice.auto_advance ? retryAfterSeconds[invoice.attempt_count] : undefined;
    const after = core.put('invoice', {
      ...invoice,
      attempt_count: invoice.attempt_count + 1,
      attempted: true,
      next_payment_attempt: pause === undefined ? null : core.now() + pause,
    });
    core.tell('invoice.updated', after, invoice);
    core.tell('invoice.payment_failed', after);
    for (const then of core.afterInvoice) then(after, isRenewal && pause === undefined ? 'last-failure' : 'failed');
    return core.get('invoice', after.id);
  }

  core.afterIntent.push((intent, outcome) => {
    const id = core.hidden(intent.id).invoice;
    const invoice = id === undefined ? null : core.find('invoice', id);
    if (invoice === null || invoice.status !== 'open') return;
    if (outcome === 'failed') {
      failed(invoice);
      return;
    }
    const subscription =
      invoice.parent === null ? null : core.find('subscription', invoice.parent.subscription_details.subscription);
    if (
      subscription?.payment_settings.save_default_payment_method === 'on_subscription' &&
      subscription.default_payment_method === null
    )
      core.put('subscription', { ...subscription, default_payment_method: intent.payment_method });
    paid(invoice);
  });

  function finalize(invoiceId: string): Invoice {
    const before = core.get('invoice', invoiceId);
    if (before.status !== 'draft')
      throw invalid(`This invoice is already finalized, you can't re-finalize a non-draft invoice.`);
    const customer = core.get('customer', before.customer);
    // The balance may have changed since the draft was made.
    const due = Math.max(0, before.total + customer.balance);
    const ending = Math.min(0, before.total + customer.balance);
    const number = `${customer.invoice_prefix}-${String(customer.next_invoice_sequence).padStart(4, '0')}`;
    core.put('customer', {
      ...customer,
      balance: ending,
      next_invoice_sequence: customer.next_invoice_sequence + 1,
      currency: customer.currency ?? before.currency,
    });
    const open = core.put('invoice', {
      ...before,
      status: 'open',
      number,
      amount_due: due,
      amount_remaining: due,
      starting_balance: customer.balance,
      ending_balance: ending,
      automatically_finalizes_at: null,
      status_transitions: { ...before.status_transitions, finalized_at: core.now() },
      effective_at: core.now(),
      hosted_invoice_url: `${base()}/stripe/invoices/${before.id}`,
      invoice_pdf: `${base()}/stripe/invoices/${before.id}?pdf=1`,
    });
    core.tell('invoice.finalized', open);
    core.tell('invoice.updated', open, before);
    if (due === 0) return paid(open);
    const subscription =
      before.parent === null ? null : core.find('subscription', before.parent.subscription_details.subscription);
    const intent = intents.forInvoice({
      invoice: open.id,
      amount: due,
      currency: open.currency,
      customer: open.customer,
      description:
        before.billing_reason === 'subscription_create' ? 'Subscription creation' : `Payment for Invoice ${number}`,
      savesMethod: subscription !== null,
    });
    const payment: InvoicePayment & Record<string, unknown> = {
      id: core.newId('inpay'),
      object: 'invoice_payment',
      amount_paid: null,
      amount_requested: due,
      created: core.now(),
      currency: open.currency,
      invoice: open.id,
      is_default: true,
      livemode: false,
      payment: { payment_intent: intent.id, type: 'payment_intent' },
      status: 'open',
      status_transitions: { canceled_at: null, paid_at: null },
    };
    core.put('invoice_payment', payment);
    return core.get('invoice', open.id);
  }

  function collect(invoiceId: string, method: PaymentMethod | null, isOffSession: boolean): Invoice {
    const invoice = core.get('invoice', invoiceId);
    if (invoice.status !== 'open') return invoice;
    const intent = paymentOf(invoiceId)?.payment.payment_intent ?? null;
    if (intent === null || method === null) return failed(invoice);
    intents.attempt(intent, method, isOffSession);
    return core.get('invoice', invoiceId);
  }

  function voided(invoiceId: string): Invoice {
    const before = core.get('invoice', invoiceId);
    if (before.status !== 'open' && before.status !== 'uncollectible')
      throw invalid(`You can only pass in open invoices. This invoice isn't open.`);
    const after = core.put('invoice', {
      ...before,
      status: 'void',
      next_payment_attempt: null,
      status_transitions: { ...before.status_transitions, voided_at: core.now() },
    });
    const payment = paymentOf(invoiceId);
    if (payment !== null) {
      core.put('invoice_payment', { ...payment, status: 'canceled' });
      const intent = core.get('payment_intent', payment.payment.payment_intent);
      if (intent.status !== 'succeeded' && intent.status !== 'canceled') intents.cancel(intent.id);
    }
    core.tell('invoice.voided', after);
    core.tell('invoice.updated', after, before);
    return after;
  }

  const dueAt = (invoice: Invoice): number | null =>
    !invoice.auto_advance ? null
    : invoice.status === 'draft' ? invoice.automatically_finalizes_at
    : invoice.status === 'open' ? invoice.next_payment_attempt
    : null;

  return {
    draft,
    finalize,
    collect,
    void: voided,
    intentOf: (id) => paymentOf(id)?.payment.payment_intent ?? null,
    pending: (customer, subscription) =>
      core
        .all('invoiceitem')
        .filter(
          (one) =>
            one.customer === customer &&
            one.invoice === null &&
            (subscription === null || itemSubscription(one) === null || itemSubscription(one) === subscription),
        ),
    addPending(wish) {
      const item: InvoiceItem & Record<string, unknown> = {
        id: core.newId('ii'),
        object: 'invoiceitem',
        amount: wish.amount,
        currency: wish.currency,
        customer: wish.customer,
        customer_account: null,
        date: core.now(),
        description: wish.description,
        discountable: !wish.isProration,
        discounts: [],
        invoice: null,
        livemode: false,
        metadata: {},
        parent:
          wish.subscription === null ?
            null
          : {
              subscription_details: {
                subscription: wish.subscription,
                ...(wish.subscriptionItem === null ? {} : { subscription_item: wish.subscriptionItem }),
              },
              type: 'subscription_details',
            },
        period: wish.period,
        pricing:
          wish.price === null ?
            null
          : {
              price_details: { price: wish.price.id, product: wish.price.product },
              type: 'price_details',
              unit_amount_decimal: String(wish.price.unit_amount),
            },
        proration: wish.isProration,
        proration_details: { credited_items: null, discount_amounts: [] },
        quantity: wish.quantity,
        quantity_decimal: String(wish.quantity),
        tax_rates: [],
        test_clock: null,
      };
      core.put('invoiceitem', item);
      core.tell('invoiceitem.created', item);
      return item;
    },
    due(now) {
      for (const invoice of core.all('invoice')) {
        const at = dueAt(invoice);
        if (at === null || at > now) continue;
        if (invoice.status === 'draft') {
          const open = finalize(invoice.id);
          if (open.status === 'open') collect(open.id, methodFor(core, open), true);
        } else collect(invoice.id, methodFor(core, invoice), true);
      }
    },
    nextDue: () =>
      core.all('invoice').reduce<number | null>((least, one) => {
        const at = dueAt(one);
        return at === null || (least !== null && least <= at) ? least : at;
      }, null),
  };
}

const itemSubscription = (item: InvoiceItem): string | null =>
  (item as unknown as { parent: { subscription_details: { subscription: string } } | null }).parent
    ?.subscription_details.subscription ?? null;

/** A waiting item as a line of an invoice. */
export function lineOf(core: Core, item: InvoiceItem): LineWish {
  const { pricing, proration, parent } = item as unknown as {
    pricing: { price_details: { price: string } } | null;
    proration: boolean;
    parent: { subscription_details: { subscription: string; subscription_item?: string } } | null;
  };
  return {
    amount: item.amount,
    currency: item.currency,
    description: item.description ?? '',
    period: item.period,
    quantity: item.quantity,
    price: pricing === null ? null : core.find('price', pricing.price_details.price),
    subscription: parent?.subscription_details.subscription ?? null,
    subscriptionItem: parent?.subscription_details.subscription_item ?? null,
    invoiceItem: item.id,
    isProration: proration,
  };
}

export function invoiceCalls(invoices: Invoices) {
  return [
    call('GET', '/v1/invoices/:id', {}, (core, id) => core.get('invoice', id)),
    call(
      'GET',
      '/v1/invoices',
      {
        ...paging,
        customer: str(),
        subscription: str(),
        status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
        created: range(),
      },
      (core, _id, query) =>
        page(
          core,
          'invoice',
          '/v1/invoices',
          query,
          (one) =>
            (query.customer === undefined || one.customer === query.customer) &&
            (query.subscription === undefined ||
              one.parent?.subscription_details.subscription === query.subscription) &&
            (query.status === undefined || one.status === query.status) &&
            inRange(one.created, query.created),
        ),
    ),
    call('GET', '/v1/invoices/:id/lines', { ...paging }, (core, id, query) => {
      const { data, url } = core.get('invoice', id).lines;
      return paged(data, url, query, () => true);
    }),
    call(
      'POST',
      '/v1/invoices',
      {
        customer: required(str()),
        description: str(1_500),
        metadata: metadata(),
        auto_advance: bool(),
        currency: currency(),
        pending_invoice_items_behavior: oneOf('exclude', 'include'),
      },
      (core, _id, params) => {
        const customer = core.get('customer', params.customer, 'customer');
        const items = params.pending_invoice_items_behavior === 'include' ? invoices.pending(customer.id, null) : [];
        const made = invoices.draft({
          customer,
          subscription: null,
          reason: 'manual',
          lines: items.map((item) => lineOf(core, item)),
          period: { start: core.now(), end: core.now() },
          discounts: [],
          currency: params.currency ?? items[0]?.currency ?? 'usd',
          metadata: merged({}, params.metadata),
          description: params.description ?? null,
        });
        for (const item of items) core.put('invoiceitem', { ...item, invoice: made.id });
        return made;
      },
    ),
    call(
      'POST',
      '/v1/invoiceitems',
      {
        customer: required(str()),
        amount: int(),
        currency: currency(),
        description: str(),
        subscription: str(),
        metadata: metadata(),
        period: obj({ start: required(instant()), end: required(instant()) }),
        pricing: obj({ price: required(str()) }),
        quantity: int(1),
      },
      (core, _id, params) => {
        core.get('customer', params.customer, 'customer');
        const price = params.pricing === undefined ? null : core.get('price', params.pricing.price, 'pricing[price]');
        if ((price === null) === (params.amount === undefined))
          throw invalid('You must pass either `amount` with `currency`, or `pricing`.', 'amount');
        const quantity = params.quantity ?? 1;
        return invoices.addPending({
          customer: params.customer,
          amount: params.amount ?? price!.unit_amount * quantity,
          currency: price?.currency ?? params.currency ?? 'usd',
          description: params.description ?? (price === null ? '' : core.get('product', price.product).name),
          period: params.period ?? { start: core.now(), end: core.now() },
          quantity,
          price,
          subscription: params.subscription ?? null,
          subscriptionItem: null,
          invoiceItem: null,
          isProration: false,
        });
      },
    ),
    call('GET', '/v1/invoiceitems/:id', {}, (core, id) => core.get('invoiceitem', id)),
    call('POST', '/v1/invoices/:id/finalize', { auto_advance: bool() }, (_core, id) => invoices.finalize(id)),
    call('POST', '/v1/invoices/:id/void', {}, (_core, id) => invoices.void(id)),
    call('POST', '/v1/invoices/:id/mark_uncollectible', {}, (core, id) => {
      const before = core.get('invoice', id);
      if (before.status !== 'open') throw invalid(`You can only pass in open invoices. This invoice isn't open.`);
      const after = core.put('invoice', {
        ...before,
        status: 'uncollectible',
        next_payment_attempt: null,
        status_transitions: { ...before.status_transitions, marked_uncollectible_at: core.now() },
      });
      core.tell('invoice.marked_uncollectible', after);
      core.tell('invoice.updated', after, before);
      return after;
    }),
    call(
      'POST',
      '/v1/invoices/:id/pay',
      { payment_method: str(), off_session: bool() },
      (core, id, { payment_method: methodId, off_session: off }) => {
        const before = core.get('invoice', id);
        if (before.status === 'paid') throw invalid('Invoice is already paid');
        const invoice = before.status === 'draft' ? invoices.finalize(id) : before;
        if (invoice.status === 'paid') return invoice;
        if (invoice.status !== 'open') throw invalid(`This invoice is ${invoice.status}: it can't be paid.`);
        const method = methodId === undefined ? methodFor(core, invoice) : methodOf(core, methodId);
        if (method === null)
          throw invalid(
            'There is no default_payment_method set on this Customer or Invoice. Please set a default_payment_method prior to calling this endpoint.',
            undefined,
            'resource_missing',
          );
        if (method.customer !== null && method.customer !== invoice.customer)
          throw invalid('The payment method must be attached to the customer.', 'payment_method');
        const after = invoices.collect(id, method, off ?? true);
        if (after.status === 'paid') return after;
        const intent = core.get('payment_intent', invoices.intentOf(id)!);
        if (intent.status === 'requires_action')
          throw new StripeError(
            402,
            'The payment requires additional user action before it can be completed successfully.',
            {
              type: 'card_error',
              code: 'invoice_payment_intent_requires_action',
              objects: { payment_intent: intent },
              keeps: true,
            },
          );
        const error = intent.last_payment_error as { code: string; decline_code?: string; message: string };
        throw refused(
          { code: error.code, declineCode: error.decline_code ?? null, message: error.message },
          { payment_intent: intent },
        );
      },
    ),
    call(
      'GET',
      '/v1/invoice_payments',
      { ...paging, invoice: str(), status: oneOf('canceled', 'open', 'paid') },
      (core, _id, query) =>
        page(
          core,
          'invoice_payment',
          '/v1/invoice_payments',
          query,
          (one) =>
            (query.invoice === undefined || one.invoice === query.invoice) &&
            (query.status === undefined || one.status === query.status),
        ),
    ),
    call('GET', '/v1/invoice_payments/:id', {}, (core, id) => core.get('invoice_payment', id)),
  ];
}
