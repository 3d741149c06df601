import type { StoredEvent } from '../../adapters/event-store/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { type EventOf, is } from '../../domain/kernel/event.ts';
import { MessageReceived } from '../../domain/messages/events.ts';
import { workerContext } from '../context.ts';
import { inboundName } from '../engine/names.ts';
import { forEachBounded } from '../engine/wait.ts';
import type { CommandingWorker } from '../engine/worker.ts';

type Received = StoredEvent & EventOf<typeof MessageReceived>;

/** Contacts whose texts are handled at once. */
const concurrency = 64;

/** Reacts to what came in: many contacts at once, each contact's texts in the order they came. */
export function inboundReactor(commands: Commands): CommandingWorker {
  return {
    kind: 'commanding',
    name: inboundName,
    handles: [MessageReceived.type],
    batchSize: 500,
    async issue(events) {
      const byContact = new Map<string, Received[]>();
      for (const event of events.filter((each) => is(each, MessageReceived))) {
        const { contactId } = event.data;
        const own = byContact.get(contactId);
        if (own === undefined) byContact.set(contactId, [event]);
        else own.push(event);
      }
      await forEachBounded([...byContact.values()], concurrency, async (own) => {
        for (const event of own) await react(commands, event);
      });
    },
  };
}

async function react(commands: Commands, event: Received): Promise<void> {
  const { messageId, businessId } = event.data;
  const tenant = { agencyId: event.metadata.tenant.agencyId, businessId };
  const context = workerContext('inbound', tenant, 'react', [messageId], {
    correlationId: event.metadata.correlationId,
    causationId: event.id,
  });
  await commands.messages.react(context, { messageId });
}
