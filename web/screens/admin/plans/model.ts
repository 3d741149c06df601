import type { z } from 'zod';
import {
  type CreatePlan,
  type Plan,
  type PlanFeature,
  type PlanInterval,
  type PlanQuantity,
  type PlanTerms,
} from '../../../../api/contract/plans.ts';
import type { TypedAmount } from '../../../components/form/MoneyField.tsx';
import { featureOf, priceOf, unitPriceOf } from '../../../components/plan/model.ts';
import { count } from '../../../format/number.ts';
import { t } from './texts.ts';

type Kind = Plan['kind'];
/** Where the plans of a kind are listed and edited. */
export const baseOf = (kind: Kind) => (kind === 'agency' ? '/admin/plans' : '/admin/business-plans');

export type PlanValues = {
  readonly name: string;
  readonly description: string;
  readonly amount: TypedAmount;
  readonly currency: string;
  readonly interval: z.output<typeof PlanInterval>;
  readonly trial_days: number | null;
  readonly features: readonly z.output<typeof PlanFeature>[];
} & { readonly [Q in PlanQuantity]: number | null } & { readonly [Q in PlanQuantity as `overage_${Q}`]: TypedAmount };

export const overageOf = <Q extends PlanQuantity>(quantity: Q): `overage_${Q}` => `overage_${quantity}`;

export const newPlan = (): PlanValues & { readonly section: z.output<typeof CreatePlan>['section'] } => ({
  section: 'plan',
  name: '',
  description: '',
  amount: null,
  currency: 'USD',
  interval: 'month',
  trial_days: 0,
  messages: 0,
  mms: 0,
  emails: 0,
  contacts: 0,
  numbers: 0,
  minutes: 0,
  overage_messages: null,
  overage_mms: null,
  overage_emails: null,
  overage_contacts: null,
  overage_numbers: null,
  overage_minutes: null,
  features: [],
});

export const valuesOf = (plan: Plan): PlanValues => {
  const { id: _id, kind: _kind, section: _section, version: _v, created_at: _c, changed_at: _at, ...terms } = plan;
  return terms;
};
/** Nothing typed is no trial. */
export const bodyOf = <V extends PlanValues>(values: V) => ({
  ...values,
  features: [...values.features],
  trial_days: values.trial_days ?? 0,
});

/** What a form or a version holds, as far as a buyer is shown it. */
export type Shown = PlanValues | PlanTerms;

const labels: Readonly<Record<keyof PlanTerms, string>> = {
  name: t('field.name'),
  description: t('plan.description'),
  amount: t('plan.price'),
  currency: t('plan.currency'),
  interval: t('plan.interval'),
  trial_days: t('plan.trial'),
  messages: t('plan.messages'),
  mms: t('plan.mms'),
  emails: t('plan.emails'),
  contacts: t('plan.contacts'),
  numbers: t('plan.numbers'),
  minutes: t('plan.minutes'),
  overage_messages: t('plan.overage_messages'),
  overage_mms: t('plan.overage_mms'),
  overage_emails: t('plan.overage_emails'),
  overage_contacts: t('plan.overage_contacts'),
  overage_numbers: t('plan.overage_numbers'),
  overage_minutes: t('plan.overage_minutes'),
  features: t('plan.group.features'),
};
export const planLabels: Readonly<Record<string, string>> = labels;

/** A field of a plan as people read it. */
function written(field: keyof PlanTerms, plan: Shown): string {
  switch (field) {
    case 'name':
      return plan.name;
    case 'description':
      return plan.description === '' ? t('form.empty') : plan.description;
    case 'currency':
      return plan.currency;
    case 'amount':
      return priceOf(plan);
    case 'interval':
      return t(`plan.interval.${plan.interval}`);
    case 'trial_days':
      return plan.trial_days ? t('plan.days', { count: plan.trial_days }) : t('plan.noTrial');
    case 'features':
      return plan.features.length === 0 ? t('plan.noTrial') : plan.features.map(featureOf).join(', ');
    case 'messages':
    case 'mms':
    case 'emails':
    case 'contacts':
    case 'numbers':
    case 'minutes': {
      const amount = plan[field];
      return amount === null ? t('plan.unlimited') : count(amount);
    }
    default:
      return unitPriceOf(plan[field], plan.currency) ?? t('plan.notSold');
  }
}

export interface PlanChange {
  readonly field: string;
  readonly label: string;
  readonly was: string;
  readonly now: string;
}
/** What is different between two, in the order of the form. */
export const changesBetween = (before: Shown, after: Shown): readonly PlanChange[] =>
  (Object.keys(labels) as (keyof PlanTerms)[]).flatMap((field) =>
    JSON.stringify(before[field]) === JSON.stringify(after[field]) ?
      []
    : [{ field, label: labels[field], was: written(field, before), now: written(field, after) }],
  );
