import type { StoredEvent } from '../../adapters/event-store/port.ts';
import type { EventDefinition } from '../../domain/kernel/event.ts';
import type { Stored } from './events.ts';

/** Says what is done with events of one definition, or of each of several. */
export type On<World, Result> = <D extends EventDefinition>(
  definitions: D | readonly D[],
  handle: (event: Stored<D>, world: World) => Result,
) => void;

/** What a read model does with each event, by its type. `World` is what its handlers work on. */
export interface Handlers<World, Result> {
  /** The types that have a handler. */
  readonly types: readonly string[];
  /** What the handler of the event's type answers; undefined: it has none. */
  handle(event: StoredEvent, world: World): Result | undefined;
}

/** A table of handlers. Throws where a type has two. `rest` takes those of its definitions that have none yet. */
export function handlers<World, Result = void>(
  declare: (on: On<World, Result>, rest: On<World, Result>) => void,
): Handlers<World, Result> {
  const byType = new Map<string, (event: StoredEvent, world: World) => Result>();
  const declaring =
    (handlesAgain: 'throws' | 'skips'): On<World, Result> =>
    (definitions, handle) => {
      for (const { type } of [definitions].flat() as readonly EventDefinition[]) {
        if (!byType.has(type)) byType.set(type, handle as (event: StoredEvent, world: World) => Result);
        else if (handlesAgain === 'throws') throw new Error(`${type} has two handlers.`);
      }
    };
  declare(declaring('throws'), declaring('skips'));
  return { types: [...byType.keys()], handle: (event, world) => byType.get(event.type)?.(event, world) };
}
