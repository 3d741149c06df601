import { z } from 'zod';
import { checkTrigger, withTriggerReferred } from '../triggers/index.ts';
import { withDayReferred } from '../values/references.ts';
import { exits, step, switchable } from './step.ts';
import { freshUntil, hasOtherwise, WaitUntil } from './wait-until.ts';

export const wait = step(
  z.object({ kind: z.literal('Wait'), ...switchable, until: WaitUntil, to: exits('next', 'otherwise') }),
)({
  fresh: () => ({
    kind: 'Wait',
    name: null,
    off: false,
    until: freshUntil('duration'),
    to: { next: null, otherwise: null },
  }),
  plan: ({ until }) => ({ kind: 'wait', until }),
  check(step, checking) {
    const { until } = step;
    if (until.kind === 'event') checkTrigger(until.event, 'until.event', checking);
    else if (until.kind === 'date') checking.day('until.when', until.when);
    else if (until.kind === 'weekday' && until.days.length === 0)
      checking.say('missing', 'until.days', 'Choose a day of the week.');
    if (!hasOtherwise(step) && step.to.otherwise !== null)
      checking.say('invalid', 'to.otherwise', 'This wait ends in one way only.');
  },
  references(step, refer) {
    const { until } = step;
    if (until.kind === 'event') return { ...step, until: { ...until, event: withTriggerReferred(until.event, refer) } };
    return until.kind === 'date' ? { ...step, until: { ...until, when: withDayReferred(until.when, refer) } } : step;
  },
});
