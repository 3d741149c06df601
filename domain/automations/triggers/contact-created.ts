import { z } from 'zod';
import { eventTrigger } from './trigger.ts';

export const contactCreated = eventTrigger(
  z.object({ kind: z.literal('contact-created') }),
  () => true,
)({ fresh: () => ({ kind: 'contact-created' }) });
