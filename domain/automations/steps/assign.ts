import { z } from 'zod';
import { chosen } from '../values/fields.ts';
import { referred } from '../values/references.ts';
import { action, freshAction, step } from './step.ts';

/** The conversation is this user's; null: it goes to the queue of those that are nobody's. */
export const assign = step(z.object({ kind: z.literal('Assign'), ...action, userId: chosen }))({
  fresh: () => ({ kind: 'Assign', ...freshAction, userId: null }),
  plan: ({ userId }) => ({ kind: 'act', effects: [{ kind: 'assign', userId }] }),
  check({ userId }, { known, reference }) {
    reference('userId', userId, known.users, null);
  },
  references: (step, refer) => ({ ...step, userId: referred(refer, 'user', step.userId) }),
});
