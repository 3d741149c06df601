import type { StoredEvent } from '../../adapters/event-store/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { ContactJoinedCampaign, ContactOptedIn } from '../../domain/contacts/events.ts';
import { is } from '../../domain/kernel/event.ts';
import { workerContext } from '../context.ts';
import { forEachBounded } from '../engine/wait.ts';
import type { CommandingWorker } from '../engine/worker.ts';

/** Members who are told of at once. */
const concurrency = 32;

/**
 * Whoever has joined a campaign, by its page or by its keyword, is welcomed, and people of the business hear of it: see
 * commands/members/tell. Who joins by a page and agrees to texts there causes two events, and is told of once.
 */
export const memberNotices = (commands: Commands): CommandingWorker => ({
  kind: 'commanding',
  name: 'member-notices',
  handles: [ContactJoinedCampaign.type, ContactOptedIn.type],
  issue: (events) => forEachBounded(events, concurrency, (event) => tell(commands, event)),
});

async function tell(commands: Commands, event: StoredEvent): Promise<void> {
  if (!is(event, ContactJoinedCampaign) && !is(event, ContactOptedIn)) return;
  const { campaignId, contactId, businessId } = event.data;
  // Nobody wrote down a million people to hear of each.
  if (campaignId === null || (is(event, ContactOptedIn) && event.data.source === 'import')) return;
  const { tenant, correlationId, occurredAt: joinedAt } = event.metadata;
  const who = { agencyId: tenant.agencyId, businessId };
  const context = workerContext('member-notices', who, 'tell-of-member', [event.id], {
    correlationId,
    causationId: event.id,
  });
  await commands.members.notifyJoined(context, { campaignId, contactId, joinedAt });
}
