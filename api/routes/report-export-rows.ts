import { z } from 'zod';
import type { Days } from '../../projections/engine/query.ts';
import type { FilePage, RecordPlace, RecordScope } from '../../projections/reports/records.ts';
import { Role } from '../contract/common.ts';
import type { BillingExportForm, CallExportForm, TextExportForm } from '../contract/report-exports.ts';
import { callerOf } from '../kernel/context.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Session } from '../kernel/sessions.ts';
import { billingLine, callLines, headOf, textLines } from '../present/report-rows.ts';
import { billingRecords } from './report-billing.ts';
import { daysOf, type Whose, whoseTexts } from './report-scope.ts';
import type { ReportParts } from './statements.ts';

/** Which report someone wants as a file, as it was asked for. */
export const ReportWish = z.discriminatedUnion('report', [
  z.object({ report: z.literal(['mdr-list', 'sms-list']), query: z.custom<z.output<typeof TextExportForm>>() }),
  z.object({ report: z.literal('bdr-list'), query: z.custom<z.output<typeof BillingExportForm>>() }),
  z.object({ report: z.literal('call-list'), query: z.custom<z.output<typeof CallExportForm>>() }),
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
const defaultPage = 2_000;
const isNarrowed = (query: object): boolean =>
  Object.entries(query).some(
    ([name, value]) =>
      name !== 'date_range' && value !== 'began' && value !== null && !(Array.isArray(value) && value.length === 0),
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
  const { date_range: range, by, ...filters } = query;
  const whose = await whoseTexts(parts, session, filters);
  const { scope, business } = whose;
  const days = daysOf(parts, whose, range);
  const asked = { days, by, filters };
  const zone = business?.zone ?? 'UTC';
  return {
    whose: business?.name ?? null,
    days,
    narrowed: isNarrowed(query),
    head: headOf(report, zone),
    count: async () => (await parts.readModels.recordTotals(scope, asked)).messages,
    rows: pages(parts, whose, rowsAPage, {
      read: (one, page, signal) => parts.readModels.exportedRecords(one, asked, { ...page, zone, of: report }, signal),
      write: textLines(report, session.role !== 'Business'),
    }),
  };
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
  return {
    whose: business?.name ?? null,
    days,
    narrowed: isNarrowed(query),
    head: headOf(report, zone),
    count: async () => (await parts.readModels.callTotals(scope, asked)).calls,
    rows: pages(parts, whose, rowsAPage, {
      read: (one, page, signal) => parts.readModels.exportedCalls(one, asked, { ...page, zone }, signal),
      write: callLines(session.role !== 'Business'),
    }),
  };
}

/** Rows by pages of the log's order, of an agency one business after the other: each has an index of its own. */
function pages<Row extends RecordPlace>(
  parts: ReportParts,
  whose: Whose,
  limit: number,
  {
    read,
    write,
  }: {
    readonly read: (scope: RecordScope, page: Omit<FilePage, 'zone'>, signal: AbortSignal) => Promise<readonly Row[]>;
    readonly write: (rows: readonly Row[], business: string | null) => string;
  },
): OpenedReport['rows'] {
  return async function* (place, upTo, signal) {
    const begin = place === null ? null : (JSON.parse(place) as Place);
    for (const { name, ...one } of await scopesOf(parts, whose, begin?.business ?? null)) {
      const isBegun = begin !== null && begin.business === one.businessId;
      const next = (after: RecordPlace | null) => read(one, { after, upTo, limit }, signal);
      let reading = next(isBegun ? { day: begin.day, position: begin.position } : null);
      for (;;) {
        const rows = await reading;
        const last = rows.at(-1);
        if (last === undefined) break;
        const after = { day: last.day, position: last.position };
        const isLast = rows.length < limit;
        // The next rows are read while these are written.
        if (!isLast) {
          reading = next(after);
          reading.catch(() => {});
        }
        const reached: Place = { business: one.businessId, ...after };
        yield { text: write(rows, name), rows: rows.length, place: JSON.stringify(reached) };
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
const screens = { 'mdr-list': '', 'sms-list': '', 'bdr-list': '/billing', 'call-list': '/calls' } as const;

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
