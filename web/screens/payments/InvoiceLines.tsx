import type { NextInvoice } from '../../../api/contract/invoices.ts';
import { date } from '../../format/date.ts';
import { moneyOf } from '../../format/money.ts';
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

/** What an invoice consists of, down to what is due. `more`: what became of it since. */
export function InvoiceLines({
  amounts,
  more = [],
}: {
  readonly amounts: Amounts;
  readonly more?: readonly (readonly [title: string, amount: number])[];
}) {
  const style = useDateStyle();
  const { currency, lines, subtotal, discount, tax, total, due } = amounts;
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
