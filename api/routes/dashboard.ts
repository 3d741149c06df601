import { DateTime } from 'luxon';
import { healthOf } from '../../domain/emails/health.ts';
import { forecastOf } from '../../domain/limits/forecast.ts';
import { dashboardCalls } from '../contract/index.ts';
import { notFound } from '../kernel/errors.ts';
import { limitsFor } from '../kernel/limits.ts';
import { route } from '../kernel/route.ts';
import type { DashboardView } from '../../projections/dashboard/queries.ts';

const sums = (view: DashboardView['totals']) => ({
  opt_ins: view.optIns,
  opt_outs: view.optOuts,
  received: view.received,
  sent: view.sent,
  delivered: view.delivered,
  failed: view.failed,
  suppressed: view.suppressed,
});

export const dashboardRoutes = [
  route(dashboardCalls['GET /businesses/dashboard-reports'], async (call) => {
    const { query, parts, businessId } = call;
    const business = await parts.readModels.business(businessId);
    if (business === null) throw notFound();
    const today = DateTime.fromJSDate(parts.now()).setZone(business.timezone);
    const [from, to] = (query.date_range?.split(',') as [string, string] | undefined) ?? [
      today.minus({ days: 29 }).toISODate()!,
      today.toISODate()!,
    ];
    const [view, campaigns, emails, limits] = await Promise.all([
      parts.readModels.dashboard(businessId, { from, to }),
      parts.readModels.campaigns(businessId),
      parts.readModels.emailFigures(businessId),
      limitsFor(call, businessId, business),
    ]);
    return {
      data: {
        from: view.from,
        to: view.to,
        daily: view.daily.map((day) => ({ day: day.day, ...sums(day) })),
        totals: sums(view.totals),
        previous: sums(view.previous),
        messages_by_status: view.messagesByStatus.map((row) => ({ status: row.status, count: row.count })),
        unread: view.unread,
        contacts: view.contacts,
        subscribed: view.subscribed,
        usage: {
          messages: business.usageMessages,
          messages_limit: limits.messages,
          contacts: business.usageContacts,
          contacts_limit: limits.contacts,
        },
        mails: { ...emails, health: healthOf(emails) },
        campaigns: campaigns.map(({ id, name, keyword, number, status, takenOn, optIns, createdAt }) => ({
          id,
          name,
          keyword,
          number,
          waiting:
            status === 'active' ? null
            : takenOn === null ? ('number' as const)
            : ('keyword' as const),
          opt_ins: optIns,
          created_at: createdAt,
        })),
      },
    };
  }),

  route(dashboardCalls['GET /businesses/total-email-monthly'], async ({ parts, businessId }) => {
    const business = await parts.readModels.business(businessId);
    if (business === null) throw notFound();
    const [used, days] = await Promise.all([
      parts.readModels.usageMonths(businessId, business.timezone),
      parts.readModels.textsByDay(businessId, business.timezone),
    ]);
    const { daysInMonth } = DateTime.fromJSDate(parts.now()).setZone(business.timezone);
    const months = used.map((month) => ({
      month: month.month,
      emails: month.mails,
      segments: month.segments,
      mms: month.mms,
      received_segments: month.segmentsIn,
      received_mms: month.mmsIn,
    }));
    const forecast = forecastOf(days, daysInMonth!);
    return { data: { month: months[0]!.month, total: months[0]!.emails, forecast, months } };
  }),
];
