import { added } from '../engine/merge-policy.ts';
import { col, key, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const emailHealthModel = { name: 'mail_health', version: 1 } as const;

export const emailQuantities = {
  /** Taken by the provider. */
  sent: col('bigint', added),
  bounced: col('bigint', added),
  complained: col('bigint', added),
} as const;

/** What was heard of a business's emails on a day (UTC), whenever they were sent. */
export const emailDayTable = table(
  'mail_days',
  { businessId: key('uuid'), day: key('date'), ...emailQuantities },
  { fillfactor: 50 },
);
