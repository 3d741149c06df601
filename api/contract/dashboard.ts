import { z } from 'zod';
import { calls } from './calls.ts';
import { Instant } from './common.ts';
import { DateRangeParams } from './fields.ts';
import { MessageStatus } from './messages.ts';

/** What happened in a period, or on a day. */
export const Sums = z.object({
  opt_ins: z.number(),
  opt_outs: z.number(),
  received: z.number(),
  sent: z.number(),
  delivered: z.number(),
  failed: z.number(),
  suppressed: z.number(),
});

export const Dashboard = z.object({
  data: z.object({
    from: z.string(),
    to: z.string(),
    daily: z.array(Sums.extend({ day: z.string() })),
    totals: Sums,
    previous: Sums,
    messages_by_status: z.array(z.object({ status: MessageStatus, count: z.number().int() })),
    unread: z.number().int(),
    contacts: z.number().int(),
    subscribed: z.number().int(),
    usage: z.object({
      messages: z.number().int(),
      messages_limit: z.number().int().nullable(),
      contacts: z.number().int(),
      contacts_limit: z.number().int().nullable(),
    }),
    /** Of the last emails, at most a month’s; `unknown`: too few to say. */
    mails: z.object({
      sent: z.number().int(),
      bounced: z.number().int(),
      complained: z.number().int(),
      health: z.enum(['unknown', 'fine', 'warning', 'danger']),
    }),
    /**
     * `waiting`: why its keyword answers nobody yet: the business has no number, or there the keyword is another
     * campaign's. Null: it answers, on `number`.
     */
    campaigns: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        keyword: z.string(),
        number: z.string().nullable(),
        waiting: z.enum(['number', 'keyword']).nullable(),
        opt_ins: z.number().int(),
        created_at: Instant,
      }),
    ),
  }),
});
export type Dashboard = z.output<typeof Dashboard>['data'];

/** What was used in a calendar month of the business's zone, `2026-11`. Texts count when they were handed over. */
const month = z.string().meta({ examples: ['2026-11'] });
export const UsageMonth = z.object({
  month,
  emails: z.number().int(),
  /** Of texts without pictures. */
  segments: z.number().int(),
  mms: z.number().int(),
  received_segments: z.number().int(),
  received_mms: z.number().int(),
});
export type UsageMonth = z.output<typeof UsageMonth>;

/** `total`: emails of this month, which is also the first of `months`. */
export const MonthlyUsage = z.object({
  data: z.object({
    month,
    total: z.number().int(),
    /** Texts by the end of this month, at the pace of the last seven full days; null: there is no full day yet. */
    forecast: z.number().int().nullable(),
    months: z.array(UsageMonth),
  }),
});

export const dashboardCalls = calls('Dashboard', {
  'GET /businesses/dashboard-reports': {
    id: 'getDashboard',
    who: ['Business'],
    summary: 'Opt-ins, messages, usage and campaigns over a period of days.',
    query: DateRangeParams,
    reply: Dashboard,
  },
  'GET /businesses/total-email-monthly': {
    id: 'getMonthlyUsage',
    who: ['Business'],
    summary: 'Emails sent this month, and what was used in each month of the last year by channel.',
    reply: MonthlyUsage,
  },
});
