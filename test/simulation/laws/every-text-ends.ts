import type { Law } from '../action.ts';
import type { World } from '../world.ts';
import { outgoing } from './messages.ts';
import { texts } from '../../support/outbox.ts';

const { column } = texts;
const atCarrier = ['MessageAccepted', 'MessageSent', 'MessageDelivered'];

/** Where it got lost, for who has to find out. */
async function outboxSays(world: World, messageId: string): Promise<string> {
  const [row] = await world.query<{ said: string }>(
    `select ${column('state')} || ' after ' || ${column('attempts')} || ' attempts'
      || coalesce(', ' || ${column('note')}, '') as said from ${texts.name} where ${column('id')} = $1`,
    [messageId],
  );
  return `; outbox: ${row?.said ?? 'not there'}`;
}

/** Every text that somebody asked for comes to one end, and what we say of it is what the carrier knows. */
export const everyTextEnds: Law = {
  name: 'every text asked for reaches one end',
  async check(world) {
    const problems: string[] = [];
    const events = await world.events();
    // Nobody can ask about a text whose number is gone.
    const erased = new Set(events.filter(({ type }) => type === 'ContactErased').map(({ data }) => data['contactId']));
    const sids = new Map(world.carrier.taken.map((text) => [text.sid, text]));
    for (const { messageId, contactId, types, providerIds } of outgoing(events)) {
      const taken = world.carrier.taken.filter((text) => text.messageId === messageId);
      const isTaken = types.some((type) => atCarrier.includes(type)) || providerIds.length > 0;
      const isRefused = types.includes('MessageSuppressed') || types.includes('MessageFailed');
      if (!isTaken && !isRefused)
        problems.push(`text ${messageId} has no end: ${types.join(', ')}${await outboxSays(world, messageId)}`);
      if (taken.length > 0 && !isTaken && !(erased.has(contactId) && types.includes('MessageOutcomeUnknown')))
        problems.push(`text ${messageId} was taken by the carrier, and we say ${types.join(', ')}`);
      if (isTaken && taken.length === 0)
        problems.push(`text ${messageId} is said to be with the carrier, which never saw it`);
      for (const id of new Set(providerIds))
        if (sids.get(id)?.messageId !== messageId)
          problems.push(
            `text ${messageId} carries ${id.slice(-4)}, which is of ${sids.get(id)?.messageId ?? 'nobody'}`,
          );
    }
    return problems;
  },
};
