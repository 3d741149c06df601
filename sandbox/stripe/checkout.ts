import { call, page, paging } from './call.ts';
import { type Core, merged } from './core.ts';
import { invalid, notHere, StripeError } from './errors.ts';
import type { Intents } from './intents.ts';
import { bool, instant, int, list, metadata, obj, oneOf, required, str } from './params.ts';
import type { CheckoutSession, PaymentMethod } from './records.ts';
import type { Subscriptions } from './subscriptions.ts';

const address = (text: string, param: string): string => {
  const url = URL.parse(text.replaceAll('{CHECKOUT_SESSION_ID}', 'id'));
  if (url === null || !/^https?:$/.test(url.protocol)) throw invalid('Not a valid URL', param, 'url_invalid');
  return text;
};

/** Checkout and portal sessions. What is bought on a hosted page is carried out by `complete`. */
export function createCheckout(core: Core, intents: Intents, subscriptions: Subscriptions, base: () => string) {
  const purchase = (session: CheckoutSession) => core.hidden(session.id).purchase!;

  function expire(session: CheckoutSession): CheckoutSession {
    const after = core.put('checkout.session', { ...session, status: 'expired', url: null });
    core.tell('checkout.session.expired', after);
    return after;
  }

  /**
   * What a buyer does on the hosted page: the card pays at once, or waits for authentication. Throws a card's refusal;
   * the session stays open then.
   */
  function complete(
    sessionId: string,
    buyer: { readonly email: string; readonly name: string; readonly method: PaymentMethod },
  ): { readonly session: CheckoutSession; readonly authenticate: string | null } {
    const session = core.get('checkout.session', sessionId);
    if (session.status !== 'open') throw invalid('This Checkout Session is no longer active.');
    const customer =
      session.customer !== null ?
        core.get('customer', session.customer)
      : makeCustomer(buyer.email, buyer.name, session);
    const { items, trialDays, metadata: about } = purchase(session);
    if (session.mode === 'subscription') {
      const held = core.put('payment_method', { ...buyer.method, customer: customer.id });
      core.tell('payment_method.attached', held);
      const made = subscriptions.create({
        customer,
        items,
        trialEnd: trialDays === null ? null : core.now() + trialDays * 86_400,
        discounts: [],
        defaultMethod: held.id,
        behavior: 'allow_incomplete',
        metadata: about,
        savesMethod: true,
        missingMethod: 'create_invoice',
        cancelAtPeriodEnd: false,
        isOffSession: false,
      });
      const invoice = core.get('invoice', made.latest_invoice!);
      const payment = core.all('invoice_payment').findLast((one) => one.invoice === invoice.id);
      if (made.status === 'incomplete') {
        const intent = core.get('payment_intent', payment!.payment.payment_intent);
        if (intent.status !== 'requires_action') {
          const error = intent.last_payment_error as { code: string; message: string };
          throw new StripeError(402, error.message, { type: 'card_error', code: error.code });
        }
        core.put('checkout.session', { ...session, customer: customer.id, subscription: made.id, invoice: invoice.id });
        return { session: core.get('checkout.session', sessionId), authenticate: intent.id };
      }
      return {
        session: done(session, { customer: customer.id, subscription: made.id, invoice: invoice.id }),
        authenticate: null,
      };
    }
    const intent = intents.make({
      amount: session.amount_total ?? 0,
      currency: session.currency ?? 'usd',
      customer: customer.id,
      metadata: about,
    });
    const after = intents.attempt(intent.id, buyer.method, false);
    if (after.status === 'requires_action') {
      core.put('checkout.session', { ...session, customer: customer.id, payment_intent: intent.id });
      return { session: core.get('checkout.session', sessionId), authenticate: intent.id };
    }
    const error = after.last_payment_error as { code: string; message: string } | null;
    if (after.status !== 'succeeded')
      throw new StripeError(402, error?.message ?? 'Your card was declined.', {
        type: 'card_error',
        code: error?.code ?? 'card_declined',
      });
    return { session: done(session, { customer: customer.id, payment_intent: intent.id }), authenticate: null };
  }

  function done(session: CheckoutSession, change: Partial<CheckoutSession>): CheckoutSession {
    const after = core.put('checkout.session', {
      ...session,
      ...change,
      status: 'complete',
      payment_status: session.amount_total === 0 ? 'no_payment_required' : 'paid',
      url: null,
    });
    core.tell('checkout.session.completed', after);
    return after;
  }

  core.afterIntent.push((intent, outcome) => {
    if (outcome !== 'succeeded') return;
    for (const session of core.all('checkout.session')) {
      if (session.status !== 'open') continue;
      const invoice = core.hidden(intent.id).invoice;
      if (session.payment_intent === intent.id || (invoice !== undefined && session.invoice === invoice))
        done(session, {});
    }
  });

  function makeCustomer(email: string, name: string, session: CheckoutSession) {
    const customer = {
      id: core.newId('cus'),
      object: 'customer',
      address: null,
      balance: 0,
      created: core.now(),
      currency: null,
      default_source: null,
      delinquent: false,
      description: null,
      discount: null,
      email,
      invoice_prefix: core.letters(8).toUpperCase(),
      invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
      livemode: false,
      metadata: session.mode === 'subscription' ? session.metadata : {},
      name,
      next_invoice_sequence: 1,
      phone: null,
      preferred_locales: [],
      shipping: null,
      tax_exempt: 'none',
      test_clock: null,
    };
    core.put('customer', customer);
    core.tell('customer.created', customer);
    return customer;
  }

  const calls = [
    call(
      'POST',
      '/v1/checkout/sessions',
      {
        mode: required(oneOf('payment', 'subscription', 'setup')),
        line_items: list(obj({ price: required(str()), quantity: int(1) })),
        customer: str(),
        customer_email: str(800),
        success_url: str(),
        cancel_url: str(),
        client_reference_id: str(200),
        allow_promotion_codes: bool(),
        expires_at: instant(),
        metadata: metadata(),
        subscription_data: obj({ trial_period_days: int(1), metadata: metadata() }),
        payment_intent_data: obj({ metadata: metadata(), description: str() }),
        ui_mode: oneOf('hosted_page', 'embedded_page', 'elements', 'form'),
        locale: str(),
      },
      (_core, _id, params) => {
        if (params.mode === 'setup') throw notHere('Checkout in setup mode', 'mode');
        if ((params.ui_mode ?? 'hosted_page') !== 'hosted_page') throw notHere(`ui_mode ${params.ui_mode}`, 'ui_mode');
        if (params.success_url === undefined)
          throw invalid('Missing required param: success_url.', 'success_url', 'parameter_missing');
        if (params.customer !== undefined && params.customer_email !== undefined)
          throw invalid('You may only specify one of these parameters: customer, customer_email.', 'customer');
        if (params.line_items === undefined || params.line_items.length === 0)
          throw invalid('Missing required param: line_items.', 'line_items', 'parameter_missing');
        if (params.customer !== undefined) core.get('customer', params.customer, 'customer');
        const prices = params.line_items.map((item, index) =>
          core.get('price', item.price, `line_items[${index}][price]`),
        );
        if (params.mode === 'subscription' && prices.every((price) => price.recurring === null))
          throw invalid(
            'You must provide at least one recurring price in `subscription` mode when using prices.',
            'mode',
          );
        if (prices.some((price) => (params.mode === 'payment') === (price.recurring !== null)))
          throw params.mode === 'payment' ?
              invalid(
                'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
                'mode',
              )
            : notHere('one-time prices in a subscription', 'line_items');
        const expires = params.expires_at ?? core.now() + 86_400;
        if (expires < core.now() + 1_800 || expires > core.now() + 86_400)
          throw invalid(
            'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
            'expires_at',
          );
        const quantities = params.line_items.map((item) => item.quantity ?? 1);
        const trial = params.subscription_data?.trial_period_days ?? null;
        const total =
          trial !== null ? 0 : prices.reduce((sum, price, index) => sum + price.unit_amount * quantities[index]!, 0);
        const id = core.newId('cs_test');
        const session: CheckoutSession & Record<string, unknown> = {
          id,
          object: 'checkout.session',
          adaptive_pricing: null,
          after_expiration: null,
          allow_promotion_codes: params.allow_promotion_codes ?? null,
          allowed_payment_method_types: null,
          amount_subtotal: total,
          amount_total: total,
          automatic_tax: { enabled: false, liability: null, provider: null, status: null },
          billing_address_collection: null,
          cancel_url: params.cancel_url === undefined ? null : address(params.cancel_url, 'cancel_url'),
          client_reference_id: params.client_reference_id ?? null,
          client_secret: null,
          collected_information: null,
          consent: null,
          consent_collection: null,
          created: core.now(),
          currency: prices[0]!.currency,
          currency_conversion: null,
          custom_fields: [],
          custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
          customer: params.customer ?? null,
          customer_account: null,
          customer_creation: params.mode === 'payment' && params.customer === undefined ? 'if_required' : null,
          customer_details: null,
          customer_email: params.customer_email ?? null,
          discounts: [],
          expires_at: expires,
          integration_identifier: null,
          invoice: null,
          invoice_creation: null,
          livemode: false,
          locale: params.locale ?? null,
          managed_payments: null,
          metadata: merged({}, params.metadata),
          mode: params.mode,
          origin_context: null,
          payment_intent: null,
          payment_link: null,
          payment_method_collection: params.mode === 'subscription' ? 'always' : null,
          payment_method_configuration_details: null,
          payment_method_options: {},
          payment_method_types: ['card'],
          payment_status: 'unpaid',
          permissions: null,
          phone_number_collection: { enabled: false },
          recovered_from: null,
          saved_payment_method_options: null,
          setup_intent: null,
          shipping_address_collection: null,
          shipping_cost: null,
          shipping_options: [],
          status: 'open',
          submit_type: null,
          subscription: null,
          success_url: address(params.success_url, 'success_url'),
          total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
          ui_mode: 'hosted_page',
          url: `${base()}/stripe/checkout/${id}`,
          wallet_options: null,
        };
        core.put('checkout.session', session);
        core.hide(id, {
          purchase: {
            items: params.line_items.map((item, index) => ({ price: item.price, quantity: quantities[index]! })),
            trialDays: trial,
            metadata: merged(
              {},
              (params.mode === 'subscription' ? params.subscription_data : params.payment_intent_data)?.metadata,
            ),
          },
        });
        return session;
      },
    ),
    call('GET', '/v1/checkout/sessions/:id', {}, (_core, id) => core.get('checkout.session', id)),
    call(
      'GET',
      '/v1/checkout/sessions',
      {
        ...paging,
        customer: str(),
        payment_intent: str(),
        subscription: str(),
        status: oneOf('complete', 'expired', 'open'),
      },
      (_core, _id, query) =>
        page(
          core,
          'checkout.session',
          '/v1/checkout/sessions',
          query,
          (one) =>
            (query.customer === undefined || one.customer === query.customer) &&
            (query.payment_intent === undefined || one.payment_intent === query.payment_intent) &&
            (query.subscription === undefined || one.subscription === query.subscription) &&
            (query.status === undefined || one.status === query.status),
        ),
    ),
    call('POST', '/v1/checkout/sessions/:id/expire', {}, (_core, id) => {
      const session = core.get('checkout.session', id);
      if (session.status !== 'open')
        throw invalid(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
        );
      return expire(session);
    }),
    call(
      'POST',
      '/v1/billing_portal/sessions',
      { customer: required(str()), return_url: str(), locale: str() },
      (_core, _id, params) => {
        core.get('customer', params.customer, 'customer');
        const id = core.newId('bps');
        return {
          id,
          object: 'billing_portal.session',
          configuration: 'bpc_sandbox',
          created: core.now(),
          customer: params.customer,
          customer_account: null,
          flow: null,
          livemode: false,
          locale: params.locale ?? null,
          on_behalf_of: null,
          return_url: params.return_url === undefined ? null : address(params.return_url, 'return_url'),
          url: `${base()}/stripe/portal/${params.customer}?return_url=${encodeURIComponent(params.return_url ?? '')}`,
        };
      },
    ),
  ];

  return {
    calls,
    complete,
    due(now: number): void {
      for (const session of core.all('checkout.session'))
        if (session.status === 'open' && session.expires_at <= now) expire(session);
    },
    nextDue: (): number | null =>
      core
        .all('checkout.session')
        .filter((one) => one.status === 'open')
        .reduce<number | null>((least, one) => Math.min(least ?? Infinity, one.expires_at), null),
  };
}
