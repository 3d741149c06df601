import { added, latest } from '../engine/meet.ts';
import { col, key, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const campaignModel = { name: 'campaigns', version: 2 } as const;

export const campaignTable = table('campaigns', {
  id: key('uuid'),
  position: col('bigint'),
  businessId: col('uuid', latest),
  name: col('text', latest),
  type: col('text', latest),
  keyword: col('text', latest),
  /** The number that its keyword is on, null while it waits for one. */
  number: maybe('text', latest),
  /** The business's number, on which the keyword is another campaign's. */
  takenOn: maybe('text', latest),
  reply: col('text', latest),
  createdAt: col('timestamptz', latest),
});

export const optInTable = table(
  'opt_ins',
  { campaignId: key('uuid'), optIns: col('bigint', added) },
  { fillfactor: 50 },
);

export const campaignIndexesAtOnce = (schema: string): string =>
  `create index campaigns_by_business on ${schema}.campaigns (business_id, position)`;
