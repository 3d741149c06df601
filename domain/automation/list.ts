import { z } from 'zod';
import { list, oneOf, status } from '../kernel/list.ts';

/** What a list shows of an automation: deleted ones are in no list. */
export const automationStatuses = ['draft', 'on', 'off'] as const;

/** The automations of a business, the newest first. */
export const automationList = list({
  sort: ['created_at', 'name', 'status'],
  filters: { status: status(automationStatuses) },
});

/** Where a run is: what is under way in its parts, or how it ended. */
export const runStates = ['due', 'acting', 'put-off', 'waiting', 'ended'] as const;
export type RunState = (typeof runStates)[number];
/** Why a run is over: `EndReason` of `run-events.ts`, for browsers too. */
export const endReasons = [
  'completed',
  'goal',
  'opted-out',
  'erased',
  'merged',
  'archived',
  'stopped',
  'lapsed',
  'by-hand',
  'failed',
] as const;
/** Why a step's text or mail was held back: that is counted apart from what could not be done. */
export const heldBack: ReadonlySet<string> = new Set(['daily-limit', 'same-cause']);
const id = z
  .union([z.uuid('This is not a valid id.').toLowerCase(), z.literal('')])
  .optional()
  .transform((given) => (given === undefined || given === '' ? null : given));

/** Who went through an automation, the newest first. `inside`: all that have not ended. */
export const runList = list({
  sort: ['started_at', 'until'],
  filters: {
    status: status(['inside', ...runStates]),
    reason: oneOf(endReasons, 'Runs do not end like that.'),
    node: id,
    contact_id: id,
  },
});
