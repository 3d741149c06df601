import type { EventStore } from '../../adapters/event-store/port.ts';
import { type Aggregate, fold } from '../../domain/kernel/decider.ts';
import { batcher } from '../../domain/kernel/batcher.ts';

/** The state of a stream as it is now. For what is looked at, not decided on: an append needs the stream itself. */
export type LoadState = <State, Event>(stream: string, aggregate: Aggregate<State, Event>) => Promise<State>;

interface Known {
  readonly aggregate: unknown;
  readonly state: unknown;
  /** The next revision to be read. */
  readonly next: number;
}
/** Streams whose state is kept. */
const most = 1_000;

/**
 * States that are asked for again and again by everybody (a page, its campaign, its business) are kept with the revision
 * that they are at, and only what came since is read: a page that was edited a thousand times is folded once. The answer
 * is never older than the question; who ask for one stream at the same time share one read.
 */
export function createStateCache({ read }: Pick<EventStore, 'read'>): LoadState {
  const known = new Map<string, Known>();

  async function newest(stream: string, aggregate: Aggregate<unknown, unknown>): Promise<unknown> {
    const kept = known.get(stream);
    const from: Known = kept?.aggregate === aggregate ? kept : { aggregate, state: aggregate.initial, next: 0 };
    const events = await read(stream, { from: from.next });
    const state = fold(aggregate, events as readonly unknown[], from.state);
    const next = (events.at(-1)?.revision ?? from.next - 1) + 1;
    // Another read may have come further meanwhile.
    if ((known.get(stream)?.next ?? -1) <= next) {
      known.delete(stream);
      if (next > 0) known.set(stream, { aggregate, state, next });
      if (known.size > most) known.delete(known.keys().next().value!);
    }
    return state;
  }
  const ask = batcher(
    async (asked: readonly { readonly stream: string; readonly aggregate: Aggregate<unknown, unknown> }[]) => {
      const once = new Map<unknown, Map<string, Promise<unknown>>>();
      return Promise.all(
        asked.map(({ stream, aggregate }) => {
          const shared = once.get(aggregate) ?? new Map<string, Promise<unknown>>();
          once.set(aggregate, shared);
          const found = shared.get(stream) ?? newest(stream, aggregate);
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
