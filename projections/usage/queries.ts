import { sql } from 'kysely';
import { query, tablesIn } from '../engine/query.ts';
import { usageModel, usageMonthTable } from '../tables/usage.ts';

const t = tablesIn(usageModel);

/** What a business used in a calendar month of its zone; `month`: `2026-11`. Segments are of texts without pictures. */
export interface UsageMonthView {
  readonly month: string;
  readonly segments: number;
  readonly mms: number;
  readonly segmentsIn: number;
  readonly mmsIn: number;
  readonly mails: number;
}

export const usageQueries = {
  /** The months of the last year, the current one of `zone` first, none left out. */
  usageMonths: query({
    reads: 'business',
    run: (db, businessId: string, zone: string): Promise<readonly UsageMonthView[]> =>
      db.ask(sql<UsageMonthView>`
        select to_char(x.month, 'YYYY-MM') as month, coalesce(u.segments, 0)::int as segments,
          coalesce(u.mms, 0)::int as mms, coalesce(u.segments_in, 0)::int as "segmentsIn",
          coalesce(u.mms_in, 0)::int as "mmsIn", coalesce(u.mails, 0)::int as mails
        from (select date_trunc('month', ${db.now().toISOString()}::timestamptz at time zone ${zone}) as this) now,
          generate_series(now.this - interval '11 months', now.this, interval '1 month') x(month)
          left join ${t(usageMonthTable)} u on u.business_id = ${businessId} and u.month = x.month::date
        order by x.month desc`),
  }),
  /** What of the monthly limit a business has used in a month, named by its first day. */
  textsOfMonth: query({
    reads: 'business',
    run: async (db, businessId: string, month: string): Promise<number> =>
      (
        await db.ask(sql<{ texts: number }>`
          select texts::int as texts from ${t(usageMonthTable)} where business_id = ${businessId} and month = ${month}::date`)
      )[0]?.texts ?? 0,
  }),
};
