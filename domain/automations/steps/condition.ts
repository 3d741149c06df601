import { z } from 'zod';
import { Checks } from '../values/fields.ts';
import { withConditionsReferred } from '../values/references.ts';
import { exits, named, step } from './step.ts';

export const condition = step(
  z.object({ kind: z.literal('Condition'), ...named, checks: Checks, to: exits('yes', 'no') }),
)({
  fresh: () => ({ kind: 'Condition', name: null, checks: { match: 'all', groups: [] }, to: { yes: null, no: null } }),
  plan: ({ checks }) => ({ kind: 'branch', checks }),
  check({ checks }, checking) {
    if (checks.groups.length === 0) checking.say('missing', 'checks', 'Choose at least one thing to look at.');
    for (const [group, { conditions }] of checks.groups.entries())
      for (const [at, check] of conditions.entries())
        checking.condition(`checks.groups.${group}.conditions.${at}`, check);
  },
  references: (step, refer) => ({
    ...step,
    checks: { ...step.checks, groups: step.checks.groups.map((group) => withConditionsReferred(group, refer)) },
  }),
});
