import Stripe from 'stripe';
import { payerKey } from '../../../domain/payments/payer.ts';
import {
  type ExplainedLine,
  PaymentRefused,
  type Payments,
  type SubscriptionChange,
  type WebhookRefusal,
} from '../port.ts';
import { createStripeClient, type StripeOptions } from './client.ts';
import {
  chargeOf,
  customerOf,
  discountOf,
  disputeOf,
  eventOf,
  explainedLineOf,
  invoiceOf,
  methodOf,
  priceOf,
  productOf,
  refundOf,
  sessionOf,
  subscriptionOf,
} from './present.ts';
import { refusalOf } from './refusal.ts';

export interface StripePaymentsOptions extends StripeOptions {
  /** `whsec_…`; null: no webhook is believed. */
  readonly webhookSecret: string | null;
  readonly mode: Payments['mode'];
}

/** How old a webhook may be, and how far its time may lie ahead of ours. */
const toleranceMs = 300_000;
/** No invoice is read further. */
const mostLines = 1_000;
const inForm = (metadata: Readonly<Record<string, string>> | undefined) =>
  metadata === undefined ? {} : { metadata: { ...metadata } };
const seconds = (instant: Date): number => Math.floor(instant.getTime() / 1000);
const confirmable = ['latest_invoice.confirmation_secret', 'pending_setup_intent'];

/** Stripe behind the port. */
export function createStripePayments(options: StripePaymentsOptions): Payments {
  const stripe = createStripeClient(options);

  const write = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw refusalOf(error, true);
    }
  };
  const read = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw refusalOf(error, false);
    }
  };
  /** What is not there is null. */
  const find = async <T>(work: () => Promise<T>): Promise<T | null> => {
    try {
      return await read(work);
    } catch (error) {
      if (error instanceof PaymentRefused && error.kind === 'not-found') return null;
      throw error;
    }
  };
  const once = (key: string) => ({ idempotencyKey: key });

  const fetchMethod = (id: string) => find(async () => methodOf(await stripe.paymentMethods.retrieve(id)));
  const fetchSubscription = (id: string) =>
    find(async () => subscriptionOf(await stripe.subscriptions.retrieve(id, { expand: confirmable })));
  const fetchCharge = (id: string) => find(async () => chargeOf(await stripe.paymentIntents.retrieve(id)));

  const itemsOf = ({ items }: SubscriptionChange) =>
    items.map((item) => {
      if ('itemId' in item) {
        if ('remove' in item) return { id: item.itemId, deleted: true };
        return {
          id: item.itemId,
          ...(item.priceId === undefined ? {} : { price: item.priceId }),
          ...(item.quantity === undefined ? {} : { quantity: item.quantity }),
        };
      }
      return { price: item.priceId, quantity: item.quantity ?? 1 };
    });
  const unpaidBehaviors = {
    refuse: 'error_if_incomplete',
    wait: 'pending_if_incomplete',
    owe: 'allow_incomplete',
  } as const;
  const prorationOf = ({ prorate, prorationDate }: SubscriptionChange) => ({
    proration_behavior: ({ now: 'always_invoice', renewal: 'create_prorations', none: 'none' } as const)[prorate],
    ...(prorationDate === undefined ? {} : { proration_date: seconds(prorationDate) }),
  });

  return {
    mode: options.mode,

    customers: {
      create: ({ payer, name, email }) =>
        write(async () =>
          customerOf(
            await stripe.customers.create(
              { name, ...(email === null ? {} : { email }), metadata: { payer: payerKey(payer) } },
              once(`customer/${payerKey(payer)}`),
            ),
          ),
        ),
      fetch: (id) =>
        find(async () => {
          const found = await stripe.customers.retrieve(id);
          return found.deleted === true ? null : customerOf(found);
        }),
      update: (id, { name, email }, key) =>
        write(async () =>
          customerOf(
            await stripe.customers.update(
              id,
              { ...(name === undefined ? {} : { name }), ...(email === undefined ? {} : { email: email ?? '' }) },
              once(key),
            ),
          ),
        ),
    },

    methods: {
      setup: (customer, key) =>
        write(async () => {
          const { id, client_secret: clientSecret } = await stripe.setupIntents.create(
            { customer, usage: 'off_session', automatic_payment_methods: { enabled: true, allow_redirects: 'never' } },
            once(key),
          );
          if (clientSecret === null) throw new Error('The setup has no secret.');
          return { id, clientSecret };
        }),
      list: (customer) =>
        read(async () => {
          const found: Stripe.PaymentMethod[] = [];
          for await (const one of stripe.paymentMethods.list({ customer, limit: 100 })) found.push(one);
          return found.map(methodOf);
        }),
      fetch: fetchMethod,
      async attach(id, customer, key) {
        const before = await fetchMethod(id);
        if (before?.customerId === customer) return before;
        return write(async () => methodOf(await stripe.paymentMethods.attach(id, { customer }, once(key))));
      },
      makeDefault: (id, customer, key) =>
        write(async () =>
          customerOf(
            await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } }, once(key)),
          ),
        ),
      async detach(id, key) {
        const isAway = async () => ((await fetchMethod(id))?.customerId ?? null) === null;
        if (await isAway()) return;
        try {
          await write(() => stripe.paymentMethods.detach(id, {}, once(key)));
        } catch (error) {
          // Another was faster.
          if (!(error instanceof PaymentRefused) || !(await isAway())) throw error;
        }
      },
    },

    catalog: {
      createProduct: ({ name, description, metadata }, key) =>
        write(async () =>
          productOf(
            await stripe.products.create(
              { name, ...(description === undefined ? {} : { description }), ...inForm(metadata) },
              once(key),
            ),
          ),
        ),
      updateProduct: (id, { name, description, isActive }, key) =>
        write(async () =>
          productOf(
            await stripe.products.update(
              id,
              {
                ...(name === undefined ? {} : { name }),
                ...(description === undefined ? {} : { description }),
                ...(isActive === undefined ? {} : { active: isActive }),
              },
              once(key),
            ),
          ),
        ),
      createPrice: ({ amount, currency, productId, recurring, metadata }, key) =>
        write(async () =>
          priceOf(
            await stripe.prices.create(
              {
                product: productId,
                unit_amount: amount,
                currency: currency.toLowerCase(),
                ...(recurring === null ?
                  {}
                : { recurring: { interval: recurring.interval, interval_count: recurring.every ?? 1 } }),
                ...inForm(metadata),
              },
              once(key),
            ),
          ),
        ),
      archivePrice: (id, key) =>
        write(async () => priceOf(await stripe.prices.update(id, { active: false }, once(key)))),
      reopenPrice: (id, key) => write(async () => priceOf(await stripe.prices.update(id, { active: true }, once(key)))),
      fetchPrice: (id) => find(async () => priceOf(await stripe.prices.retrieve(id))),
      async discount(code) {
        const { data } = await read(() =>
          stripe.promotionCodes.list({ code, active: true, limit: 1, expand: ['data.promotion.coupon'] }),
        );
        const [found] = data;
        const coupon = found?.promotion.coupon;
        if (found !== undefined && typeof coupon === 'object' && coupon !== null) return discountOf(coupon, found.id);
        const named = await find(() => stripe.coupons.retrieve(code));
        return named === null || !named.valid ? null : discountOf(named, null);
      },
    },

    subscriptions: {
      create: (wish, key) =>
        write(async () =>
          subscriptionOf(
            await stripe.subscriptions.create(
              {
                customer: wish.customerId,
                items: wish.prices.map(({ priceId, quantity = 1 }) => ({ price: priceId, quantity })),
                payment_behavior: 'allow_incomplete',
                ...(wish.trialDays === undefined || wish.trialDays === 0 ? {} : { trial_period_days: wish.trialDays }),
                ...(wish.discount === undefined ?
                  {}
                : {
                    discounts: [
                      'couponId' in wish.discount ?
                        { coupon: wish.discount.couponId }
                      : { promotion_code: wish.discount.promotionCodeId },
                    ],
                  }),
                ...(wish.defaultMethodId === undefined ? {} : { default_payment_method: wish.defaultMethodId }),
                metadata: { ...wish.metadata },
                expand: confirmable,
              },
              once(key),
            ),
          ),
        ),
      fetch: fetchSubscription,
      list: (customer) =>
        read(async () => {
          const found: Stripe.Subscription[] = [];
          for await (const one of stripe.subscriptions.list({ customer, status: 'all', limit: 100 })) found.push(one);
          return found.map(subscriptionOf);
        }),
      change: (id, change, key) =>
        write(async () =>
          subscriptionOf(
            await stripe.subscriptions.update(
              id,
              {
                items: itemsOf(change),
                ...prorationOf(change),
                payment_behavior: unpaidBehaviors[change.ifUnpaid ?? 'owe'],
                expand: confirmable,
              },
              once(key),
            ),
          ),
        ),
      preview: (id, change) =>
        read(async () =>
          invoiceOf(
            await stripe.invoices.createPreview({
              subscription: id,
              subscription_details: { items: itemsOf(change), ...prorationOf(change) },
            }),
          ),
        ),
      useCustomersDefault: (id, key) =>
        write(async () =>
          subscriptionOf(await stripe.subscriptions.update(id, { default_payment_method: '' }, once(key))),
        ),
      cancel: (id, when, key) =>
        write(async () =>
          subscriptionOf(
            when === 'now' ?
              await stripe.subscriptions.cancel(id, {}, once(key))
            : await stripe.subscriptions.update(id, { cancel_at_period_end: true }, once(key)),
          ),
        ),
      async resume(id, key) {
        const before = await fetchSubscription(id);
        if (before?.status === 'paused')
          return write(async () => subscriptionOf(await stripe.subscriptions.resume(id, {}, once(key))));
        return write(async () =>
          subscriptionOf(await stripe.subscriptions.update(id, { cancel_at_period_end: false }, once(key))),
        );
      },
      pause: (id, key) => write(async () => subscriptionOf(await stripe.subscriptions.pause(id, {}, once(key)))),
    },

    invoices: {
      fetch: (id) => find(async () => invoiceOf(await stripe.invoices.retrieve(id, { expand: ['payments'] }))),
      list: ({ customerId, limit = 20, after }) =>
        read(async () => {
          const { data, has_more: hasMore } = await stripe.invoices.list({
            customer: customerId,
            limit,
            ...(after === undefined ? {} : { starting_after: after }),
            expand: ['data.payments'],
          });
          return { data: data.map(invoiceOf), hasMore };
        }),
      lines: (id) =>
        find(async () => {
          const lines: ExplainedLine[] = [];
          for await (const one of stripe.invoices.listLineItems(id, { limit: 100 })) {
            lines.push(explainedLineOf(one));
            if (lines.length >= mostLines) break;
          }
          return lines;
        }),
      async next(subscription) {
        try {
          return await read(async () => invoiceOf(await stripe.invoices.createPreview({ subscription })));
        } catch (error) {
          if (error instanceof PaymentRefused && error.code === 'invoice_upcoming_none') return null;
          throw error;
        }
      },
      pay: (id, { methodId }, key) =>
        write(async () =>
          invoiceOf(
            await stripe.invoices.pay(
              id,
              { ...(methodId === undefined ? {} : { payment_method: methodId }), off_session: true },
              once(key),
            ),
          ),
        ),
    },

    checkout: {
      create: (wish, key) =>
        write(async () => {
          const metadata = { ...wish.metadata };
          return sessionOf(
            await stripe.checkout.sessions.create(
              {
                mode: wish.mode,
                line_items: wish.prices.map(({ priceId, quantity = 1 }) => ({ price: priceId, quantity })),
                success_url: wish.successUrl,
                cancel_url: wish.cancelUrl,
                metadata,
                ...(wish.customerId === undefined ? {} : { customer: wish.customerId }),
                ...(wish.customerEmail === undefined ? {} : { customer_email: wish.customerEmail }),
                ...(wish.allowPromotionCodes === undefined ? {} : { allow_promotion_codes: wish.allowPromotionCodes }),
                ...(wish.mode === 'payment' ?
                  { payment_intent_data: { metadata } }
                : {
                    subscription_data: {
                      metadata,
                      ...(wish.trialDays === undefined || wish.trialDays === 0 ?
                        {}
                      : { trial_period_days: wish.trialDays }),
                    },
                  }),
              },
              once(key),
            ),
          );
        }),
      fetch: (id) => find(async () => sessionOf(await stripe.checkout.sessions.retrieve(id))),
      expire: (id, key) => write(async () => sessionOf(await stripe.checkout.sessions.expire(id, {}, once(key)))),
      portal: (customer, returnUrl) =>
        read(async () => {
          const { url } = await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl });
          return { url };
        }),
    },

    charges: {
      async now({ amount, currency, customerId, methodId, description, metadata }, key) {
        const method = methodId ?? (await defaultMethodOf(customerId));
        return write(async () =>
          chargeOf(
            await stripe.paymentIntents.create(
              {
                amount,
                currency: currency.toLowerCase(),
                customer: customerId,
                payment_method: method,
                confirm: true,
                off_session: true,
                description,
                metadata: { ...metadata },
              },
              once(key),
            ),
          ),
        );
      },
      fetch: fetchCharge,
      list: ({ customerId, since }) =>
        read(async () => {
          const found: Stripe.PaymentIntent[] = [];
          for await (const one of stripe.paymentIntents.list({
            ...(customerId === undefined ? {} : { customer: customerId }),
            created: { gte: seconds(since) },
            limit: 100,
          }))
            found.push(one);
          return found.map(chargeOf);
        }),
      refund: (id, { amount, metadata }, key) =>
        write(async () =>
          refundOf(
            await stripe.refunds.create(
              { payment_intent: id, ...(amount === undefined ? {} : { amount }), ...inForm(metadata) },
              once(key),
            ),
          ),
        ),
      fetchRefund: (id) => find(async () => refundOf(await stripe.refunds.retrieve(id))),
      listRefunds: ({ since }) =>
        read(async () => {
          const found: Stripe.Refund[] = [];
          for await (const one of stripe.refunds.list({ created: { gte: seconds(since) }, limit: 100 }))
            found.push(one);
          return found.map(refundOf);
        }),
      fetchDispute: (id) => find(async () => disputeOf(await stripe.disputes.retrieve(id))),
      listDisputes: ({ since }) =>
        read(async () => {
          const found: Stripe.Dispute[] = [];
          for await (const one of stripe.disputes.list({ created: { gte: seconds(since) }, limit: 100 }))
            found.push(one);
          return found.map(disputeOf);
        }),
    },

    events: {
      async read(rawBody, signature, now) {
        const refuse = (why: WebhookRefusal) => ({ kind: 'refused', why }) as const;
        if (options.webhookSecret === null) return refuse('no-secret');
        if (signature === undefined) return refuse('bad-signature');
        const said = /(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1];
        if (said === undefined) return refuse('bad-signature');
        let event: Stripe.Event;
        try {
          // Tolerance 0 leaves the time to us: Stripe's own check lets a time that is yet to come pass.
          event = stripe.webhooks.constructEvent(Buffer.from(rawBody), signature, options.webhookSecret, 0);
        } catch (error) {
          return refuse(
            error instanceof Stripe.errors.StripeSignatureVerificationError ? 'bad-signature' : 'malformed',
          );
        }
        const ageMs = now.getTime() - Number(said) * 1000;
        if (ageMs > toleranceMs) return refuse('too-old');
        if (ageMs < -toleranceMs) return refuse('in-the-future');
        try {
          return { kind: 'event', event: eventOf(event) };
        } catch {
          return refuse('malformed');
        }
      },
      async *since(since) {
        // Newest first is all that Stripe offers: a page is small, and there are minutes between two looks.
        const found = await read(async () => {
          const all: Stripe.Event[] = [];
          for await (const one of stripe.events.list({ created: { gte: seconds(since) }, limit: 100 })) all.push(one);
          return all;
        });
        for (const one of found.reverse()) yield eventOf(one);
      },
    },
  };

  async function defaultMethodOf(customerId: string): Promise<string> {
    const customer = await read(() => stripe.customers.retrieve(customerId));
    const found = customer.deleted === true ? null : customer.invoice_settings.default_payment_method;
    if (found === null || found === undefined)
      throw new PaymentRefused('invalid', 'This customer has no default card.', { code: 'missing_default_method' });
    return typeof found === 'string' ? found : found.id;
  }
}
