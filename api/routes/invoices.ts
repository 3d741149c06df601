import { Payer } from '../../domain/payments/payer.ts';
import { invoiceCalls } from '../contract/index.ts';
import { ApiError, notFound } from '../kernel/errors.ts';
import { listReply } from '../kernel/list.ts';
import { type Call, route } from '../kernel/route.ts';
import { presentEntry, presentExplainedLine, presentInvoice, presentNextInvoice } from '../present/invoices.ts';

interface Whose {
  readonly agency_id?: string | undefined;
  readonly business_id?: string | undefined;
}

/** Whose invoices: an admin says whose, everyone else has their own. Null: their agency pays, so they have none. */
function payerIn({ session, query }: Pick<Call<unknown, Whose>, 'session' | 'query'>): Payer | null {
  const { role, agencyId, businessId } = session;
  const { agency_id: namedAgency, business_id: namedBusiness } = query;
  if (role === 'Admin') {
    const named = Payer.safeParse(
      namedBusiness === undefined ? { kind: 'agency', id: namedAgency } : { kind: 'business', id: namedBusiness },
    );
    if (!named.success || (namedAgency !== undefined && namedBusiness !== undefined))
      throw new ApiError('validation_failed', 'Choose an agency or a business.', {
        fields: { agency_id: ['Choose an agency or a business.'] },
      });
    return named.data;
  }
  const isForeign =
    (namedAgency !== undefined && (role !== 'Agency' || namedAgency !== agencyId)) ||
    (namedBusiness !== undefined && (role !== 'Business' || namedBusiness !== businessId));
  if (isForeign) throw notFound('This account does not exist.');
  if (role === 'Business' && agencyId !== null) return null;
  return Payer.parse(role === 'Agency' ? { kind: 'agency', id: agencyId } : { kind: 'business', id: businessId });
}

const missing = () => notFound('This invoice does not exist.');

export const invoiceRoutes = [
  route(invoiceCalls['GET /subscriptions/next-invoices'], async (call) => {
    const payer = payerIn(call);
    const found = payer === null ? [] : await call.parts.commands.subscriptions.nextInvoices(call.context(), payer);
    return { data: found.map(presentNextInvoice) };
  }),

  route(invoiceCalls['GET /reports/billing-history'], async (call) => {
    const { parts, query } = call;
    const payer = payerIn(call);
    const page = { page: query.page, perPage: query.per_page };
    const found = payer === null ? { data: [], total: 0 } : await parts.readModels.billingHistory(payer, page);
    return listReply(found, page, presentEntry);
  }),

  route(invoiceCalls['GET /reports/billing-history/{id}'], async (call) => {
    const payer = payerIn(call);
    const view = payer === null ? null : await call.parts.readModels.invoice(payer, call.params.id);
    if (view === null) throw missing();
    return { data: presentInvoice(view) };
  }),

  route(invoiceCalls['GET /reports/billing-history/{id}/lines'], async (call) => {
    const { parts, session, params } = call;
    const payer = payerIn(call);
    if (payer === null) throw missing();
    await parts.rateLimits.take([{ key: `invoice-lines:${session.userId}`, max: 120, windowMs: 10 * 60_000 }]);
    const { currency, lines } = await parts.commands.invoices.lines(call.context(), payer, params.id);
    return { data: lines.map(presentExplainedLine), meta: { currency } };
  }),

  route(invoiceCalls['GET /reports/billing-history/{id}/documents'], async (call) => {
    const { parts, session, params } = call;
    const payer = payerIn(call);
    if (payer === null) throw missing();
    await parts.rateLimits.take([{ key: `invoice-documents:${session.userId}`, max: 60, windowMs: 10 * 60_000 }]);
    const found = await parts.commands.invoices.documents(call.context(), payer, params.id);
    return { data: { pdf_url: found.pdfUrl, hosted_url: found.hostedUrl } };
  }),
];
