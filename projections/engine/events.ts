import type { StoredEvent } from '../../adapters/event-store/port.ts';
import type { EventDefinition, EventOf } from '../../domain/kernel/event.ts';

export { is } from '../../domain/kernel/event.ts';

/** A stored event of a definition. */
export type Stored<D> = StoredEvent & EventOf<D>;

export const typesOf = (definitions: readonly EventDefinition[]): readonly string[] =>
  definitions.map((definition) => definition.type);

/** Who did it, in one word for a list. */
export function actorName(event: StoredEvent): string {
  const { actor } = event.metadata;
  return actor.kind === 'user' ? `user:${actor.userId}` : `${actor.kind}:${actor.name}`;
}
