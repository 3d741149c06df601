import type { EventStore, StoredEvent } from '../../adapters/event-store/port.ts';
import type { Snapshots } from '../../adapters/snapshots/port.ts';
import { type Aggregate, fold } from '../../domain/kernel/decider.ts';

/** The state of a stream up to a revision; -1: nothing was read. */
export interface StateAt<State> {
  readonly state: State;
  readonly revision: number;
  /** Of the event at `revision`; null: it isn't known, and no snapshot is made of it. */
  readonly eventId: string | null;
}

export interface SnapshotSettings {
  /** A stream that is shorter is read from its first event. */
  readonly short: number;
  /** A snapshot is made when so many events have come since the last. */
  readonly every: number;
  /** A process makes one of a stream at most so often, in ms: that of a large wallet has some megabytes. */
  readonly restMs: number;
}
const defaults: SnapshotSettings = { short: 100, every: 1_000, restMs: 30_000 };
/** Streams whose last snapshot a process remembers. */
const most = 1_000;

interface Parts {
  readonly events: Pick<EventStore, 'read'>;
  /** Left out: streams are read from their first event. */
  readonly snapshots?: Snapshots | undefined;
  readonly snapshotSettings?: SnapshotSettings | undefined;
  readonly now?: () => Date;
}

/**
 * Reads states from the newest snapshot on, and makes the next one. A snapshot counts only if the log has its last
 * event, at its revision. One that can't be read or saved costs time and nothing else.
 */
export function createStates({ events, snapshots, snapshotSettings = defaults, now = () => new Date() }: Parts) {
  const { short, every, restMs } = snapshotSettings;
  /** By stream: where the last snapshot is, and when this process looked after it. */
  const made = new Map<string, { readonly revision: number; readonly at: number }>();
  const remember = (stream: string, revision: number, at: number) => {
    made.delete(stream);
    made.set(stream, { revision, at });
    if (made.size > most) made.delete(made.keys().next().value!);
  };

  async function fromSnapshot<State>(
    stream: string,
    { fold: name, read }: NonNullable<Aggregate<State, never>['snapshots']>,
  ): Promise<{ readonly from: StateAt<State>; readonly since: readonly StoredEvent[] } | null> {
    const kept = await snapshots!.load(stream, name).catch(() => null);
    if (kept === null) return null;
    const { revision, eventId } = kept;
    const since = await events.read(stream, { from: revision });
    if (since[0]?.id === eventId) {
      try {
        const state = read(kept.state);
        remember(stream, revision, 0);
        return { from: { state, revision, eventId }, since: since.slice(1) };
      } catch {
        // Discarded below.
      }
    }
    await snapshots!.discard(stream).catch(() => undefined);
    return null;
  }

  /** Makes a snapshot of a state where it is time for one. What can't be saved isn't missed. */
  function consider<State, Event>(stream: string, aggregate: Aggregate<State, Event>, at: StateAt<State>): void {
    const form = aggregate.snapshots;
    if (snapshots === undefined || form === undefined || at.eventId === null) return;
    const last = made.get(stream) ?? { revision: -1, at: 0 };
    const instant = now().getTime();
    if (at.revision - last.revision < every || Math.abs(instant - last.at) < restMs) return;
    remember(stream, at.revision, instant);
    const snapshot = { fold: form.fold, revision: at.revision, eventId: at.eventId, state: form.write(at.state) };
    void snapshots.save(stream, snapshot).catch(() => undefined);
  }

  /** The state as it is now, from `known` on. */
  async function newest<State, Event>(
    stream: string,
    aggregate: Aggregate<State, Event>,
    known: StateAt<State> | null,
  ): Promise<StateAt<State>> {
    let from: StateAt<State> = known ?? { state: aggregate.initial, revision: -1, eventId: null };
    let since: readonly StoredEvent[];
    if (known !== null || snapshots === undefined || aggregate.snapshots === undefined) {
      since = await events.read(stream, { from: from.revision + 1 });
    } else {
      since = await events.read(stream, { limit: short });
      if (since.length === short) {
        const kept = await fromSnapshot(stream, aggregate.snapshots);
        if (kept !== null) ({ from, since } = kept);
        else since = [...since, ...(await events.read(stream, { from: since.at(-1)!.revision + 1 }))];
      }
    }
    const state = fold(aggregate, since as unknown as readonly Event[], from.state);
    const last = since.at(-1);
    const at = { state, revision: last?.revision ?? from.revision, eventId: last?.id ?? from.eventId };
    if (last !== undefined) consider(stream, aggregate, at);
    return at;
  }
  return { newest, consider };
}

export type States = ReturnType<typeof createStates>;
