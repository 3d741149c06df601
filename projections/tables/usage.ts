import { added } from '../engine/merge-policy.ts';
import { col, key, made, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const usageModel = { name: 'usage', version: 3 } as const;

/**
 * What a month can be counted by. Texts without pictures by segments, texts with pictures (MMS) and emails one by one.
 * What went out counts in the month it was handed over, whatever became of it; what came in when it came.
 */
export const quantities = {
  segments: col('bigint', added),
  mms: col('bigint', added),
  segmentsIn: col('bigint', added),
  mmsIn: col('bigint', added),
  mails: col('bigint', added),
} as const;

/** Of each calendar month of the business's zone. `texts`: what the plan's monthly limit is about. */
export const usageMonthTable = table(
  'usage_months',
  { businessId: key('uuid'), month: key('date'), ...quantities, texts: made('bigint', 'segments + mms') },
  { fillfactor: 50 },
);

/**
 * Texts that were queued and of which nobody has said yet that the carrier took them: how much they count for when it
 * does. `countedIn`: the month in which they count already, until somebody says that they were not taken.
 */
export const openTextTable = table('open_texts', {
  messageId: key('uuid'),
  businessId: col('uuid'),
  segments: col('int'),
  mms: col('int'),
  countedIn: maybe('date'),
});

export const usageIndexes = (schema: string): string => `
  create index usage_months_by_texts on ${schema}.usage_months (month, texts, business_id)`;
