import type { Commands } from '../../commands/catalogue.ts';
import { BroadcastApprovalRequested, BroadcastApproved, BroadcastRejected } from '../../domain/broadcasts/events.ts';
import { is } from '../../domain/kernel/event.ts';
import { workerContext } from '../context.ts';
import type { CommandingWorker } from '../engine/worker.ts';

/** Tells an agency's people what waits for them, and a business's what was decided. */
export function approvalNotices(commands: Commands): CommandingWorker {
  return {
    kind: 'commanding',
    name: 'approval-notices',
    handles: [BroadcastApprovalRequested.type, BroadcastApproved.type, BroadcastRejected.type],
    async issue(events) {
      for (const event of events) {
        const of = { broadcastId: event.data['broadcastId'] as string, eventId: event.id };
        const tenant = { agencyId: event.metadata.tenant.agencyId, businessId: event.data['businessId'] as string };
        const context = workerContext('approval-notices', tenant, event.type, [event.id], {
          correlationId: event.metadata.correlationId,
          causationId: event.id,
        });
        if (is(event, BroadcastApprovalRequested)) {
          const { recipients } = event.data;
          await commands.notifications.approvalAsked(context, { ...of, recipients: recipients! });
        } else {
          const note = is(event, BroadcastRejected) ? event.data.note : null;
          await commands.notifications.approvalDecided(context, { ...of, note: note ?? null });
        }
      }
    },
  };
}
