import type { UsageKey } from '../../domain/rates/measures.ts';
import { added } from '../engine/merge-policy.ts';
import { col, key, made, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const usageModel = { name: 'usage', version: 4 } as const;

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
 * The same by what prices go by: each day of the business's zone. It holds nothing personal, so that a rebuild after an
 * erasure gives the same rows.
 */
export const usageDayTable = table(
  'usage_days',
  {
    businessId: key('uuid'),
    day: key('date'),
    channel: key('text').of<UsageKey['channel']>(),
    direction: key('text').of<UsageKey['direction']>(),
    country: key('text'),
    carrierClass: key('text').of<UsageKey['carrierClass']>(),
    quantity: col('bigint', added),
  },
  { fillfactor: 50 },
);

/** Which numbers a business held: from one day to another, or until further notice. */
export const heldNumberTable = table('held_numbers', {
  businessId: key('uuid'),
  number: key('text'),
  since: key('date'),
  until: maybe('date'),
  country: col('text'),
  carrierClass: col('text').of<UsageKey['carrierClass']>(),
});

/**
 * Texts that were queued and of which nobody has said yet that the carrier took them: how much they count for when it
 * does. `countedOn`: the day on which they count already, until somebody says that they were not taken.
 */
export const openTextTable = table('open_texts', {
  messageId: key('uuid'),
  businessId: col('uuid'),
  segments: col('int'),
  mms: col('int'),
  country: col('text'),
  carrierClass: col('text'),
  countedOn: maybe('date'),
});

export const usageIndexes = (schema: string): string => `
  create index usage_months_by_texts on ${schema}.usage_months (month, texts, business_id)`;
