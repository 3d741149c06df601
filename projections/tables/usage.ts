import type { UsageKey } from '../../domain/rates/measures.ts';
import { added } from '../engine/merge-policy.ts';
import { col, key, made, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const usageModel = { name: 'usage', version: 8 } as const;

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
 * Each text, email and leg of a call that is or may be used, so that a sum can be opened: nothing in it is personal. `contactId` is of
 * no one once they are erased. What nobody has said of yet that the carrier took it has no day; a broadcast's counts
 * from when it was queued.
 */
export const usageItemTable = table('usage_items', {
  id: key('uuid'),
  businessId: col('uuid'),
  contactId: maybe('uuid'),
  channel: col('text').of<'sms' | 'mms' | 'email' | 'voice'>(),
  direction: col('text').of<UsageKey['direction']>(),
  country: col('text'),
  carrierClass: col('text').of<UsageKey['carrierClass']>(),
  quantity: col('int'),
  /** On which day it counts, since when, and where in the log that was said; null: it doesn't count. */
  day: maybe('date'),
  at: maybe('timestamptz'),
  position: maybe('bigint'),
  /** Nothing that is said of it from now on changes what it counts for. */
  settled: col('boolean'),
});

/** Who is a contact, so that each counts once: nothing of them but their id. */
export const countedContactTable = table('counted_contacts', { id: key('uuid'), businessId: col('uuid') });

/** By how many the contacts of a business became more or less on each day of its zone. */
export const contactDayTable = table(
  'contact_days',
  { businessId: key('uuid'), day: key('date'), change: col('bigint', added) },
  { fillfactor: 50 },
);

/** A month of all businesses, and a line of a statement in its order, with what its sum takes. */
export const usageIndexes = (schema: string): string => `
  create index usage_months_by_texts on ${schema}.usage_months (month, texts, business_id);
  create index usage_days_by_day on ${schema}.usage_days (day, business_id);
  create index usage_items_of_line on ${schema}.usage_items
    (business_id, channel, direction, country, carrier_class, day, at, id) include (quantity, position)
    where day is not null`;
