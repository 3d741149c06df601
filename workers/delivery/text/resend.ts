import { sql } from 'kysely';
import type { EventStore } from '../../../adapters/event-store/port.ts';
import type { Commands } from '../../../commands/catalogue.ts';
import { DomainError } from '../../../domain/kernel/errors.ts';
import { is } from '../../../domain/kernel/event.ts';
import { MessageId, namespaces, uuidV5 } from '../../../domain/kernel/ids.ts';
import { MessageQueued } from '../../../domain/messages/events.ts';
import { streams } from '../../../domain/streams.ts';
import { workerContext } from '../../context.ts';
import type { TimerHandler } from '../../engine/timers.ts';
import type { Database } from '../../engine/worker.ts';

/**
 * A delivery that failed in passing (30003: phone off; 30008: no reason given) is tried again as a *new* message,
 * whose id derives from the first one's id and the number of the try. The failed message keeps its end state and its
 * carrier id, so that a late callback for it still finds it; its history never says "failed" and then "queued".
 * Before the new one is made, the failed one is looked at again: if it was delivered after all, or the contact has
 * opted out, nothing is sent, so that nobody gets a text twice.
 */
export function resendMessage({
  store,
  db,
  commands,
}: {
  store: EventStore;
  db: Database;
  commands: Commands;
}): TimerHandler {
  return async (timer) => {
    const { messageId, rootId, attempt } = timer.payload as { messageId: string; rootId: string; attempt: number };
    const events = await store.read(streams.message(MessageId.parse(messageId)));
    const queued = events.find((event) => is(event, MessageQueued));
    if (queued === undefined || events.some((event) => event.type === 'MessageDelivered')) return;
    const { businessId, contactId, body, media, purpose, campaignId, aboutId, automation } = queued.data;
    if (body === null || tooLateFor.has(purpose)) return;

    const nextId = uuidV5(namespaces.message, businessId, 'resend', rootId, String(attempt));
    await sql`insert into ops.resends (message_id, root_id, attempt) values (${nextId}::uuid, ${rootId}::uuid,
      ${attempt}) on conflict (message_id) do nothing`.execute(db);
    const context = workerContext(
      'resend',
      { agencyId: queued.metadata.tenant.agencyId, businessId },
      'resend',
      [rootId, String(attempt)],
      {
        correlationId: queued.metadata.correlationId,
        causationId: events.findLast((event) => event.type === 'MessageFailed')?.id ?? queued.id,
      },
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
