import { sql } from 'kysely';
import type { EventStore } from '../../../adapters/event-store/port.ts';
import type { Commands } from '../../../commands/catalogue.ts';
import { DomainError } from '../../../domain/kernel/errors.ts';
import { is } from '../../../domain/kernel/event.ts';
import { MessageId, namespaces, uuidV5 } from '../../../domain/kernel/ids.ts';
import { MessageFailed, MessageQueued } from '../../../domain/messages/events.ts';
import { streams } from '../../../domain/streams.ts';
import { workerContext } from '../../context.ts';
import type { TimerHandler } from '../../engine/timers.ts';
import type { Database } from '../../engine/worker.ts';

/**
 * A delivery that failed in passing (30003: phone off; 30008: no reason given) is tried again as a *new* message,
 * whose id derives from the first one's id and the number of the try. The failed message keeps its end state and its
 * carrier id, so that a late callback for it still finds it; its history never says "failed" and then "queued".
 * Before the new one is made, the failed one is looked at again: if it was delivered after all, or the contact has
 * opted out, nothing is sent, so that no contact gets a text twice. A failure of more than four hours ago is final:
 * after an outage no text goes out that its contact no longer expects.
 */
export function resendMessage({
  store,
  db,
  commands,
  now,
}: {
  store: EventStore;
  db: Database;
  commands: Commands;
  now: () => Date;
}): TimerHandler {
  return async (timer) => {
    const { messageId, rootId, attempt } = timer.payload as { messageId: string; rootId: string; attempt: number };
    const events = await store.read(streams.message(MessageId.parse(messageId)));
    const queued = events.find((event) => is(event, MessageQueued));
    if (queued === undefined || events.some((event) => event.type === 'MessageDelivered')) return;
    const { businessId, contactId, body, media, purpose, campaignId, aboutId, automation, broadcastId } = queued.data;
    // Of a broadcast a failure is an end, also where the row that said so was tidied away.
    if (body === null || tooLateFor.has(purpose) || broadcastId !== null) return;
    const failed = events.findLast((event) => is(event, MessageFailed));
    if (now().getTime() - Date.parse((failed ?? queued).metadata.occurredAt) > resendWithinMs) return;

    const nextId = uuidV5(namespaces.message, businessId, 'resend', rootId, String(attempt));
    await sql`insert into ops.resends (message_id, root_id, attempt) values (${nextId}::uuid, ${rootId}::uuid,
      ${attempt}) on conflict (message_id) do nothing`.execute(db);
    const context = workerContext(
      'resend',
      { agencyId: queued.metadata.tenant.agencyId, businessId },
      'resend',
      [rootId, String(attempt)],
      { correlationId: queued.metadata.correlationId, causationId: (failed ?? queued).id },
    );
    try {
      await commands.messages.queue(context, {
        messageId: nextId,
        businessId,
        contactId,
        body,
        media: media ?? [],
        purpose,
        notBefore: null,
        // Of the same campaign and step still: who wants no more of it, or is out of it since, gets it no second time.
        campaignId,
        aboutId,
        automation,
      });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error; // a refusal (opted out since, …) is an answer
    }
  };
}

/** How long after a failure another try may go out: as long as a carrier itself keeps a text for a phone that is off. */
const resendWithinMs = 4 * 3_600_000;

/** A confirmation of an opt-out must come within five minutes (FCC, 47 CFR 64.1200(a)(12)); a test text is for now. */
const tooLateFor = new Set(['opt-out-confirmation', 'test']);

/** Which try would follow this message: 1 for one that was never repeated. */
export async function resendNumber(db: Database, messageId: string): Promise<{ rootId: string; attempt: number }> {
  const { rows } = await sql<{
    root_id: string;
    attempt: number;
  }>`select root_id, attempt from ops.resends where message_id = ${messageId}::uuid`.execute(db);
  const earlier = rows[0];
  return earlier === undefined ?
      { rootId: messageId, attempt: 1 }
    : { rootId: earlier.root_id, attempt: earlier.attempt + 1 };
}
