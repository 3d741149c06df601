import { added, first, newest } from '../engine/merge-policy.ts';
import { col, key, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const figureModel = { name: 'figures', version: 3 } as const;

/** By what visits are told apart. `all`: all of them; `robot`: views of robots, which are in no other. */
export const dimensions = ['all', 'source', 'medium', 'campaign', 'device', 'robot'] as const;
export type Dimension = (typeof dimensions)[number];

const counts = {
  views: col('bigint', added),
  visitors: col('bigint', added),
  started: col('bigint', added),
  submitted: col('bigint', added),
} as const;

/** What a day of the business brought a page, by each dimension on its own. */
export const visitDayTable = table(
  'visit_days',
  {
    campaignId: key('uuid'),
    day: key('date'),
    dimension: key('text').of<Dimension>(),
    value: key('text'),
    businessId: col('uuid'),
    ...counts,
  },
  { fillfactor: 50 },
);

/** Each entry, on the day that counts it. Who sent what is looked up: nothing here is personal. */
export const entryTable = table('entries', {
  submissionId: key('uuid'),
  campaignId: col('uuid'),
  businessId: col('uuid'),
  at: col('timestamptz'),
  position: col('bigint'),
  /** Of the business's zone, as it was then. */
  day: col('date'),
});

/** Two versions that were or are compared. What happened between its two positions belongs to it. */
export const testTable = table('tests', {
  testId: key('uuid'),
  campaignId: col('uuid'),
  businessId: col('uuid'),
  one: maybe('int', first),
  other: maybe('int', first),
  startedAt: maybe('timestamptz', first),
  startedFrom: maybe('bigint', first),
  endedAt: maybe('timestamptz', newest),
  endedFrom: maybe('bigint', newest),
  kept: maybe('int', newest),
});

/** What each of the two brought while they were compared. */
export const testCountTable = table(
  'test_counts',
  { testId: key('uuid'), version: key('int'), businessId: col('uuid'), ...counts },
  { fillfactor: 50 },
);

/** Who was asked by text whether they want texts, and whether they said so. */
export const askedTable = table('asked', {
  contactId: key('uuid'),
  campaignId: key('uuid'),
  businessId: col('uuid'),
  askedAt: maybe('timestamptz', first),
  askedFrom: maybe('bigint', first),
  answeredAt: maybe('timestamptz', first),
});

export const figureIndexes = (schema: string): string => `
  create index entries_by_day on ${schema}.entries (campaign_id, day, position);
  create index tests_by_campaign on ${schema}.tests (campaign_id, started_from);
  create index asked_by_campaign on ${schema}.asked (campaign_id, asked_at)`;
