import { newest } from '../engine/merge-policy.ts';
import { col, key, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const helpModel = { name: 'help', version: 1 } as const;

export interface SupportDetails {
  readonly text: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly link: string | null;
}

/** One row: how the operator is reached. */
export const supportTable = table('support', {
  one: key('smallint'),
  details: col('jsonb', newest).of<SupportDetails>(),
});
export const newsTable = table('news', {
  id: key('uuid'),
  title: maybe('text', newest),
  body: maybe('text', newest),
  publishedAt: maybe('timestamptz', newest),
  removed: maybe('boolean', newest),
});
