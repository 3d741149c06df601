import type { PageKind, StoredSections } from '../../domain/pages/model.ts';
import { latest } from '../engine/merge-policy.ts';
import { batch, col, key, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const pageModel = { name: 'pages', version: 2 } as const;

export interface RunningTest {
  readonly testId: string;
  readonly versions: readonly [number, number];
}

/** What is built and what is live of a campaign's page. Its id is the campaign's. */
export const pageTable = table(
  'pages',
  {
    id: key('uuid'),
    position: col('bigint'),
    revision: col('int'),
    /** As it was stored: what reads it brings it into today's shape (`readPage`). */
    draft: col('jsonb').of<StoredSections>(),
    businessId: col('uuid', latest),
    kind: col('text', latest).of<PageKind>(),
    template: maybe('text', latest),
    /** The version that visitors get, null while there is none. */
    liveVersion: maybe('int', latest),
    /** The two versions that are being compared; null: none are. */
    test: maybe('jsonb', latest).of<RunningTest>(),
    /** The draft was changed since it was last published or restored. */
    edited: col('boolean', latest),
    changedAt: col('timestamptz', latest),
    /** The person who changed it last, null: a part of the system. */
    changedBy: maybe('uuid', latest),
  },
  { fillfactor: 80 },
);

/** Everything that was ever published, whole. */
export const versionTable = table('versions', {
  pageId: key('uuid'),
  version: key('int'),
  businessId: col('uuid'),
  hash: col('text'),
  sections: col('jsonb').of<StoredSections>(),
});

export type PageAct = 'started' | 'published' | 'unpublished' | 'restored' | 'test-started' | 'test-ended';
/** What was done with it, by whom and when. Edits between are in the draft alone: they are saved every second. */
export const historyTable = table('history', {
  pageId: key('uuid'),
  revision: key('int'),
  businessId: col('uuid'),
  act: col('text').of<PageAct>(),
  /** What was published, restored or kept. */
  version: maybe('int'),
  at: col('timestamptz'),
  by: maybe('uuid'),
});

/** What a batch makes of a draft: an earlier version that it goes back to first (null: none), then sections, each whole. */
export const draftChanges = batch({ id: key('uuid'), base: maybe('int'), sections: col('jsonb').of<StoredSections>() });

export const pageIndexesAtOnce = (schema: string): string =>
  `create index pages_by_business on ${schema}.pages (business_id, position)`;
