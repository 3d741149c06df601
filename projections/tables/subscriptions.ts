import type { PlanSection, PlanTerms } from '../../domain/plans/fields.ts';
import { latest, newest } from '../engine/merge-policy.ts';
import { col, key, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const subscriptionModel = { name: 'subscriptions', version: 1 } as const;

/** Whose row it is: an agency's, or that of a business that stands alone. */
const owner = { agencyId: maybe('uuid'), businessId: maybe('uuid') };

/** Every subscription as the payment provider has it, ended ones too. `id`: the provider's. */
export const subscriptionTable = table('subscriptions', {
  id: key('text'),
  payerId: col('uuid'),
  ...owner,
  section: col('text', latest).of<PlanSection>(),
  planId: col('uuid', latest),
  version: col('int', latest),
  terms: col('jsonb', latest).of<PlanTerms>(),
  priceId: col('text', latest),
  itemId: col('text', latest),
  status: col('text', latest),
  requestId: maybe('uuid', latest),
  startedAt: col('timestamptz', latest),
  periodStart: col('timestamptz', latest),
  periodEnd: col('timestamptz', latest),
  trialEnd: maybe('timestamptz', latest),
  cancelAt: maybe('timestamptz', latest),
  endedAt: maybe('timestamptz', latest),
});

/** Trials of payers that existed before subscriptions did. */
export const grantedTrialTable = table('granted_trials', {
  payerId: key('uuid'),
  ...owner,
  endsAt: maybe('timestamptz', newest),
});

export const subscriptionIndexes = (schema: string): string => `
  create index subscriptions_of_payer on ${schema}.subscriptions (payer_id, section);
  create index subscriptions_live on ${schema}.subscriptions (payer_id, id) where ended_at is null`;
