/* eslint-disable max-len -- Stripe's own words are one line */
import { call, page, paging } from './call.ts';
import { isRedeemable } from './catalog.ts';
import { type Core, merged } from './core.ts';
import { invalid, StripeError } from './errors.ts';
import type { Intents } from './intents.ts';
import { type Invoices, lineOf, type LineWish, methodFor } from './invoices.ts';
import { refused } from './methods.ts';
import {
  bool,
  emptyable,
  instant,
  instantOrNow,
  int,
  list,
  metadata,
  obj,
  oneOf,
  type Read,
  required,
  str,
} from './params.ts';
import { periodEnd, share } from './periods.ts';
import type { StripeBehaviour } from './behaviour.ts';
import type { Customer, Discount, Invoice, PendingUpdate, Price, Subscription, SubscriptionItem } from './records.ts';

const day = 86_400;
const incompleteFor = 23 * 3_600;
const pendingFor = 23 * 3_600;

const newItem = { price: str(), quantity: int(0), metadata: metadata() };
const changedItem = { ...newItem, id: str(), deleted: bool() };
const discountFields = list(obj({ coupon: str(), promotion_code: str() }));
const prorationBehavior = oneOf('create_prorations', 'always_invoice', 'none');
const changeFields = {
  items: list(obj(changedItem)),
  proration_behavior: prorationBehavior,
  proration_date: instant(),
  cancel_at_period_end: bool(),
  trial_end: instantOrNow(),
};
type ItemChange = Read<typeof changedItem>;
type PaymentBehavior = 'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete';
const paymentBehavior = oneOf('allow_incomplete', 'default_incomplete', 'error_if_incomplete');
const updateBehavior = oneOf('allow_incomplete', 'default_incomplete', 'error_if_incomplete', 'pending_if_incomplete');
const trialSettings = obj({
  end_behavior: required(obj({ missing_payment_method: required(oneOf('cancel', 'create_invoice', 'pause')) })),
});
const paymentSettings = obj({ save_default_payment_method: oneOf('off', 'on_subscription') });

export interface SubscriptionWish {
  readonly customer: Customer;
  readonly items: readonly { readonly price: string; readonly quantity: number }[];
  readonly trialEnd: number | null;
  readonly discounts: readonly { readonly coupon?: string; readonly promotion_code?: string }[];
  readonly defaultMethod: string | null;
  readonly behavior: PaymentBehavior;
  readonly metadata: Readonly<Record<string, string>>;
  readonly savesMethod: boolean;
  readonly missingMethod: 'cancel' | 'create_invoice' | 'pause';
  readonly cancelAtPeriodEnd: boolean;
  readonly isOffSession: boolean;
}

export interface Subscriptions {
  create(wish: SubscriptionWish): Subscription;
  cancel(id: string, reason: 'cancellation_requested' | 'payment_failed' | 'payment_disputed'): Subscription;
  /** What is due at `now`: renewals, trials that end, ends, first payments that never came. */
  due(now: number): void;
  nextDue(): number | null;
}

/** What may be changed together with a wait for the payment. */
const canWait = new Set([
  'items',
  'payment_behavior',
  'proration_behavior',
  'proration_date',
  'trial_end',
  'off_session',
]);
const behaviorOf = (given: PaymentBehavior | 'pending_if_incomplete' | undefined): PaymentBehavior =>
  given === undefined || given === 'pending_if_incomplete' ? 'allow_incomplete' : given;

const interval = (price: Price) => price.recurring!;
const start = (subscription: Subscription) => subscription.items.data[0]!.current_period_start;
const end = (subscription: Subscription) => subscription.items.data[0]!.current_period_end;
const dateOf = (seconds: number) =>
  new Date(seconds * 1000).toLocaleDateString('en-US', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });

export function createSubscriptions(
  core: Core,
  invoices: Invoices,
  intents: Intents,
  behaviour: () => StripeBehaviour,
) {
  const nameOf = (price: Price) => core.get('product', price.product).name;
  const recurringPrice = (id: string, param: string): Price => {
    const price = core.get('price', id, param);
    if (price.recurring === null)
      throw invalid(
        `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
        param,
      );
    if (!price.active) throw invalid(`The price specified is inactive. This field only accepts active prices.`, param);
    return price;
  };

  function planOf(price: Price) {
    return {
      id: price.id,
      object: 'plan',
      active: price.active,
      amount: price.unit_amount,
      amount_decimal: String(price.unit_amount),
      billing_scheme: 'per_unit',
      created: price.created,
      currency: price.currency,
      interval: interval(price).interval,
      interval_count: interval(price).interval_count,
      livemode: false,
      metadata: price.metadata,
      meter: null,
      nickname: price.nickname,
      product: price.product,
      tiers_mode: null,
      transform_usage: null,
      trial_period_days: null,
      usage_type: 'licensed',
    };
  }
  const makeItem = (
    subscription: string,
    price: Price,
    quantity: number,
    period: { readonly start: number; readonly end: number },
    given: Readonly<Record<string, string>> | null = null,
  ): SubscriptionItem & Record<string, unknown> => ({
    id: core.newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: core.now(),
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata: merged({}, given),
    plan: planOf(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  });

  const discountsNow = (subscription: Subscription): readonly Discount[] =>
    (core.hidden(subscription.id).discounts ?? []).filter((one) => one.end === null || one.end > core.now());

  const lines = (
    subscription: Subscription,
    period: { readonly start: number; readonly end: number },
    isTrial = false,
  ): readonly LineWish[] =>
    subscription.items.data.map((item) => ({
      amount: isTrial ? 0 : item.price.unit_amount * item.quantity,
      currency: item.price.currency,
      description:
        isTrial ?
          `Trial period for ${nameOf(item.price)}`
        : `${item.quantity} × ${nameOf(item.price)} (at $${(item.price.unit_amount / 100).toFixed(2)} / ${interval(item.price).interval})`,
      period,
      quantity: item.quantity,
      price: item.price,
      subscription: subscription.id,
      subscriptionItem: item.id,
      invoiceItem: null,
      isProration: false,
    }));

  function redeem(
    subscriptionId: string,
    customer: string,
    wishes: readonly { readonly coupon?: string; readonly promotion_code?: string }[],
    redeems: boolean,
  ): readonly Discount[] {
    return wishes.map((wish, index) => {
      const at = `discounts[${index}]`;
      if ((wish.coupon === undefined) === (wish.promotion_code === undefined))
        throw invalid('You must pass one of coupon, promotion_code or discount.', at);
      const code =
        wish.promotion_code === undefined ?
          null
        : core.get('promotion_code', wish.promotion_code, `${at}[promotion_code]`);
      const coupon = core.get('coupon', code?.promotion.coupon ?? wish.coupon!, `${at}[coupon]`);
      const isOpen =
        code === null ||
        (code.active &&
          (code.expires_at === null || code.expires_at > core.now()) &&
          (code.max_redemptions === null || code.times_redeemed < code.max_redemptions) &&
          (code.customer === null || code.customer === customer));
      if (!isOpen || !isRedeemable(core, coupon))
        throw invalid(
          code === null ?
            `Coupon expired: ${coupon.id}`
          : 'This promotion code cannot be redeemed because it is expired or used up.',
          at,
          code === null ? 'coupon_expired' : 'promotion_code_expired',
        );
      if (redeems) {
        core.put('coupon', { ...coupon, times_redeemed: coupon.times_redeemed + 1 });
        if (code !== null) core.put('promotion_code', { ...code, times_redeemed: code.times_redeemed + 1 });
      }
      const months = coupon.duration_in_months;
      const discount: Discount & Record<string, unknown> = {
        id: core.newId('di'),
        object: 'discount',
        checkout_session: null,
        customer,
        customer_account: null,
        end:
          coupon.duration === 'repeating' && months !== null ?
            periodEnd(core.now(), core.now(), { interval: 'month', interval_count: months })
          : null,
        invoice: null,
        invoice_item: null,
        promotion_code: code?.id ?? null,
        source: { coupon: coupon.id, type: 'coupon' },
        start: core.now(),
        subscription: subscriptionId,
        subscription_item: null,
      };
      return discount;
    });
  }
  /** A discount that is meant for one invoice is gone after it. */
  function spend(subscription: Subscription): void {
    const left = discountsNow(subscription).filter(
      (one) => core.find('coupon', one.source.coupon)?.duration !== 'once',
    );
    core.hide(subscription.id, { discounts: left });
    const now = core.get('subscription', subscription.id);
    core.put('subscription', { ...now, discounts: left.map((one) => one.id) });
  }

  const set = (
    before: Subscription,
    change: Partial<Subscription>,
    type = 'customer.subscription.updated',
  ): Subscription => {
    const after = core.put('subscription', { ...before, ...change });
    core.tell(type, after, type === 'customer.subscription.updated' ? before : null);
    return after;
  };
  const withPeriod = (subscription: Subscription, period: { readonly start: number; readonly end: number }) => ({
    ...subscription.items,
    data: subscription.items.data.map((item) => ({
      ...item,
      current_period_start: period.start,
      current_period_end: period.end,
    })),
  });

  /** An invoice for the time to come, with what waits for it. */
  function bill(
    subscription: Subscription,
    reason: string,
    about: readonly LineWish[],
    options: {
      readonly period?: { readonly start: number; readonly end: number };
      readonly prorationDate?: number;
      readonly isPreview?: boolean;
    } = {},
  ): Invoice {
    const waiting = options.isPreview === true ? [] : invoices.pending(subscription.customer, subscription.id);
    const made = invoices.draft({
      customer: core.get('customer', subscription.customer),
      subscription,
      reason,
      lines: [...waiting.map((item) => lineOf(core, item)), ...about],
      period: options.period ?? { start: core.now(), end: core.now() },
      discounts: discountsNow(subscription),
      currency: subscription.currency,
      ...(options.prorationDate === undefined ? {} : { prorationDate: options.prorationDate }),
      isPreview: options.isPreview ?? false,
    });
    if (options.isPreview === true) return made;
    for (const item of waiting) core.put('invoiceitem', { ...item, invoice: made.id });
    core.put('subscription', { ...core.get('subscription', subscription.id), latest_invoice: made.id });
    if (made.total_excluding_tax !== made.subtotal || made.subtotal > 0) spend(subscription);
    return made;
  }

  function payFirst(invoice: Invoice, behavior: PaymentBehavior, isOffSession: boolean): Invoice {
    const open = invoices.finalize(invoice.id);
    if (open.status === 'paid') return open;
    if (behavior === 'default_incomplete') {
      const method = methodFor(core, open);
      const intent = core.get('payment_intent', invoices.intentOf(open.id)!);
      if (method !== null)
        core.put('payment_intent', { ...intent, payment_method: method.id, status: 'requires_confirmation' });
      return open;
    }
    const method = methodFor(core, open);
    if (method === null)
      throw invalid(
        'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
        undefined,
        'resource_missing',
      );
    const after = invoices.collect(open.id, method, isOffSession);
    if (after.status !== 'paid' && behavior === 'error_if_incomplete') {
      const intent = core.get('payment_intent', invoices.intentOf(open.id)!);
      const error = intent.last_payment_error as { code: string; decline_code?: string; message: string } | null;
      const refusal = refused({
        code: error?.code ?? 'subscription_payment_intent_requires_action',
        declineCode: error?.decline_code ?? null,
        message:
          error?.message ??
          'Payment for this subscription requires additional user action before it can be completed successfully.',
      });
      throw new StripeError(402, refusal.message, {
        type: 'card_error',
        code: refusal.code ?? '',
        ...(refusal.declineCode === null ? {} : { declineCode: refusal.declineCode }),
      });
    }
    return after;
  }

  function create(wish: SubscriptionWish): Subscription {
    const id = core.newId('sub');
    const now = core.now();
    if (wish.items.length === 0) throw invalid('Missing required param: items.', 'items', 'parameter_missing');
    if (wish.items.length > 20) throw invalid('A subscription can have up to 20 items.', 'items');
    const prices = wish.items.map((item, index) => recurringPrice(item.price, `items[${index}][price]`));
    const [first] = prices;
    if (new Set(prices.map((price) => price.id)).size < prices.length)
      throw invalid('Cannot add multiple subscription items with the same price.', 'items');
    if (prices.some((price) => price.currency !== first!.currency))
      throw invalid('All prices on a subscription must have the same currency.', 'items');
    if (
      prices.some(
        (price) =>
          interval(price).interval !== interval(first!).interval ||
          interval(price).interval_count !== interval(first!).interval_count,
      )
    )
      throw invalid(
        'Currently, all prices on a subscription must have the same `recurring.interval` and `recurring.interval_count`.',
        'items',
      );
    if (wish.customer.currency !== null && wish.customer.currency !== first!.currency)
      throw invalid(
        `You cannot combine currencies on a single customer. This customer has an active subscription, subscription schedule, discount, quote, or invoice item with currency ${wish.customer.currency}`,
      );
    if (wish.defaultMethod !== null) {
      const method = core.get('payment_method', wish.defaultMethod, 'default_payment_method');
      if (method.customer !== wish.customer.id)
        throw invalid(
          `The customer does not have a payment method with the ID ${wish.defaultMethod}. The payment method must be attached to the customer.`,
          'default_payment_method',
          'resource_missing',
        );
    }
    const isTrial = wish.trialEnd !== null && wish.trialEnd > now;
    const anchor = isTrial ? wish.trialEnd! : now;
    const period = { start: now, end: isTrial ? wish.trialEnd! : periodEnd(now, now, interval(first!)) };
    const discounts = redeem(id, wish.customer.id, wish.discounts, true);
    core.hide(id, { discounts });
    const hasMethod = wish.defaultMethod !== null || wish.customer.invoice_settings.default_payment_method !== null;
    const setup = isTrial && !hasMethod ? intents.setup({ customer: wish.customer.id, usage: 'off_session' }) : null;
    const made: Subscription & Record<string, unknown> = {
      id,
      object: 'subscription',
      application: null,
      application_fee_percent: null,
      automatic_tax: { disabled_reason: null, enabled: false, liability: null },
      billing_cycle_anchor: anchor,
      billing_cycle_anchor_config: null,
      billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible', updated_at: now },
      billing_schedules: [],
      billing_thresholds: null,
      cancel_at: wish.cancelAtPeriodEnd ? period.end : null,
      cancel_at_period_end: wish.cancelAtPeriodEnd,
      canceled_at: wish.cancelAtPeriodEnd ? now : null,
      cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
      collection_method: 'charge_automatically',
      created: now,
      currency: first!.currency,
      customer: wish.customer.id,
      customer_account: null,
      days_until_due: null,
      default_payment_method: wish.defaultMethod,
      default_source: null,
      default_tax_rates: [],
      description: null,
      discounts: discounts.map((one) => one.id),
      ended_at: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      items: {
        object: 'list',
        data: prices.map((price, index) => makeItem(id, price, wish.items[index]!.quantity, period)),
        has_more: false,
        url: `/v1/subscription_items?subscription=${id}`,
      },
      latest_invoice: null,
      livemode: false,
      managed_payments: null,
      metadata: wish.metadata,
      next_pending_invoice_item_invoice: null,
      on_behalf_of: null,
      pause_collection: null,
      payment_settings: {
        save_default_payment_method: wish.savesMethod ? 'on_subscription' : 'off',
        payment_method_options: null,
        payment_method_types: null,
      },
      pending_invoice_item_interval: null,
      pending_setup_intent: setup?.id ?? null,
      pending_update: null,
      schedule: null,
      start_date: now,
      status: isTrial ? 'trialing' : 'incomplete',
      test_clock: null,
      transfer_data: null,
      trial_end: isTrial ? wish.trialEnd : null,
      trial_settings: { end_behavior: { missing_payment_method: wish.missingMethod, billing_cycle_anchor: null } },
      trial_start: isTrial ? now : null,
    };
    core.put('subscription', made);
    core.tell('customer.subscription.created', made);
    const invoice = bill(made, 'subscription_create', lines(made, period, isTrial));
    payFirst(invoice, wish.behavior, wish.isOffSession);
    return core.get('subscription', id);
  }

  const settled = (subscription: Subscription): Subscription['status'] =>
    subscription.trial_end !== null && subscription.trial_end > core.now() ? 'trialing' : 'active';

  core.afterInvoice.push((invoice, outcome) => {
    const id = invoice.parent?.subscription_details.subscription;
    const subscription = id === undefined ? null : core.find('subscription', id);
    if (subscription === null || subscription.status === 'canceled' || subscription.status === 'incomplete_expired')
      return;
    const pending = core.hidden(subscription.id).pendingUpdate ?? null;
    if (pending?.invoice === invoice.id) {
      if (outcome !== 'paid') return;
      const { changeSeconds } = behaviour();
      if (changeSeconds === 0) applyPending(subscription, pending);
      else core.hide(subscription.id, { pendingUpdate: { ...pending, appliesAt: core.now() + changeSeconds } });
      return;
    }
    if (outcome === 'paid') {
      if (!['incomplete', 'past_due', 'unpaid', 'paused'].includes(subscription.status)) return;
      if (subscription.status === 'paused' && subscription.latest_invoice !== invoice.id) return;
      const owes = core
        .all('invoice')
        .some(
          (one) =>
            one.status === 'open' && one.parent?.subscription_details.subscription === id && one.id !== invoice.id,
        );
      if (subscription.status !== 'past_due' || !owes) set(subscription, { status: settled(subscription) });
      return;
    }
    if (subscription.status === 'incomplete') return;
    if (subscription.status === 'active' || subscription.status === 'trialing')
      set(subscription, { status: 'past_due' });
    if (outcome !== 'last-failure') return;
    const { afterRetries } = behaviour();
    const now = core.get('subscription', subscription.id);
    if (afterRetries === 'canceled') cancel(now.id, 'payment_failed');
    else if (afterRetries === 'unpaid') set(now, { status: 'unpaid' });
  });

  /** A change that waits until its invoice is paid. */
  const withChange = (
    subscription: Subscription,
    { items, anchor }: Pick<PendingUpdate, 'items' | 'anchor'>,
  ): Partial<Subscription> => ({
    items: { ...subscription.items, data: items },
    ...(anchor === null ? {} : { billing_cycle_anchor: anchor }),
  });

  function applyPending(subscription: Subscription, pending: PendingUpdate): void {
    core.hide(subscription.id, { pendingUpdate: null });
    const after = set(subscription, { ...withChange(subscription, pending), pending_update: null });
    core.tell('customer.subscription.pending_update_applied', after);
  }

  /** Another change, the end of the subscription, or 23 hours without a payment discard it. */
  function discardPending(id: string): void {
    const pending = core.hidden(id).pendingUpdate ?? null;
    if (pending === null) return;
    core.hide(id, { pendingUpdate: null });
    if (core.get('invoice', pending.invoice).status === 'open') invoices.void(pending.invoice);
    const after = set(core.get('subscription', id), { pending_update: null });
    core.tell('customer.subscription.pending_update_expired', after);
  }

  function payThenChange(
    subscription: Subscription,
    change: { readonly items: readonly SubscriptionItem[]; readonly anchor: number | null; given: readonly LineWish[] },
    prorationDate: number,
    isOffSession: boolean,
  ): void {
    const { id } = subscription;
    const invoice = bill(subscription, 'subscription_update', change.given, { prorationDate });
    const expiresAt = Math.min(core.now() + pendingFor, end(subscription), subscription.trial_end ?? Infinity);
    const { items, anchor } = change;
    core.hide(id, { pendingUpdate: { invoice: invoice.id, items, anchor, expiresAt } });
    payFirst(invoice, 'allow_incomplete', isOffSession);
    if ((core.hidden(id).pendingUpdate ?? null) === null) return;
    set(core.get('subscription', id), {
      pending_update: {
        billing_cycle_anchor: anchor,
        cancel_at_period_end: null,
        discount: null,
        discounts: null,
        expires_at: expiresAt,
        metadata: null,
        subscription_items: items,
        trial_end: null,
        trial_from_plan: null,
      },
    });
  }

  function cancel(id: string, reason: 'cancellation_requested' | 'payment_failed' | 'payment_disputed'): Subscription {
    discardPending(id);
    const before = core.get('subscription', id);
    if (before.status === 'canceled' || before.status === 'incomplete_expired')
      throw new StripeError(404, `No such subscription: '${id}'`, { code: 'resource_missing', param: 'id' });
    for (const invoice of core.all('invoice'))
      if (
        invoice.parent?.subscription_details.subscription === id &&
        (invoice.status === 'draft' || invoice.status === 'open')
      )
        core.put('invoice', { ...invoice, auto_advance: false, next_payment_attempt: null });
    return set(
      before,
      {
        status: 'canceled',
        canceled_at: before.canceled_at ?? core.now(),
        ended_at: core.now(),
        cancel_at_period_end: before.cancel_at_period_end,
        cancellation_details: { ...before.cancellation_details, reason },
        discounts: [],
      },
      'customer.subscription.deleted',
    );
  }

  /** What a change of items makes of them, and the lines that it costs. */
  function changeOf(
    subscription: Subscription,
    changes: readonly ItemChange[],
    behavior: 'create_prorations' | 'always_invoice' | 'none',
    at: number,
  ) {
    let items = [...subscription.items.data];
    const period = { start: start(subscription), end: end(subscription) };
    if (at < period.start || at > period.end)
      throw invalid(`The proration date must be within the current period of the subscription.`, 'proration_date');
    const given: LineWish[] = [];
    const prorates = behavior !== 'none' && subscription.status !== 'trialing' && subscription.status !== 'paused';
    const rest = { start: at, end: period.end };
    const prorated = (item: SubscriptionItem, sign: 1 | -1): void => {
      if (!prorates) return;
      const amount = sign * share(item.price.unit_amount * item.quantity, at, period.start, period.end);
      const billed = core
        .all('invoice')
        .findLast((one) =>
          one.lines.data.some(
            (line) =>
              (
                line as unknown as {
                  parent: { subscription_item_details: { subscription_item: string; proration: boolean } | null };
                }
              ).parent.subscription_item_details?.subscription_item === item.id,
          ),
        );
      given.push({
        amount,
        currency: item.price.currency,
        description:
          sign < 0 ?
            `Unused time on ${item.quantity === 1 ? '' : `${item.quantity} × `}${nameOf(item.price)} after ${dateOf(at)}`
          : `Remaining time on ${item.quantity === 1 ? '' : `${item.quantity} × `}${nameOf(item.price)} after ${dateOf(at)}`,
        period: rest,
        quantity: item.quantity,
        price: item.price,
        subscription: subscription.id,
        subscriptionItem: item.id,
        invoiceItem: null,
        isProration: true,
        credited:
          sign < 0 && billed !== undefined ?
            { invoice: billed.id, lines: billed.lines.data.map((line) => line.id) }
          : null,
      });
    };
    changes.forEach((change, index) => {
      const param = `items[${index}]`;
      const before = change.id === undefined ? undefined : items.find((item) => item.id === change.id);
      if (change.id !== undefined && before === undefined)
        throw invalid(`No such subscription item: '${change.id}'`, `${param}[id]`, 'resource_missing');
      if (change.deleted === true) {
        if (before === undefined) throw invalid('Only an item with an id can be deleted.', param);
        prorated(before, -1);
        items = items.filter((item) => item !== before);
        return;
      }
      if (before === undefined && change.price === undefined)
        throw invalid(`Missing required param: ${param}[price].`, `${param}[price]`, 'parameter_missing');
      const price = change.price === undefined ? before!.price : recurringPrice(change.price, `${param}[price]`);
      if (price.currency !== subscription.currency)
        throw invalid('The price and the subscription must have the same currency.', `${param}[price]`);
      if (before === undefined && items.some((item) => item.price.id === price.id))
        throw invalid(
          `Cannot add multiple subscription items with the same price: ${price.id}. There is an existing subscription item with this price.`,
          `${param}[price]`,
        );
      const quantity = change.quantity ?? before?.quantity ?? 1;
      if (before === undefined) {
        const made = makeItem(subscription.id, price, quantity, period, change.metadata ?? null);
        items.push(made);
        prorated(made, 1);
        return;
      }
      if (price.id === before.price.id && quantity === before.quantity) return;
      const after = { ...before, price, quantity, plan: planOf(price) };
      prorated(before, -1);
      items = items.map((item) => (item === before ? after : item));
      prorated(after, 1);
    });
    if (items.length === 0)
      throw invalid(
        'A subscription must have at least one active item. To cancel it, delete the subscription.',
        'items',
      );
    const one = interval(items[0]!.price);
    if (
      items.some(
        ({ price }) =>
          interval(price).interval !== one.interval || interval(price).interval_count !== one.interval_count,
      )
    )
      throw invalid(
        'Currently, all prices on a subscription must have the same `recurring.interval` and `recurring.interval_count`.',
        'items',
      );
    const was = interval(subscription.items.data[0]!.price);
    const isNewInterval = was.interval !== one.interval || was.interval_count !== one.interval_count;
    return { items, given, isNewInterval, interval: one };
  }

  /** What remains of prorations when the interval changes too: the credit alone, and a whole new period from now. */
  function changed(
    subscription: Subscription,
    changes: readonly ItemChange[],
    behavior: 'create_prorations' | 'always_invoice' | 'none',
    at: number,
  ) {
    const { items, given, isNewInterval, interval: one } = changeOf(subscription, changes, behavior, at);
    if (!isNewInterval || subscription.status === 'trialing')
      return { items, given, anchor: null, isBilledNow: behavior === 'always_invoice' && given.length > 0 };
    const period = { start: at, end: periodEnd(at, at, one) };
    const next = items.map((item) => ({ ...item, current_period_start: period.start, current_period_end: period.end }));
    const then = { ...subscription, items: { ...subscription.items, data: next } };
    return {
      items: next,
      given: [...given.filter((line) => line.amount < 0), ...lines(then, period)],
      anchor: at,
      isBilledNow: true,
    };
  }

  function update(
    id: string,
    params: {
      readonly items?: readonly ItemChange[];
      readonly proration_behavior?: 'create_prorations' | 'always_invoice' | 'none';
      readonly proration_date?: number;
      readonly cancel_at_period_end?: boolean;
      readonly cancel_at?: number | null;
      readonly default_payment_method?: string | null;
      readonly metadata?: Readonly<Record<string, string>> | null;
      readonly payment_behavior?: PaymentBehavior | 'pending_if_incomplete';
      readonly trial_end?: number | 'now';
      readonly discounts?: readonly { readonly coupon?: string; readonly promotion_code?: string }[] | null;
      readonly off_session?: boolean;
      readonly payment_settings?: { readonly save_default_payment_method?: 'off' | 'on_subscription' };
      readonly trial_settings?: Subscription['trial_settings'];
    },
  ): Subscription {
    if (params.items !== undefined) discardPending(id);
    const before = core.get('subscription', id);
    if (before.status === 'canceled' || before.status === 'incomplete_expired')
      throw invalid(
        `A canceled subscription can only update its cancellation_details and metadata.`,
        undefined,
        'invalid_canceled_subscription_fields',
      );
    if (typeof params.default_payment_method === 'string') {
      const method = core.get('payment_method', params.default_payment_method, 'default_payment_method');
      if (method.customer !== before.customer)
        throw invalid(
          `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`,
          'default_payment_method',
          'resource_missing',
        );
    }
    if (params.discounts !== undefined) {
      const discounts = redeem(id, before.customer, params.discounts ?? [], true);
      core.hide(id, { discounts });
      core.put('subscription', { ...before, discounts: discounts.map((one) => one.id) });
    }
    const behavior = params.proration_behavior ?? 'create_prorations';
    const at = params.proration_date ?? core.now();
    const change = params.items === undefined ? null : changed(before, params.items, behavior, at);
    const waits = params.payment_behavior === 'pending_if_incomplete';
    const unsupported = waits ? Object.keys(params).find((name) => !canWait.has(name)) : undefined;
    if (unsupported !== undefined)
      throw invalid(
        `When \`payment_behavior\` is set to \`pending_if_incomplete\`, you can only pass supported params. You passed the following unsupported param: ${unsupported}.`,
        unsupported,
      );
    if (waits && change?.isBilledNow === true) {
      payThenChange(before, change, at, params.off_session ?? false);
      return core.get('subscription', id);
    }
    const endsTrial =
      params.trial_end === undefined ? null
      : params.trial_end === 'now' ? core.now()
      : params.trial_end;
    if (endsTrial !== null && endsTrial < core.now())
      throw invalid('Invalid timestamp: must be in the future', 'trial_end');
    const ends =
      params.cancel_at_period_end === undefined && params.cancel_at === undefined ?
        {}
      : (() => {
          const last = params.cancel_at ?? (params.cancel_at_period_end === true ? end(before) : null);
          return {
            cancel_at: last,
            cancel_at_period_end: params.cancel_at_period_end ?? false,
            canceled_at: last === null ? null : core.now(),
            cancellation_details: {
              ...before.cancellation_details,
              reason: last === null ? null : 'cancellation_requested',
            },
          };
        })();
    const after = set(before, {
      ...(change === null ? {} : withChange(before, change)),
      ...ends,
      ...(params.discounts === undefined ? {} : { discounts: core.get('subscription', id).discounts }),
      ...(params.default_payment_method === undefined ? {} : { default_payment_method: params.default_payment_method }),
      ...(params.payment_settings === undefined ?
        {}
      : { payment_settings: { ...before.payment_settings, ...params.payment_settings } }),
      ...(params.trial_settings === undefined ?
        {}
      : { trial_settings: { end_behavior: { ...params.trial_settings.end_behavior, billing_cycle_anchor: null } } }),
      metadata: merged(before.metadata, params.metadata),
    });
    if (change !== null && change.given.length > 0) {
      if (change.isBilledNow) {
        const invoice = bill(after, 'subscription_update', change.given, { prorationDate: at });
        payFirst(invoice, behaviorOf(params.payment_behavior), params.off_session ?? false);
      } else
        for (const line of change.given)
          if (line.isProration) invoices.addPending({ ...line, customer: after.customer });
    }
    if (endsTrial === null) return core.get('subscription', id);
    if (endsTrial > core.now()) {
      const now = core.get('subscription', id);
      const period = { start: start(now), end: endsTrial };
      return set(now, {
        status: 'trialing',
        trial_end: endsTrial,
        trial_start: now.trial_start ?? core.now(),
        billing_cycle_anchor: endsTrial,
        items: withPeriod(now, period),
      });
    }
    renew(core.get('subscription', id), core.now(), true);
    return core.get('subscription', id);
  }

  function renew(subscription: Subscription, at: number, isNow = false): void {
    const [item] = subscription.items.data;
    const wasTrial = subscription.status === 'trialing';
    const anchor = wasTrial ? at : subscription.billing_cycle_anchor;
    const period = { start: at, end: periodEnd(anchor, at, interval(item!.price)) };
    const next: Partial<Subscription> = {
      items: withPeriod(subscription, period),
      ...(wasTrial ? { status: 'active', billing_cycle_anchor: anchor, trial_end: at } : {}),
    };
    if (wasTrial) {
      const method =
        subscription.default_payment_method ??
        core.get('customer', subscription.customer).invoice_settings.default_payment_method;
      const { missing_payment_method: missing } = subscription.trial_settings.end_behavior;
      if (method === null && missing === 'cancel') {
        cancel(subscription.id, 'payment_failed');
        return;
      }
      if (method === null && missing === 'pause') {
        set(subscription, {
          status: 'paused',
          trial_end: at,
          status_details: pausedBy('trial_end_without_payment_method'),
        });
        return;
      }
    }
    const before = start(subscription);
    const renewed = set(subscription, next);
    const invoice = bill(renewed, 'subscription_cycle', lines(renewed, period), { period: { start: before, end: at } });
    if (renewed.status === 'unpaid')
      core.put('invoice', { ...invoice, auto_advance: false, automatically_finalizes_at: null });
    else if (isNow) {
      const open = invoices.finalize(invoice.id);
      if (open.status === 'open') invoices.collect(open.id, methodFor(core, open), true);
    }
  }

  const pausedBy = (type: string) => ({
    paused: { subscription: { type }, transitioned_at: core.now(), type: 'subscription' },
  });

  function pause(
    id: string,
    params: { readonly invoicing_behavior?: 'invoice' | 'pending_invoice_item'; readonly unused?: string },
  ): Subscription {
    const before = core.get('subscription', id);
    if (!['active', 'trialing', 'past_due'].includes(before.status))
      throw invalid(`A subscription with the status ${before.status} can't be paused.`);
    if (params.unused !== 'none' && before.status !== 'trialing') {
      const from = params.unused === 'item_current_period_start' ? start(before) : core.now();
      const credits = before.items.data.map((item) => ({
        amount: -share(item.price.unit_amount * item.quantity, from, start(before), end(before)),
        currency: item.price.currency,
        description: `Unused time on ${nameOf(item.price)} after ${dateOf(from)}`,
        period: { start: from, end: end(before) },
        quantity: item.quantity,
        price: item.price,
        subscription: id,
        subscriptionItem: item.id,
        invoiceItem: null,
        isProration: true,
      }));
      if (params.invoicing_behavior === 'invoice') {
        const invoice = bill(before, 'subscription_update', credits);
        invoices.finalize(invoice.id);
      } else
        for (const line of credits) if (line.amount !== 0) invoices.addPending({ ...line, customer: before.customer });
    }
    const now = core.get('subscription', id);
    const after = set(now, { status: 'paused', status_details: pausedBy('pause_requested') });
    core.tell('customer.subscription.paused', after);
    return after;
  }

  function resume(
    id: string,
    params: {
      readonly anchor: 'now' | 'unchanged';
      readonly payment: 'resume_on_payment_attempt' | 'resume_on_payment_success';
    },
  ): Subscription {
    const before = core.get('subscription', id);
    if (before.status !== 'paused')
      throw invalid('The subscription is not paused: only a paused subscription can be resumed.');
    const now = core.now();
    const { interval: unit, interval_count: count } = interval(before.items.data[0]!.price);
    const recurring = { interval: unit, interval_count: count };
    const isNow = params.anchor === 'now';
    const last = isNow ? periodEnd(now, now, recurring) : periodEnd(before.billing_cycle_anchor, now, recurring);
    let first = now;
    if (!isNow && now < end(before)) first = start(before);
    const period = { start: first, end: last };
    const { status_details: _details, ...rest } = before;
    const resumed = core.put('subscription', {
      ...rest,
      billing_cycle_anchor: isNow ? now : before.billing_cycle_anchor,
      items: withPeriod(before, period),
    });
    const about =
      isNow ?
        lines(resumed, period)
      : resumed.items.data.map((item) => {
          const whole = item.price.unit_amount * item.quantity;
          const from = last - (end(before) - start(before));
          return {
            amount: share(whole, now, Math.min(from, now), last),
            currency: item.price.currency,
            description: `Remaining time on ${nameOf(item.price)} after ${dateOf(now)}`,
            period: { start: now, end: last },
            quantity: item.quantity,
            price: item.price,
            subscription: id,
            subscriptionItem: item.id,
            invoiceItem: null,
            isProration: true,
          } satisfies LineWish;
        });
    const invoice = bill(resumed, 'subscription_update', about);
    const open = invoices.finalize(invoice.id);
    const paid = open.status === 'paid' ? open : invoices.collect(open.id, methodFor(core, open), true);
    const current = core.get('subscription', id);
    if (paid.status === 'paid' || params.payment === 'resume_on_payment_attempt') {
      const after =
        current.status === 'paused' ?
          set(current, { status: paid.status === 'paid' ? 'active' : 'past_due' })
        : current;
      core.tell('customer.subscription.resumed', after);
      return after;
    }
    return set(current, { ...(before.status_details === undefined ? {} : { status_details: before.status_details }) });
  }

  /** When something happens to a subscription without anybody asking. */
  function dueAt(subscription: Subscription): number | null {
    switch (subscription.status) {
      case 'canceled':
      case 'incomplete_expired':
        return null;
      case 'incomplete':
        return subscription.created + incompleteFor;
      case 'paused':
        return subscription.cancel_at;
      default:
        return Math.min(end(subscription), subscription.cancel_at ?? Infinity, pendingUntil(subscription));
    }
  }
  /** When a change that waits is made, or discarded. */
  function pendingUntil({ id }: Subscription): number {
    const pending = core.hidden(id).pendingUpdate;
    return pending?.appliesAt ?? pending?.expiresAt ?? Infinity;
  }

  function due(now: number): void {
    for (const one of core.all('subscription')) {
      const trialWarning = one.trial_end === null ? null : one.trial_end - 3 * day;
      if (
        one.status === 'trialing' &&
        trialWarning !== null &&
        trialWarning <= now &&
        core.hidden(`${one.id}/trial`).isAuthenticated !== true
      ) {
        core.hide(`${one.id}/trial`, { isAuthenticated: true });
        core.tell('customer.subscription.trial_will_end', one);
      }
      const at = dueAt(one);
      if (at === null || at > now) continue;
      if (one.status === 'incomplete') {
        const expired = set(one, { status: 'incomplete_expired', ended_at: now });
        const invoice = expired.latest_invoice === null ? null : core.find('invoice', expired.latest_invoice);
        if (invoice?.status === 'open') invoices.void(invoice.id);
        continue;
      }
      if (pendingUntil(one) <= now) {
        const pending = core.hidden(one.id).pendingUpdate!;
        if (pending.appliesAt === undefined) discardPending(one.id);
        else applyPending(one, pending);
        if (dueAt(one)! > now) continue;
      }
      if (one.cancel_at !== null && one.cancel_at <= now) cancel(one.id, 'cancellation_requested');
      else renew(core.get('subscription', one.id), end(one));
    }
  }

  function preview(params: {
    readonly customer?: string;
    readonly subscription?: string;
    readonly discounts?: readonly { readonly coupon?: string; readonly promotion_code?: string }[] | null;
    readonly subscription_details?: {
      readonly items?: readonly ItemChange[];
      readonly proration_behavior?: 'create_prorations' | 'always_invoice' | 'none';
      readonly proration_date?: number;
      readonly cancel_at_period_end?: boolean;
      readonly trial_end?: number | 'now';
      readonly cancel_now?: boolean;
    };
  }): Invoice {
    const about = params.subscription_details ?? {};
    if (params.subscription === undefined) {
      if (params.customer === undefined || about.items === undefined)
        throw invalid(
          'You must specify a subscription, or a customer with subscription_details[items].',
          'subscription',
        );
      const customer = core.get('customer', params.customer, 'customer');
      const now = core.now();
      const prices = about.items.map((item, index) =>
        recurringPrice(item.price ?? '', `subscription_details[items][${index}][price]`),
      );
      const trial = typeof about.trial_end === 'number' && about.trial_end > now ? about.trial_end : null;
      const period = { start: now, end: trial ?? periodEnd(now, now, interval(prices[0]!)) };
      const id = core.newId('sub');
      return invoices.draft({
        customer,
        subscription: null,
        reason: 'upcoming',
        lines: prices.map((price, index) => ({
          amount: trial === null ? price.unit_amount * (about.items![index]!.quantity ?? 1) : 0,
          currency: price.currency,
          description: `${about.items![index]!.quantity ?? 1} × ${nameOf(price)} (at $${(price.unit_amount / 100).toFixed(2)} / ${interval(price).interval})`,
          period,
          quantity: about.items![index]!.quantity ?? 1,
          price,
          subscription: null,
          subscriptionItem: null,
          invoiceItem: null,
          isProration: false,
        })),
        period,
        discounts: redeem(id, customer.id, params.discounts ?? [], false),
        currency: prices[0]!.currency,
        isPreview: true,
      });
    }
    const subscription = core.get('subscription', params.subscription, 'subscription');
    if (params.customer !== undefined && params.customer !== subscription.customer)
      throw invalid('The subscription does not belong to the customer.', 'subscription');
    const none = () =>
      new StripeError(404, `No upcoming invoices for customer: ${subscription.customer}`, {
        code: 'invoice_upcoming_none',
      });
    if (subscription.status === 'canceled' || subscription.status === 'incomplete_expired') throw none();
    const behavior = about.proration_behavior ?? 'create_prorations';
    const at = about.proration_date ?? core.now();
    const change = about.items === undefined ? null : changed(subscription, about.items, behavior, at);
    const isEnding = about.cancel_at_period_end ?? subscription.cancel_at !== null;
    if (change === null && isEnding && invoices.pending(subscription.customer, subscription.id).length === 0)
      throw none();
    const then: Subscription =
      change === null ? subscription : { ...subscription, items: { ...subscription.items, data: change.items } };
    const next = {
      start: end(then),
      end: periodEnd(
        then.status === 'trialing' ? end(then) : then.billing_cycle_anchor,
        end(then),
        interval(then.items.data[0]!.price),
      ),
    };
    const waiting = invoices.pending(subscription.customer, subscription.id).map((item) => lineOf(core, item));
    const now = change?.isBilledNow === true;
    return bill(
      then,
      'upcoming',
      [...waiting, ...(change?.given ?? []), ...(now || isEnding ? [] : lines(then, next))],
      {
        isPreview: true,
        period: now ? { start: core.now(), end: core.now() } : { start: start(then), end: end(then) },
        ...(change === null ? {} : { prorationDate: at }),
      },
    );
  }

  const calls = [
    call(
      'POST',
      '/v1/subscriptions',
      {
        customer: required(str()),
        items: required(list(obj(newItem))),
        trial_period_days: int(1),
        trial_end: instantOrNow(),
        discounts: emptyable(discountFields),
        default_payment_method: str(),
        payment_behavior: paymentBehavior,
        payment_settings: paymentSettings,
        trial_settings: trialSettings,
        metadata: metadata(),
        cancel_at_period_end: bool(),
        off_session: bool(),
        proration_behavior: prorationBehavior,
        collection_method: oneOf('charge_automatically'),
        description: str(500),
        currency: str(3),
        billing_mode: obj({ type: required(oneOf('flexible')) }),
      },
      (_core, _id, params) => {
        const customer = core.get('customer', params.customer, 'customer');
        if (params.trial_period_days !== undefined && params.trial_end !== undefined)
          throw invalid('You can only set one of these: trial_end or trial_period_days.', 'trial_end');
        if ((params.trial_period_days ?? 0) > 730)
          throw invalid('A trial can last up to 730 days.', 'trial_period_days');
        return create({
          customer,
          items: params.items.map((item, index) => {
            if (item.price === undefined)
              throw invalid(
                `Missing required param: items[${index}][price].`,
                `items[${index}][price]`,
                'parameter_missing',
              );
            return { price: item.price, quantity: item.quantity ?? 1 };
          }),
          trialEnd:
            params.trial_period_days !== undefined ? core.now() + params.trial_period_days * day
            : typeof params.trial_end === 'number' ? params.trial_end
            : null,
          discounts: params.discounts ?? [],
          defaultMethod: params.default_payment_method ?? null,
          behavior: params.payment_behavior ?? 'allow_incomplete',
          metadata: merged({}, params.metadata),
          savesMethod: params.payment_settings?.save_default_payment_method === 'on_subscription',
          missingMethod: params.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
          cancelAtPeriodEnd: params.cancel_at_period_end ?? false,
          isOffSession: params.off_session ?? false,
        });
      },
    ),
    call('GET', '/v1/subscriptions/:id', {}, (_core, id) => core.get('subscription', id)),
    call(
      'GET',
      '/v1/subscriptions',
      {
        ...paging,
        customer: str(),
        price: str(),
        status: oneOf(
          'active',
          'all',
          'canceled',
          'ended',
          'incomplete',
          'incomplete_expired',
          'past_due',
          'paused',
          'trialing',
          'unpaid',
        ),
      },
      (_core, _id, query) =>
        page(
          core,
          'subscription',
          '/v1/subscriptions',
          query,
          (one) =>
            (query.customer === undefined || one.customer === query.customer) &&
            (query.price === undefined || one.items.data.some((item) => item.price.id === query.price)) &&
            (query.status === 'all' ||
              (query.status === undefined ? one.status !== 'canceled' && one.status !== 'incomplete_expired'
              : query.status === 'ended' ? one.status === 'canceled' || one.status === 'incomplete_expired'
              : one.status === query.status)),
        ),
    ),
    call(
      'POST',
      '/v1/subscriptions/:id',
      {
        ...changeFields,
        cancel_at: emptyable(instant()),
        default_payment_method: emptyable(str()),
        metadata: metadata(),
        payment_behavior: updateBehavior,
        payment_settings: paymentSettings,
        trial_settings: trialSettings,
        discounts: emptyable(discountFields),
        off_session: bool(),
      },
      (_core, id, params) => update(id, params),
    ),
    call(
      'DELETE',
      '/v1/subscriptions/:id',
      {
        cancellation_details: obj({ comment: emptyable(str()), feedback: emptyable(str()) }),
        invoice_now: bool(),
        prorate: bool(),
      },
      (_core, id, params) => {
        const before = core.get('subscription', id);
        if (params.prorate === true || params.invoice_now === true)
          throw invalid(
            "The sandbox's stand-in for Stripe cancels without a final invoice: leave out invoice_now and prorate.",
          );
        if (params.cancellation_details !== undefined)
          core.put('subscription', {
            ...before,
            cancellation_details: {
              ...before.cancellation_details,
              comment: params.cancellation_details.comment ?? null,
              feedback: params.cancellation_details.feedback ?? null,
            },
          });
        return cancel(id, 'cancellation_requested');
      },
    ),
    call(
      'POST',
      '/v1/subscriptions/:id/pause',
      {
        type: oneOf('subscription'),
        invoicing_behavior: oneOf('invoice', 'pending_invoice_item'),
        bill_for: obj({
          unused_time_from: obj({ type: required(oneOf('item_current_period_start', 'none', 'now')) }),
          outstanding_usage_through: obj({ type: required(oneOf('none', 'now')) }),
        }),
      },
      (_core, id, params) =>
        pause(id, {
          ...(params.invoicing_behavior === undefined ? {} : { invoicing_behavior: params.invoicing_behavior }),
          unused: params.bill_for?.unused_time_from?.type ?? 'now',
        }),
    ),
    call(
      'POST',
      '/v1/subscriptions/:id/resume',
      {
        billing_cycle_anchor: obj({ type: required(oneOf('now', 'unchanged')) }),
        payment_behavior: oneOf('resume_on_payment_attempt', 'resume_on_payment_success'),
        proration_behavior: prorationBehavior,
      },
      (_core, id, params) =>
        resume(id, {
          anchor: params.billing_cycle_anchor?.type ?? 'now',
          payment: params.payment_behavior ?? 'resume_on_payment_attempt',
        }),
    ),
    call(
      'GET',
      '/v1/subscription_items',
      { ...paging, subscription: required(str()) },
      (_core, _id, query) => core.get('subscription', query.subscription, 'subscription').items,
    ),
    call(
      'POST',
      '/v1/invoices/create_preview',
      {
        customer: str(),
        subscription: str(),
        discounts: emptyable(discountFields),
        subscription_details: obj({ ...changeFields, cancel_now: bool() }),
      },
      (_core, _id, params) => preview(params),
    ),
  ];

  const handle: Subscriptions = {
    create,
    cancel,
    due,
    nextDue: () =>
      core.all('subscription').reduce<number | null>((least, one) => {
        const at = dueAt(one);
        return at === null || (least !== null && least <= at) ? least : at;
      }, null),
  };
  return { ...handle, calls };
}
