import { sql } from 'kysely';
import type { StoredEvent } from '../../adapters/event-store/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { type Given, inTurn, type Load, withGiven } from '../../domain/livechat/team/turns.ts';
import { type EventOf, is } from '../../domain/kernel/event.ts';
import { MessageRoutedToInbox } from '../../domain/messages/events.ts';
import { workerContext } from '../context.ts';
import { forEachBounded } from '../engine/wait.ts';
import type { CommandingWorker, Database } from '../engine/worker.ts';

export type Left = StoredEvent & EventOf<typeof MessageRoutedToInbox>;

/** What each of a business's team has: see `chatLoads` of the read models. */
export type LoadReader = (businessId: string) => Promise<readonly Load[]>;

/** Businesses that are served at once: each holds a connection meanwhile. */
const concurrency = 4;

/**
 * Texts that were left to people: their conversations go to somebody, where the business wants that. One after another
 * in each business, over all processes, so that each turn knows of the one before.
 */
export function chatAssigner(
  commands: Commands,
  { db, loadsOf }: { readonly db: Database; readonly loadsOf: LoadReader },
): CommandingWorker {
  async function serve(businessId: string, texts: readonly Left[]): Promise<void> {
    const { mode, people } = await commands.livechat.assignmentOf(businessId);
    if (mode === 'off') return;
    await inOrder(db, businessId, async (before) => {
      const loads = new Map((await loadsOf(businessId)).map((load) => [load.userId, load]));
      const known = (userId: string) => loads.get(userId) ?? { userId, open: 0, givenAt: null };
      const given = before.filter(({ userId, position }) => position > (known(userId).givenAt ?? -1n));
      for (const text of texts) {
        const turns = inTurn(
          mode,
          people,
          people.map((userId) => withGiven(known(userId), given)),
        );
        const to = await giveOut(commands, text, turns);
        if (to !== null) given.push(to);
      }
      return given;
    });
  }

  return {
    kind: 'commanding',
    name: 'chat-assigner',
    handles: [MessageRoutedToInbox.type],
    batchSize: 500,
    async issue(events) {
      const left = events.filter((event): event is Left => is(event, MessageRoutedToInbox));
      const byBusiness = Map.groupBy(left, ({ data }) => data.businessId);
      await forEachBounded([...byBusiness], concurrency, ([businessId, texts]) => serve(businessId, texts));
    },
  };
}

/**
 * Whoever gives out conversations of a business has its row to themself, and leaves there what they gave: the read
 * models may not show it yet. Who dies meanwhile lets go of it at once; what they gave is found again by its text.
 */
async function inOrder(
  db: Database,
  businessId: string,
  give: (before: readonly Given[]) => Promise<readonly Given[]>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`insert into ops.chat_turns (business_id) values (${businessId}) on conflict do nothing`.execute(trx);
    const { rows } = await sql<{ given: { userId: string; position: string }[] }>`select given from ops.chat_turns
      where business_id = ${businessId} for update`.execute(trx);
    const before = rows.flatMap(({ given }) => given);
    const after = await give(before.map(({ userId, position }) => ({ userId, position: BigInt(position) })));
    const kept = after.map(({ userId, position }) => ({ userId, position: position.toString() }));
    await sql`update ops.chat_turns set given = ${JSON.stringify(kept)}::jsonb where business_id = ${businessId}`.execute(
      trx,
    );
  });
}

/** One text, in the order in which people come up. Answers who was given its conversation; null: nobody. */
export async function giveOut(
  commands: Commands,
  { id, data, metadata }: Left,
  turns: readonly string[],
): Promise<Given | null> {
  const { businessId, contactId, messageId, receivedPosition } = data;
  const tenant = { agencyId: metadata.tenant.agencyId, businessId };
  const context = workerContext('chat-assigner', tenant, 'give-out', [messageId], {
    correlationId: metadata.correlationId,
    causationId: id,
  });
  const { result, position } = await commands.livechat.autoAssign(context, {
    contactId,
    receivedPosition,
    openedBy: metadata.commandId,
    turns: [...turns],
  });
  return result === null || position === null ? null : { userId: result, position };
}
