import { z } from 'zod';
import type { Days } from '../../projections/engine/query.ts';
import type { ExportedChunk, TextCost } from '../../projections/reports/exported.ts';
import type { FilePage, RecordPlace, RecordScope } from '../../projections/reports/records.ts';
import { plainLedger } from '../../domain/kernel/money.ts';
import { Role } from '../contract/common.ts';
import type {
  BillingExportForm,
  CallExportForm,
  ConsentExportForm,
  TextExportForm,
} from '../contract/report-exports.ts';
import { csvCell } from '../kernel/csv.ts';
import { callerOf } from '../kernel/context.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Session } from '../kernel/sessions.ts';
import { billingLine, callLines, consentLines, headOf, reasonCells } from '../present/report-rows.ts';
import { billingRecords } from './report-billing.ts';
import { pricesOf } from './report-prices.ts';
import { daysOf, type Whose, whoseTexts } from './report-scope.ts';
import type { ReportParts } from './statements.ts';

/** What was kept before files had prices doesn’t say `prices`. */
type TextQuery = Omit<z.output<typeof TextExportForm>, 'prices'> & { readonly prices?: boolean };
/** Which report someone wants as a file, as it was asked for. */
export const ReportWish = z.discriminatedUnion('report', [
  z.object({ report: z.literal(['mdr-list', 'sms-list']), query: z.custom<TextQuery>() }),
  z.object({ report: z.literal('bdr-list'), query: z.custom<z.output<typeof BillingExportForm>>() }),
  z.object({ report: z.literal('call-list'), query: z.custom<z.output<typeof CallExportForm>>() }),
  z.object({ report: z.literal('consent-list'), query: z.custom<z.output<typeof ConsentExportForm>>() }),
]);
export type ReportWish = z.output<typeof ReportWish>;
/** What is kept of it, sealed. */
export const KeptWish = z.object({ wish: ReportWish, session: z.custom<Session>((given) => isSession(given)) });
const isSession = (given: unknown): boolean => z.object({ userId: z.string(), role: Role }).safeParse(given).success;

/** Some rows as they stand in the file; `place`: behind which the next ones begin. */
interface Written {
  readonly text: string;
  readonly rows: number;
  readonly place: string;
}
/** A report as it would be now. */
interface OpenedReport {
  /** What is between the name of the report and its days in the name of the file: `of Bella`; null: it is of all. */
  readonly whose: string | null;
  readonly days: Days;
  readonly narrowed: boolean;
  readonly head: string;
  readonly count: () => Promise<number>;
  readonly rows: (place: string | null, upTo: string, signal: AbortSignal) => AsyncIterable<Written>;
}

/** Rows that are read at once. */
const defaultPage = 5_000;
const isNarrowed = (query: object): boolean =>
  Object.entries(query).some(
    ([name, value]) =>
      name !== 'date_range' &&
      name !== 'prices' &&
      value !== 'began' &&
      value !== null &&
      !(Array.isArray(value) && value.length === 0),
  );

/** Throws 404 for a tenant that isn't the caller's, and 422 for what is not said. */
export async function openReport(
  parts: ReportParts,
  session: Session,
  wish: ReportWish,
  rowsAPage = defaultPage,
): Promise<OpenedReport> {
  switch (wish.report) {
    case 'bdr-list':
      return openBilling(parts, session, wish);
    case 'call-list':
      return openCalls(parts, session, wish, rowsAPage);
    case 'consent-list':
      return openConsents(parts, session, wish, rowsAPage);
    default:
      return openTexts(parts, session, wish, rowsAPage);
  }
}

async function openTexts(
  parts: ReportParts,
  session: Session,
  { report, query }: Extract<ReportWish, { readonly report: 'mdr-list' | 'sms-list' }>,
  rowsAPage: number,
): Promise<OpenedReport> {
  const { date_range: range, by, prices: isPriced = false, ...filters } = query;
  const whose = await whoseTexts(parts, session, filters);
  const { scope, business } = whose;
  const days = daysOf(parts, whose, range);
  const asked = { days, by, filters };
  const zone = business?.zone ?? 'UTC';
  return {
    whose: business?.name ?? null,
    days,
    narrowed: isNarrowed(query),
    head: headOf(report, zone, { prices: isPriced }),
    count: async () => (await parts.readModels.recordSums(scope, asked, null)).totals.messages,
    rows: chunks(parts, whose, rowsAPage, async ({ name, ...one }, unzoned, signal) => {
      const page = { ...unzoned, zone };
      const lines = {
        report,
        business: name === null ? null : csvCell(name),
        hidesContacts: session.role !== 'Business',
        reasons: reasonCells,
        prices: isPriced ? await costsOf(parts, await parts.readModels.exportedIds(one, asked, page, signal)) : null,
      };
      return parts.readModels.exportedRecords(one, asked, page, lines, signal);
    }),
  };
}

/** What texts cost, as cells. */
async function costsOf(parts: ReportParts, ids: readonly string[]): Promise<Readonly<Record<string, TextCost>>> {
  const costs = [...(await pricesOf(parts, ids))];
  return Object.fromEntries(costs.map(([id, { price, currency }]) => [id, [plainLedger(price, currency), currency]]));
}

async function openCalls(
  parts: ReportParts,
  session: Session,
  { report, query }: Extract<ReportWish, { readonly report: 'call-list' }>,
  rowsAPage: number,
): Promise<OpenedReport> {
  const { date_range: range, ...filters } = query;
  const whose = await whoseTexts(parts, session, filters);
  const { scope, business } = whose;
  const days = daysOf(parts, whose, range);
  const asked = { days, filters };
  const zone = business?.zone ?? 'UTC';
  const write = callLines(session.role !== 'Business');
  return {
    whose: business?.name ?? null,
    days,
    narrowed: isNarrowed(query),
    head: headOf(report, zone),
    count: async () => (await parts.readModels.callTotals(scope, asked)).calls,
    rows: chunks(parts, whose, rowsAPage, async ({ name, ...one }, page, signal) => {
      const calls = await parts.readModels.exportedCalls(one, asked, { ...page, zone }, signal);
      const last = calls.at(-1);
      return last === undefined ? null : { text: write(calls, name), rows: calls.length, place: last };
    }),
  };
}

async function openConsents(
  parts: ReportParts,
  session: Session,
  { report, query }: Extract<ReportWish, { readonly report: 'consent-list' }>,
  rowsAPage: number,
): Promise<OpenedReport> {
  const { date_range: range, ...filters } = query;
  const whose = await whoseTexts(parts, session, filters);
  const { scope, business } = whose;
  const days = daysOf(parts, whose, range);
  const asked = { days, filters };
  const zone = business?.zone ?? 'UTC';
  const write = consentLines(session.role !== 'Business');
  return {
    whose: business?.name ?? null,
    days,
    narrowed: isNarrowed(query),
    head: headOf(report, zone),
    count: async () => {
      const { optIns, optOuts } = await parts.readModels.consentTotals(scope, asked);
      return optIns + optOuts;
    },
    rows: chunks(parts, whose, rowsAPage, async ({ name, ...one }, page, signal) => {
      const found = await parts.readModels.exportedConsents(one, asked, { ...page, zone }, signal);
      const last = found.at(-1);
      return last === undefined ? null : { text: write(found, name), rows: found.length, place: last };
    }),
  };
}

/** Rows in the log's order, some at a time, of an agency one business after the other: each has an index of its own. */
function chunks(
  parts: ReportParts,
  whose: Whose,
  limit: number,
  read: (scope: NamedScope, page: Omit<FilePage, 'zone'>, signal: AbortSignal) => Promise<ExportedChunk | null>,
): OpenedReport['rows'] {
  return async function* (place, upTo, signal) {
    const begin = place === null ? null : (JSON.parse(place) as Place);
    for (const scope of await scopesOf(parts, whose, begin?.business ?? null)) {
      const next = (after: RecordPlace | null) => read(scope, { after, upTo, limit }, signal);
      let reading = next(begin !== null && begin.business === scope.businessId ? begin : null);
      for (;;) {
        const chunk = await reading;
        if (chunk === null) break;
        const { day, position, id } = chunk.place;
        const behind: RecordPlace = { day, position, ...(id === undefined ? {} : { id }) };
        const isLast = chunk.rows < limit;
        // The next rows are read while these are written.
        if (!isLast) {
          reading = next(behind);
          reading.catch(() => {});
        }
        const reached: Place = { business: scope.businessId, ...behind };
        yield { text: chunk.text, rows: chunk.rows, place: JSON.stringify(reached) };
        if (isLast) break;
      }
    }
  };
}

/** Behind which row of which business; null: of all. */
interface Place extends RecordPlace {
  readonly business: string | null;
}

/** `name`: of the business, which its own rows don't say; null: they do. */
type NamedScope = RecordScope & { readonly name: string | null };

async function scopesOf(
  { readModels }: Pick<ReportParts, 'readModels'>,
  { scope, business }: Whose,
  from: string | null,
): Promise<readonly NamedScope[]> {
  if (scope.businessId !== null || scope.agencyId === null) return [{ ...scope, name: business?.name ?? null }];
  const own = await readModels.usersOfUsage({ agencyId: scope.agencyId });
  return own
    .filter(({ id }) => from === null || id >= from)
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ id, name }) => ({ agencyId: scope.agencyId, businessId: id, name }));
}

async function openBilling(
  parts: ReportParts,
  session: Session,
  { report, query }: Extract<ReportWish, { readonly report: 'bdr-list' }>,
): Promise<OpenedReport> {
  const { rows, days } = await billingRecords({ parts, session, query });
  const { business } = await whoseTexts(parts, session, query);
  return {
    whose: business?.name ?? null,
    days,
    narrowed: isNarrowed(query),
    head: headOf(report, 'UTC'),
    count: () => Promise.resolve(rows.length),
    // A month's lines are few: they are written in one piece.
    async *rows(place) {
      if (place === null && rows.length > 0)
        yield { text: rows.map((row) => billingLine(row)).join(''), rows: rows.length, place: 'end' };
    },
  };
}

/** Where each report is shown. */
const screens = {
  'mdr-list': '',
  'sms-list': '',
  'bdr-list': '/billing',
  'call-list': '/calls',
  'consent-list': '/opt-ins',
} as const;

/** The report as its file is written; null: it isn't for them any more. */
export async function reopenReport(parts: ReportParts, kept: string, rowsAPage?: number) {
  const { wish, session } = KeptWish.parse(JSON.parse(kept));
  try {
    const { days, ...opened } = await openReport(parts, session, wish, rowsAPage);
    const screen = { Admin: '/admin', Agency: '/agency', Business: '/business' }[session.role];
    return {
      ...opened,
      ...days,
      report: wish.report,
      caller: callerOf(session),
      link: `${screen}/reports${screens[wish.report]}?exports=open`,
    };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return null;
    throw error;
  }
}
