import { added } from '../engine/merge-policy.ts';
import { col, key, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const dashboardModel = { name: 'dashboard', version: 4 } as const;

/** Opt-ins and opt-outs of each day of the business's zone. */
export const consentDayTable = table(
  'consent_days',
  { businessId: key('uuid'), day: key('date'), optIns: col('bigint', added), optOuts: col('bigint', added) },
  { fillfactor: 50 },
);

/** Operators sum the days of all businesses. */
export const dashboardIndexes = (schema: string): string =>
  `create index consent_days_of_all on ${schema}.consent_days (day)`;
