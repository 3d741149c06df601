import type { z } from 'zod';
import { noCountry } from '../../domain/rates/measures.ts';
import type { BillingGroup } from '../../domain/reports/fields.ts';
import { nextMonth } from '../../domain/statements/fields.ts';
import type { BillingDetailRecord, BillingReportParams, BillingSums, Statement } from '../contract/index.ts';
import type { Call } from '../kernel/route.ts';
import { todayOf } from '../kernel/today.ts';
import { whoseTexts } from './report-scope.ts';
import { type ReportParts, statementOfMonth, whoPays } from './statements.ts';

type Query = z.output<typeof BillingReportParams>;
type Asked = Call<unknown, Query>;
interface Asking extends Pick<Asked, 'session'> {
  readonly parts: ReportParts;
  readonly query: Omit<Query, 'page' | 'per_page' | 'group_by'>;
}

/** A page of them. */
export async function askBilling({ parts, session, query }: Asked) {
  const { rows: found, days } = await billingRecords({ parts, session, query });
  const begin = (query.page - 1) * query.per_page;
  return {
    data: found.slice(begin, begin + query.per_page),
    totals: sumsOf(found),
    groups: query.group_by === null ? null : groupsOf(found, query.group_by),
    meta: { total: found.length, page: query.page, per_page: query.per_page, ...days },
  };
}

/** Lines of statements as rows of a report: the same cents, month by month. */
export async function billingRecords({ parts, session, query }: Asking) {
  const { agency_id: agencyId, business_id: businessId, date_range: range, channel, direction } = query;
  const of = { agency_id: agencyId ?? undefined, business_id: businessId ?? undefined };
  // Throws 404 for a tenant that isn't the caller's.
  await whoseTexts(parts, session, query);
  const whose = await whoPays({ parts, session, query: of });
  const today = await todayOf(parts, session);
  const days = range ?? { from: `${today.slice(0, 7)}-01`, to: today };
  const rows: BillingDetailRecord[] = [];
  for (let month = days.from.slice(0, 7); month <= days.to.slice(0, 7); month = nextMonth(month))
    rows.push(...recordsOf((await statementOfMonth({ parts, session }, whose, month)).statement));
  const found = rows.filter(
    (row) => (channel === null || row.channel === channel) && (direction === null || row.direction === direction),
  );
  return { rows: found, days };
}

const ofFees = {
  rate_id: null,
  channel: 'registration',
  direction: 'out',
  country: noCountry,
  carrier_class: 'other',
  included: 0,
} as const;
function recordsOf({ month, closed, currency, lines, late, fees }: Statement): readonly BillingDetailRecord[] {
  const common = { month, closed, currency, fee: null, for_month: null } as const;
  return [
    ...lines.map((line) => ({ ...line, ...common })),
    ...late.map(({ month: of, opens: _, ...line }) => ({ ...line, ...common, for_month: of })),
    ...fees.map(({ month: of, what: fee, reversed: _, ...line }) => ({
      ...ofFees,
      ...line,
      ...common,
      fee,
      for_month: of === month ? null : of,
    })),
  ];
}

const plus = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one + other;

function sumsOf(rows: readonly BillingDetailRecord[]): BillingSums[] {
  const sums = new Map<string, BillingSums>();
  for (const { currency, quantity, included, carrier, price, resale, margin } of rows) {
    const before = sums.get(currency);
    const own = { currency, records: 1, quantity, included, carrier, price, resale, margin };
    sums.set(
      currency,
      before === undefined ? own : (
        {
          currency,
          records: before.records + 1,
          quantity: before.quantity + quantity,
          included: before.included + included,
          carrier: plus(before.carrier, carrier),
          price: before.price + price,
          resale: plus(before.resale, resale),
          margin: plus(before.margin, margin),
        }
      ),
    );
  }
  return [...sums.values()];
}

function groupsOf(rows: readonly BillingDetailRecord[], by: BillingGroup) {
  const groups = new Map<string, { readonly name: string | null; readonly rows: BillingDetailRecord[] }>();
  for (const row of rows) {
    const key = by === 'business' ? row.business.id : row[by];
    const group = groups.get(key) ?? { name: by === 'business' ? row.business.name : null, rows: [] };
    group.rows.push(row);
    groups.set(key, group);
  }
  return [...groups].flatMap(([key, { name, rows: own }]) => sumsOf(own).map((sums) => ({ key, name, ...sums })));
}
