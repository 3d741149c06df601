import { expect, it } from 'vitest';
import type { AutomationRehearsal } from '../../api/contract/automation-rehearsal.ts';
import { paceOf, together } from '../../web/screens/business/automations/rehearsal/sum.ts';

const part = (more: Partial<AutomationRehearsal>) =>
  ({ sendings: [], entries: 2, ...more }) as unknown as AutomationRehearsal;
const cost = { currency: 'USD', amount: 50_000, unpriced: 1, includes: false };

it('adds up what the parts of a rehearsal cost, each enrollment and in 30 days', () => {
  const both = together(part({ cost }), part({ cost: { ...cost, amount: 30_000 } }));
  expect(both.cost).toEqual({ ...cost, amount: 80_000, unpriced: 2 });
  expect(paceOf(both, 15)).toEqual({ each: 20_000, month: 160_000 });
});

it('is not known where a part has no prices, or no one would have been enrolled', () => {
  expect(together(part({ cost }), part({ cost: null })).cost).toBeNull();
  expect(paceOf(part({ cost: null }), 30)).toBeNull();
  expect(paceOf(part({ cost, entries: 0 }), 30)).toBeNull();
});
