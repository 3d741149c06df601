import type { ContactFilter } from '../../domain/contacts/filter.ts';
import { BusinessId, namespaces, SegmentId, uuidV5 } from '../../domain/kernel/ids.ts';
import { SegmentCreated } from '../../domain/segments/events.ts';

export const segmentOf = (businessId: string, nth: number | 'old' | 'oldest'): string =>
  uuidV5(namespaces.demo, 'simulated segment', businessId, String(nth));

/** As large as one may be typed: each of its conditions names a segment so often. */
export const wide = (id: string, each: number): ContactFilter => ({
  match: 'any',
  groups: Array.from({ length: 5 }, () => ({
    match: 'any',
    conditions: Array.from({ length: 20 }, () => ({
      field: 'segment',
      has: 'any',
      ids: Array.from({ length: each }, () => id),
    })),
  })),
});

/** One that was stored before there was a bound, and what stands in it: it means nobody, and is no fault of the others. */
export const storedBeforeTheBound = (businessId: string) => {
  const inner: ContactFilter = {
    match: 'all',
    groups: [{ match: 'all', conditions: [{ field: 'tag', has: 'none', values: ['nothing'] }] }],
  };
  return (['oldest', 'old'] as const).map((nth) =>
    SegmentCreated.create({
      businessId: BusinessId.parse(businessId),
      segmentId: SegmentId.parse(segmentOf(businessId, nth)),
      name: nth,
      filter: nth === 'old' ? wide(segmentOf(businessId, 'oldest'), 50) : inner,
    }),
  );
};
