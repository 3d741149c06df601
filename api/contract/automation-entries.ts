import { z } from 'zod';
import { whysNotLetIn } from '../../domain/automations/list.ts';
import { calls } from './calls.ts';
import { IdParams, Instant } from './common.ts';

const count = z.number().int();
/** Whom an automation was to let in and could not, eight times each by our own fault: they wait for somebody to say *try again*. */
export const AutomationNotLetIn = z.object({
  count,
  /** When it was tried last; null: there is nobody. */
  last_at: Instant.nullable(),
  whys: z.array(z.object({ why: z.enum(whysNotLetIn), count })),
});
export type AutomationNotLetIn = z.output<typeof AutomationNotLetIn>;
export const AutomationNotLetInAnswer = z.object({ data: AutomationNotLetIn });
export const AutomationEnrollmentsRetried = z.object({ data: z.object({ count }) });

const business = ['Business'] as const;
export const automationEntryCalls = calls('Automations', {
  'GET /automations/{id}/not-let-in': {
    id: 'getAutomationNotLetIn',
    who: business,
    summary: 'How many could not be let in though they were meant, and why.',
    params: IdParams,
    reply: AutomationNotLetInAnswer,
  },
  'POST /automations/{id}/try-again': {
    id: 'tryAutomationAgain',
    who: business,
    summary: 'Retry contacts that could not be enrolled. `count`: how many are retried now; no one is enrolled twice.',
    params: IdParams,
    reply: AutomationEnrollmentsRetried,
  },
});
