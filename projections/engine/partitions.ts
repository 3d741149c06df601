import type { EventStore, FeedPage, StoredEvent } from '../../adapters/event-store/port.ts';
import type { Projector } from '../engine-types.ts';

/** One of `of` equal shares of the businesses; `index` from 0. */
export interface Partition {
  readonly index: number;
  readonly of: number;
}

/** Everything at once. */
export const undivided: Partition = { index: 0, of: 1 };

/** By the last digits of the id, which are random in every kind of UUID in use. What is of no business is in the first. */
const indexOf = (businessId: unknown, of: number): number =>
  typeof businessId === 'string' ? parseInt(businessId.slice(-8), 16) % of : 0;

const isDivided = (projector: Projector, { of }: Partition): boolean => of > 1 && projector.byBusiness === true;

/** What a projector is given of the feed where it builds one partition. */
export function wantedBy(
  projector: Projector,
  partition: Partition = undivided,
): (event: Pick<StoredEvent, 'type' | 'data'>) => boolean {
  const types = new Set(projector.handles);
  if (!isDivided(projector, partition)) return ({ type }) => types.has(type);
  return ({ type, data }) => types.has(type) && indexOf(data['businessId'], partition.of) === partition.index;
}

/** The projectors that work on a partition: all that can be divided by businesses, and its share of those that can't. */
export function workingOn<P extends Projector>(projectors: readonly P[], partition: Partition): readonly P[] {
  const whole = projectors.filter((projector) => !isDivided(projector, partition));
  return projectors.filter((projector) => {
    const place = whole.indexOf(projector);
    return place === -1 || place % partition.of === partition.index;
  });
}

/** The checkpoint of a schema, or of its share of one partition. */
export const checkpointOf = (projector: Projector, schema: string, partition: Partition): string =>
  isDivided(projector, partition) ? `${schema} ${partition.index + 1}/${partition.of}` : schema;

/**
 * The feed without what nobody of a partition wants. Goes around the log as its engine has it, below the codec: what is
 * left out is not decrypted.
 */
export function narrowed(store: EventStore, projectors: readonly Projector[], partition: Partition): EventStore {
  const wants = workingOn(projectors, partition).map((projector) => wantedBy(projector, partition));
  const narrow = (page: FeedPage): FeedPage => ({
    ...page,
    events: page.events.filter((event) => wants.some((wanted) => wanted(event))),
  });
  return {
    ...store,
    readAll: async (position, options) => narrow(await store.readAll(position, options)),
    subscribe: async function* (position, options) {
      for await (const page of store.subscribe(position, options)) yield narrow(page);
    },
  };
}
