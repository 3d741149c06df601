import { z } from 'zod';
import { Instant } from './common.ts';
import { MessageStatus } from './livechat.ts';

const Sums = z.object({
  opt_ins: z.number(),
  opt_outs: z.number(),
  received: z.number(),
  sent: z.number(),
  delivered: z.number(),
  failed: z.number(),
  suppressed: z.number(),
});

/** Milliseconds of a day's start in UTC; NaN for a day that is not in the calendar or before 2000. */
function dayNumber(day: string): number {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day || day < '2000' ? Number.NaN : at;
}

/** GET /businesses/dashboard-reports?date_range=2026-11-01,2026-11-21 (days of the business's zone, both included; default: the last 30). */
export const DashboardParams = z.object({
  date_range: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2},\d{4}-\d{2}-\d{2}$/, 'Give two days: 2026-11-01,2026-11-21.')
    .refine(
      (value) => {
        const [from, to] = value.split(',').map(dayNumber) as [number, number];
        return from <= to && to - from <= 366 * 86_400_000;
      },
      { error: 'The period must be of real days, the first one first, and at most a year long.' },
    )
    .optional(),
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
    /** `waiting`: why its keyword answers nobody yet: the business has no number, or there the keyword is another campaign's. Null: it answers, on `number`. */
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
