import { z } from 'zod';
import { usableKinds, userKinds } from '../../domain/uses/fields.ts';
import { calls } from './calls.ts';
import { Flag } from './lists.ts';

export type { UsableKind } from '../../domain/uses/fields.ts';

export const Use = z.object({
  by: z.enum(userKinds),
  id: z.string(),
  name: z.string().meta({ examples: ['Welcome'] }),
});
/** Something that can be archived or deleted, and what uses it. */
export type Use = z.output<typeof Use>;
export const Used = z.object({ kind: z.enum(usableKinds), id: z.string(), uses: z.array(Use) });
export type Used = z.output<typeof Used>;
export const UsedList = z.object({ data: z.array(Used) });
/** What is in use is archived or deleted only with this; without, the answer is 409 `in_use` with `uses`. */
export const EvenIfUsed = z.object({ even_if_used: Flag.optional() });

export const useCalls = calls('Automations', {
  'GET /uses': {
    id: 'listUses',
    who: ['Business'],
    summary:
      'What automations that are on, scheduled broadcasts and segments use: campaigns, custom fields, email templates, segments, webhooks, uploads and broadcasts.',
    reply: UsedList,
  },
});
