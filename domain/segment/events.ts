import { z } from 'zod';
import { ContactFilter } from '../contact/filter.ts';
import { type EventOf, event } from '../kernel/event.ts';
import { BusinessId, SegmentId } from '../kernel/ids.ts';
import { storedSegment } from './fields.ts';

const segment = { businessId: BusinessId, segmentId: SegmentId };

/** A filter was given a name. Who is in it is never written down: it is asked for anew each time. */
export const SegmentCreated = event(
  'SegmentCreated',
  1,
  z.object({ ...segment, name: storedSegment.name, filter: ContactFilter }),
);
/** Only what changed is there. */
export const SegmentChanged = event(
  'SegmentChanged',
  1,
  z.object({ ...segment, name: storedSegment.name.optional(), filter: ContactFilter.optional() }),
);
/** It is gone from the lists. */
export const SegmentDeleted = event('SegmentDeleted', 1, z.object(segment));

export const segmentEvents = [SegmentCreated, SegmentChanged, SegmentDeleted] as const;
export type SegmentEvent = EventOf<(typeof segmentEvents)[number]>;
