import { createHash } from 'node:crypto';
import { call, page, paging } from './call.ts';
import { cardByToken, type CardFate, cardOf, passesLuhn } from './cards.ts';
import { type Core, merged } from './core.ts';
import { invalid, StripeError } from './errors.ts';
import { emptyable, int, metadata, obj, oneOf, type Read, required, str } from './params.ts';
import type { PaymentMethod } from './records.ts';

const cardFields = { number: required(str(30)), exp_month: required(int()), exp_year: required(int()), cvc: str(4) };
const billingFields = {
  email: str(),
  name: str(),
  phone: str(),
  address: obj({ city: str(), country: str(), line1: str(), line2: str(), postal_code: str(), state: str() }),
};
export const methodData = obj({
  type: required(oneOf('card')),
  card: obj(cardFields),
  billing_details: obj(billingFields),
});
type MethodData = Read<NonNullable<typeof methodData.fields>> & {
  readonly card?: {
    readonly number: string;
    readonly exp_month: number;
    readonly exp_year: number;
    readonly cvc?: string;
  };
  readonly billing_details?: { readonly name?: string; readonly email?: string };
};

const cardError = (code: string, message: string, param: string, declineCode?: string) =>
  new StripeError(402, message, {
    type: 'card_error',
    code,
    param,
    ...(declineCode === undefined ? {} : { declineCode }),
  });

/** The card of a number as a browser sent it; refused as Stripe refuses it. */
function enteredCard(core: Core, card: NonNullable<MethodData['card']>): CardFate {
  const number = card.number.replace(/[\s-]/g, '');
  if (!/^\d+$/.test(number) || !passesLuhn(number))
    throw cardError('incorrect_number', 'Your card number is incorrect.', 'number');
  if (card.exp_month < 1 || card.exp_month > 12)
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  const today = new Date(core.now() * 1000);
  const year = card.exp_year < 100 ? 2000 + card.exp_year : card.exp_year;
  const months = (year - today.getUTCFullYear()) * 12 + card.exp_month - 1 - today.getUTCMonth();
  if (months < 0 || year > today.getUTCFullYear() + 50)
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  if (card.cvc !== undefined && !/^\d{3,4}$/.test(card.cvc))
    throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  const fate = cardOf(number);
  if (fate === null)
    throw cardError(
      'card_declined',
      'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
      'number',
      'live_mode_test_card',
    );
  return fate;
}

export function makeMethod(
  core: Core,
  fate: CardFate,
  about: {
    readonly expMonth: number;
    readonly expYear: number;
    readonly name?: string | null;
    readonly email?: string | null;
  },
): PaymentMethod {
  const method: PaymentMethod & Record<string, unknown> = {
    id: core.newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
      email: about.email ?? null,
      name: about.name ?? null,
      phone: null,
      tax_id: null,
    } as PaymentMethod['billing_details'],
    card: {
      brand: fate.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'unchecked' },
      country: 'US',
      display_brand: fate.brand === 'amex' ? 'american_express' : fate.brand,
      exp_month: about.expMonth,
      exp_year: about.expYear < 100 ? 2000 + about.expYear : about.expYear,
      fingerprint: createHash('sha256').update(`fingerprint ${fate.number}`).digest('base64url').slice(0, 16),
      funding: fate.funding,
      generated_from: null,
      last4: fate.number.slice(-4),
      networks: { available: [fate.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    } as PaymentMethod['card'],
    created: core.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
  core.put('payment_method', method);
  core.hide(method.id, { card: fate.token });
  return method;
}

/** The payment method of an id, or a new one of a ready-made name such as `pm_card_visa`. */
export function methodOf(core: Core, id: string, param = 'payment_method'): PaymentMethod {
  const fate = cardByToken(id);
  if (fate === null) return core.get('payment_method', id, param);
  return makeMethod(core, fate, { expMonth: 12, expYear: new Date(core.now() * 1000).getUTCFullYear() + 3 });
}

export function methodFrom(core: Core, data: MethodData, isBrowser: boolean): PaymentMethod {
  if (data.card === undefined) throw invalid('Missing required param: card.', 'card', 'parameter_missing');
  // What keeps card numbers away from a server that has no business with them.
  if (!isBrowser)
    throw new StripeError(
      402,
      'Sending credit card numbers directly to the Stripe API is generally unsafe. To continue processing use Stripe.js, the Stripe mobile bindings, or Stripe Elements. For more information, see https://dashboard.stripe.com/account/integration/settings.',
      { type: 'invalid_request_error' },
    );
  return makeMethod(core, enteredCard(core, data.card), {
    expMonth: data.card.exp_month,
    expYear: data.card.exp_year,
    name: data.billing_details?.name ?? null,
    email: data.billing_details?.email ?? null,
  });
}

/** What becomes of a card; a card is declined from the month after the one that it says. */
export function fateOf(core: Core, methodId: string): CardFate {
  const fate = cardByToken(core.hidden(methodId).card ?? '')!;
  const { exp_year: year, exp_month: month } = core.get('payment_method', methodId).card;
  return Date.UTC(year, month) > core.now() * 1000 ? fate : { ...fate, refusal: expired, savesAnyway: false };
}
const expired = cardByToken('pm_card_chargeDeclinedExpiredCard')!.refusal;

/** The refusal of a card as the error of a request. */
export const refused = (
  { code, declineCode, message }: NonNullable<CardFate['refusal']>,
  objects: Readonly<Record<string, unknown>> = {},
): StripeError =>
  new StripeError(402, message, {
    type: 'card_error',
    code,
    ...(declineCode === null ? {} : { declineCode }),
    objects,
    keeps: true,
  });

export function attached(core: Core, method: PaymentMethod, customer: string): PaymentMethod {
  if (method.customer === customer) return method;
  if (method.customer !== null)
    throw invalid('The payment method you provided has already been attached to a customer.');
  const after = core.put('payment_method', { ...method, customer });
  core.tell('payment_method.attached', after);
  return after;
}

export const methodCalls = [
  call(
    'POST',
    '/v1/payment_methods',
    { ...(methodData.fields as { type: ReturnType<typeof required<'card'>> }), metadata: metadata() },
    (core, _id, params, { isBrowser }) => methodFrom(core, params as MethodData, isBrowser),
    { isForBrowsers: true },
  ),
  call('GET', '/v1/payment_methods/:id', {}, (core, id) => core.get('payment_method', id)),
  call(
    'GET',
    '/v1/payment_methods',
    { ...paging, customer: required(str()), type: oneOf('card') },
    (core, _id, query) => {
      core.get('customer', query.customer, 'customer');
      return page(core, 'payment_method', '/v1/payment_methods', query, (one) => one.customer === query.customer);
    },
  ),
  call('GET', '/v1/customers/:id/payment_methods', { ...paging, type: oneOf('card') }, (core, id, query) => {
    core.get('customer', id);
    return page(core, 'payment_method', `/v1/customers/${id}/payment_methods`, query, (one) => one.customer === id);
  }),
  call(
    'POST',
    '/v1/payment_methods/:id',
    {
      metadata: metadata(),
      billing_details: obj({ email: emptyable(str()), name: emptyable(str()) }),
      card: obj({ exp_month: int(1), exp_year: int(1) }),
    },
    (core, id, { metadata: wanted, billing_details: billing, card }) => {
      const before = core.get('payment_method', id);
      const after: PaymentMethod = {
        ...before,
        billing_details: { ...before.billing_details, ...billing },
        card: { ...before.card, ...card },
        metadata: merged(before.metadata, wanted),
      };
      core.put('payment_method', after);
      core.tell('payment_method.updated', after, before);
      return after;
    },
  ),
  call('POST', '/v1/payment_methods/:id/attach', { customer: required(str()) }, (core, id, { customer }) => {
    const method = methodOf(core, id, 'payment_method');
    core.get('customer', customer, 'customer');
    const { refusal, savesAnyway } = fateOf(core, method.id);
    if (refusal !== null && savesAnyway !== true) throw refused(refusal);
    return attached(core, method, customer);
  }),
  call('POST', '/v1/payment_methods/:id/detach', {}, (core, id) => {
    const before = core.get('payment_method', id);
    if (before.customer === null)
      throw invalid('The payment method you provided is not attached to a customer so detachment is impossible.');
    const after = core.put('payment_method', { ...before, customer: null });
    const customer = core.find('customer', before.customer);
    if (customer?.invoice_settings.default_payment_method === id)
      core.put('customer', {
        ...customer,
        invoice_settings: { ...customer.invoice_settings, default_payment_method: null },
      });
    for (const one of core.all('subscription').filter(({ default_payment_method: own }) => own === id))
      core.put('subscription', { ...one, default_payment_method: null });
    core.tell('payment_method.detached', after, before);
    return after;
  }),
];
