import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { type FormOf, held, same } from '../kernel/edit.ts';
import { DomainError } from '../kernel/errors.ts';
import { type Currency, stepOf } from '../kernel/money.ts';
import type { PlanId } from '../kernel/ids.ts';
import { PlanChanged, PlanCreated, PlanDeleted, type PlanEvent } from './events.ts';
import { maxPlans, type PlanKind, type PlanSection, type PlanTerms, storedTerms } from './fields.ts';

export interface Plan {
  readonly section: PlanSection;
  readonly version: number;
  readonly isForSale: boolean;
  readonly terms: PlanTerms;
}
/** All plans of a kind, by id: together, since each has a name of its own. */
export type Plans = ReadonlyMap<PlanId, Plan>;

export const Plans: Aggregate<Plans, PlanEvent> = {
  initial: new Map(),
  evolve: (plans, event) => {
    switch (event.type) {
      case 'PlanCreated': {
        const { planId, section, version } = event.data;
        const terms = held(event.data, storedTerms);
        return new Map(plans).set(planId, { section, version, isForSale: true, terms });
      }
      case 'PlanChanged': {
        const { planId, version } = event.data;
        const before = plans.get(planId);
        if (before === undefined) return plans;
        return new Map(plans).set(planId, { ...before, version, terms: held(event.data, storedTerms) });
      }
      case 'PlanDeleted': {
        const before = plans.get(event.data.planId);
        return before === undefined ? plans : new Map(plans).set(event.data.planId, { ...before, isForSale: false });
      }
      default:
        return unchanged(plans, event);
    }
  },
};

interface Of {
  readonly kind: PlanKind;
  readonly planId: PlanId;
}
type Written = Of & PlanTerms;

const refuse = (field: string, message: string) =>
  new DomainError('validation_failed', message, { [field]: [message] });

/** The fields of the form on one plan. */
export const planForm =
  (planId: PlanId): FormOf<Plans> =>
  (plans) => ({ ...plans.get(planId)?.terms });

/** Names are told apart as people read them: buyers are shown plans by name. */
const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function checkName({ planId, name }: Written, plans: Plans): void {
  for (const [id, other] of plans)
    if (id !== planId && other.isForSale && sameName(other.terms.name, name))
      throw refuse('name', 'Another plan has this name.');
}

/** Some currencies can't be charged to their last digit. */
function checkAmount({ amount, currency }: Pick<PlanTerms, 'amount' | 'currency'>): void {
  const step = stepOf(currency as Currency);
  if (amount % step !== 0) throw refuse('amount', `In ${currency} the price is a multiple of ${step}.`);
}

export function createPlan(
  { section, ...written }: Written & { readonly section: PlanSection },
  plans: Plans,
): readonly PlanEvent[] {
  if (plans.has(written.planId)) return [];
  checkName(written, plans);
  checkAmount(written);
  const forSale = [...plans.values()].filter((plan) => plan.isForSale);
  if (section !== 'plan' && forSale.some((plan) => plan.section === section))
    throw refuse('section', 'This add-on is already for sale. Change its plan instead.');
  if (forSale.length >= maxPlans) throw new DomainError('conflict', `At most ${maxPlans} plans can be for sale.`);
  return [PlanCreated.create({ ...written, section, version: 1 })];
}

/** Makes a new version where anything differs. A subscription can't change its currency, so neither can a plan. */
export function changePlan(written: Written, plans: Plans): readonly PlanEvent[] {
  const { kind, planId } = written;
  const before = plans.get(planId);
  if (before?.isForSale !== true) throw new DomainError('not_found', 'This plan does not exist.');
  const terms = held(written, storedTerms);
  if (same(terms, before.terms)) return [];
  checkName(written, plans);
  if (terms.currency !== before.terms.currency)
    throw refuse('currency', 'The currency of a plan can’t change. Create another plan.');
  checkAmount(terms);
  return [PlanChanged.create({ kind, planId, version: before.version + 1, ...terms })];
}

export function deletePlan({ kind, planId }: Of, plans: Plans): readonly PlanEvent[] {
  const before = plans.get(planId);
  if (before === undefined) throw new DomainError('not_found', 'This plan does not exist.');
  return before.isForSale ? [PlanDeleted.create({ kind, planId })] : [];
}

/** A plan under the terms of one of its versions, from the events of its kind; null: there is no such version. */
export function planAt(
  events: readonly object[],
  planId: PlanId,
  version: number,
): {
  readonly planId: PlanId;
  readonly version: number;
  readonly section: PlanSection;
  readonly terms: PlanTerms;
} | null {
  const of = (events as readonly PlanEvent[]).filter((event) => event.data.planId === planId);
  const created = of.find((event) => event.type === 'PlanCreated');
  const sold = of.find((event) => event.type !== 'PlanDeleted' && event.data.version === version);
  if (created?.type !== 'PlanCreated' || sold === undefined || sold.type === 'PlanDeleted') return null;
  return { planId, version, section: created.data.section, terms: held(sold.data, storedTerms) };
}

export const isForSale = (section: PlanSection, plans: Plans): boolean =>
  [...plans.values()].some((plan) => plan.isForSale && plan.section === section);
