import { z } from 'zod';
import { eventTrigger } from './trigger.ts';

export const conversationClosed = eventTrigger(
  z.object({ kind: z.literal('conversation-closed') }),
  () => true,
)({ fresh: () => ({ kind: 'conversation-closed' }) });
