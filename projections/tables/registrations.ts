import type { A2pBrandKind, A2pNumberState, A2pProblem, A2pState } from '../../domain/registrations/a2p/fields.ts';
import { highest, newest, newestWith } from '../engine/merge-policy.ts';
import { col, key, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const registrationModel = { name: 'registrations', version: 4 } as const;

const owner = { businessId: col('uuid'), agencyId: maybe('uuid') } as const;
const reviewed = {
  attempt: maybe('int', newest),
  state: maybe('text', newest).of<A2pState>(),
  /** The carrier's own word for the state. */
  raw: maybe('text', newestWith('state')),
  /** As the carrier's registry calls it. */
  externalId: maybe('text', newest),
  problems: maybe('jsonb', newestWith('state')).of<readonly A2pProblem[]>(),
  /** The wallet lacks the fee of what is being submitted. */
  lacksFunds: maybe('boolean', newest),
  submittedAt: maybe('timestamptz', newest),
  changedAt: maybe('timestamptz', newest),
} as const;

/** The requests of businesses to be registered: one row per brand. */
export const requestTable = table('requests', {
  id: key('uuid'),
  ...owner,
  kind: maybe('text', newest).of<'a2p'>(),
  name: maybe('text', newest),
  ein: maybe('text', newest),
  website: maybe('text', newest),
  brandKind: maybe('text', newest).of<A2pBrandKind>(),
  ...reviewed,
  firstSubmittedAt: maybe('timestamptz', newest),
  position: maybe('bigint', highest),
});

/** The campaigns of those brands. */
export const registeredCampaignTable = table('campaigns', {
  id: key('uuid'),
  ...owner,
  brandId: maybe('uuid', newest),
  useCase: maybe('text', newest),
  description: maybe('text', newest),
  ...reviewed,
  attClass: maybe('text', newestWith('state')),
  attPerMinute: maybe('int', newestWith('state')),
  tmobileTier: maybe('text', newestWith('state')),
});

/** The numbers of those campaigns. */
export const registeredNumberTable = table('numbers', {
  number: key('text'),
  businessId: key('uuid'),
  agencyId: maybe('uuid'),
  campaignId: maybe('uuid', newest),
  state: maybe('text', newest).of<A2pNumberState>(),
  raw: maybe('text', newest),
  problems: maybe('jsonb', newestWith('state')).of<readonly A2pProblem[]>(),
  changedAt: maybe('timestamptz', newest),
});

/** What the carrier calls brands and the services of campaigns. */
export const referenceTable = table('references', { reference: key('text'), businessId: col('uuid') });

export const registrationIndexes = (schema: string): string => `
  create index requests_of_business on ${schema}.requests (business_id, id);
  create index requests_by_ein on ${schema}.requests (ein);
  create index campaigns_of_brand on ${schema}.campaigns (brand_id, id)`;
