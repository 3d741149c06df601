import type { LinkSource, ScannerReason } from '../../domain/links/fields.ts';
import { added, first, highest } from '../engine/merge-policy.ts';
import { col, key, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const linkModel = { name: 'links', version: 2 } as const;

const source = {
  sourceKind: col('text').of<LinkSource['kind']>(),
  sourceId: col('uuid'),
  variant: col('smallint'),
} as const;

/** A link of a message. `clickers`: people who have followed it; `clicks`: how often they did; `scanned`: visits of programs. */
export const linkTable = table(
  'links',
  {
    number: key('int'),
    businessId: col('uuid'),
    ...source,
    url: maybe('text', first),
    nth: maybe('int', first),
    trap: maybe('boolean', first),
    createdAt: maybe('timestamptz', first),
    clickers: col('bigint', added),
    clicks: col('bigint', added),
    scanned: col('bigint', added),
    lastClickAt: maybe('timestamptz', highest),
  },
  { fillfactor: 70 },
);

/** Who has followed which link, and when they first did. */
export const clickTable = table('clicks', {
  number: key('int'),
  /** As they were then: what a message brought stays what it was. */
  contactId: key('uuid'),
  /** As who they are now: another after they were merged. */
  personId: col('uuid'),
  businessId: col('uuid'),
  ...source,
  clickedAt: col('timestamptz'),
});

/** Visits of programs, by what gave them away. */
export const scanTable = table(
  'scans',
  { number: key('int'), reason: key('text').of<ScannerReason>(), businessId: col('uuid'), count: col('bigint', added) },
  { fillfactor: 50 },
);

export const linkIndexes = (schema: string): string => `
  create index links_of_source on ${schema}.links (business_id, source_id, variant, nth);
  create index clicks_of_source on ${schema}.clicks (business_id, source_id, clicked_at, contact_id) include (person_id);
  create index clicks_when on ${schema}.clicks (business_id, clicked_at, person_id)`;
/** What somebody followed is looked up while the tables are being filled, when they are merged. */
export const linkIndexesAtOnce = (schema: string): string =>
  `create index clicks_of_person on ${schema}.clicks (person_id, clicked_at)`;
