import { z } from 'zod';
import { chosen, short } from '../values/fields.ts';
import { referred } from '../values/references.ts';
import { alike, any, eventTrigger } from './trigger.ts';

/** Another service tells something of the contact: a lead, a webinar that they came to or missed, a purchase. */
export const integrationEvent = eventTrigger(
  z.object({ kind: z.literal('integration-event'), integrationId: chosen, event: short }),
  (wanted, { integrationId, event }: { readonly integrationId: string; readonly event: string }) =>
    any(wanted.integrationId, integrationId) && (wanted.event === '' || alike(wanted.event, event)),
)({
  fresh: () => ({ kind: 'integration-event', integrationId: null, event: '' }),
  check({ integrationId }, at, { known, reference }) {
    reference(`${at}.integrationId`, integrationId, known.integrations, null);
  },
  references: (on, refer) => ({ ...on, integrationId: referred(refer, 'integration', on.integrationId) }),
  timeline: ['page'],
});
