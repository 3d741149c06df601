import { DateTime } from 'luxon';
import type { PlatformReportView } from '../../projections/reports/queries.ts';
import { reportCalls } from '../contract/index.ts';
import { listQuery, listReply } from '../kernel/list.ts';
import { route } from '../kernel/route.ts';

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
];
