import type { Commands } from '../../commands/catalogue.ts';
import { is } from '../../domain/kernel/event.ts';
import { WebhookEndpointDisabled } from '../../domain/webhooks/events.ts';
import { workerContext } from '../context.ts';
import type { CommandingWorker } from '../engine/worker.ts';

/** Tells a business of an endpoint that was turned off automatically. */
export const webhookNotices = (commands: Commands): CommandingWorker => ({
  kind: 'commanding',
  name: 'webhook-notices',
  handles: [WebhookEndpointDisabled.type],
  async issue(events) {
    for (const event of events) {
      if (!is(event, WebhookEndpointDisabled) || event.data.reason === 'person') continue;
      const { businessId, endpointId, reason } = event.data;
      const tenant = { agencyId: event.metadata.tenant.agencyId, businessId };
      const context = workerContext('webhook-notices', tenant, event.type, [event.id], {
        correlationId: event.metadata.correlationId,
        causationId: event.id,
      });
      await commands.notifications.webhookOff(context, { businessId, endpointId, reason, eventId: event.id });
    }
  },
});
