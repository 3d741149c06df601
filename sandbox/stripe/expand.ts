/* eslint-disable max-len -- Stripe's own words are one line */
import type { Core } from './core.ts';
import { invalid } from './errors.ts';
import type { Discount, Invoice, Kind } from './records.ts';

const kindsByPrefix: Readonly<Record<string, Kind>> = {
  cus: 'customer',
  pm: 'payment_method',
  seti: 'setup_intent',
  pi: 'payment_intent',
  ch: 'charge',
  re: 'refund',
  du: 'dispute',
  prod: 'product',
  price: 'price',
  promo: 'promotion_code',
  sub: 'subscription',
  in: 'invoice',
  ii: 'invoiceitem',
  inpay: 'invoice_payment',
  cs: 'checkout.session',
};

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An answer with what was asked to be expanded in it: `latest_invoice.confirmation_secret`, `data.customer`. */
export function expanded(core: Core, answer: unknown, paths: readonly string[]): unknown {
  return paths.reduce((made, path) => {
    const steps = path.split('.');
    if (steps.length > 4)
      throw invalid(
        `You cannot expand more than 4 levels of a property. You provided: ${path}. Try removing some of the more deeply-nested properties.`,
        'expand',
      );
    return along(core, made, steps, path);
  }, answer);
}

function along(core: Core, value: unknown, [step, ...rest]: readonly string[], path: string): unknown {
  if (step === undefined) return value;
  if (!isFields(value)) {
    if (value === null) return null;
    throw invalid(`This property cannot be expanded (${path}).`, 'expand[0]');
  }
  const found = step in value ? value[step] : included(core, value, step);
  if (found === undefined) throw invalid(`This property cannot be expanded (${path}).`, 'expand[0]');
  const next = (one: unknown): unknown => along(core, fetched(core, one, step, path), rest, path);
  return { ...value, [step]: Array.isArray(found) ? found.map(next) : next(found) };
}

/** An id as its object. */
function fetched(core: Core, value: unknown, name: string, path: string): unknown {
  if (typeof value !== 'string') return value;
  if (name === 'coupon') return core.find('coupon', value) ?? value;
  if (name === 'discounts' || value.startsWith('di_')) return discountOf(core, value) ?? value;
  const kind = kindsByPrefix[value.split('_')[0] ?? ''];
  if (kind === undefined) throw invalid(`This property cannot be expanded (${path}).`, 'expand[0]');
  return core.find(kind, value) ?? value;
}

const discountOf = (core: Core, id: string): Discount | null => {
  for (const one of core.all('subscription')) {
    const found = core.hidden(one.id).discounts?.find((discount) => discount.id === id);
    if (found !== undefined) return found;
  }
  return null;
};

/** What is in an object only when it is asked for. */
function included(core: Core, value: Fields, name: string): unknown {
  if (value['object'] !== 'invoice') return undefined;
  const invoice = value as unknown as Invoice;
  const payments = core.all('invoice_payment').filter((one) => one.invoice === invoice.id);
  if (name === 'payments')
    return { object: 'list', data: payments, has_more: false, url: `/v1/invoice_payments?invoice=${invoice.id}` };
  if (name !== 'confirmation_secret') return undefined;
  const open = payments.findLast((one) => one.is_default);
  const intent = open === undefined ? null : core.find('payment_intent', open.payment.payment_intent);
  return intent === null ? null : { client_secret: intent.client_secret, type: 'payment_intent' };
}
