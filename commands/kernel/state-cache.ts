import type { Aggregate } from '../../domain/kernel/decider.ts';
import { batcher } from '../../domain/kernel/batcher.ts';
import type { StateAt, States } from './snapshots.ts';

/** The state of a stream as it is now. For what is looked at, not decided on: an append needs the stream itself. */
export type LoadState = <State, Event>(stream: string, aggregate: Aggregate<State, Event>) => Promise<State>;

interface Known {
  readonly aggregate: unknown;
  readonly at: StateAt<unknown>;
}
/** Streams whose state is kept. */
const most = 1_000;

/**
 * States that are asked for again and again by everybody (a page, its campaign, its business) are kept with the revision
 * that they are at, and only what came since is read: a page that was edited a thousand times is folded once. The answer
 * is never older than the question; who ask for one stream at the same time share one read.
 */
export function createStateCache({ newest }: Pick<States, 'newest'>): LoadState {
  const known = new Map<string, Known>();

  async function now(stream: string, aggregate: Aggregate<unknown, unknown>): Promise<unknown> {
    const kept = known.get(stream);
    const at = await newest(stream, aggregate, kept?.aggregate === aggregate ? kept.at : null);
    // Another read may have come further meanwhile.
    if ((known.get(stream)?.at.revision ?? -1) <= at.revision) {
      known.delete(stream);
      if (at.revision >= 0) known.set(stream, { aggregate, at });
      if (known.size > most) known.delete(known.keys().next().value!);
    }
    return at.state;
  }
  const ask = batcher(
    async (asked: readonly { readonly stream: string; readonly aggregate: Aggregate<unknown, unknown> }[]) => {
      const once = new Map<unknown, Map<string, Promise<unknown>>>();
      return Promise.all(
        asked.map(({ stream, aggregate }) => {
          const shared = once.get(aggregate) ?? new Map<string, Promise<unknown>>();
          once.set(aggregate, shared);
          const found = shared.get(stream) ?? now(stream, aggregate);
          shared.set(stream, found);
          return found;
        }),
      );
    },
    { lanes: 4 },
  );
  return async <State, Event>(stream: string, aggregate: Aggregate<State, Event>) =>
    (await ask({ stream, aggregate: aggregate as Aggregate<unknown, unknown> })) as State;
}
