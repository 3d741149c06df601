import type { ExplainedLine as ExplainedLineView } from '../../adapters/payments/port.ts';
import { plainMoney } from '../../domain/kernel/money.ts';
import type { BillingEntryView, InvoiceView } from '../../projections/invoices/queries.ts';
import type { NextInvoice as NextInvoiceView } from '../../commands/subscriptions/next-invoices.ts';
import { BillingEntry, ExplainedLine, Invoice, InvoiceLine, NextInvoice } from '../contract/invoices.ts';
import { byteOrderMark, csvLine } from '../kernel/csv.ts';
import { as } from './as.ts';

const entry = as(BillingEntry);
const invoice = as(Invoice.omit({ csv: true, discount: true }));
const line = as(InvoiceLine);
const explained = as(ExplainedLine);
const nextInvoice = as(NextInvoice);

const day = (instant: string): string => instant.slice(0, 10);

/** What discounts changed: zero or below. */
const discountOf = ({ subtotal, tax, total }: InvoiceView): number => total - tax - subtotal;

/** The lines with their sum, each amount as spreadsheets read it; what was paid and refunded is below them. */
export function invoiceCsv(view: InvoiceView): string {
  const { id, number, currency, lines, subtotal, tax, total, due, paid, refunded } = view;
  const discount = discountOf(view);
  const money = (amount: number) => plainMoney({ amount, currency });
  const sum = (title: string, amount: number) => [title, '', '', '', money(amount), currency];
  return (
    byteOrderMark +
    [
      ['Invoice', 'From', 'To', 'Quantity', 'Amount', 'Currency'],
      ...lines.map(({ description, quantity, amount, periodStart, periodEnd }) => [
        description,
        day(periodStart),
        day(periodEnd),
        quantity === null ? '' : String(quantity),
        money(amount),
        currency,
      ]),
      sum('Subtotal', subtotal),
      ...(discount === 0 ? [] : [sum('Discount', discount)]),
      ...(tax === 0 ? [] : [sum('Tax', tax)]),
      sum(`Total of ${number ?? id}`, total),
      ...(due === total ? [] : [sum('Due', due)]),
      ...(paid === null ? [] : [sum('Paid', paid)]),
      ...(refunded === 0 ? [] : [sum('Refunded', refunded)]),
    ]
      .map(csvLine)
      .join('')
  );
}

export const presentEntry = (view: BillingEntryView): BillingEntry => entry(view);
export const presentInvoice = (view: InvoiceView): Invoice => ({
  ...invoice({ ...view, lines: view.lines.map(line) }),
  discount: discountOf(view),
  csv: { name: `Invoice ${view.number ?? view.id}.csv`, content: invoiceCsv(view) },
});
export const presentExplainedLine = (view: ExplainedLineView): ExplainedLine =>
  explained({
    ...view,
    description: view.description ?? '',
    periodStart: view.periodStart.toISOString(),
    periodEnd: view.periodEnd.toISOString(),
  });
export const presentNextInvoice = (view: NextInvoiceView): NextInvoice =>
  nextInvoice({ ...view, lines: view.lines.map(line) });
