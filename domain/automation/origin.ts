import { z } from 'zod';
import { AutomationId, AutomationRunId } from '../kernel/ids.ts';

/** The step of an automation that something was said by: of which run, and as which version has the step. */
export const AutomationOrigin = z.object({
  automationId: AutomationId,
  runId: AutomationRunId,
  node: z.uuid(),
  version: z.number().int().min(1),
});
export type AutomationOrigin = z.output<typeof AutomationOrigin>;
