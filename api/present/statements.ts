import type { Draft } from '../../commands/statements/draft.ts';
import { localDay } from '../../domain/kernel/day.ts';
import { add, type Currency, negative } from '../../domain/kernel/money.ts';
import type { Payer } from '../../domain/payments/payer.ts';
import { plainUnitPrice } from '../../domain/plans/fields.ts';
import { channels, directions, type UsageKey } from '../../domain/rates/fields.ts';
import { isIncludable } from '../../domain/rates/rating.ts';
import { type FeeLine, feeLines } from '../../domain/statements/fees.ts';
import { numberOf } from '../../domain/statements/fields.ts';
import { forecastOf } from '../../domain/statements/forecast.ts';
import { isAdded } from '../../domain/statements/items.ts';
import {
  type Amounts,
  type StatementLine,
  statementOf,
  totalOf,
  type UsedBy,
} from '../../domain/statements/statement.ts';
import type { Statement, StatementFee } from '../contract/index.ts';
import { byteOrderMark, csvLine } from '../kernel/csv.ts';
import type { Session } from '../kernel/sessions.ts';

type Line = UsageKey &
  Amounts & {
    readonly businessId: string;
    readonly rateId: string;
    readonly quantity: number;
    readonly included: number;
  };

/** What the caller may know of amounts: admins the platform's margin, agencies their own, businesses what they pay. */
export const amountsFor =
  ({ role }: Session, payer: Payer) =>
  ({ carrier, price, resale }: Amounts) => {
    const resold = payer.kind === 'agency' && role === 'Agency';
    return {
      carrier: role === 'Admin' ? carrier : null,
      price,
      resale: resold ? resale : null,
      margin:
        role === 'Admin' ? add(price, negative(carrier))
        : resold ? add(resale, negative(price))
        : null,
    };
  };

export const presentFee = (
  { what, month, isReversed, quantity }: FeeLine,
  business: StatementFee['business'],
  amounts: Pick<StatementFee, 'carrier' | 'price' | 'resale' | 'margin'>,
): StatementFee => ({ business, what, month, reversed: isReversed, quantity, ...amounts });

interface Shown {
  readonly payer: Payer;
  /** What the payer is called. */
  readonly name: string;
  readonly month: string;
  readonly now: Date;
  /** One business of an agency; undefined: all. */
  readonly only: string | undefined;
  readonly session: Session;
}

/** A statement as its reader may see it. The screen, the CSV and the PDF are all made of it. */
export function presentStatement(draft: Draft, shown: Shown): Statement {
  const { payer, month, only, session } = shown;
  const kept = draft.closed.get(month);
  const names = new Map(draft.businesses.map(({ id, name }) => [id, name]));
  const named = (id: string) => ({ id, name: names.get(id) ?? '' });
  const amounts = amountsFor(session, payer);
  const mine = <T extends { readonly businessId: string }>(rows: readonly T[]): readonly T[] =>
    only === undefined ? rows : rows.filter(({ businessId }) => businessId === only);
  const keyOf = ({
    channel,
    direction,
    country,
    carrierClass,
    quantity,
  }: UsageKey & { readonly quantity: number }) => ({
    channel,
    direction,
    country,
    carrier_class: carrierClass,
    quantity,
  });
  const lineOf = (line: Line) => ({
    business: named(line.businessId),
    rate_id: line.rateId,
    ...keyOf(line),
    included: line.included,
    ...amounts(line),
  });
  const inOrder = byName(draft);
  const lines = mine(kept?.lines ?? draft.lines).toSorted(inOrder);
  const late = mine(draft.late).toSorted((a, b) => a.month.localeCompare(b.month) || inOrder(a, b));
  const places = draft.businesses.map(({ id }) => id);
  const fees = mine(feeLines(draft.fees)).toSorted(
    (one, other) => places.indexOf(one.businessId) - places.indexOf(other.businessId),
  );
  const terms = kept?.terms ?? draft.terms;
  const measured = mine(draft.measured);
  const unrated = kept?.unrated ?? draft.unrated;
  const users = new Set(
    [...(kept?.lines ?? draft.lines), ...unrated, ...draft.fees].map(({ businessId }) => businessId as string),
  );
  return {
    number: numberOf(month, only ?? payer.id),
    payer: { id: payer.id, kind: payer.kind, name: shown.name },
    business: only === undefined ? null : named(only),
    month,
    currency: kept?.currency ?? draft.currency,
    closed: kept !== undefined,
    total: amounts(totalOf([...lines, ...late, ...fees])),
    forecast: kept === undefined ? forecastFor(draft, shown) : null,
    allowances: Object.entries(terms.included).map(([channel, included]) => ({
      channel: channel as UsageKey['channel'],
      included,
      // Shared by all businesses of the payer, so also told of all.
      used: (kept?.lines ?? draft.lines).reduce(
        (sum, line) => (line.channel === channel && isIncludable(line) ? sum + line.quantity : sum),
        0,
      ),
    })),
    users: draft.businesses.filter(({ id }) => users.has(id)).map(({ id }) => named(id)),
    businesses: [...new Set([...lines, ...fees].map(({ businessId }) => businessId as string))].map((id) => {
      const of = <T extends { readonly businessId: string }>(rows: readonly T[]): readonly T[] =>
        rows.filter(({ businessId }) => businessId === id);
      const own = of(lines);
      return {
        ...named(id),
        quantity: own.reduce((sum, { quantity }) => sum + quantity, 0),
        ...amounts(totalOf([...own, ...of(fees)])),
      };
    }),
    lines: lines.map(lineOf),
    late: late.map((line) => ({ month: line.month, opens: isAdded(line as StatementLine), ...lineOf(line) })),
    fees: fees.map((fee) => presentFee(fee, named(fee.businessId), amounts(fee))),
    unrated: mine(unrated).map((one) => ({ business: named(one.businessId), ...keyOf(one) })),
    days: daysOf(measured),
  };
}

/** Businesses by name, and of each what is sent before what comes in. */
function byName({ businesses }: Draft): (one: Line, other: Line) => number {
  const places = new Map(businesses.map(({ id }, place) => [id, place]));
  const rank = ({ businessId, channel, direction }: Line): number =>
    ((places.get(businessId) ?? 0) * channels.length + channels.indexOf(channel)) * directions.length +
    directions.indexOf(direction);
  return (one, other) => rank(one) - rank(other) || (one.country < other.country ? -1 : 1);
}

/** What the month will come to for the caller; null: it is over. */
function forecastFor(draft: Draft, { payer, month, now, only, session }: Shown): number | null {
  const today = localDay(draft.businesses[0]?.zone ?? 'UTC', now);
  if (!today.startsWith(month)) return null;
  const { lines } = statementOf(forecastOf(draft.measured, month, today), {
    currency: draft.currency,
    list: draft.list.rates,
    resale: draft.resale?.rates ?? null,
    terms: draft.terms,
    givenFree: draft.givenFree,
  });
  const counted = [...lines, ...feeLines(draft.fees)].filter(
    ({ businessId }) => only === undefined || (businessId as string) === only,
  );
  return amountsFor(session, payer)(totalOf(counted)).price;
}

/** What was sent on each day on which anything was. */
function daysOf(measured: readonly UsedBy[]): Statement['days'] {
  const days = new Map<string, Statement['days'][number]>();
  for (const { day, channel, direction, quantity } of measured) {
    if (direction === 'in' || channel === 'number' || channel === 'contact' || channel === 'voice') continue;
    const before = days.get(day) ?? { day, sms: 0, mms: 0, email: 0 };
    days.set(day, { ...before, [channel]: before[channel] + quantity });
  }
  return [...days.values()].sort((one, other) => (one.day < other.day ? -1 : 1));
}

/** An amount as a spreadsheet adds it up: `0.0075`. */
const cell = (units: number | null, currency: Currency): string =>
  units === null ? '' : `${units < 0 ? '-' : ''}${plainUnitPrice(Math.abs(units), currency)}`;

/** The lines of a statement as a file. Of a fee, its kind stands in place of the channel. */
export function statementCsv({ month, currency, lines, late, fees }: Statement): string {
  const whole = { direction: '', country: '', carrier_class: '', included: 0 } as const;
  const rows = [
    ...lines.map((line) => ({ month, ...line })),
    ...late,
    ...fees.map((fee) => ({ ...whole, ...fee, channel: fee.what })),
  ];
  const title = ['month', 'business', 'channel', 'direction', 'country', 'number type', 'quantity', 'included'];
  const money = ['carrier', 'price', 'resale', 'margin'] as const;
  return [
    byteOrderMark,
    csvLine([...title, ...money.map((name) => `${name} (${currency})`)]),
    ...rows.map((row) =>
      csvLine([
        row.month,
        row.business.name,
        row.channel,
        row.direction,
        row.country,
        row.carrier_class,
        String(row.quantity),
        String(row.included),
        ...money.map((name) => cell(row[name], currency as Currency)),
      ]),
    ),
  ].join('');
}
