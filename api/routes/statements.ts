import type { z } from 'zod';
import { type Draft, draftStatement } from '../../commands/statements/draft.ts';
import { localDay } from '../../domain/kernel/day.ts';
import { add, type Currency, negative } from '../../domain/kernel/money.ts';
import { plainUnitPrice } from '../../domain/plans/fields.ts';
import { Payer } from '../../domain/payments/payer.ts';
import { type Amounts, statementOf, totalOf, type UsedBy } from '../../domain/statements/statement.ts';
import { forecastOf } from '../../domain/statements/forecast.ts';
import type { UsageKey } from '../../domain/rates/fields.ts';
import { isIncludable } from '../../domain/rates/rating.ts';
import { type Statement, statementCalls, type StatementParams } from '../contract/index.ts';
import { csvLine, byteOrderMark } from '../kernel/csv.ts';
import { ApiError, notFound } from '../kernel/errors.ts';
import { privateFile } from '../kernel/files.ts';
import { type Call, route } from '../kernel/route.ts';
import type { Session } from '../kernel/sessions.ts';

type Asked = Call<unknown, z.output<typeof StatementParams>>;
type Line = UsageKey & Amounts & { readonly businessId: string; readonly quantity: number; readonly included: number };

/** Whose statement: an admin says it, everyone else has one. A business of an agency has none: its agency pays. */
function payerOf({ role, agencyId, businessId }: Session, query: z.output<typeof StatementParams>): Payer {
  const wanted =
    role === 'Admin' ?
      query.agency_id !== undefined ?
        { kind: 'agency', id: query.agency_id }
      : { kind: 'business', id: query.business_id }
    : role === 'Agency' ? { kind: 'agency', id: agencyId }
    : { kind: 'business', id: agencyId === null ? businessId : null };
  const payer = Payer.safeParse(wanted);
  if (payer.success) return payer.data;
  if (role !== 'Admin') throw notFound('Your agency pays for this business.');
  const message = 'Say which agency or business.';
  throw new ApiError('validation_failed', message, { fields: { agency_id: [message] } });
}

/** What the caller may know of amounts: admins the platform's margin, agencies their own, businesses what they pay. */
const amountsFor =
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

async function statementFor({ parts, query, session }: Asked): Promise<Statement> {
  const payer = payerOf(session, query);
  const now = parts.now();
  const month = query.month ?? now.toISOString().slice(0, 7);
  const draft = await draftStatement(parts.commands, parts.readModels, payer, month, now);
  const only = payer.kind === 'agency' ? query.business_id : undefined;
  if (draft.businesses.length === 0 && payer.kind === 'business') throw notFound('This business does not exist.');
  if (only !== undefined && !draft.businesses.some(({ id }) => id === only))
    throw notFound('This business does not exist.');
  return shown(draft, { payer, month, now, only, session });
}

interface Shown {
  readonly payer: Payer;
  readonly month: string;
  readonly now: Date;
  /** One business of an agency; undefined: all. */
  readonly only: string | undefined;
  readonly session: Session;
}

function shown(draft: Draft, { payer, month, now, only, session }: Shown): Statement {
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
    ...keyOf(line),
    included: line.included,
    ...amounts(line),
  });
  const [lines, late] = [mine(kept?.lines ?? draft.lines), mine(kept?.late ?? draft.late)];
  const terms = kept?.terms ?? draft.terms;
  const measured = mine(draft.measured);
  return {
    month,
    currency: kept?.currency ?? draft.currency,
    closed: kept !== undefined,
    total: amounts(totalOf([...lines, ...late])),
    forecast: kept === undefined ? forecastFor(draft, { payer, month, now, only, session }) : null,
    allowances: Object.entries(terms.included).map(([channel, included]) => ({
      channel: channel as UsageKey['channel'],
      included,
      // Shared by all businesses of the payer, so also told of all.
      used: (kept?.lines ?? draft.lines).reduce(
        (sum, line) => (line.channel === channel && isIncludable(line) ? sum + line.quantity : sum),
        0,
      ),
    })),
    businesses: [...new Set(lines.map(({ businessId }) => businessId as string))].map((id) => {
      const own = lines.filter(({ businessId }) => (businessId as string) === id);
      return { ...named(id), quantity: own.reduce((sum, { quantity }) => sum + quantity, 0), ...amounts(totalOf(own)) };
    }),
    lines: lines.map(lineOf),
    late: late.map((line) => ({ month: line.month, ...lineOf(line) })),
    unrated: mine(kept?.unrated ?? draft.unrated).map((one) => ({ business: named(one.businessId), ...keyOf(one) })),
    days: daysOf(measured),
  };
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
  });
  const counted = only === undefined ? lines : lines.filter(({ businessId }) => (businessId as string) === only);
  return amountsFor(session, payer)(totalOf(counted)).price;
}

/** What was sent on each day on which anything was. */
function daysOf(measured: readonly UsedBy[]): Statement['days'] {
  const days = new Map<string, Statement['days'][number]>();
  for (const { day, channel, direction, quantity } of measured) {
    if (direction === 'in' || channel === 'number' || channel === 'voice') continue;
    const before = days.get(day) ?? { day, sms: 0, mms: 0, email: 0 };
    days.set(day, { ...before, [channel]: before[channel] + quantity });
  }
  return [...days.values()].sort((one, other) => (one.day < other.day ? -1 : 1));
}

/** An amount as a spreadsheet adds it up: `0.0075`. */
const cell = (units: number | null, currency: Currency): string =>
  units === null ? '' : `${units < 0 ? '-' : ''}${plainUnitPrice(Math.abs(units), currency)}`;

function csvOf({ month, currency, lines, late }: Statement): string {
  const rows = [...lines.map((line) => ({ month, ...line })), ...late];
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

export const statementRoutes = [
  route(statementCalls['GET /statements'], async (call) => ({ data: await statementFor(call as Asked) })),

  route(statementCalls['GET /statements/file'], async (call) => {
    const statement = await statementFor(call as Asked);
    call.reply.headers(privateFile('text/csv; charset=utf-8', `Usage ${statement.month}.csv`));
    return csvOf(statement);
  }),

  route(statementCalls['GET /statements/margins'], async ({ parts, query }) => {
    const now = parts.now();
    const month = query.month ?? now.toISOString().slice(0, 7);
    const { data, total } = await parts.readModels.usagePayers(month, { page: query.page, perPage: query.per_page });
    const rows = [];
    for (const { id, kind } of data) {
      const payer = Payer.parse({ kind, id });
      const draft = await draftStatement(parts.commands, parts.readModels, payer, month, now);
      const kept = draft.closed.get(month);
      const { carrier, price } = totalOf([...(kept?.lines ?? draft.lines), ...(kept?.late ?? draft.late)]);
      const name =
        kind === 'agency' ?
          (await parts.readModels.agency(id))?.name
        : draft.businesses.find((one) => one.id === id)?.name;
      rows.push({
        id,
        kind,
        name: name ?? '',
        currency: kept?.currency ?? draft.currency,
        closed: kept !== undefined,
        carrier,
        price,
        margin: add(price, negative(carrier)),
        unrated: (kept?.unrated ?? draft.unrated).reduce((sum, { quantity }) => sum + quantity, 0),
      });
    }
    return { data: rows, meta: { total, page: query.page, per_page: query.per_page } };
  }),
];
