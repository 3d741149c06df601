import { z } from 'zod';
import { calls } from './calls.ts';
import { IdParams, Instant } from './common.ts';

const node = z.string().meta({ examples: ['0b9d0c1e-7a53-4c7e-9d0a-1f2e3d4c5b6a'] });

/** What a choice means for who is at a step. `stay`: on their version; the others as `moves` of publishing have them. */
export const AutomationOutlook = z.object({
  how: z.enum(['stay', 'keep', 'recompute', 'go']),
  /** Where they go; null: to no other step. */
  to: node.nullable(),
  /** When the first text or email leaves that follows, quiet hours heeded, and of which step; null: none does. */
  first_at: Instant.nullable(),
  first_node: node.nullable(),
  /** To how many of those who were looked at it leaves at once. */
  at_once: z.number().int(),
});
export type AutomationOutlook = z.output<typeof AutomationOutlook>;
export const AutomationWaiting = z.object({
  node,
  /** How many are there, and how many of them were looked at: those whose time comes first. */
  count: z.number().int(),
  looked: z.number().int(),
  /** Whether the step that is drawn is another one, or gone. */
  changed: z.boolean(),
  outlooks: z.array(AutomationOutlook),
});
export type AutomationWaiting = z.output<typeof AutomationWaiting>;
export const AutomationWaitingList = z.object({ at: Instant, data: z.array(AutomationWaiting) });

export const automationOutlookCalls = calls('Automations', {
  'GET /automations/{id}/waiting': {
    id: 'getAutomationWaiting',
    who: ['Business'],
    summary: 'Contacts at each step, and when their first text or email follows under each publishing choice.',
    params: IdParams,
    reply: AutomationWaitingList,
  },
});
