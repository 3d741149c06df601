import type { DocumentToMake } from '../../adapters/documents/port.ts';
import type { BillSent } from '../../commands/bills/bills.ts';
import { type Currency, formatMoney, ledgerAmount, toMoney } from '../../domain/kernel/money.ts';
import { numberOf } from '../../domain/statements/fields.ts';
import { feeLines } from '../../domain/statements/fees.ts';
import { type ClosedStatement, owedIn } from '../../domain/statements/statements.ts';
import type { Bill, Statement } from '../contract/index.ts';
import { monthTitle, statementDocument } from './statement-document.ts';
import { presentFee } from './statements.ts';

/** Businesses that have a part in a closed month of their agency. */
export const billedIn = (closed: ClosedStatement): readonly string[] => [...owedIn(closed).keys()];
/** What a business owes its agency for a month, in ledger units. */
const owedBy = (closed: ClosedStatement, businessId: string): number => owedIn(closed).get(businessId) ?? 0;
const money = (units: number, currency: string): string =>
  formatMoney(toMoney(ledgerAmount(units), currency as Currency).money);

interface Billed {
  readonly agency: { readonly id: string; readonly name: string };
  readonly business: { readonly id: string; readonly name: string };
}
type ClosedLine = ClosedStatement['lines'][number];

/** A closed month of an agency as one of its businesses is billed for it: its prices, and nothing of what they cost. */
export function presentBill(closed: ClosedStatement, { agency, business }: Billed): Statement {
  const own = <T extends Pick<ClosedLine, 'businessId'>>(rows: readonly T[]): readonly T[] =>
    rows.filter(({ businessId }) => (businessId as string) === business.id);
  const hidden = { carrier: null, resale: null, margin: null } as const;
  const lineOf = ({
    rateId,
    channel,
    direction,
    country,
    carrierClass,
    quantity,
    included,
    price,
    resale,
  }: ClosedLine) => ({
    business,
    rate_id: rateId,
    channel,
    direction,
    country,
    carrier_class: carrierClass,
    quantity,
    // What the plan of the agency includes is free for its business only where the agency has no price of its own.
    included: resale === price ? included : 0,
    price: resale as number,
    ...hidden,
  });
  const { month, currency } = closed;
  return {
    number: numberOf(month, business.id),
    payer: { ...agency, kind: 'agency' },
    business,
    month,
    currency,
    closed: true,
    total: { ...hidden, price: owedBy(closed, business.id) },
    forecast: null,
    allowances: [],
    users: [business],
    businesses: [],
    lines: own(closed.lines).map(lineOf),
    late: own(closed.late).map((line) => ({ month: line.month, opens: false, ...lineOf(line) })),
    fees: own(feeLines(closed.fees ?? [])).map((fee) => presentFee(fee, business, { ...hidden, price: fee.resale })),
    unrated: [],
    days: [],
  };
}

/** A bill as paper, with the agency's note. */
export function billDocument(
  closed: ClosedStatement,
  billed: Billed,
  {
    brand,
    zone,
    note,
  }: { readonly brand: DocumentToMake['brand']; readonly zone: string; readonly note: string | null },
): DocumentToMake {
  const document = statementDocument(presentBill(closed, billed), { brand, zone, title: 'Bill' });
  if (note === null) return document;
  return { ...document, blocks: [...document.blocks, { kind: 'paragraph', text: note }] };
}

/** What an email says of a bill. */
export const billWords = (closed: ClosedStatement, businessId: string) => ({
  month: monthTitle(closed.month),
  total: money(owedBy(closed, businessId), closed.currency),
  fileName: `Bill ${numberOf(closed.month, businessId)}.pdf`,
});

export const presentBillRow = (
  closed: ClosedStatement,
  business: Billed['business'],
  sent: readonly BillSent[],
): Bill => ({
  business,
  number: numberOf(closed.month, business.id),
  month: closed.month,
  currency: closed.currency,
  total: owedBy(closed, business.id),
  sent: sent.map(({ nth, at, byUserId, status, reason }) => ({
    nth,
    at,
    automatic: byUserId === null,
    status,
    reason,
  })),
});
