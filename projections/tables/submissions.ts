import { eachAttribute } from '../../domain/contacts/attributes.ts';
import type { Device } from '../../domain/submissions/events.ts';
import { first } from '../engine/merge-policy.ts';
import { col, key, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const submissionModel = { name: 'submissions', version: 2 } as const;

/** What somebody sent by a page's form, as they sent it. */
export const submissionTable = table('submissions', {
  id: key('uuid'),
  businessId: col('uuid'),
  campaignId: col('uuid'),
  /** Who they are: another than sent it once they were merged. */
  contactId: col('uuid'),
  position: col('bigint'),
  /** Null: only a word about it is known. */
  at: maybe('timestamptz', first),
  pageVersion: maybe('int', first),
  name: maybe('text', first),
  phone: maybe('text', first),
  ...eachAttribute(() => maybe('text', first)),
  /** Answers by the ids of the page's own questions. */
  custom: maybe('jsonb', first).of<Readonly<Record<string, string>>>(),
  /** Ids of the options voted for. */
  choices: maybe('text[]', first),
  texts: maybe('boolean', first),
  emails: maybe('boolean', first),
  /** When the address was proved by the link in an email. */
  verifiedAt: maybe('timestamptz', first),
  device: maybe('text', first).of<Device>(),
  source: maybe('text', first),
  medium: maybe('text', first),
  campaign: maybe('text', first),
  referrer: maybe('text', first),
  pageAddress: maybe('text', first),
});

export const submissionIndexes = (schema: string): string =>
  `create index submissions_of_campaign on ${schema}.submissions (campaign_id, position)`;
/** Somebody's are looked up while the tables are being filled, when they are erased or merged. */
export const submissionIndexesAtOnce = (schema: string): string =>
  `create index submissions_of_contact on ${schema}.submissions (contact_id)`;
