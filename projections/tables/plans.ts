import type { PlanInterval, PlanKind, PlanSection, PlanTerms } from '../../domain/plans/fields.ts';
import { newest } from '../engine/merge-policy.ts';
import { col, key, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const planModel = { name: 'plans', version: 1 } as const;

/** The plans as they are sold today. `terms` holds everything; the columns beside it are what lists sort and search by. */
export const planTable = table('plans', {
  id: key('uuid'),
  kind: col('text').of<PlanKind>(),
  section: maybe('text', newest).of<PlanSection>(),
  name: maybe('text', newest),
  amount: maybe('bigint', newest),
  currency: maybe('text', newest),
  interval: maybe('text', newest).of<PlanInterval>(),
  version: maybe('int', newest),
  terms: maybe('jsonb', newest).of<PlanTerms>(),
  /** Of the stream of all plans, when this one last changed: where an edit begins. */
  revision: maybe('int', newest),
  createdAt: maybe('timestamptz', newest),
  changedAt: maybe('timestamptz', newest),
  deletedAt: maybe('timestamptz', newest),
});

/** Every version that was ever sold. */
export const planVersionTable = table('plan_versions', {
  planId: key('uuid'),
  version: key('int'),
  terms: col('jsonb').of<PlanTerms>(),
  at: col('timestamptz'),
});

export const planIndexes = (schema: string): string => `
  create index plans_for_sale on ${schema}.plans (kind, amount, id) where deleted_at is null;
  create index plans_by_name on ${schema}.plans (kind, lower(name)) where deleted_at is null`;
