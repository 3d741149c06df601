import type { Commands } from '../../commands/catalogue.ts';
import { AutomationHookDeleted } from '../../domain/automations/events.ts';
import { CampaignArchived } from '../../domain/campaigns/events.ts';
import { CustomFieldDeleted } from '../../domain/custom-fields/events.ts';
import { EmailTemplateDeleted } from '../../domain/email-templates/events.ts';
import { is } from '../../domain/kernel/event.ts';
import { SegmentDeleted } from '../../domain/segments/events.ts';
import { UploadDeleted } from '../../domain/uploads/events.ts';
import type { StoredEvent } from '../../adapters/event-store/port.ts';
import type { UsableKind, Use, Used } from '../../domain/uses/uses.ts';
import { workerContext } from '../context.ts';
import type { CommandingWorker } from '../engine/worker.ts';

/** What an event says is gone, for whoever may use it. */
function goneBy(event: StoredEvent): { readonly kind: UsableKind; readonly id: string } | null {
  if (is(event, CampaignArchived)) return { kind: 'campaign', id: event.data.campaignId };
  if (is(event, CustomFieldDeleted)) return { kind: 'field', id: event.data.fieldId };
  if (is(event, EmailTemplateDeleted)) return { kind: 'design', id: event.data.templateId };
  if (is(event, SegmentDeleted)) return { kind: 'segment', id: event.data.segmentId };
  if (is(event, AutomationHookDeleted)) return { kind: 'hook', id: event.data.hookId };
  if (is(event, UploadDeleted)) return { kind: 'upload', id: event.data.uploadId };
  return null;
}

/** Tells the people of a business that automations that are on use something that was just archived or deleted. */
export function goneNotices(
  commands: Commands,
  usedIn: (businessId: string) => Promise<readonly Used[]>,
): CommandingWorker {
  return {
    kind: 'commanding',
    name: 'gone-notices',
    handles: [
      ...[CampaignArchived.type, CustomFieldDeleted.type, EmailTemplateDeleted.type],
      ...[SegmentDeleted.type, AutomationHookDeleted.type, UploadDeleted.type],
    ],
    async issue(events) {
      for (const event of events) {
        const gone = goneBy(event);
        const businessId = event.data['businessId'] as string | null;
        if (gone === null || businessId === null) continue;
        const used = (await usedIn(businessId)).find(({ kind, id }) => kind === gone.kind && id === gone.id);
        const automations = (used?.uses ?? []).filter(({ by }: Use) => by === 'automation');
        if (automations.length === 0) continue;
        const tenant = { agencyId: event.metadata.tenant.agencyId, businessId };
        const context = workerContext('gone-notices', tenant, event.type, [event.id], {
          correlationId: event.metadata.correlationId,
          causationId: event.id,
        });
        await commands.notifications.usedThingGone(context, {
          businessId,
          eventId: event.id,
          kind: gone.kind,
          automations: automations.map(({ id, name }) => ({ id, name })),
        });
      }
    },
  };
}
