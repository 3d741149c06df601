import { z } from 'zod';
import { AutomationId, AutomationRunId } from './ids.ts';

/** The step of an automation that something was said by: of which run, and as which version has the step. */
export const AutomationOrigin = z.object({
  automationId: AutomationId,
  runId: AutomationRunId,
  node: z.uuid(),
  version: z.number().int().min(1),
  /** The contact has just texted, and this is what follows: it is neither counted nor held back. Left out: it is not. */
  answers: z.literal(true).optional(),
});
export type AutomationOrigin = z.output<typeof AutomationOrigin>;
