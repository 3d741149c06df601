import { highest } from '../engine/merge-policy.ts';
import { col, key, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const engagementModel = { name: 'engagement', version: 4 } as const;

/**
 * When somebody was last sent something, got it, and answered. The last time is enough for “within so many days”; one
 * narrow row for each contact, so that a broadcast to a million costs no more.
 */
export const engagementTable = table(
  'engagement',
  {
    contactId: key('uuid'),
    businessId: col('uuid'),
    textSent: maybe('timestamptz', highest),
    textDelivered: maybe('timestamptz', highest),
    textReplied: maybe('timestamptz', highest),
    mailSent: maybe('timestamptz', highest),
    mailDelivered: maybe('timestamptz', highest),
    mailBounced: maybe('timestamptz', highest),
  },
  { fillfactor: 70 },
);

export const engagementIndexes = (schema: string): string => `
  create index engagement_of_business on ${schema}.engagement (business_id);
  create index engagement_replied on ${schema}.engagement (business_id, text_replied) include (contact_id)
    where text_replied is not null`;
