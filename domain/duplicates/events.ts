import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { BusinessId, ContactId } from '../kernel/ids.ts';

/** `oneId` is before `otherId`, so that a pair is one, whichever way round it is named. */
const pair = z.object({ pairId: z.uuid(), businessId: BusinessId, oneId: ContactId, otherId: ContactId });

/** Two contacts who look like one person are two: they are no longer suggested. */
export const DuplicateDismissed = event('DuplicateDismissed', 1, pair);
/** They may be suggested again. */
export const DuplicateRestored = event('DuplicateRestored', 1, pair);

export const duplicateEvents = [DuplicateDismissed, DuplicateRestored] as const;
export type DuplicateEvent = EventOf<(typeof duplicateEvents)[number]>;
