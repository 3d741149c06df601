import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPayments } from '../../../adapters/payments/index.ts';
import type { Payments } from '../../../adapters/payments/port.ts';
import type { BusinessId } from '../../../domain/kernel/ids.ts';
import type { ExplainedLine } from '../../../api/contract/invoices.ts';
import { startSandbox, type Sandbox } from '../../../sandbox/index.ts';
import { context, personOf, systemContext } from '../../support/callers.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';

const day = 86_400;
let sandbox: Sandbox;
let payments: Payments;
let app: TestApi;
/** Two businesses of no agency, and one of an agency. */
let bella: Tenant;
let other: Tenant;
let harbor: Tenant;
let admin: string;
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'invoices' });
  payments = createPayments({
    secretKey: 'sk_test_invoices',
    baseUrl: sandbox.url,
    webhookSecret: null,
    mode: 'sandbox',
  });
  app = await startTestApi({ world: { payments }, paymentEvents: payments.events });
  bella = await app.addTenant('bella', { agencyId: null });
  other = await app.addTenant('other', { agencyId: null });
  harbor = await app.addTenant('harbor');
  admin = await app.addUser('Admin', null);
});
afterAll(async () => {
  await app.close();
  await sandbox.close();
});

/** The payer's customer at the provider, with a card. */
async function paying({ businessId }: Tenant) {
  const by = () => context(personOf(businessId, null));
  const payer = { kind: 'business', id: businessId as BusinessId } as const;
  await app.commands.payments.setup(by(), { payer });
  const { customerId } = await app.commands.payments.account(by(), payer);
  const method = await payments.methods.attach('pm_card_visa', customerId!, randomUUID());
  await payments.methods.makeDefault(method.id, customerId!, randomUUID());
  return { customerId: customerId!, methodId: method.id };
}
async function subscribe(customerId: string, amount = 4_900) {
  const { id } = await payments.catalog.createProduct({ name: 'Growth' }, randomUUID());
  const recurring = { interval: 'month' } as const;
  const price = await payments.catalog.createPrice({ productId: id, amount, currency: 'USD', recurring }, randomUUID());
  const prices = [{ priceId: price.id }];
  return payments.subscriptions.create({ customerId, prices, metadata: {} }, randomUUID());
}
let heard = 0;
/** Tells what the provider's events were about since the last time, in another order. */
async function hear(order: (ids: readonly string[]) => readonly string[] = (ids) => ids) {
  const all = sandbox.stripe.events();
  const events = new Map(all.slice(heard).map((event) => [event.id, event]));
  heard = all.length;
  for (const id of order([...events.keys()])) {
    const { object } = events.get(id)!.data as { readonly object: Readonly<Record<string, unknown>> };
    const customerId = typeof object['customer'] === 'string' ? object['customer'] : null;
    await app.commands.paymentEvents.hear(systemContext(), {
      object: { type: String(object['object']), id: String(object['id']) },
      customerId,
      previousCustomerId: null,
    });
  }
}
interface Entry {
  readonly id: string;
  readonly type: string;
  readonly amount: number;
  readonly status: string;
  readonly invoice_id: string | null;
  readonly next_attempt_at: string | null;
}
const history = async ({ token }: Pick<Tenant, 'token'>, query = '') =>
  app.call<{ data: Entry[]; meta: { total: number } }>(token, 'GET', `/reports/billing-history${query}`);
const shown = async (tenant: Tenant) => {
  await app.settled();
  return (await history(tenant)).body.data;
};

describe('billing history', () => {
  it('has invoices, what was paid into the wallet, and refunds', async () => {
    const { customerId } = await paying(bella);
    const subscription = await subscribe(customerId);
    await hear();
    const invoiceId = subscription.latestInvoiceId!;
    expect(await shown(bella)).toMatchObject([
      { id: invoiceId, type: 'invoice', amount: 4_900, currency: 'USD', status: 'paid', reason: 'subscription_create' },
    ]);
    const [chargeId] = (await payments.invoices.fetch(invoiceId))!.paymentIntentIds;
    const refund = await payments.charges.refund(chargeId!, { amount: 900 }, 'refund');
    await hear();
    const payer = { kind: 'business', id: bella.businessId as BusinessId } as const;
    const funds = { payer, currency: 'USD', chargeId: 'pi_wallet', units: 25_000_000, crossing: null };
    await app.commands.wallets.addFunds(systemContext(), funds);
    const byType = Object.fromEntries((await shown(bella)).map((entry) => [entry.type, entry]));
    expect(byType).toMatchObject({
      charge: { amount: 2_500, currency: 'USD', reason: null, status: 'succeeded', invoice_id: null },
      refund: { id: refund.id, amount: 900, invoice_id: invoiceId, status: 'succeeded' },
      invoice: { id: invoiceId },
    });
    const page = await history(bella, '?per_page=2&page=2');
    expect(page.body).toMatchObject({ meta: { total: 3, page: 2, per_page: 2 } });
    expect(page.body.data).toHaveLength(1);
  });

  it('opens an invoice to its lines, its CSV and the provider’s PDF', async () => {
    const [{ id } = { id: '' }] = (await shown(bella)).filter(({ type }) => type === 'invoice');
    const opened = await app.call<{ data: { csv: { content: string; name: string } } }>(
      bella.token,
      'GET',
      `/reports/billing-history/${id}`,
    );
    expect(opened.body.data).toMatchObject({
      id,
      total: 4_900,
      paid: 4_900,
      refunded: 900,
      lines: [{ amount: 4_900 }],
    });
    expect(opened.body.data.csv.content).toMatch(/^\uFEFFInvoice,From,To,.*\r\n.*,49\.00,USD\r\nSubtotal,/);
    expect(opened.body.data.csv.content).toContain('Refunded,,,,9.00,USD');
    const explained = await app.call<{ data: ExplainedLine[]; meta: { currency: string } }>(
      bella.token,
      'GET',
      `/reports/billing-history/${id}/lines`,
    );
    expect(explained.body).toMatchObject({
      data: [{ amount: 4_900, quantity: 1, unit_amount: '4900', discount: 0, tax: 0, is_proration: false }],
      meta: { currency: 'USD' },
    });
    const documents = await app.call<{ data: { pdf_url: string } }>(
      bella.token,
      'GET',
      `/reports/billing-history/${id}/documents`,
    );
    expect((await fetch(documents.body.data.pdf_url)).status).toBe(200);
  });

  it('is one’s own: another tenant’s is not there, an admin says whose, a business of an agency has none', async () => {
    const [{ id } = { id: '' }] = (await shown(bella)).filter(({ type }) => type === 'invoice');
    await paying(other);
    const invoice = `/reports/billing-history/${id}`;
    for (const path of [invoice, `${invoice}/lines`, `${invoice}/documents`]) {
      expect((await app.call(other.token, 'GET', path)).status).toBe(404);
      expect((await app.call(harbor.token, 'GET', path)).status).toBe(404);
      expect((await app.call(admin, 'GET', `${path}?business_id=${other.businessId}`)).status).toBe(404);
      expect((await app.call(admin, 'GET', `${path}?business_id=${bella.businessId}`)).status).toBe(200);
    }
    expect(await shown(other)).toEqual([]);
    expect(await shown(harbor)).toEqual([]);
    expect((await history(other, `?business_id=${bella.businessId}`)).status).toBe(404);
    expect((await history({ token: admin }, `?business_id=${bella.businessId}`)).body.meta.total).toBe(3);
    expect((await history({ token: admin })).status).toBe(422);
    expect(
      (await history({ token: admin }, `?business_id=${bella.businessId}&agency_id=${harbor.agencyId}`)).status,
    ).toBe(422);
  });

  it('follows a renewal that fails and is paid later, whatever order the hints come in', async () => {
    const renewed = await app.addTenant('renewed', { agencyId: null });
    const { customerId, methodId } = await paying(renewed);
    await subscribe(customerId);
    const bad = await payments.methods.attach('pm_card_chargeCustomerFail', customerId, 'bad');
    await payments.methods.makeDefault(bad.id, customerId, 'bad default');
    await payments.methods.detach(methodId, 'gone');
    sandbox.stripe.configure({ draftSeconds: 3_600, retryAfterSeconds: [3 * day] });
    sandbox.stripe.advance(31 * day + 7_200);
    await hear((ids) => [...ids, ...ids].reverse());
    const open = (await shown(renewed)).find(({ status }) => status === 'open')!;
    expect(open).toMatchObject({ amount: 4_900 });
    expect(open.next_attempt_at).not.toBeNull();
    const good = await payments.methods.attach('pm_card_visa', customerId, 'good');
    await payments.invoices.pay(open.id, { methodId: good.id }, 'pay');
    await hear((ids) => [...ids].reverse());
    expect((await shown(renewed)).find(({ id }) => id === open.id)).toMatchObject({
      status: 'paid',
      next_attempt_at: null,
    });
    const types = (await app.store.read(`invoices-${renewed.businessId}`)).map(({ type }) => type);
    expect(types.sort()).toEqual([
      'InvoiceIssued',
      'InvoiceIssued',
      'InvoicePaid',
      'InvoicePaid',
      'InvoicePaymentFailed',
    ]);
  });

  it('finds what no event told', async () => {
    const late = await app.addTenant('late', { agencyId: null });
    const { customerId } = await paying(late);
    await subscribe(customerId);
    expect(await shown(late)).toEqual([]);
    const payer = { kind: 'business', id: late.businessId as BusinessId } as const;
    for (let times = 0; times < 2; times += 1) await app.commands.invoices.follow(systemContext(), { payer });
    expect(await shown(late)).toMatchObject([{ type: 'invoice', status: 'paid' }]);
    expect(await app.store.read(`invoices-${late.businessId}`)).toHaveLength(2);
  });
});
