import type { StoredEvent } from '../../adapters/event-store/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { type Given, inTurn, type Load, withGiven } from '../../domain/chat-team/turns.ts';
import { type EventOf, is } from '../../domain/kernel/event.ts';
import { MessageLeftToPeople } from '../../domain/message/events.ts';
import { workerContext } from '../context.ts';
import { forEachBounded } from '../engine/wait.ts';
import type { CommandingWorker } from '../engine/worker.ts';

type Left = StoredEvent & EventOf<typeof MessageLeftToPeople>;

/** What each of a business's team has: see `chatLoads` of the read models. */
export type LoadReader = (businessId: string) => Promise<readonly Load[]>;

/** Businesses that are served at once. */
const concurrency = 16;

/**
 * Texts that were left to people: their conversations go to somebody, where the business wants that. One after another
 * in each business, so that each turn knows of the one before; what the read models do not show yet is remembered here.
 */
export function chatAssigner(commands: Commands, loadsOf: LoadReader): CommandingWorker {
  const recently = new Map<string, readonly Given[]>();

  async function serve(businessId: string, texts: readonly Left[]): Promise<void> {
    const { mode, people } = await commands.livechat.assignmentOf(businessId);
    if (mode === 'off') return;
    const loads = new Map((await loadsOf(businessId)).map((load) => [load.userId, load]));
    const known = (userId: string) => loads.get(userId) ?? { userId, open: 0, givenAt: null };
    let given = (recently.get(businessId) ?? []).filter(
      ({ userId, position }) => position > (known(userId).givenAt ?? -1n),
    );
    for (const text of texts) {
      const turns = inTurn(
        mode,
        people,
        people.map((userId) => withGiven(known(userId), given)),
      );
      const to = await giveOut(commands, text, turns);
      if (to !== null) given = [...given, to];
    }
    if (given.length > 0) recently.set(businessId, given);
    else recently.delete(businessId);
  }

  return {
    kind: 'commanding',
    name: 'chat-assigner',
    handles: [MessageLeftToPeople.type],
    batchSize: 500,
    async issue(events) {
      const left = events.filter((event): event is Left => is(event, MessageLeftToPeople));
      const byBusiness = Map.groupBy(left, ({ data }) => data.businessId);
      await forEachBounded([...byBusiness], concurrency, ([businessId, texts]) => serve(businessId, texts));
    },
  };
}

async function giveOut(
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
  const { result, position } = await commands.livechat.giveOut(context, {
    contactId,
    receivedPosition,
    openedBy: metadata.commandId,
    turns: [...turns],
  });
  return result === null || position === null ? null : { userId: result, position };
}
