import { z } from 'zod';
import { ContactFilter } from '../contacts/filter.ts';
import { type EventOf, event } from '../kernel/event.ts';
import { BusinessId, SegmentId } from '../kernel/ids.ts';
import { personal } from '../kernel/personal.ts';
import { storedSegment } from './fields.ts';

const segment = { businessId: BusinessId, segmentId: SegmentId };
/** People write names into both: a key of the segment's own seals them, which goes with the segment. */
const sealed = { subject: 'segmentId' } as const;

/** A filter was given a name. Who is in it is never written down: it is asked for anew each time. */
export const SegmentCreated = event(
  'SegmentCreated',
  2,
  z.object({ ...segment, name: storedSegment.name, filter: personal(ContactFilter) }),
  sealed,
);
/** Only what changed is there. */
export const SegmentChanged = event(
  'SegmentChanged',
  2,
  z.object({ ...segment, name: storedSegment.name.optional(), filter: personal(ContactFilter).optional() }),
  sealed,
);
/** It is gone from the lists, and nobody can read any more what it was. */
export const SegmentDeleted = event('SegmentDeleted', 1, z.object(segment));

export const segmentEvents = [SegmentCreated, SegmentChanged, SegmentDeleted] as const;
export type SegmentEvent = EventOf<(typeof segmentEvents)[number]>;
