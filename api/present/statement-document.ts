import {
  type Block,
  type DocumentToMake,
  paperAt,
  type TableColumn,
  type TableLine,
} from '../../adapters/documents/port.ts';
import { type Currency, formatLedger, formatMoney, ledgerAmount, toMoney } from '../../domain/kernel/money.ts';
import { noCountry } from '../../domain/rates/measures.ts';
import { daysIn, firstDay, nextMonth } from '../../domain/statements/fields.ts';
import type { Statement, StatementFee, StatementLine } from '../contract/index.ts';

/** The words of a statement on paper, as its screen has them. */
export const lineWords = {
  'sms.out': 'Texts sent',
  'sms.in': 'Texts received',
  'mms.out': 'Picture messages sent',
  'mms.in': 'Picture messages received',
  'email.out': 'Emails sent',
  'email.in': 'Emails received',
  'voice.out': 'Call minutes, outgoing',
  'voice.in': 'Call minutes, incoming',
  'number.out': 'Numbers held',
  'number.in': 'Numbers held',
  'contact.out': 'Contacts',
  'contact.in': 'Contacts',
} as const satisfies Record<`${StatementLine['channel']}.${StatementLine['direction']}`, string>;
export const classWords = {
  local: 'local number',
  'toll-free': 'toll-free number',
  'short-code': 'short code',
} as const satisfies Record<Exclude<StatementLine['carrier_class'], 'other'>, string>;
export const channelWords = {
  sms: 'Text segments',
  mms: 'Picture messages',
  email: 'Emails',
  voice: 'Call minutes',
  number: 'Numbers',
  contact: 'Contacts',
} as const satisfies Record<StatementLine['channel'], string>;

export const feeWords = {
  'brand-low-volume': 'SMS registration, brand',
  'brand-standard': 'SMS registration, standard brand',
  'brand-sole-proprietor': 'SMS registration, sole proprietor',
  'campaign-vetting': 'SMS registration, campaign review',
} as const satisfies Record<StatementFee['what'], string>;

/** What a statement is as paper: whose brand it bears, and what it is called. */
export interface StatementPaper {
  readonly brand: DocumentToMake['brand'];
  /** A zone of the payer, which says its paper. */
  readonly zone: string;
  readonly title: 'Statement' | 'Bill';
}

/** More lines than that are only in the CSV: no one reads them on paper. */
const mostLines = 2_000;
const regions = new Intl.DisplayNames(['en'], { type: 'region' });
const count = (quantity: number): string => quantity.toLocaleString('en-US');
const dateOf = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
export const monthTitle = (month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const detailOf = ({ country, carrier_class: carrierClass }: Pick<StatementLine, 'country' | 'carrier_class'>): string =>
  [
    ...(country === noCountry ? [] : [regions.of(country) ?? country]),
    ...(carrierClass === 'other' ? [] : [classWords[carrierClass]]),
  ].join(', ');

type AmountName = 'carrier' | 'price' | 'resale' | 'margin';
const shown = ({ total }: Statement): readonly AmountName[] =>
  (['carrier', 'price', 'resale', 'margin'] as const).filter((name) => total[name] !== null);
const amountTitle = (name: AmountName, { total }: Statement): string =>
  ({
    carrier: 'Carrier cost',
    price:
      total.resale !== null ? 'Your cost'
      : total.carrier !== null ? 'Price'
      : 'Total',
    resale: 'You charge',
    margin: 'Margin',
  })[name];

/** What one piece beyond what is included costs; '': there is none, or its price changed within the line. */
export function unitPriceOf({ quantity, included, price }: StatementLine, currency: string): string {
  const beyond = quantity - included;
  return beyond <= 0 || price % beyond !== 0 ? '' : exact(price / beyond, currency);
}
const exact = (units: number, currency: string): string => formatLedger(ledgerAmount(units), currency as Currency);
const cents = (units: number, currency: string): string =>
  formatMoney(toMoney(ledgerAmount(units), currency as Currency).money);

/** A statement on paper, of the same answer as its screen. The same statement is the same to the byte. */
export function statementDocument(statement: Statement, { brand, zone, title }: StatementPaper): DocumentToMake {
  const { number, month, payer, business, currency, closed, lines, late, fees, unrated, allowances, total } = statement;
  const amounts = shown(statement);
  const whom = business?.name ?? payer.name;
  const end = `${month}-${String(daysIn(month)).padStart(2, '0')}`;
  const rows = [...lines, ...late];
  const left = rows.length - mostLines;
  const included = allowances.filter(({ used, included: of }) => used > 0 || of !== 0);
  const blocks: readonly Block[] = [
    { kind: 'heading', level: 1, text: title },
    {
      kind: 'facts',
      facts: [
        ['Number', number],
        [title === 'Bill' ? 'Billed to' : 'For', whom],
        ...(business !== null && title === 'Statement' ? [['Paid by', payer.name] as const] : []),
        ['Period', `${dateOf(firstDay(month))} – ${dateOf(end)}`],
        ['Status', closed ? 'Closed' : 'In progress: amounts can still change'],
        ...amounts.map((name) => [amountTitle(name, statement), cents(total[name] ?? 0, currency)] as const),
      ],
    },
    ...(included.length === 0 ?
      []
    : [
        { kind: 'heading', level: 2, text: 'Included' } as const,
        {
          kind: 'table',
          columns: [{ title: 'What' }, { title: 'Used', align: 'end' }, { title: 'Included', align: 'end' }],
          lines: included.map((one) => ({
            cells: [
              channelWords[one.channel],
              count(one.used),
              one.included === null ? 'Unlimited' : count(one.included),
            ],
          })),
        } as const,
      ]),
    ...(lines.length === 0 ?
      fees.length > 0 ?
        []
      : [{ kind: 'paragraph', text: `No usage in ${monthTitle(month)}.` } as const]
    : [
        { kind: 'heading', level: 2, text: 'Usage' } as const,
        tableOf(statement, lines.slice(0, mostLines), lines, amounts),
      ]),
    ...(late.length === 0 ?
      []
    : [
        { kind: 'heading', level: 2, text: 'Changes to earlier months' } as const,
        {
          kind: 'paragraph',
          text: 'What became known after a month was closed, at the prices of that month.',
          isMuted: true,
        } as const,
        tableOf(statement, late.slice(0, Math.max(0, mostLines - lines.length)), late, amounts),
      ]),
    ...(fees.length === 0 ?
      []
    : [{ kind: 'heading', level: 2, text: 'Registration fees' } as const, feeTable(statement, amounts)]),
    ...(left > 0 ?
      [{ kind: 'paragraph', text: `The CSV has ${count(left)} more lines. The totals include them.` } as const]
    : []),
    ...(unrated.length === 0 ?
      []
    : [
        { kind: 'heading', level: 2, text: 'Usage without a price' } as const,
        { kind: 'paragraph', text: 'It isn’t part of the total.', isMuted: true } as const,
        {
          kind: 'table',
          columns: [{ title: 'What' }, { title: 'Business' }, { title: 'Used', align: 'end' }],
          lines: unrated.map((one) => ({
            cells: [
              { text: lineWords[`${one.channel}.${one.direction}`], note: detailOf(one) },
              one.business.name,
              count(one.quantity),
            ],
          })),
        } as const,
      ]),
    {
      kind: 'paragraph',
      text: `All amounts are in ${currency}. Lines are exact; totals at the top are rounded to what is charged.`,
      isMuted: true,
    },
  ];
  return {
    title: `${title} ${number}`,
    brand,
    paper: paperAt(zone),
    at: new Date(`${firstDay(nextMonth(month))}T00:00:00Z`),
    footer: `${brand.name} · ${title} ${number} · ${whom}`,
    blocks,
  };
}

type Row = StatementLine & { readonly month?: string };
/** Lines under the names of their businesses, where there are many. `all`: what the sum is of. */
function tableOf(
  statement: Statement,
  rows: readonly Row[],
  all: readonly Row[],
  amounts: readonly AmountName[],
): Extract<Block, { kind: 'table' }> {
  const { currency } = statement;
  const isOfMany = statement.payer.kind === 'agency' && statement.business === null;
  const end = (title: string): TableColumn => ({ title, align: 'end' });
  const lines: TableLine[] = [];
  let group: string | undefined;
  for (const row of rows) {
    if (isOfMany && row.business.id !== group) lines.push({ group: row.business.name });
    group = row.business.id;
    const note = [...(row.month === undefined ? [] : [monthTitle(row.month)]), detailOf(row)];
    lines.push({
      cells: [
        { text: lineWords[`${row.channel}.${row.direction}`], note: note.filter((part) => part !== '').join(' · ') },
        count(row.quantity),
        count(row.included),
        unitPriceOf(row, currency),
        ...amounts.map((name) => exact(row[name] ?? 0, currency)),
      ],
    });
  }
  const sum = (name: AmountName): number => all.reduce((total, row) => total + (row[name] ?? 0), 0);
  return {
    kind: 'table',
    columns: [
      { title: 'What' },
      end('Used'),
      end('Included'),
      end('Unit price'),
      ...amounts.map((name) => end(amountTitle(name, statement))),
    ],
    lines,
    total: ['Total', '', '', '', ...amounts.map((name) => exact(sum(name), currency))],
  };
}

/** Fees of registrations, each kind of a business a line. */
function feeTable(statement: Statement, amounts: readonly AmountName[]): Extract<Block, { kind: 'table' }> {
  const { currency, fees, month } = statement;
  const isOfMany = statement.payer.kind === 'agency' && statement.business === null;
  const noteOf = ({ business, month: of, reversed }: StatementFee): string =>
    [
      ...(isOfMany ? [business.name] : []),
      ...(of === month ? [] : [monthTitle(of)]),
      ...(reversed ? ['Reversed'] : []),
    ].join(' · ');
  const sum = (name: AmountName): number => fees.reduce((total, fee) => total + (fee[name] ?? 0), 0);
  return {
    kind: 'table',
    columns: [
      { title: 'What' },
      { title: 'Count', align: 'end' },
      ...amounts.map((name): TableColumn => ({ title: amountTitle(name, statement), align: 'end' })),
    ],
    lines: fees.map((fee) => ({
      cells: [
        { text: feeWords[fee.what], note: noteOf(fee) },
        count(fee.quantity),
        ...amounts.map((name) => exact(fee[name] ?? 0, currency)),
      ],
    })),
    total: ['Total', '', ...amounts.map((name) => exact(sum(name), currency))],
  };
}
