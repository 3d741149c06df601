import type { EntryKind, ListKind } from '../../domain/blocklists/fields.ts';
import { added, latest } from '../engine/merge-policy.ts';
import { col, key, made, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const blocklistModel = { name: 'blocklists', version: 1 } as const;

/** What stands, or stood, on a list. Whatever is taken off is `gone`, and its words with it. */
export const listingTable = table(
  'listings',
  {
    id: key('uuid'),
    list: key('text').of<ListKind>(),
    businessId: col('uuid'),
    kind: maybe('text', latest).of<EntryKind>(),
    value: maybe('text', latest),
    note: maybe('text', latest),
    gone: col('boolean', latest),
    createdAt: col('timestamptz', latest),
    position: col('bigint', latest),
    search: made('text', `lower(coalesce(value, '') || ' ' || coalesce(note, ''))`),
  },
  { fillfactor: 85 },
);

/** How many entries of a kind a list has; kind '': of all. */
export const listingCountTable = table(
  'listing_counts',
  { businessId: key('uuid'), list: key('text').of<ListKind>(), kind: key('text'), count: col('bigint', added) },
  { fillfactor: 50 },
);

export const blocklistIndexes = (schema: string): string => `
  create index listings_newest on ${schema}.listings (business_id, list, position) where not gone;
  create index listings_of_kind on ${schema}.listings (business_id, list, kind, position) where not gone;
  create index listings_by_value on ${schema}.listings (business_id, list, value) where not gone;
  create index listings_search on ${schema}.listings using gin (business_id, search gin_trgm_ops) where not gone`;
