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

export const dashboardCalls = calls('Dashboard', {
  'GET /businesses/dashboard-reports': {
    id: 'getDashboard',
    who: ['Business'],
    summary: 'Opt-ins, messages, usage and campaigns over a period of days.',
    query: DateRangeParams,
    reply: Dashboard,
  },
});
