import { z } from 'zod';
import { platformTenant } from '../../domain/kernel/event.ts';
import { revision } from '../../domain/kernel/fields.ts';
import { PlanId } from '../../domain/kernel/ids.ts';
import { planFields, PlanKind, PlanSection } from '../../domain/plans/fields.ts';
import * as plans from '../../domain/plans/plans.ts';
import { streams } from '../../domain/streams.ts';
import { platform } from '../kernel/caller.ts';
import { decision, edit } from '../kernel/command.ts';

const of = { kind: PlanKind, planId: PlanId };
const common = {
  by: platform,
  aggregate: plans.Plans,
  at: (_call: unknown, { kind }: { readonly kind: PlanKind }) => ({
    stream: streams.plans(kind),
    tenant: platformTenant,
  }),
};

export const createPlan = decision({
  ...common,
  input: z.object({ ...of, section: PlanSection, ...planFields }),
  decide: plans.createPlan,
});

/** A new version of a plan. It touches no one who has bought an earlier one. */
export const changePlan = edit({
  ...common,
  input: z.object({ ...of, ...planFields, revision: revision.nullable() }),
  form: ({ planId }) => plans.planForm(planId),
  decide: ({ revision: _, ...written }, state) => plans.changePlan(written, state),
});

export const deletePlan = decision({ ...common, input: z.object(of), decide: plans.deletePlan });
