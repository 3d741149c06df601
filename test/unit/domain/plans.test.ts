import { describe, expect, it } from 'vitest';
import { fold } from '../../../domain/kernel/decider.ts';
import { type DomainError } from '../../../domain/kernel/errors.ts';
import { PlanId } from '../../../domain/kernel/ids.ts';
import { PlanChanged, PlanCreated, PlanDeleted } from '../../../domain/plans/events.ts';
import { maxPlans, planFields, type PlanTerms } from '../../../domain/plans/fields.ts';
import { changePlan, createPlan, deletePlan, Plans } from '../../../domain/plans/plans.ts';
import { given } from '../../support/given.ts';

const idOf = (nth: number) => PlanId.parse(`2b1f0c5a-6a0e-5f4e-9d7e-0c9f6f5d${String(nth).padStart(4, '0')}`);
const terms: PlanTerms = {
  name: 'Growth',
  description: '',
  amount: 9900,
  currency: 'USD',
  interval: 'month',
  trialDays: 14,
  messages: 5000,
  mms: 0,
  emails: null,
  contacts: 10_000,
  numbers: 1,
  minutes: 0,
  overageMessages: 15_000,
  overageMms: null,
  overageEmails: null,
  overageContacts: null,
  overageNumbers: null,
  overageMinutes: null,
  features: ['livechat'],
};
const of = { kind: 'agency', planId: idOf(1) } as const;
const growth = { ...of, ...terms };
const sold = { ...growth, section: 'plan' as const, version: 1 };
const created = PlanCreated.create(sold);
const changedTo = (change: Partial<PlanTerms>, version: number) =>
  PlanChanged.create({ ...growth, ...change, version });
const fieldsOf = (work: () => unknown): readonly string[] => {
  try {
    work();
  } catch (error) {
    return Object.keys((error as DomainError).fields);
  }
  return [];
};

describe('plans', () => {
  it('are created once, and each change is a new version', () => {
    given(Plans)
      .when((state) => createPlan({ ...growth, section: 'plan' }, state))
      .then([created]);
    given(Plans, [created])
      .when((state) => createPlan({ ...growth, section: 'plan' }, state))
      .thenNothing();
    given(Plans, [created])
      .when((state) => changePlan(growth, state))
      .thenNothing();
    given(Plans, [created])
      .when((state) => changePlan({ ...growth, amount: 12_900 }, state))
      .then([changedTo({ amount: 12_900 }, 2)]);
    given(Plans, [created, changedTo({ amount: 12_900 }, 2)])
      .when((state) => changePlan(growth, state))
      .then([changedTo({}, 3)]);
  });

  it('are no longer for sale once deleted, which frees their name and is done once', () => {
    given(Plans, [created])
      .when((state) => deletePlan(of, state))
      .then([PlanDeleted.create(of)]);
    const gone = [created, PlanDeleted.create(of)];
    given(Plans, gone)
      .when((state) => deletePlan(of, state))
      .thenNothing();
    expect(() => changePlan({ ...growth, amount: 1 }, fold(Plans, gone))).toThrow(/does not exist/);
    expect(() => deletePlan(of, Plans.initial)).toThrow(/does not exist/);
    given(Plans, gone)
      .when((state) => createPlan({ ...growth, planId: idOf(2), section: 'plan' }, state))
      .then([PlanCreated.create({ ...sold, planId: idOf(2) })]);
  });

  it('have a name each, one add-on of a section, and are not too many', () => {
    const state = fold(Plans, [
      created,
      PlanCreated.create({ ...sold, planId: idOf(2), name: 'Chat', section: 'livechat' }),
    ]);
    const other = { ...growth, planId: idOf(3) };
    expect(fieldsOf(() => createPlan({ ...other, name: 'GROWTH', section: 'plan' }, state))).toEqual(['name']);
    expect(fieldsOf(() => changePlan({ ...growth, name: 'chat' }, state))).toEqual(['name']);
    expect(fieldsOf(() => createPlan({ ...other, name: 'More chat', section: 'livechat' }, state))).toEqual([
      'section',
    ]);
    const many = Array.from({ length: maxPlans }, (_, nth) =>
      PlanCreated.create({ ...sold, planId: idOf(nth + 10), name: `n${nth}` }),
    );
    expect(() => createPlan({ ...other, section: 'plan' }, fold(Plans, many))).toThrow(/At most/);
  });

  it('keep their currency, and cost what can be charged in it', () => {
    const state = fold(Plans, [created]);
    expect(fieldsOf(() => changePlan({ ...growth, currency: 'EUR' }, state))).toEqual(['currency']);
    const inOther = { ...growth, planId: idOf(3), name: 'Other', section: 'plan' } as const;
    expect(createPlan({ ...inOther, currency: 'JPY', amount: 9901 }, state)).toHaveLength(1);
    // Stripe charges whole krónur, in hundredths, and three-decimal dinars to their tenth.
    expect(fieldsOf(() => createPlan({ ...inOther, currency: 'ISK', amount: 9901 }, state))).toEqual(['amount']);
    expect(fieldsOf(() => createPlan({ ...inOther, currency: 'KWD', amount: 9901 }, state))).toEqual(['amount']);
  });

  it.each([-1, 1e21, 100_000_000, 0.5, '9900', '1e3', Number.NaN, null])('do not cost %s', (amount) => {
    expect(planFields.amount.safeParse(amount).success).toBe(false);
  });
  it.each([-1, 1e21, 0.5, '1'])('neither include %s nor sell more at it', (amount) => {
    expect(planFields.messages.safeParse(amount).success).toBe(false);
    expect(planFields.overageMessages.safeParse(amount).success).toBe(false);
  });
});
