import { describe, expect, it } from 'vitest';
import { includedIn, priceOf } from '../../web/components/plan/model.ts';
import { changesBetween, newPlan } from '../../web/screens/admin/plans/model.ts';

const { section: _, ...blank } = newPlan();
const plan = { ...blank, name: 'Growth', amount: 9900 };

describe('a plan as people read it', () => {
  it('says what is included and what more costs, and leaves out what it has none of', () => {
    const rich = { ...plan, messages: 5000, overage_messages: 15_000, contacts: null, numbers: 1, overage_mms: 40_000 };
    expect(includedIn(rich).map(({ text }) => text)).toEqual([
      '5,000 text segments a month, then $0.015 each',
      'MMS: $0.04 each',
      'Unlimited contacts',
      '1 number',
    ]);
    expect(includedIn(plan)).toEqual([]);
  });

  it('costs what its currency writes, nothing, or nothing that was typed', () => {
    expect(priceOf(plan)).toBe('$99.00');
    expect(priceOf({ ...plan, currency: 'JPY' })).toBe('¥9,900');
    expect(priceOf({ ...plan, amount: 0 })).toBe('Free');
    expect(priceOf({ ...plan, amount: '1e3' })).toBe('–');
  });

  it('says what a change changes, and nothing of what is the same', () => {
    const after = { ...plan, amount: 12_900, messages: null, features: ['livechat' as const], trial_days: 14 };
    expect(changesBetween(plan, after).map(({ label, was, now }) => [label, was, now])).toEqual([
      ['Price', '$99.00', '$129.00'],
      ['Trial', 'None', '14 days'],
      ['Text segments', '0', 'Unlimited'],
      ['Features', 'None', 'Live chat'],
    ]);
    expect(changesBetween({ ...plan, features: ['loop'] }, { ...plan, features: ['loop'] })).toEqual([]);
  });
});
