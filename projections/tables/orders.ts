import type { Buyer, PageTerms } from '../../domain/orders/fields.ts';
import { newest } from '../engine/merge-policy.ts';
import { key, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const orderModel = { name: 'orders', version: 1 } as const;

/** The order pages as they are now. */
export const orderPageTable = table('order_pages', {
  id: key('uuid'),
  buyer: maybe('text', newest).of<Buyer>(),
  planId: maybe('uuid', newest),
  slug: maybe('text', newest),
  version: maybe('int', newest),
  /** Whole, so that what is null in them is null here. */
  terms: maybe('jsonb', newest).of<PageTerms>(),
  /** Of the stream of all pages, when this one last changed: where an edit begins. */
  revision: maybe('int', newest),
  createdAt: maybe('timestamptz', newest),
  deletedAt: maybe('timestamptz', newest),
});

export const orderIndexes = (schema: string): string => `
  create index order_pages_by_address on ${schema}.order_pages (slug) where deleted_at is null`;
