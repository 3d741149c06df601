import { DateTime } from 'luxon';
import type { z } from 'zod';
import type { RecordView } from '../../projections/reports/records.ts';
import type { PlatformReportView } from '../../projections/reports/queries.ts';
import {
  billingGroups,
  callGroups,
  columnsOf,
  consentGroups,
  type RecordMoment,
  type ReportName,
  recordGroups,
  recordMoments,
  reportNames,
} from '../../domain/reports/fields.ts';
import { billingFilters, callFilters, consentFilters, recordFilters } from '../../domain/reports/list.ts';
import type { Role } from '../contract/common.ts';
import { type PricedReportParams, reportCalls, type TextReportRow } from '../contract/index.ts';
import { listQuery, listReply } from '../kernel/list.ts';
import { type Call, route } from '../kernel/route.ts';
import type { Session } from '../kernel/sessions.ts';
import { reportTitles } from '../contract/report-titles.ts';
import { presentDetail, presentHistory, presentText } from '../present/records.ts';
import { askBilling } from './report-billing.ts';
import { askCalls } from './report-calls.ts';
import { askConsents } from './report-consents.ts';
import { seesPrices, withPrices } from './report-prices.ts';
import { askTexts, whoseTexts } from './report-scope.ts';
import { notFound } from '../kernel/errors.ts';

/** The days that were asked for; the last 30 of UTC where none were. */
function daysOf(range: string | undefined, now: Date) {
  const today = DateTime.fromJSDate(now).setZone('UTC');
  const [from, to] = (range?.split(',') as [string, string] | undefined) ?? [
    today.minus({ days: 29 }).toISODate()!,
    today.toISODate()!,
  ];
  return { from, to };
}

const sums = ({ optIns, optOuts, ...rest }: PlatformReportView['totals']) => ({
  ...rest,
  opt_ins: optIns,
  opt_outs: optOuts,
});

/** A business has one agency and is one business: only others can tell them apart. */
const isFor = (role: Role, name: string): boolean =>
  role === 'Admin' || !(name.startsWith('agency') || (role === 'Business' && name.startsWith('business')));

const ofTexts = { filters: recordFilters, moments: recordMoments, groups: recordGroups };
const askable: Readonly<
  Record<
    ReportName,
    { readonly filters: object; readonly moments: readonly RecordMoment[]; readonly groups: readonly string[] }
  >
> = {
  'mdr-list': ofTexts,
  'sms-list': ofTexts,
  'bdr-list': { filters: billingFilters, moments: [], groups: billingGroups },
  'call-list': { filters: callFilters, moments: [], groups: callGroups },
  'consent-list': { filters: consentFilters, moments: [], groups: consentGroups },
};

/** A page of texts, with what each costs where that is asked for. */
async function askPriced<Row extends Pick<TextReportRow, 'id' | 'price' | 'currency'>>(
  { parts, session, query: { prices, ...query } }: Call<unknown, z.output<typeof PricedReportParams>>,
  present: (text: RecordView, session: Session) => Row,
) {
  const found = await askTexts({ parts, session, query }, present);
  return prices ? { ...found, data: await withPrices({ parts, session }, found.data) } : found;
}

export const reportRoutes = [
  route(reportCalls['GET /admin/dashboard-reports'], async ({ query, parts }) => {
    const days = daysOf(query.date_range, parts.now());
    const { daily, totals, previous, tenants, used, money } = await parts.readModels.platformReport(days);
    return {
      data: {
        ...days,
        daily: daily.map(({ day, ...rest }) => ({ day, ...sums(rest) })),
        totals: sums(totals),
        previous: sums(previous),
        tenants: { ...tenants },
        used: used.map(({ carrierClass, ...rest }) => ({ ...rest, carrier_class: carrierClass })),
        money: [...money],
      },
    };
  }),

  route(reportCalls['GET /admin/business-reports'], async ({ query: { date_range: range, ...params }, parts }) => {
    const query = listQuery(params);
    return listReply(
      await parts.readModels.businessReports(daysOf(range, parts.now()), query),
      query,
      ({ optIns, optOuts, failedShare, optOutShare, concerns, ...row }) => ({
        ...row,
        opt_ins: optIns,
        opt_outs: optOuts,
        failed_share: failedShare,
        opt_out_share: optOutShare,
        concerns: [...concerns],
      }),
    );
  }),

  route(reportCalls['GET /reports'], async ({ parts, session }) => {
    const prices = await seesPrices({ parts, session });
    return {
      data: reportNames.map((id) => ({
        id,
        title: reportTitles[id],
        columns: [...columnsOf(id, prices)],
        filters: ['date_range', ...Object.keys(askable[id].filters)].filter((name) => isFor(session.role, name)),
        moments: [...askable[id].moments],
        groups: askable[id].groups.filter((name) => isFor(session.role, name)),
      })),
      meta: { total: reportNames.length },
    };
  }),

  route(reportCalls['GET /reports/bdr-list'], (call) => askBilling(call)),

  route(reportCalls['GET /reports/call-list'], (call) => askCalls(call)),

  route(reportCalls['GET /reports/consent-list'], (call) => askConsents(call)),

  route(reportCalls['GET /reports/mdr-list'], (call) => askPriced(call, presentDetail)),

  route(reportCalls['GET /reports/sms-list'], (call) => askPriced(call, presentText)),

  route(reportCalls['GET /reports/messages/{id}'], async ({ parts, params, session }) => {
    const { scope, business } = await whoseTexts(parts, session, {});
    const text = await parts.readModels.record(scope, params.id);
    if (text === null) throw notFound('This text does not exist.');
    const shown = presentHistory({ ...text, business: business?.name ?? text.business }, session);
    return { data: (await withPrices({ parts, session }, [shown]))[0]! };
  }),
];
