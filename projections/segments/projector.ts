import { everybody } from '../../domain/contacts/filter.ts';
import { SegmentChanged, SegmentCreated, segmentEvents } from '../../domain/segments/events.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import { segmentIndexes, segmentModel, segmentTable } from '../tables/segments.ts';

const upsert = perSchema((schema) => segmentTable.upsert(schema, 's'));

/** What the segments of a business are called, and who is meant by them. */
export const segments: Projector = {
  ...segmentModel,
  byBusiness: true,
  handles: typesOf(segmentEvents),
  create: createAll(segmentTable),
  index: segmentIndexes,
  fold: (events, schema) => {
    const rows = segmentTable.rows();
    for (const event of events) {
      const { businessId, segmentId: id } = event.data as Record<'businessId' | 'segmentId', string>;
      const segment = { id, businessId, position: event.position };
      if (is(event, SegmentCreated)) {
        const { name, filter } = event.data;
        rows.merge({ ...segment, name, filter, createdAt: event.metadata.occurredAt });
      } else if (is(event, SegmentChanged)) {
        const { name = null, filter = null } = event.data;
        rows.merge({ ...segment, name, filter });
      } else rows.merge({ ...segment, name: '', filter: everybody, deleted: true });
    }
    return rows.toStatements(upsert(schema));
  },
};
