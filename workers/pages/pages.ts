import type { StoredEvent } from '../../adapters/event-store/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { type EventOf, is } from '../../domain/kernel/event.ts';
import { PageSubmitted, SubmissionEmailVerified } from '../../domain/submissions/events.ts';
import { workerContext } from '../context.ts';
import { forEachBounded } from '../engine/wait.ts';
import type { CommandingWorker } from '../engine/worker.ts';

type Cause = StoredEvent & (EventOf<typeof PageSubmitted> | EventOf<typeof SubmissionEmailVerified>);

/** Contacts whose forms are handled at once. */
const concurrency = 64;

/** Reacts to what was sent with pages' forms: many contacts at once, each contact's forms in the order they came. */
export function pageReactor(commands: Commands): CommandingWorker {
  return {
    kind: 'commanding',
    name: 'pages',
    handles: [PageSubmitted.type, SubmissionEmailVerified.type],
    batchSize: 500,
    async issue(events) {
      const byContact = new Map<string, Cause[]>();
      for (const event of events) {
        if (!is(event, PageSubmitted) && !is(event, SubmissionEmailVerified)) continue;
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

async function react(commands: Commands, event: Cause): Promise<void> {
  const { submissionId, businessId } = event.data;
  const tenant = { agencyId: event.metadata.tenant.agencyId, businessId };
  const context = workerContext('pages', tenant, 'react-to-page', [submissionId, event.id], {
    correlationId: event.metadata.correlationId,
    causationId: event.id,
  });
  await commands.pages.react(context, { submissionId });
}
