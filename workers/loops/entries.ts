import type { StoredEvent } from '../../adapters/event-store/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { ContactOptedIn } from '../../domain/contacts/events.ts';
import { is } from '../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { RewardUnlocked } from '../../domain/loops/events.ts';
import { PageSubmitted, SubmissionEmailVerified } from '../../domain/submissions/events.ts';
import { workerContext } from '../context.ts';
import { forEachBounded } from '../engine/wait.ts';
import type { CommandingWorker } from '../engine/worker.ts';

/** Campaigns whose entries are handled at once. */
const concurrency = 32;

/**
 * Votes and members of loops, from the forms of pages; who invited is credited when an email address or a number has
 * been proved, and whom a friend has brought a reward is told. A business's loops in the order things happened: a
 * friend's entry may follow that of who invited them within one batch. Votes do not wait for each other. Nothing here
 * waits for texts and coupons (worker `pages`).
 */
export function loopEntries(commands: Commands): CommandingWorker {
  return {
    kind: 'commanding',
    name: 'loops',
    handles: [PageSubmitted.type, SubmissionEmailVerified.type, ContactOptedIn.type, RewardUnlocked.type],
    async issue(events) {
      const lanes = new Map<string, StoredEvent[]>();
      for (const event of events) {
        const lane = laneOf(event);
        if (lane === null) continue;
        const others = lanes.get(lane);
        if (others === undefined) lanes.set(lane, [event]);
        else others.push(event);
      }
      await forEachBounded([...lanes.values()], concurrency, async (lane) => {
        for (const event of lane) await react(commands, event);
      });
    },
  };
}

/** What is handled one after the other; null: nothing follows from it here. */
function laneOf(event: StoredEvent): string | null {
  if (is(event, PageSubmitted)) {
    const { kind, choices, businessId, contactId } = event.data;
    if (kind === 'loop') return businessId;
    return choices === null ? null : contactId;
  }
  if (is(event, SubmissionEmailVerified) || is(event, RewardUnlocked)) return event.data.businessId;
  // A number is proved by a text that came from it.
  return is(event, ContactOptedIn) && event.data.consent.providerMessageId !== null ? event.data.businessId : null;
}

async function react(commands: Commands, event: StoredEvent): Promise<void> {
  const { businessId, contactId, submissionId } = event.data as Record<
    'businessId' | 'contactId' | 'submissionId',
    string
  >;
  const context = workerContext(
    'loops',
    { agencyId: event.metadata.tenant.agencyId, businessId },
    'loops',
    [event.id],
    { correlationId: event.metadata.correlationId, causationId: event.id },
  );
  if (is(event, RewardUnlocked)) {
    const { memberId, rewardId } = event.data;
    await commands.loops.tellUnlocked(context, { memberId, rewardId });
    return;
  }
  if (is(event, ContactOptedIn)) {
    await commands.loops.creditInviters(context, { contactId });
    return;
  }
  // A name for each step: after a crash in between only what is missing is done.
  const cast = { ...context, commandId: uuidV5(namespaces.command, context.commandId, 'cast') };
  await commands.votes.castFromPage(cast, { submissionId });
  await commands.loops.joinFromPage(context, { submissionId });
}
