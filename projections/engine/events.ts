import type { StoredEvent } from '../../adapters/event-store/port.ts';
import type { EventDefinition, EventOf } from '../../domain/kernel/event.ts';

/** Fields that the codec gives back as null once the person's key is destroyed. */
type Erasable<D> = { readonly [K in keyof D]: D[K] | null };

/** A stored event whose data is that of a definition; personal fields may be gone, so every field may read as null. */
export type Stored<D> = Omit<StoredEvent, 'data'> & { readonly data: Erasable<EventOf<D>['data']> };

/** Whether a stored event is of a definition. The codec has checked and upcast it. */
export function is<D extends EventDefinition>(event: StoredEvent, definition: D): event is StoredEvent & Stored<D> {
  return event.type === definition.type;
}

export const typesOf = (definitions: readonly EventDefinition[]): readonly string[] =>
  definitions.map((definition) => definition.type);

/** Who did it, in one word for a list. */
export function actorName(event: StoredEvent): string {
  const { actor } = event.metadata;
  return actor.kind === 'user' ? `user:${actor.userId}` : `${actor.kind}:${actor.name}`;
}
