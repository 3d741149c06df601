import type { Commands } from '../../commands/catalogue.ts';
import { BulkActionCancelled, BulkActionCompleted } from '../../domain/bulk/events.ts';
import { is } from '../../domain/kernel/event.ts';
import { SegmentDeleted } from '../../domain/segments/events.ts';
import { workerContext } from '../context.ts';
import type { CommandingWorker } from '../engine/worker.ts';

/**
 * The words of a segment, and whom an action on many contacts meant, are in the log for as long as they are of use: when a
 * segment was deleted, or an action has ended, their key goes.
 */
export const sealedWords = (commands: Commands): CommandingWorker => ({
  kind: 'commanding',
  name: 'sealed-words',
  handles: [SegmentDeleted.type, BulkActionCompleted.type, BulkActionCancelled.type],
  async issue(events) {
    for (const event of events) {
      const { tenant, correlationId } = event.metadata;
      const context = (businessId: string) =>
        workerContext('sealed-words', { agencyId: tenant.agencyId, businessId }, 'forget-words', [event.id], {
          correlationId,
          causationId: event.id,
        });
      if (is(event, SegmentDeleted)) {
        const { businessId, segmentId } = event.data;
        await commands.segments.forget(context(businessId), { segmentId });
      } else if (is(event, BulkActionCompleted) || is(event, BulkActionCancelled)) {
        const { businessId, bulkId } = event.data;
        await commands.bulk.forget(context(businessId), { bulkId });
      }
    }
  },
});
