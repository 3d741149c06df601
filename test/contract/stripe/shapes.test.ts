import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsOf, parametersOf } from './shapes.ts';
import { day, type StripeWorld, stripeWorld } from './world.ts';

let world: StripeWorld;
beforeAll(async () => {
  world = await stripeWorld();
});
afterAll(() => world.sandbox.close());

/** What the parameters of each call are declared as in the SDK; null: it takes none of its own. */
const declared: Readonly<Record<string, readonly [string, string] | null>> = {
  'POST /v1/customers': ['Customers', 'CustomerCreateParams'],
  'GET /v1/customers': ['Customers', 'CustomerListParams'],
  'GET /v1/customers/:id': null,
  'POST /v1/customers/:id': ['Customers', 'CustomerUpdateParams'],
  'DELETE /v1/customers/:id': null,
  'POST /v1/payment_methods': ['PaymentMethods', 'PaymentMethodCreateParams'],
  'GET /v1/payment_methods/:id': null,
  'GET /v1/payment_methods': ['PaymentMethods', 'PaymentMethodListParams'],
  'GET /v1/customers/:id/payment_methods': ['Customers', 'CustomerListPaymentMethodsParams'],
  'POST /v1/payment_methods/:id': ['PaymentMethods', 'PaymentMethodUpdateParams'],
  'POST /v1/payment_methods/:id/attach': ['PaymentMethods', 'PaymentMethodAttachParams'],
  'POST /v1/payment_methods/:id/detach': null,
  'POST /v1/setup_intents': ['SetupIntents', 'SetupIntentCreateParams'],
  'GET /v1/setup_intents/:id': ['SetupIntents', 'SetupIntentRetrieveParams'],
  'GET /v1/setup_intents': ['SetupIntents', 'SetupIntentListParams'],
  'POST /v1/setup_intents/:id/confirm': ['SetupIntents', 'SetupIntentConfirmParams'],
  'POST /v1/setup_intents/:id/cancel': null,
  'POST /v1/payment_intents': ['PaymentIntents', 'PaymentIntentCreateParams'],
  'GET /v1/payment_intents/:id': ['PaymentIntents', 'PaymentIntentRetrieveParams'],
  'GET /v1/payment_intents': ['PaymentIntents', 'PaymentIntentListParams'],
  'POST /v1/payment_intents/:id/confirm': ['PaymentIntents', 'PaymentIntentConfirmParams'],
  'POST /v1/payment_intents/:id/cancel': ['PaymentIntents', 'PaymentIntentCancelParams'],
  'GET /v1/charges/:id': null,
  'GET /v1/charges': ['Charges', 'ChargeListParams'],
  'POST /v1/refunds': ['Refunds', 'RefundCreateParams'],
  'GET /v1/refunds/:id': null,
  'GET /v1/refunds': ['Refunds', 'RefundListParams'],
  'GET /v1/disputes/:id': null,
  'GET /v1/disputes': ['Disputes', 'DisputeListParams'],
  'POST /v1/products': ['Products', 'ProductCreateParams'],
  'GET /v1/products/:id': null,
  'GET /v1/products': ['Products', 'ProductListParams'],
  'POST /v1/products/:id': ['Products', 'ProductUpdateParams'],
  'DELETE /v1/products/:id': null,
  'POST /v1/prices': ['Prices', 'PriceCreateParams'],
  'GET /v1/prices/:id': null,
  'GET /v1/prices': ['Prices', 'PriceListParams'],
  'POST /v1/prices/:id': ['Prices', 'PriceUpdateParams'],
  'POST /v1/coupons': ['Coupons', 'CouponCreateParams'],
  'GET /v1/coupons/:id': null,
  'GET /v1/coupons': ['Coupons', 'CouponListParams'],
  'DELETE /v1/coupons/:id': null,
  'POST /v1/promotion_codes': ['PromotionCodes', 'PromotionCodeCreateParams'],
  'GET /v1/promotion_codes/:id': null,
  'GET /v1/promotion_codes': ['PromotionCodes', 'PromotionCodeListParams'],
  'POST /v1/promotion_codes/:id': ['PromotionCodes', 'PromotionCodeUpdateParams'],
  'POST /v1/subscriptions': ['Subscriptions', 'SubscriptionCreateParams'],
  'GET /v1/subscriptions/:id': null,
  'GET /v1/subscriptions': ['Subscriptions', 'SubscriptionListParams'],
  'POST /v1/subscriptions/:id': ['Subscriptions', 'SubscriptionUpdateParams'],
  'DELETE /v1/subscriptions/:id': ['Subscriptions', 'SubscriptionCancelParams'],
  'POST /v1/subscriptions/:id/pause': ['Subscriptions', 'SubscriptionPauseParams'],
  'POST /v1/subscriptions/:id/resume': ['Subscriptions', 'SubscriptionResumeParams'],
  'GET /v1/subscription_items': ['SubscriptionItems', 'SubscriptionItemListParams'],
  'POST /v1/invoices/create_preview': ['Invoices', 'InvoiceCreatePreviewParams'],
  'GET /v1/invoices/:id': null,
  'GET /v1/invoices': ['Invoices', 'InvoiceListParams'],
  'GET /v1/invoices/:id/lines': ['Invoices', 'InvoiceListLineItemsParams'],
  'POST /v1/invoices': ['Invoices', 'InvoiceCreateParams'],
  'POST /v1/invoiceitems': ['InvoiceItems', 'InvoiceItemCreateParams'],
  'GET /v1/invoiceitems/:id': null,
  'POST /v1/invoices/:id/finalize': ['Invoices', 'InvoiceFinalizeInvoiceParams'],
  'POST /v1/invoices/:id/void': null,
  'POST /v1/invoices/:id/mark_uncollectible': null,
  'POST /v1/invoices/:id/pay': ['Invoices', 'InvoicePayParams'],
  'GET /v1/invoice_payments': ['InvoicePayments', 'InvoicePaymentListParams'],
  'GET /v1/invoice_payments/:id': null,
  'POST /v1/checkout/sessions': ['Checkout/Sessions', 'Checkout.SessionCreateParams'],
  'GET /v1/checkout/sessions/:id': null,
  'GET /v1/checkout/sessions': ['Checkout/Sessions', 'Checkout.SessionListParams'],
  'POST /v1/checkout/sessions/:id/expire': null,
  'POST /v1/billing_portal/sessions': ['BillingPortal/Sessions', 'BillingPortal.SessionCreateParams'],
  'GET /v1/events/:id': null,
  'GET /v1/events': ['Events', 'EventListParams'],
  'GET /v1/account': null,
};
/** What Stripe.js sends and the server's SDK has no name for. */
const fromBrowsers = /^(client_secret|card\[|payment_method_data\[card\])/;

describe('the stand-in for Stripe against the declarations of its SDK', () => {
  test('takes no parameter that the SDK does not know', () => {
    const calls = world.sandbox.stripe.calls();
    expect(calls.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(declared).sort());
    const invented = calls.flatMap(({ method, path, parameters }) => {
      const from = declared[`${method} ${path}`];
      const known = from === null || from === undefined ? new Set<string>() : parametersOf(...from);
      return parameters
        .filter((one) => !fromBrowsers.test(one) && !/^expand/.test(one) && !known.has(one))
        .map((one) => `${method} ${path}: ${one}`);
    });
    expect(invented).toEqual([]);
  });

  test('answers every call with what the SDK declares: no key is missing, none is invented', async () => {
    const { stripe, sandbox, answers } = world;
    const { customer, method } = await world.customer();
    await stripe.accounts.retrieveCurrent();
    await stripe.paymentMethods.retrieve(method);
    await stripe.paymentMethods.list({ customer });
    await stripe.customers.retrieve(customer, { expand: ['invoice_settings.default_payment_method'] });
    await stripe.setupIntents.create({ customer });
    const waiting = await world.entered('4000002500003155', customer);
    answers.push(waiting.body);
    answers.push(sandbox.stripe.authenticate(waiting.intent, 'succeed'));
    await world.entered('4000000000000002', customer);
    for await (const one of stripe.setupIntents.list({ customer })) answers.push(JSON.parse(JSON.stringify(one)));
    const price = await world.price();
    const dearer = await world.price(9_900);
    const coupon = await stripe.coupons.create({ percent_off: 25, duration: 'once' });
    const code = await stripe.promotionCodes.create({
      promotion: { type: 'coupon', coupon: coupon.id },
      code: 'SPRING',
    });
    await stripe.promotionCodes.list({ code: 'spring', expand: ['data.promotion.coupon'] });
    const made = await stripe.subscriptions.create({
      customer,
      items: [{ price: price.id, quantity: 2 }],
      discounts: [{ promotion_code: code.id }],
      expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments', 'discounts', 'default_payment_method'],
    });
    const item = made.items.data[0]!.id;
    sandbox.stripe.configure({ taxPercent: 8.25 });
    await stripe.invoices.createPreview({
      subscription: made.id,
      subscription_details: { items: [{ id: item, price: dearer.id }], proration_behavior: 'always_invoice' },
    });
    sandbox.stripe.advance(10 * day);
    await stripe.subscriptions.update(made.id, {
      items: [{ id: item, price: dearer.id }],
      proration_behavior: 'always_invoice',
    });
    await stripe.subscriptions.update(made.id, { items: [{ id: item, quantity: 3 }] });
    sandbox.stripe.advance(40 * day);
    await stripe.invoices.list({ customer, expand: ['data.payments'] });
    await stripe.invoicePayments.list({});
    await stripe.subscriptions.pause(made.id);
    await stripe.subscriptions.resume(made.id);
    await stripe.subscriptions.cancel(made.id);
    await stripe.subscriptions.list({ customer, status: 'all' });
    const trial = await stripe.subscriptions.create({ customer, items: [{ price: price.id }], trial_period_days: 14 });
    await stripe.subscriptions.retrieve(trial.id, { expand: ['pending_setup_intent', 'latest_invoice'] });
    const paid = await stripe.paymentIntents.create({
      amount: 2_000,
      currency: 'usd',
      customer,
      payment_method: method,
      confirm: true,
      off_session: true,
      expand: ['latest_charge'],
    });
    await stripe.refunds.create({ payment_intent: paid.id, amount: 500 });
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
    await stripe.paymentIntents
      .create({ amount: 2_000, currency: 'usd', customer, payment_method: bad.id, confirm: true, off_session: true })
      .catch(() => undefined);
    const doubtful = await stripe.paymentMethods.attach('pm_card_createDispute', { customer });
    await stripe.paymentIntents.create({
      amount: 900,
      currency: 'usd',
      customer,
      payment_method: doubtful.id,
      confirm: true,
      off_session: true,
    });
    await stripe.disputes.list();
    await stripe.paymentIntents.list({ customer });
    await stripe.charges.list({ customer });
    await stripe.invoiceItems.create({ customer, amount: 700, currency: 'usd', description: 'Overage' });
    const manual = await stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include' });
    await stripe.invoices.pay(manual.id);
    const once = await stripe.prices.create({ product: price.product as string, currency: 'usd', unit_amount: 1_500 });
    await stripe.checkout.sessions.create({
      mode: 'payment',
      line_items: [{ price: once.id, quantity: 1 }],
      success_url: 'https://app.example/thanks?session={CHECKOUT_SESSION_ID}',
    });
    await stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: price.id, quantity: 1 }],
      customer,
      success_url: 'https://app.example/thanks',
      subscription_data: { trial_period_days: 7 },
    });
    await stripe.billingPortal.sessions.create({ customer, return_url: 'https://app.example' });
    await stripe.customers.del((await stripe.customers.create({})).id);
    for await (const event of stripe.events.list({ limit: 100 })) void event;

    const faults = new Set(answers.flatMap((answer) => faultsOf(answer)));
    expect([...faults]).toEqual([]);
    const seen = new Set(JSON.stringify(answers).match(/"object":"[a-z._]+"/g));
    expect(seen.size).toBeGreaterThanOrEqual(20);
  });

  test('would see a key that is missing, one that is invented, and one of another type', async () => {
    const customer = JSON.parse(JSON.stringify(await world.stripe.customers.create({ name: 'Ada' }))) as Record<
      string,
      unknown
    >;
    delete customer['lastResponse'];
    expect(faultsOf(customer)).toEqual([]);
    const { invoice_settings: _settings, ...without } = customer;
    expect(faultsOf(without)).toEqual(['customer.invoice_settings is missing']);
    expect(faultsOf({ ...customer, current_period_end: 1 })).toEqual(['customer.current_period_end is not in the SDK']);
    expect(faultsOf({ ...customer, created: 'today' })).toEqual(['customer.created: "today" is no number']);
  });
});
