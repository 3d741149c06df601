import type { EventToStore, StoredEvent } from '../../adapters/event-store/port.ts';
import { EventIdReused, RevisionConflict } from '../../adapters/event-store/port.ts';
import { takePlace } from '../../domain/contact/choose.ts';
import { Contact } from '../../domain/contact/contact.ts';
import { heldBack } from '../../domain/contact/preferences.ts';
import type { DomainEvent } from '../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import type { CommandContext, CommandOutcome } from '../kernel/caller.ts';
import { streams } from '../../domain/streams.ts';
import { begin, type World } from '../kernel/unit-of-work.ts';

/** What is said first of a recipient of a broadcast: the event that begins the stream of their text or mail. */
interface FirstWord {
  readonly stream: string;
  /** Of the text or the mail. */
  readonly id: string;
  readonly broadcastId: string;
  readonly attempt: number;
  readonly event: Pick<EventToStore, 'type' | 'version' | 'data'>;
}

/**
 * Says what is about to be sent. `attempt` is part of the event's id: of two processes that both take it for theirs,
 * only one gets it said. False: somebody else has. The data is held against its schema by the codec.
 */
export async function sayFirst(
  world: World,
  { caller: { tenant, actor } }: CommandContext,
  { stream, id, broadcastId, attempt, event }: FirstWord,
): Promise<CommandOutcome<boolean>> {
  const commandId = uuidV5(namespaces.command, 'broadcast-queue', id, String(attempt));
  const occurredAt = world.now().toISOString();
  const metadata = { tenant, actor, correlationId: broadcastId, causationId: null, commandId, occurredAt };
  try {
    const { position } = await world.events.append(stream, 'noStream', [
      { ...event, id: uuidV5(namespaces.event, commandId, stream, '0'), metadata },
    ]);
    return { position, result: true };
  } catch (error) {
    if (error instanceof RevisionConflict || error instanceof EventIdReused) return { position: null, result: false };
    throw error;
  }
}

/**
 * What is said last of a text or mail whose stream can not be read, by our own fault: without a look at what stands
 * there. Whoever reads it goes by how far it has come, so that an end that stands there already is not undone. Without
 * it nobody who waits for it would ever hear, whatever else they read.
 */
export async function sayLast(
  world: World,
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

/** Who wants fewer: this takes their place in the week, or they are as they were, with it taken by another. */
export async function placeTaken(
  world: World,
  context: CommandContext,
  reach: Parameters<typeof takePlace>[0],
  contact: Exclude<Contact, { status: 'none' }>,
  seen: readonly StoredEvent[] | undefined,
): Promise<Contact> {
  const now = world.now();
  const work = begin(world, context, {
    tenant: context.caller.tenant,
    commandId: uuidV5(namespaces.command, 'broadcast-place', reach.what),
    causationId: null,
  });
  const { before } = await work.change({
    stream: streams.contact(contact.contactId),
    aggregate: Contact,
    seen,
    decide: (current) => takePlace(reach, now, current),
  });
  return before.status !== 'none' && heldBack(before.preferences, reach, now) !== null ? before : contact;
}
