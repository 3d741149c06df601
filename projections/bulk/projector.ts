import { BulkActionProgressed, BulkActionCancelled, BulkActionStarted, bulkEvents } from '../../domain/bulk/events.ts';
import type { LiveAnnouncement } from '../announcements.ts';
import { perSchema } from '../engine/arrays.ts';
import { is, typesOf } from '../engine/events.ts';
import { createAll } from '../engine/table.ts';
import type { Projector } from '../engine-types.ts';
import { bulkIndexes, bulkModel, bulkTable } from '../tables/bulk.ts';

const upsert = perSchema((schema) => bulkTable.upsert(schema, 'b'));

/** What is done to many contacts at once, and how far it has come. */
export const bulk: Projector = {
  ...bulkModel,
  byBusiness: true,
  handles: typesOf(bulkEvents),
  create: createAll(bulkTable),
  index: bulkIndexes,
  fold: (events, schema) => {
    const rows = bulkTable.rows();
    for (const event of events) {
      const { businessId, bulkId: id } = event.data as Record<'businessId' | 'bulkId', string>;
      const row = { id, businessId, position: event.position };
      const at = event.metadata.occurredAt;
      if (is(event, BulkActionStarted)) {
        const { actor } = event.metadata;
        const { action, reason, count } = event.data;
        const userId = actor.kind === 'user' ? actor.userId : null;
        rows.merge({ ...row, action, reason, count, userId, startedAt: at, done: 0, changed: 0 });
      } else if (is(event, BulkActionProgressed)) {
        const { done, changed } = event.data;
        rows.merge({ ...row, done, changed });
      } else {
        const ended = is(event, BulkActionCancelled) ? 'cancelled' : 'completed';
        rows.merge({ ...row, ended, endedAt: at, reason: '' });
      }
    }
    return rows.toStatements(upsert(schema));
  },
  announce: (events) =>
    events.map((event) => {
      const said: LiveAnnouncement = { type: 'contacts-changed', what: 'bulk', position: event.position.toString() };
      return { businessId: event.data['businessId'] as string, event: said };
    }),
};
