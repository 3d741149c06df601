import { EventIdReused, RevisionConflict } from '../../adapters/event-store/port.ts';
import { Broadcast } from '../../domain/broadcasts/broadcast.ts';
import type { DomainEvent } from '../../domain/kernel/event.ts';
import { BroadcastId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import type { CommandContext, CommandOutcome } from '../kernel/caller.ts';
import type { Call } from '../kernel/command.ts';
import type { CommandServices } from '../kernel/unit-of-work.ts';
import { giveCoupon } from './broadcast-coupons.ts';
import type { ChannelTypes, DeliveryChannel } from './channel.ts';

/**
 * Says what is about to be sent to a recipient of a broadcast: the first event of their text or email. The coupon that it
 * names is there before. `attempt` is part of the event's id: of two processes that both take it for theirs, only one
 * gets it said. False: another has. The data is held against its schema by the codec.
 */
export async function sayFirst<C extends ChannelTypes>(
  { world, context }: Call,
  channel: DeliveryChannel<C>,
  id: string,
  queued: C['Queued'],
  attempt: number,
): Promise<CommandOutcome<boolean>> {
  const { tenant, actor } = context.caller;
  const { contactId, variant } = queued;
  const broadcastId = BroadcastId.parse(queued.broadcastId);
  const broadcast = await world.loadState(streams.broadcast(broadcastId), Broadcast);
  if (broadcast.status !== 'none') await giveCoupon(world, context, broadcast, { contactId, variant: variant ?? 0 });
  const stream = channel.streamOf(id);
  const commandId = uuidV5(namespaces.command, 'broadcast-queue', id, String(attempt));
  const occurredAt = world.now().toISOString();
  const metadata = { tenant, actor, correlationId: broadcastId, causationId: null, commandId, occurredAt };
  const { type, version } = channel.queuedEvent;
  try {
    const { position } = await world.events.append(stream, 'noStream', [
      { id: uuidV5(namespaces.event, commandId, stream, '0'), type, version, data: queued, metadata },
    ]);
    return { position, result: true };
  } catch (error) {
    if (error instanceof RevisionConflict || error instanceof EventIdReused) return { position: null, result: false };
    throw error;
  }
}

/**
 * What is said last of a text or email whose stream can not be read, by our own fault: without a look at what stands
 * there. Whoever reads it goes by how far it has come, so that an end that stands there already is not undone. Without
 * it nobody who waits for it would ever hear, whatever else they read.
 */
export async function sayLast(
  world: CommandServices,
  { caller: { tenant, actor }, correlationId }: CommandContext,
  stream: string,
  { type, version, data }: DomainEvent,
): Promise<CommandOutcome> {
  const commandId = uuidV5(namespaces.command, 'say-last', stream, type);
  const occurredAt = world.now().toISOString();
  const metadata = { tenant, actor, correlationId, causationId: null, commandId, occurredAt };
  const id = uuidV5(namespaces.event, commandId, stream, '0');
  try {
    const { position } = await world.events.append(stream, 'any', [{ id, type, version, data, metadata }]);
    return { position, result: undefined };
  } catch (error) {
    // It was said before, in other words.
    if (error instanceof EventIdReused) return { position: null, result: undefined };
    throw error;
  }
}
