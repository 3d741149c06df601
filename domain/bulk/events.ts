import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { personal } from '../kernel/personal.ts';
import { BulkId, BusinessId } from '../kernel/ids.ts';
import { BulkTarget, optOutReason, StoredBulkAction } from './fields.ts';

const ids = { bulkId: BulkId, businessId: BusinessId };

/**
 * Somebody wants something done to many contacts. `count`: how many it said it would touch; `upTo`: the place in the
 * log at which they were counted, nobody who came later is meant. What is done to each is in their own streams.
 * Whom it means (people search for names), and the reason of an opt-out, are sealed with a key of the action's own, which
 * goes as soon as it has ended; version 1 had both in plain. Version 3 knows an action more: `start-automation`.
 */
export const BulkActionStarted = event(
  'BulkActionStarted',
  3,
  z.object({
    ...ids,
    action: StoredBulkAction,
    reason: personal(optOutReason),
    target: personal(BulkTarget),
    count: z.number().int(),
    upTo: z.string(),
  }),
  { subject: 'bulkId' },
);
/** Everybody up to `after` (the place in the log where a contact began) has had their turn. Sums from the beginning. */
export const BulkActionProgressed = event(
  'BulkActionProgressed',
  1,
  z.object({ ...ids, after: z.string(), done: z.number().int(), changed: z.number().int() }),
);
/** Nobody has a turn any more. What was done stays done. */
export const BulkActionCancelled = event('BulkActionCancelled', 1, z.object(ids));
export const BulkActionCompleted = event('BulkActionCompleted', 1, z.object(ids));

export const bulkEvents = [BulkActionStarted, BulkActionProgressed, BulkActionCancelled, BulkActionCompleted] as const;
export type BulkEvent = EventOf<(typeof bulkEvents)[number]>;
