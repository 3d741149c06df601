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
/**
 * Why somebody could not be let in whom a trigger means: something else changed the same at every try, or anything else
 * that is our own fault.
 */
export const whysNotLetIn = ['busy', 'our-fault'] as const;
export type EnrollmentFailure = (typeof whysNotLetIn)[number];

/**
 * Why a run is over. `lapsed`: its wait ended while the automation was switched off, and somebody chose to leave those out.
 * `stopped`: the automation was. `failed`: it can not go on; its `note` says why, and somebody is told.
 */
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
/**
 * By what a step's text or email was held back: enough for a day, another automation said it, it waited for the morning, or
 * the contact has not agreed, or wishes it so. That is counted apart from what could not be done.
 */
export const holds = ['daily-limit', 'same-cause', 'quiet-hours', 'consent'] as const;
export type Hold = (typeof holds)[number];
const refusals: Readonly<Record<Hold, readonly string[]>> = {
  'daily-limit': ['daily-limit'],
  'same-cause': ['same-cause'],
  // What waits for the morning is not refused: the text itself says so.
  'quiet-hours': [],
  consent: [
    'no-consent',
    'opted-out',
    'looks-opted-out',
    'above-limit',
    'unsubscribed',
    'paused',
    'topic-off',
    'too-often',
  ],
};
const holdOf: ReadonlyMap<string, Hold> = new Map(holds.flatMap((hold) => refusals[hold].map((why) => [why, hold])));
/** By what something was held back that was refused for that reason; null: it was not held back, it could not be done. */
export const holdBy = (reason: string | null): Hold | null => holdOf.get(reason ?? '') ?? null;
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
