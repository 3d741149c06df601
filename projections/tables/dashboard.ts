import { added } from '../engine/merge-policy.ts';
import { col, key, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const dashboardModel = { name: 'dashboard', version: 3 } as const;

/** Opt-ins and opt-outs of each day of the business's zone. */
export const consentDayTable = table(
  'consent_days',
  { businessId: key('uuid'), day: key('date'), optIns: col('bigint', added), optOuts: col('bigint', added) },
  { fillfactor: 50 },
);
