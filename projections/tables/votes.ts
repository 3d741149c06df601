import { added, first, newest } from '../engine/merge-policy.ts';
import { col, key, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const voteModel = { name: 'votes', version: 3 } as const;

export const ballotTable = table('ballots', {
  ballotId: key('uuid'),
  businessId: col('uuid'),
  campaignId: col('uuid'),
  contactId: maybe('uuid', first),
  choices: maybe('text[]', first),
  via: maybe('text', first).of<'page' | 'text'>(),
  /** What said it: a submission or a text. */
  cause: maybe('uuid', first),
  at: maybe('timestamptz', first),
  position: col('bigint'),
  /** Taken out of the count; null: never. */
  excluded: maybe('boolean', newest),
  reason: maybe('text', newest),
});

/** How many votes an option has; option '' are the voters. Only what counts. */
export const voteCountTable = table(
  'vote_counts',
  { campaignId: key('uuid'), option: key('text'), businessId: col('uuid'), votes: col('bigint', added) },
  { fillfactor: 50 },
);

export const voteIndexes = (schema: string): string => `
  create index ballots_by_campaign on ${schema}.ballots (campaign_id, position);
  create index ballots_excluded on ${schema}.ballots (campaign_id) where excluded`;
/** Somebody's ballots are looked up while the tables are being filled, when they are merged. */
export const voteIndexesAtOnce = (schema: string): string =>
  `create index ballots_by_contact on ${schema}.ballots (contact_id)`;
