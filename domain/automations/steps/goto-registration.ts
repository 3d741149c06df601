import { z } from 'zod';
import { chosen, short } from '../values/fields.ts';
import { referred } from '../values/references.ts';
import { action, freshAction, step } from './step.ts';

export const gotoRegistration = step(
  z.object({ kind: z.literal('GotoRegistration'), ...action, integrationId: chosen, webinar: short }),
)({
  fresh: () => ({ kind: 'GotoRegistration', ...freshAction, integrationId: null, webinar: '' }),
  plan: () => ({ kind: 'act', effects: [{ kind: 'unavailable' }] }),
  references: (step, refer) => ({ ...step, integrationId: referred(refer, 'integration', step.integrationId) }),
  unavailable: true,
});
