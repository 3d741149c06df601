import {
  invoiceEvents,
  InvoiceIssued,
  InvoiceMarkedUncollectible,
  InvoicePaid,
  InvoicePaymentFailed,
  InvoiceRefunded,
  InvoiceRefundFailed,
  InvoiceVoided,
} from '../../domain/invoices/events.ts';
import type { Payer } from '../../domain/payments/payer.ts';
import { announceBilling, billingNews } from '../announcements.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import { invoiceIndexes, invoiceModel, invoiceRefundTable, invoiceTable } from '../tables/invoices.ts';

const upserts = perSchema((schema) => ({
  invoices: invoiceTable.upsert(schema, 'i'),
  refunds: invoiceRefundTable.upsert(schema, 'r'),
}));

const kept = new Set(typesOf(invoiceEvents));

/** What payers were billed by the payment provider, and what of it went back. Other news of their billing is told here too. */
export const invoices: Projector = {
  ...invoiceModel,
  handles: typesOf([...invoiceEvents, ...billingNews]),
  create: createAll(invoiceTable, invoiceRefundTable),
  index: invoiceIndexes,
  announce: announceBilling,
  fold: (events, schema) => {
    const [rows, refunds] = [invoiceTable.rows(), invoiceRefundTable.rows()];
    for (const event of events) {
      if (!kept.has(event.type)) continue;
      const { payer, invoiceId } = event.data as { readonly payer: Payer; readonly invoiceId: string };
      const owner = {
        payerId: payer.id,
        agencyId: payer.kind === 'agency' ? payer.id : null,
        businessId: payer.kind === 'business' ? payer.id : null,
      };
      const row = { id: invoiceId, ...owner };
      if (is(event, InvoiceIssued)) {
        const { number, subscriptionId, reason, currency, subtotal, tax = null, total, due } = event.data;
        const { issuedAt, periodStart, periodEnd, lines } = event.data;
        const about = { number, subscriptionId, reason, currency, subtotal, tax, total, due };
        rows.merge({ ...row, status: 'open', ...about, issuedAt, periodStart, periodEnd, lines });
      } else if (is(event, InvoicePaid))
        rows.merge({ ...row, status: 'paid', paid: event.data.paid, paidAt: event.data.paidAt });
      else if (is(event, InvoicePaymentFailed)) {
        const { attempts, nextAttemptAt } = event.data;
        rows.merge({ ...row, attempts, nextAttemptAt });
      } else if (is(event, InvoiceVoided)) rows.merge({ ...row, status: 'void' });
      else if (is(event, InvoiceMarkedUncollectible)) rows.merge({ ...row, status: 'uncollectible' });
      else if (is(event, InvoiceRefunded)) {
        const { refundId, amount, refundedAt } = event.data;
        refunds.merge({ id: refundId, ...owner, invoiceId, amount, refundedAt, isFailed: false });
      } else if (is(event, InvoiceRefundFailed))
        refunds.merge({ id: event.data.refundId, ...owner, invoiceId, isFailed: true });
    }
    const into = upserts(schema);
    return [...rows.toStatements(into.invoices), ...refunds.toStatements(into.refunds)];
  },
};
