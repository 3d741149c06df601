import { plainMoney } from '../../domain/kernel/money.ts';
import type { BillingEntryView, InvoiceView } from '../../projections/invoices/queries.ts';
import { BillingEntry, Invoice, InvoiceLine } from '../contract/invoices.ts';
import { byteOrderMark, csvLine } from '../kernel/csv.ts';
import { as } from './as.ts';

const entry = as(BillingEntry);
const invoice = as(Invoice.omit({ csv: true }));
const line = as(InvoiceLine);

const day = (instant: string): string => instant.slice(0, 10);

/** The lines with their sum, each amount as spreadsheets read it; what was paid and refunded is below them. */
export function invoiceCsv({ id, number, currency, lines, subtotal, total, due, paid, refunded }: InvoiceView): string {
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
      ...(total === subtotal ? [] : [sum('Discount', total - subtotal)]),
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
  csv: { name: `Invoice ${view.number ?? view.id}.csv`, content: invoiceCsv(view) },
});
