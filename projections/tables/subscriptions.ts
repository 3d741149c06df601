import type { Thresholds } from '../../domain/limits/fields.ts';
import type { PlanKind, PlanSection, PlanTerms } from '../../domain/plans/fields.ts';
import type { MoveSkip, MoveWhen } from '../../domain/subscriptions/fields.ts';
import { latest, newest } from '../engine/merge-policy.ts';
import { col, key, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const subscriptionModel = { name: 'subscriptions', version: 3 } as const;

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

/** When the people of a payer are told of its usage, where it has chosen that. */
export const payerAlertTable = table('payer_alerts', {
  payerId: key('uuid'),
  ...owner,
  thresholds: col('jsonb', latest).of<Thresholds>(),
});

/** Moves of subscribers to another version of their plan, as an operator began them. */
export const planMoveTable = table('plan_moves', {
  id: key('uuid'),
  planId: col('uuid'),
  fromVersions: col('jsonb').of<readonly number[]>(),
  version: col('int'),
  moment: col('text').of<MoveWhen>(),
  subscribers: col('int'),
  startedAt: col('timestamptz'),
});
/** What came of a move for each payer. */
export const planMoveOutcomeTable = table('plan_move_outcomes', {
  moveId: key('uuid'),
  payerId: key('uuid'),
  payerKind: col('text').of<PlanKind>(),
  state: col('text', latest).of<'requested' | 'moved' | 'skipped'>(),
  reason: maybe('text', latest).of<MoveSkip>(),
  at: col('timestamptz', latest),
});

export const subscriptionIndexes = (schema: string): string => `
  create index subscriptions_of_payer on ${schema}.subscriptions (payer_id, section);
  create index subscriptions_of_plan on ${schema}.subscriptions (plan_id, payer_id) where ended_at is null;
  create index plan_moves_of_plan on ${schema}.plan_moves (plan_id, started_at);
  create index subscriptions_live on ${schema}.subscriptions (payer_id, id) where ended_at is null`;
