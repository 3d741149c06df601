import type { z } from 'zod';
import type { PlanVersionView, PlanView } from '../../projections/plans/queries.ts';
import { Plan, PlanVersion, type Price, type PlanRecord } from '../contract/plans.ts';
import { as } from './as.ts';

const plan = as(Plan);
const version = as(PlanVersion);

export const presentPlan = ({ terms, ...view }: PlanView): Plan => plan({ ...terms, ...view });
export const presentPlanRecord = (view: PlanView, versions: readonly PlanVersionView[]): PlanRecord => ({
  ...presentPlan(view),
  revision: view.revision,
  versions: versions.map(({ terms, ...of }) => version({ ...terms, ...of })),
});
export const presentPrice = ({ id, section, terms }: PlanView): z.output<typeof Price> => ({
  plan_id: id,
  name: terms.name,
  section,
  amount: terms.amount,
  currency: terms.currency,
  interval: terms.interval,
  trial_days: terms.trialDays,
});
