import type { ConsentStatus, ConsentOrigin } from '../../domain/reports/fields.ts';
import { added } from '../engine/merge-policy.ts';
import { col, key, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const dashboardModel = { name: 'dashboard', version: 5 } as const;

/** Opt-ins and opt-outs of each day of the business's zone. */
export const consentDayTable = table(
  'consent_days',
  { businessId: key('uuid'), day: key('date'), optIns: col('bigint', added), optOuts: col('bigint', added) },
  { fillfactor: 50 },
);

/** Each opt-in to texts and each opt-out, on the day that it is counted on. Who it was is looked up: nothing here is personal. */
export const consentRecordTable = table('consent_records', {
  eventId: key('uuid'),
  businessId: col('uuid'),
  contactId: col('uuid'),
  at: col('timestamptz'),
  /** Of the business's zone, as it was then. */
  day: col('date'),
  position: col('bigint'),
  status: col('text').of<ConsentStatus>(),
  /** How they did: the `source` of an opt-in, the `via` of an opt-out. */
  source: col('text').of<ConsentOrigin>(),
  keyword: maybe('text'),
  campaignId: maybe('uuid'),
});

/** Records of a contact are looked up while the table is being filled, when contacts are merged. */
export const dashboardIndexesAtOnce = (schema: string): string =>
  `create index consent_records_of_contact on ${schema}.consent_records (contact_id)`;
/** Operators sum the days of all businesses. */
export const dashboardIndexes = (schema: string): string => `
  create index consent_days_of_all on ${schema}.consent_days (day);
  create index consent_records_by_day on ${schema}.consent_records (business_id, day, position, event_id);
  create index consent_records_of_all_by_day on ${schema}.consent_records (day, position, event_id)`;
