import type { CampaignNotifications, CampaignSettings, Offer } from '../../domain/campaigns/fields.ts';
import type { Media } from '../../domain/sms/values.ts';
import { added, latest } from '../engine/merge-policy.ts';
import { col, key, made, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const campaignModel = { name: 'campaigns', version: 7 } as const;

export type CampaignStatus = 'active' | 'waiting' | 'archived';

export const campaignTable = table('campaigns', {
  id: key('uuid'),
  position: col('bigint'),
  revision: col('int'),
  businessId: col('uuid', latest),
  name: col('text', latest),
  type: col('text', latest),
  keyword: col('text', latest),
  /** The number that its keyword is on, null while it waits for one. */
  number: maybe('text', latest),
  /** The business's number, on which the keyword is another campaign's. */
  takenOn: maybe('text', latest),
  reply: col('text', latest),
  replyMedia: col('jsonb', latest).of<readonly Media[]>(),
  offer: col('jsonb', latest).of<Offer>(),
  notifications: col('jsonb', latest).of<CampaignNotifications>(),
  settings: col('jsonb', latest).of<CampaignSettings>(),
  createdAt: col('timestamptz', latest),
  archivedAt: maybe('timestamptz', latest),
  status: made(
    'text',
    `case when archived_at is not null then 'archived' when number is null then 'waiting' else 'active' end`,
  ).of<CampaignStatus>(),
  sortName: made('text', 'lower(name)'),
  search: made('text', `lower(name || ' ' || keyword)`),
});

/** Who is a member of what: one row for each, however often they have joined. */
export const memberTable = table('members', {
  campaignId: key('uuid'),
  contactId: key('uuid'),
  businessId: col('uuid'),
  joinedAt: col('timestamptz'),
});

/** How many members a campaign has, and how often somebody opted in by it. */
export const tallyTable = table(
  'tallies',
  { campaignId: key('uuid'), businessId: col('uuid'), members: col('bigint', added), optIns: col('bigint', added) },
  { fillfactor: 50 },
);

/** Opt-ins of an hour (UTC), so that those of the last seven days can be told in any zone. */
export const optInHourTable = table(
  'opt_in_hours',
  { campaignId: key('uuid'), hour: key('timestamptz'), businessId: col('uuid'), optIns: col('bigint', added) },
  { fillfactor: 50 },
);

export const campaignIndexesAtOnce = (schema: string): string =>
  `create index campaigns_by_business on ${schema}.campaigns (business_id, position)`;
