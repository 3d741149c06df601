import { z } from 'zod';
import { trigger } from './trigger.ts';

/** A person starts it. */
export const byHandTrigger = trigger(z.object({ kind: z.literal('by-hand') }))({ fresh: () => ({ kind: 'by-hand' }) });
