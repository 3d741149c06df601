import { call, inRange, page, paging } from './call.ts';
import { type Core, merged } from './core.ts';
import { invalid } from './errors.ts';
import { emptyable, int, metadata, obj, range, str } from './params.ts';
import type { Customer } from './records.ts';

const invoiceSettings = obj({ default_payment_method: emptyable(str()) });
const isEmail = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text);

function checked(
  core: Core,
  email: string | null | undefined,
  customer: string | null,
  method: string | null | undefined,
) {
  if (typeof email === 'string' && !isEmail(email))
    throw invalid(`Invalid email address: ${email}`, 'email', 'email_invalid');
  if (typeof method !== 'string') return;
  const found = core.get('payment_method', method, 'invoice_settings[default_payment_method]');
  if (found.customer !== customer)
    throw invalid(
      `The customer does not have a payment method with the ID ${method}. The payment method must be attached to the customer.`,
      'invoice_settings[default_payment_method]',
      'resource_missing',
    );
}

export const customerCalls = [
  call(
    'POST',
    '/v1/customers',
    { email: str(512), name: str(256), description: str(), phone: str(20), metadata: metadata(), balance: int() },
    (core, _id, { email, name, description, phone, metadata: wanted, balance = 0 }) => {
      checked(core, email, null, undefined);
      const customer: Customer & Record<string, unknown> = {
        id: core.newId('cus'),
        object: 'customer',
        address: null,
        balance,
        created: core.now(),
        currency: null,
        default_source: null,
        delinquent: false,
        description: description ?? null,
        discount: null,
        email: email ?? null,
        invoice_prefix: core.letters(8).toUpperCase(),
        invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
        livemode: false,
        metadata: merged({}, wanted),
        name: name ?? null,
        next_invoice_sequence: 1,
        phone: phone ?? null,
        preferred_locales: [],
        shipping: null,
        tax_exempt: 'none',
        test_clock: null,
      };
      core.put('customer', customer);
      core.tell('customer.created', customer);
      return customer;
    },
  ),
  call('GET', '/v1/customers', { ...paging, email: str(), created: range() }, (core, _id, query) =>
    page(
      core,
      'customer',
      '/v1/customers',
      query,
      (one) => (query.email === undefined || one.email === query.email) && inRange(one.created, query.created),
    ),
  ),
  call('GET', '/v1/customers/:id', {}, (core, id) => {
    const found = core.find('customer', id);
    if (found !== null) return found;
    if (core.hidden(id).isDeleted === true) return { id, object: 'customer', deleted: true };
    return core.get('customer', id);
  }),
  call(
    'POST',
    '/v1/customers/:id',
    {
      email: emptyable(str(512)),
      name: emptyable(str(256)),
      description: emptyable(str()),
      phone: emptyable(str(20)),
      metadata: metadata(),
      invoice_settings: invoiceSettings,
      balance: int(),
    },
    (core, id, { metadata: wanted, invoice_settings: settings, ...change }) => {
      const before = core.get('customer', id);
      checked(core, change.email, id, settings?.default_payment_method);
      const after: Customer = {
        ...before,
        ...change,
        metadata: merged(before.metadata, wanted),
        invoice_settings: { ...before.invoice_settings, ...settings },
      };
      core.put('customer', after);
      core.tell('customer.updated', after, before);
      return after;
    },
  ),
  call('DELETE', '/v1/customers/:id', {}, (core, id) => {
    const customer = core.get('customer', id);
    core.hide(id, { isDeleted: true });
    for (const method of core.all('payment_method').filter((one) => one.customer === id))
      core.put('payment_method', { ...method, customer: null });
    core.tell('customer.deleted', customer);
    return { id, object: 'customer', deleted: true };
  }),
];
