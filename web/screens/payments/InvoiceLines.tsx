import type { ExplainedLine, NextInvoice } from '../../../api/contract/invoices.ts';
import { date } from '../../format/date.ts';
import { exactMoney, moneyOf } from '../../format/money.ts';
import { count } from '../../format/number.ts';
import { useDateStyle } from '../../session/profile.tsx';
import { t } from './texts.ts';

interface Amounts {
  readonly currency: string;
  readonly lines: NextInvoice['lines'];
  readonly subtotal: number;
  readonly discount: number;
  readonly tax: number;
  readonly total: number;
  readonly due: number;
}

/**
 * What an invoice consists of, down to what is due. `more`: what became of it since. `explained`: its lines as the
 * payment provider has them, with the price of one, discounts and tax.
 */
export function InvoiceLines({
  amounts,
  more = [],
  explained,
}: {
  readonly amounts: Amounts;
  readonly more?: readonly (readonly [title: string, amount: number])[];
  readonly explained?: readonly ExplainedLine[] | undefined;
}) {
  const style = useDateStyle();
  const { currency, subtotal, discount, tax, total, due } = amounts;
  const lines: readonly (Amounts['lines'][number] & Partial<ExplainedLine>)[] = explained ?? amounts.lines;
  const rest = subtotal - lines.reduce((sum, { amount }) => sum + amount, 0);
  const sums: readonly (readonly [title: string, amount: number])[] = [
    ...(rest === 0 ? [] : [[t('bill.rest'), rest] as const]),
    ...(total === subtotal ? [] : [[t('bill.subtotal'), subtotal] as const]),
    ...(discount === 0 ? [] : [[t('bill.discount'), discount] as const]),
    ...(tax === 0 ? [] : [[t('bill.tax'), tax] as const]),
    [t('bill.total'), total],
    ...(due === total ? [] : [[t(due < total ? 'bill.credit' : 'bill.carried'), due - total] as const]),
    ...(due === total ? [] : [[t('bill.due'), due] as const]),
    ...more,
  ];
  return (
    <dl>
      {lines.map((line, index) => (
        <div key={index}>
          <dt dir="auto">
            {line.description}
            <span className="faint">
              {t('bill.period', { from: date(line.period_start, style), to: date(line.period_end, style) })}
              {partsOf(line, currency).map((part) => ` · ${part}`)}
            </span>
          </dt>
          <dd className="num">{moneyOf(line.amount, currency)}</dd>
        </div>
      ))}
      {sums.map(([title, amount]) => (
        <div key={title} className={title === t('bill.total') ? 'sum' : ''}>
          <dt>{title}</dt>
          <dd className="num">{moneyOf(amount, currency)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** How a line comes to its amount, as far as the payment provider says. */
function partsOf(line: Partial<ExplainedLine>, currency: string): readonly string[] {
  const { quantity = null, unit_amount: unit = null, discount = 0, tax = 0, is_proration: isPart = false } = line;
  return [
    ...(quantity === null || unit === null ?
      []
    : [t('bill.each', { quantity: count(quantity), price: exactMoney(Math.round(Number(unit) * 10_000), currency) })]),
    ...(isPart ? [t('bill.proration')] : []),
    ...(discount === 0 ? [] : [t('bill.lineDiscount', { amount: moneyOf(-discount, currency) })]),
    ...(tax === 0 ? [] : [t('bill.lineTax', { amount: moneyOf(tax, currency) })]),
  ];
}
