import type { Commands } from '../../commands/catalogue.ts';
import { is } from '../../domain/kernel/event.ts';
import { UserA2pConfirmed } from '../../domain/users/events.ts';
import { workerContext } from '../context.ts';
import type { CommandingWorker } from '../engine/worker.ts';

/** Tells the operators that a business wants to be registered, once a day for each business. */
export function a2pNotices(commands: Commands): CommandingWorker {
  return {
    kind: 'commanding',
    name: 'a2p-notices',
    handles: [UserA2pConfirmed.type],
    async issue(events) {
      for (const event of events.filter((each) => is(each, UserA2pConfirmed))) {
        const { businessId, day } = event.data;
        if (businessId === null) continue;
        const tenant = { agencyId: event.metadata.tenant.agencyId, businessId };
        const context = workerContext('a2p-notices', tenant, 'a2p-request', [day], {
          correlationId: event.metadata.correlationId,
          causationId: event.id,
        });
        await commands.notifications.a2pRequested(context, { businessId, day });
      }
    },
  };
}
