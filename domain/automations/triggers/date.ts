import { z } from 'zod';
import { DayAt, freshDay } from '../values/fields.ts';
import { withDayReferred } from '../values/references.ts';
import { trigger } from './trigger.ts';

export const date = trigger(z.object({ kind: z.literal('date'), when: DayAt }))({
  fresh: () => ({ kind: 'date', when: freshDay }),
  check({ when }, at, checking) {
    checking.day(`${at}.when`, when);
  },
  references: (on, refer) => ({ ...on, when: withDayReferred(on.when, refer) }),
});
