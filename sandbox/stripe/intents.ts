/* eslint-disable max-len -- Stripe's own words are one line */
import { type Asked, call, inRange, page, paging } from './call.ts';
import type { CardRefusal } from './cards.ts';
import { type Core, merged } from './core.ts';
import { invalid, StripeError } from './errors.ts';
import { attached, fateOf, methodData, methodFrom, methodOf, refused } from './methods.ts';
import { bool, int, list, metadata, obj, oneOf, range, required, str } from './params.ts';
import type { Charge, Dispute, PaymentIntent, PaymentMethod, Refund, SetupIntent } from './records.ts';

/** Where somebody who has to authenticate is sent to. */
export const authenticationPath = (intent: { readonly id: string; readonly client_secret: string }): string =>
  `/stripe/authenticate/${intent.id}?client_secret=${encodeURIComponent(intent.client_secret)}`;

const authenticationRequired: CardRefusal = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};
const setupFailed: CardRefusal = {
  code: 'setup_intent_authentication_failure',
  declineCode: null,
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};
const paymentFailed: CardRefusal = { ...setupFailed, code: 'payment_intent_authentication_failure' };

const errorIn = (refusal: CardRefusal, method: PaymentMethod, charge?: string) => ({
  ...(charge === undefined ? {} : { charge }),
  code: refusal.code,
  ...(refusal.declineCode === null ? {} : { decline_code: refusal.declineCode }),
  doc_url: `https://stripe.com/docs/error-codes/${refusal.code.replaceAll('_', '-')}`,
  message: refusal.message,
  payment_method: method,
  type: refusal.code.includes('authentication_failure') ? 'invalid_request_error' : 'card_error',
});

/** What the browser is to do: go to a page and come back, or what Stripe.js does by itself. */
const actionOf = (
  intent: { readonly id: string; readonly client_secret: string },
  returnUrl: string | undefined,
  base: string,
) => {
  const url = `${base}${authenticationPath(intent)}`;
  return returnUrl === undefined ?
      {
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url, source: `src_${intent.id}` },
      }
    : { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } };
};

export interface PaymentWish {
  readonly amount: number;
  readonly currency: string;
  readonly customer: string | null;
  readonly description?: string | null;
  readonly metadata?: Readonly<Record<string, string>> | null;
  readonly setup_future_usage?: string | null;
  readonly receipt_email?: string | null;
}

export interface Intents {
  make(wish: PaymentWish): PaymentIntent;
  /** Makes an intent for an invoice; it is paid by `attempt`. */
  forInvoice(wish: {
    readonly invoice: string;
    readonly amount: number;
    readonly currency: string;
    readonly customer: string;
    readonly description: string;
    readonly savesMethod: boolean;
  }): PaymentIntent;
  /** Tries to pay an intent with a card: it comes back succeeded, waiting for authentication, or failed. */
  attempt(intentId: string, method: PaymentMethod, isOffSession: boolean, returnUrl?: string): PaymentIntent;
  cancel(intentId: string): PaymentIntent;
  /** Somebody did, or failed to, authenticate a payment or a setup. */
  authenticate(intentId: string, outcome: 'succeed' | 'fail'): SetupIntent | PaymentIntent;
  setup(wish: {
    readonly customer: string | null;
    readonly usage?: string;
    readonly metadata?: Readonly<Record<string, string>> | null;
  }): SetupIntent;
  attemptSetup(intentId: string, method: PaymentMethod, returnUrl?: string): SetupIntent;
}

export function createIntents(core: Core, base: () => string): Intents {
  function setup(wish: Parameters<Intents['setup']>[0]): SetupIntent {
    const id = core.newId('seti');
    const intent: SetupIntent & Record<string, unknown> = {
      id,
      object: 'setup_intent',
      allowed_payment_method_types: null,
      application: null,
      automatic_payment_methods: { allow_redirects: 'always', enabled: true },
      cancellation_reason: null,
      client_secret: `${id}_secret_${core.letters(25)}`,
      created: core.now(),
      customer: wish.customer,
      customer_account: null,
      description: null,
      excluded_payment_method_types: null,
      flow_directions: null,
      last_setup_error: null,
      latest_attempt: null,
      livemode: false,
      mandate: null,
      metadata: merged({}, wish.metadata),
      next_action: null,
      on_behalf_of: null,
      payment_method: null,
      payment_method_configuration_details: null,
      payment_method_options: null,
      payment_method_types: ['card'],
      single_use_mandate: null,
      status: 'requires_payment_method',
      usage: wish.usage ?? 'off_session',
    };
    core.put('setup_intent', intent);
    core.tell('setup_intent.created', intent);
    return intent;
  }

  function finishSetup(intent: SetupIntent, method: PaymentMethod): SetupIntent {
    if (intent.customer !== null) attached(core, method, intent.customer);
    core.hide(method.id, { isAuthenticated: true });
    const after = core.put('setup_intent', {
      ...intent,
      status: 'succeeded',
      next_action: null,
      last_setup_error: null,
      payment_method: method.id,
    });
    core.tell('setup_intent.succeeded', after);
    return after;
  }

  function failSetup(intent: SetupIntent, method: PaymentMethod, refusal: CardRefusal): SetupIntent {
    const after = core.put('setup_intent', {
      ...intent,
      status: 'requires_payment_method',
      next_action: null,
      payment_method: null,
      last_setup_error: errorIn(refusal, method),
    });
    core.tell('setup_intent.setup_failed', after);
    return after;
  }

  function attemptSetup(intentId: string, method: PaymentMethod, returnUrl?: string): SetupIntent {
    const intent = core.get('setup_intent', intentId);
    const { refusal, savesAnyway, authentication } = fateOf(core, method.id);
    if (refusal !== null && savesAnyway !== true) return failSetup(intent, method, refusal);
    if (authentication === null) return finishSetup(intent, method);
    core.hide(intent.id, { whenAuthenticated: { method: method.id, isOffSession: false } });
    const after = core.put('setup_intent', {
      ...intent,
      status: 'requires_action',
      payment_method: method.id,
      last_setup_error: null,
      next_action: actionOf(intent, returnUrl, base()),
    });
    core.tell('setup_intent.requires_action', after);
    return after;
  }

  function makeIntent(wish: PaymentWish): PaymentIntent {
    const id = core.newId('pi');
    const intent: PaymentIntent & Record<string, unknown> = {
      id,
      object: 'payment_intent',
      allowed_payment_method_types: null,
      amount: wish.amount,
      amount_capturable: 0,
      amount_details: { tip: {} },
      amount_received: 0,
      application: null,
      application_fee_amount: null,
      automatic_payment_methods: { allow_redirects: 'always', enabled: true },
      canceled_at: null,
      cancellation_reason: null,
      capture_method: 'automatic_async',
      client_secret: `${id}_secret_${core.letters(25)}`,
      confirmation_method: 'automatic',
      created: core.now(),
      currency: wish.currency,
      customer: wish.customer,
      customer_account: null,
      description: wish.description ?? null,
      excluded_payment_method_types: null,
      last_payment_error: null,
      latest_charge: null,
      livemode: false,
      managed_payments: null,
      metadata: merged({}, wish.metadata),
      next_action: null,
      on_behalf_of: null,
      payment_method: null,
      payment_method_configuration_details: null,
      payment_method_options: null,
      payment_method_types: ['card'],
      payment_record: null,
      processing: null,
      receipt_email: wish.receipt_email ?? null,
      review: null,
      setup_future_usage: wish.setup_future_usage ?? null,
      shipping: null,
      source: null,
      statement_descriptor: null,
      statement_descriptor_suffix: null,
      status: 'requires_payment_method',
      transfer_group: null,
    };
    core.put('payment_intent', intent);
    core.tell('payment_intent.created', intent);
    return intent;
  }

  function charge(intent: PaymentIntent, method: PaymentMethod, refusal: CardRefusal | null): Charge {
    const isPaid = refusal === null;
    const made: Charge & Record<string, unknown> = {
      id: core.newId('ch'),
      object: 'charge',
      amount: intent.amount,
      amount_captured: isPaid ? intent.amount : 0,
      amount_refunded: 0,
      application: null,
      application_fee: null,
      application_fee_amount: null,
      balance_transaction: null,
      billing_details: method.billing_details,
      calculated_statement_descriptor: 'SANDBOX',
      captured: isPaid,
      created: core.now(),
      currency: intent.currency,
      customer: intent.customer,
      description: intent.description,
      disputed: false,
      failure_balance_transaction: null,
      failure_code: refusal?.code ?? null,
      failure_message: refusal?.message ?? null,
      fraud_details: {},
      livemode: false,
      metadata: intent.metadata,
      on_behalf_of: null,
      outcome: {
        advice_code: null,
        network_advice_code: null,
        network_decline_code: null,
        network_status: isPaid ? 'approved_by_network' : 'declined_by_network',
        reason: refusal?.declineCode ?? null,
        risk_level: 'normal',
        risk_score: 12,
        seller_message: isPaid ? 'Payment complete.' : 'The bank did not return any further details with this decline.',
        type: isPaid ? 'authorized' : 'issuer_declined',
      },
      paid: isPaid,
      payment_intent: intent.id,
      payment_method: method.id,
      payment_method_details: {
        card: {
          amount_authorized: isPaid ? intent.amount : null,
          authorization_code: isPaid ? '123456' : null,
          brand: method.card.brand,
          checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: null },
          country: method.card.country,
          electronic_commerce_indicator: null,
          exp_month: method.card.exp_month,
          exp_year: method.card.exp_year,
          fingerprint: method.card.fingerprint,
          funding: method.card.funding,
          installments: null,
          last4: method.card.last4,
          mandate: null,
          network: method.card.brand,
          network_transaction_id: null,
          regulated_status: 'unregulated',
          three_d_secure: null,
          transaction_link_id: null,
          wallet: null,
        },
        type: 'card',
      },
      receipt_email: null,
      receipt_number: null,
      receipt_url: isPaid ? `${base()}/stripe/receipts/${intent.id}` : null,
      refunded: false,
      review: null,
      shipping: null,
      source: null,
      source_transfer: null,
      statement_descriptor: null,
      statement_descriptor_suffix: null,
      status: isPaid ? 'succeeded' : 'failed',
      transfer_data: null,
      transfer_group: null,
    };
    core.put('charge', made);
    core.tell(isPaid ? 'charge.succeeded' : 'charge.failed', made);
    return made;
  }

  function settle(intent: PaymentIntent, method: PaymentMethod, refusal: CardRefusal | null): PaymentIntent {
    const made = charge(intent, method, refusal);
    if (refusal !== null) {
      const failed = core.put('payment_intent', {
        ...intent,
        status: 'requires_payment_method',
        latest_charge: made.id,
        payment_method: null,
        next_action: null,
        last_payment_error: errorIn(refusal, method, made.id),
      });
      core.tell('payment_intent.payment_failed', failed);
      for (const then of core.afterIntent) then(failed, 'failed');
      return core.get('payment_intent', failed.id);
    }
    if (intent.setup_future_usage !== null && intent.customer !== null) {
      attached(core, core.get('payment_method', method.id), intent.customer);
      core.hide(method.id, { isAuthenticated: true });
    }
    const paid = core.put('payment_intent', {
      ...intent,
      status: 'succeeded',
      amount_received: intent.amount,
      latest_charge: made.id,
      payment_method: method.id,
      next_action: null,
      last_payment_error: null,
    });
    core.tell('payment_intent.succeeded', paid);
    if (fateOf(core, method.id).isDisputed === true) dispute(core, made, paid);
    for (const then of core.afterIntent) then(paid, 'succeeded');
    return core.get('payment_intent', paid.id);
  }

  function attempt(intentId: string, method: PaymentMethod, isOffSession: boolean, returnUrl?: string): PaymentIntent {
    const intent = core.get('payment_intent', intentId);
    const { refusal, savesAnyway, authentication } = fateOf(core, method.id);
    const isSaved = core.hidden(method.id).isAuthenticated === true;
    const asks = authentication === 'always' || (authentication === 'unless-saved' && !isSaved);
    if (!asks || (refusal !== null && savesAnyway !== true)) return settle(intent, method, refusal);
    if (isOffSession) return settle(intent, method, authenticationRequired);
    core.hide(intent.id, { whenAuthenticated: { method: method.id, isOffSession } });
    const after = core.put('payment_intent', {
      ...intent,
      status: 'requires_action',
      payment_method: method.id,
      last_payment_error: null,
      next_action: actionOf(intent, returnUrl, base()),
    });
    core.tell('payment_intent.requires_action', after);
    return after;
  }

  return {
    forInvoice({ invoice, savesMethod, ...wish }) {
      const intent = makeIntent({ ...wish, setup_future_usage: savesMethod ? 'off_session' : null });
      core.hide(intent.id, { invoice });
      return intent;
    },
    attempt,
    cancel(intentId) {
      const before = core.get('payment_intent', intentId);
      if (before.status === 'succeeded' || before.status === 'canceled')
        throw new StripeError(
          400,
          `You cannot cancel this PaymentIntent because it has a status of ${before.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
          { code: 'payment_intent_unexpected_state', objects: { payment_intent: before } },
        );
      const after = core.put('payment_intent', {
        ...before,
        status: 'canceled',
        next_action: null,
        canceled_at: core.now(),
      } as PaymentIntent);
      core.tell('payment_intent.canceled', after);
      return after;
    },
    authenticate(intentId, outcome) {
      const waiting = core.hidden(intentId).whenAuthenticated;
      if (intentId.startsWith('seti_')) {
        const intent = core.get('setup_intent', intentId);
        if (intent.status !== 'requires_action' || waiting === undefined)
          throw invalid('This SetupIntent does not wait for authentication.');
        const method = core.get('payment_method', waiting.method);
        return outcome === 'succeed' ? finishSetup(intent, method) : failSetup(intent, method, setupFailed);
      }
      const intent = core.get('payment_intent', intentId);
      if (intent.status !== 'requires_action' || waiting === undefined)
        throw invalid('This PaymentIntent does not wait for authentication.');
      const method = core.get('payment_method', waiting.method);
      return settle(intent, method, outcome === 'succeed' ? fateOf(core, method.id).refusal : paymentFailed);
    },
    make: makeIntent,
    setup,
    attemptSetup,
  };
}

function dispute(core: Core, about: Charge, intent: PaymentIntent): Dispute {
  const nothing = Object.fromEntries(
    [
      'access_activity_log',
      'billing_address',
      'cancellation_policy',
      'cancellation_policy_disclosure',
      'cancellation_rebuttal',
      'customer_communication',
      'customer_email_address',
      'customer_name',
      'customer_purchase_ip',
      'customer_signature',
      'duplicate_charge_documentation',
      'duplicate_charge_explanation',
      'duplicate_charge_id',
      'product_description',
      'receipt',
      'refund_policy',
      'refund_policy_disclosure',
      'refund_refusal_explanation',
      'service_date',
      'service_documentation',
      'shipping_address',
      'shipping_carrier',
      'shipping_date',
      'shipping_documentation',
      'shipping_tracking_number',
      'uncategorized_file',
      'uncategorized_text',
    ].map((name) => [name, null]),
  );
  const made: Dispute & Record<string, unknown> = {
    id: core.newId('du'),
    object: 'dispute',
    amount: about.amount,
    balance_transactions: [],
    charge: about.id,
    created: core.now(),
    currency: about.currency,
    enhanced_eligibility_types: [],
    evidence: { ...nothing, enhanced_evidence: {} },
    evidence_details: {
      due_by: core.now() + 7 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: intent.id,
    reason: 'fraudulent',
    status: 'needs_response',
  };
  core.put('dispute', made);
  core.put('charge', { ...about, disputed: true });
  core.tell('charge.dispute.created', made);
  return made;
}

/** Ends a dispute, as the bank does. */
export function closeDispute(core: Core, id: string, status: 'won' | 'lost'): Dispute {
  const before = core.get('dispute', id);
  const after = core.put('dispute', { ...before, status });
  core.tell('charge.dispute.closed', after, before);
  return after;
}

const secretOf = (
  intent: { readonly client_secret: string },
  given: string | undefined,
  { isBrowser }: Asked,
): void => {
  if (!isBrowser || given === intent.client_secret) return;
  throw new StripeError(
    400,
    given === undefined ?
      'Missing required param: client_secret.'
    : 'The client_secret provided does not match any associated intent on this account.',
    { param: 'client_secret', code: given === undefined ? 'parameter_missing' : 'payment_intent_invalid_parameter' },
  );
};

const limits = (amount: number, currency: string): void => {
  const least = { usd: 50, cad: 50, eur: 50, gbp: 30, jpy: 50 }[currency] ?? 50;
  if (amount < least)
    throw invalid(
      `Amount must be at least ${currency === 'usd' ? '$0.50 usd' : `${least} ${currency}`}`,
      'amount',
      'amount_too_small',
    );
  if (amount > 99_999_999) throw invalid('Amount must be no more than 999,999.99', 'amount', 'amount_too_large');
};

export const currency = () => {
  const field = str(3);
  return {
    read(value: Parameters<typeof field.read>[0], at: string): string {
      const said = field.read(value, at).toLowerCase();
      if (!/^[a-z]{3}$/.test(said))
        throw invalid(
          `Invalid currency: ${said}. Stripe currently supports these currencies: usd, cad, eur, gbp, jpy, …`,
          at,
        );
      return said;
    },
  };
};

const automatic = obj({ enabled: required(bool()), allow_redirects: oneOf('always', 'never') });

export function intentCalls(intents: Intents) {
  /** The card that an intent is confirmed with. */
  const chosen = (
    core: Core,
    params: { readonly payment_method?: string; readonly payment_method_data?: unknown },
    before: string | null,
    { isBrowser }: Asked,
  ): PaymentMethod => {
    if (params.payment_method_data !== undefined)
      return methodFrom(core, params.payment_method_data as Parameters<typeof methodFrom>[1], isBrowser);
    const id = params.payment_method ?? before;
    if (id === null)
      throw invalid(
        'You cannot confirm this intent because it is missing a payment method. Provide a payment method and try again.',
        undefined,
        'intent_invalid_state',
      );
    return methodOf(core, id);
  };
  const thrownFor = (intent: PaymentIntent): PaymentIntent => {
    const error = intent.last_payment_error as { code?: string; decline_code?: string; message?: string } | null;
    if (intent.status !== 'requires_payment_method' || error === null) return intent;
    throw refused(
      { code: error.code ?? '', declineCode: error.decline_code ?? null, message: error.message ?? '' },
      { payment_intent: intent },
    );
  };
  const confirm = (
    core: Core,
    intent: PaymentIntent,
    params: {
      readonly payment_method?: string;
      readonly payment_method_data?: unknown;
      readonly off_session?: boolean;
      readonly return_url?: string;
      readonly error_on_requires_action?: boolean;
    },
    asked: Asked,
  ): PaymentIntent => {
    if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status))
      throw new StripeError(
        400,
        intent.status === 'succeeded' ?
          'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
        : `This PaymentIntent's status is ${intent.status}: it can't be confirmed.`,
        { code: 'payment_intent_unexpected_state', objects: { payment_intent: intent } },
      );
    const method = chosen(core, params, intent.payment_method, asked);
    if (method.customer !== null && method.customer !== intent.customer)
      throw invalid(
        `The provided PaymentMethod cannot be attached. To reuse a PaymentMethod, you must attach it to a Customer first.`,
        'payment_method',
        'payment_method_unexpected_state',
      );
    return thrownFor(
      intents.attempt(
        intent.id,
        method,
        params.off_session === true || params.error_on_requires_action === true,
        params.return_url,
      ),
    );
  };
  const confirmFields = {
    payment_method: str(),
    payment_method_data: methodData,
    return_url: str(),
    client_secret: str(),
    off_session: bool(),
    error_on_requires_action: bool(),
  };

  return [
    call(
      'POST',
      '/v1/setup_intents',
      {
        customer: str(),
        usage: oneOf('off_session', 'on_session'),
        metadata: metadata(),
        description: str(),
        automatic_payment_methods: automatic,
        allowed_payment_method_types: list(oneOf('card', 'link')),
        payment_method: str(),
        confirm: bool(),
        return_url: str(),
      },
      (core, _id, { customer, usage, metadata: wanted, payment_method: method, confirm: at, return_url: url }) => {
        if (customer !== undefined) core.get('customer', customer, 'customer');
        const made = intents.setup({
          customer: customer ?? null,
          ...(usage === undefined ? {} : { usage }),
          metadata: wanted ?? null,
        });
        if (method === undefined) return made;
        if (at !== true)
          return core.put('setup_intent', {
            ...made,
            payment_method: methodOf(core, method).id,
            status: 'requires_confirmation',
          });
        return setupEnd(intents.attemptSetup(made.id, methodOf(core, method), url));
      },
    ),
    call(
      'GET',
      '/v1/setup_intents/:id',
      { client_secret: str() },
      (core, id, { client_secret: secret }, asked) => {
        const intent = core.get('setup_intent', id);
        secretOf(intent, secret, asked);
        return intent;
      },
      { isForBrowsers: true },
    ),
    call('GET', '/v1/setup_intents', { ...paging, customer: str() }, (core, _id, query) =>
      page(
        core,
        'setup_intent',
        '/v1/setup_intents',
        query,
        (one) => query.customer === undefined || one.customer === query.customer,
      ),
    ),
    call(
      'POST',
      '/v1/setup_intents/:id/confirm',
      { payment_method: str(), payment_method_data: methodData, return_url: str(), client_secret: str() },
      (core, id, params, asked) => {
        const intent = core.get('setup_intent', id);
        secretOf(intent, params.client_secret, asked);
        if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status))
          throw new StripeError(
            400,
            `You cannot confirm this SetupIntent because it has already ${intent.status === 'canceled' ? 'been canceled' : 'succeeded'}.`,
            { code: 'setup_intent_unexpected_state', objects: { setup_intent: intent } },
          );
        return setupEnd(
          intents.attemptSetup(id, chosen(core, params, intent.payment_method, asked), params.return_url),
        );
      },
      { isForBrowsers: true },
    ),
    call('POST', '/v1/setup_intents/:id/cancel', {}, (core, id) => {
      const before = core.get('setup_intent', id);
      if (before.status === 'succeeded' || before.status === 'canceled')
        throw new StripeError(400, `You cannot cancel this SetupIntent because it has a status of ${before.status}.`, {
          code: 'setup_intent_unexpected_state',
          objects: { setup_intent: before },
        });
      const after = core.put('setup_intent', { ...before, status: 'canceled', next_action: null });
      core.tell('setup_intent.canceled', after);
      return after;
    }),
    call(
      'POST',
      '/v1/payment_intents',
      {
        amount: required(int()),
        currency: required(currency()),
        customer: str(),
        payment_method: str(),
        payment_method_data: methodData,
        confirm: bool(),
        off_session: bool(),
        error_on_requires_action: bool(),
        description: str(1_000),
        metadata: metadata(),
        receipt_email: str(),
        return_url: str(),
        setup_future_usage: oneOf('off_session', 'on_session'),
        automatic_payment_methods: automatic,
        allowed_payment_method_types: list(oneOf('card', 'link')),
        capture_method: oneOf('automatic', 'automatic_async'),
      },
      (core, _id, params, asked) => {
        limits(params.amount, params.currency);
        if (params.customer !== undefined) core.get('customer', params.customer, 'customer');
        if (params.off_session !== undefined && params.confirm !== true)
          throw invalid('off_session can only be set when confirm is true.', 'off_session');
        const given = params.payment_method === undefined ? null : methodOf(core, params.payment_method);
        if (given !== null && given.customer !== null && given.customer !== (params.customer ?? null))
          throw invalid(
            `The payment method supplied (${given.id}) belongs to a Customer. Please include the Customer in the \`customer\` parameter on the PaymentIntent.`,
            'payment_method',
          );
        const made = intents.make({
          amount: params.amount,
          currency: params.currency,
          customer: params.customer ?? null,
          description: params.description ?? null,
          metadata: params.metadata ?? null,
          setup_future_usage: params.setup_future_usage ?? null,
          receipt_email: params.receipt_email ?? null,
        });
        const intent =
          given === null ? made : (
            core.put('payment_intent', { ...made, payment_method: given.id, status: 'requires_confirmation' })
          );
        const { payment_method: _method, ...rest } = params;
        return params.confirm === true ? confirm(core, intent, rest, asked) : intent;
      },
    ),
    call(
      'GET',
      '/v1/payment_intents/:id',
      { client_secret: str() },
      (core, id, { client_secret: secret }, asked) => {
        const intent = core.get('payment_intent', id);
        secretOf(intent, secret, asked);
        return intent;
      },
      { isForBrowsers: true },
    ),
    call('GET', '/v1/payment_intents', { ...paging, customer: str(), created: range() }, (core, _id, query) =>
      page(
        core,
        'payment_intent',
        '/v1/payment_intents',
        query,
        (one) =>
          (query.customer === undefined || one.customer === query.customer) && inRange(one.created, query.created),
      ),
    ),
    call(
      'POST',
      '/v1/payment_intents/:id/confirm',
      confirmFields,
      (core, id, params, asked) => {
        const intent = core.get('payment_intent', id);
        secretOf(intent, params.client_secret, asked);
        return confirm(core, intent, params, asked);
      },
      { isForBrowsers: true },
    ),
    call(
      'POST',
      '/v1/payment_intents/:id/cancel',
      { cancellation_reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer', 'abandoned') },
      (_core, id) => intents.cancel(id),
    ),
    call('GET', '/v1/charges/:id', {}, (core, id) => core.get('charge', id)),
    call(
      'GET',
      '/v1/charges',
      { ...paging, customer: str(), payment_intent: str(), created: range() },
      (core, _id, query) =>
        page(
          core,
          'charge',
          '/v1/charges',
          query,
          (one) =>
            (query.customer === undefined || one.customer === query.customer) &&
            (query.payment_intent === undefined || one.payment_intent === query.payment_intent) &&
            inRange(one.created, query.created),
        ),
    ),
    call(
      'POST',
      '/v1/refunds',
      {
        charge: str(),
        payment_intent: str(),
        amount: int(1),
        metadata: metadata(),
        reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
      },
      (core, _id, { charge: chargeId, payment_intent: intentId, amount, metadata: wanted, reason }) => {
        if ((chargeId === undefined) === (intentId === undefined))
          throw invalid('One of the following params should be provided for this request: payment_intent or charge.');
        const id = chargeId ?? core.get('payment_intent', intentId!, 'payment_intent').latest_charge;
        const before = id === null ? null : core.get('charge', id, 'charge');
        if (before === null || !before.paid)
          throw invalid(`This PaymentIntent (${intentId ?? ''}) does not have a successful charge to refund.`);
        if (before.disputed)
          throw invalid(
            `Charge ${before.id} has been charged back; cannot issue a refund.`,
            undefined,
            'charge_disputed',
          );
        const left = before.amount - before.amount_refunded;
        if (left === 0)
          throw invalid(`Charge ${before.id} has already been refunded.`, undefined, 'charge_already_refunded');
        if ((amount ?? left) > left)
          throw invalid(
            `Refund amount (${money(amount!)}) is greater than unrefunded amount on charge (${money(left)})`,
            'amount',
          );
        const refund: Refund & Record<string, unknown> = {
          id: core.newId('re'),
          object: 'refund',
          amount: amount ?? left,
          balance_transaction: null,
          charge: before.id,
          created: core.now(),
          currency: before.currency,
          customer: before.customer,
          customer_account: null,
          destination_details: { card: { type: 'refund' }, type: 'card' },
          metadata: merged({}, wanted),
          payment_intent: before.payment_intent,
          payment_method: before.payment_method,
          reason: reason ?? null,
          receipt_number: null,
          source_transfer_reversal: null,
          status: 'succeeded',
          transfer_reversal: null,
        };
        core.put('refund', refund);
        const after = core.put('charge', {
          ...before,
          amount_refunded: before.amount_refunded + refund.amount,
          refunded: before.amount_refunded + refund.amount === before.amount,
        });
        core.tell('charge.refunded', after, before);
        core.tell('refund.created', refund);
        return refund;
      },
    ),
    call('GET', '/v1/refunds/:id', {}, (core, id) => core.get('refund', id)),
    call(
      'GET',
      '/v1/refunds',
      { ...paging, charge: str(), payment_intent: str(), created: range() },
      (core, _id, query) =>
        page(
          core,
          'refund',
          '/v1/refunds',
          query,
          (one) =>
            (query.charge === undefined || one.charge === query.charge) &&
            (query.payment_intent === undefined || one.payment_intent === query.payment_intent) &&
            inRange(one.created, query.created),
        ),
    ),
    call('GET', '/v1/disputes/:id', {}, (core, id) => core.get('dispute', id)),
    call(
      'GET',
      '/v1/disputes',
      { ...paging, charge: str(), payment_intent: str(), created: range() },
      (core, _id, query) =>
        page(
          core,
          'dispute',
          '/v1/disputes',
          query,
          (one) =>
            (query.charge === undefined || one.charge === query.charge) &&
            (query.payment_intent === undefined || one.payment_intent === query.payment_intent) &&
            inRange(one.created, query.created),
        ),
    ),
  ];
}

const money = (amount: number) => `$${(amount / 100).toFixed(2)}`;

/** A setup that failed is an error to the one who confirmed it. */
function setupEnd(intent: SetupIntent): SetupIntent {
  const error = intent.last_setup_error as { code?: string; decline_code?: string; message?: string } | null;
  if (intent.status !== 'requires_payment_method' || error === null) return intent;
  throw refused(
    { code: error.code ?? '', declineCode: error.decline_code ?? null, message: error.message ?? '' },
    { setup_intent: intent },
  );
}
