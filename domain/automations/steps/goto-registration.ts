import { z } from 'zod';
import { chosen, short } from '../values/fields.ts';
import { referred } from '../values/references.ts';
import { action, freshAction, step } from './step.ts';

/** Registers the contact for a webinar at GoToWebinar. */
export const gotoRegistration = step(
  z.object({ kind: z.literal('GotoRegistration'), ...action, integrationId: chosen, webinar: short }),
)({
  fresh: () => ({ kind: 'GotoRegistration', ...freshAction, integrationId: null, webinar: '' }),
  plan: ({ integrationId, webinar }) => ({ kind: 'act', effects: [{ kind: 'registration', integrationId, webinar }] }),
  check({ integrationId, webinar }, { known, reference, say }) {
    reference('integrationId', integrationId, known.integrations, 'Choose a GoToWebinar integration.');
    if (webinar.trim() === '') say('missing', 'webinar', 'Choose a webinar.');
  },
  references: (step, refer) => ({ ...step, integrationId: referred(refer, 'integration', step.integrationId) }),
  withoutOwner: (step) => ({ ...step, integrationId: null, webinar: '' }),
});
