import { z } from 'zod';
import { chosen } from '../values/fields.ts';
import { referred } from '../values/references.ts';
import { any, eventTrigger } from './trigger.ts';

export const webhookReceived = eventTrigger(
  z.object({ kind: z.literal('webhook-received'), webhookId: chosen }),
  (wanted, { webhookId }: { readonly webhookId: string }) => any(wanted.webhookId, webhookId),
)({
  fresh: () => ({ kind: 'webhook-received', webhookId: null }),
  check({ webhookId }, at, { known, reference }) {
    reference(`${at}.webhookId`, webhookId, known.webhooks, 'Make an address for it first.');
  },
  references: (on, refer) => ({ ...on, webhookId: referred(refer, 'hook', on.webhookId) }),
});
