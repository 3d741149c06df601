/**
 * How an aggregate's state comes about: nothing at first, then what each event makes of it. Pure.
 * `evolve` must know every event type of the aggregate (an exhaustive switch), and never throws: the past is not up for discussion.
 */
export interface Aggregate<State, Event> {
  readonly initial: State;
  readonly evolve: (state: State, event: Event) => State;
  /** Nothing more happens once it is so: whatever is decided changes nothing. Left out: never. */
  readonly isOver?: (state: State) => boolean;
  /** Left out: its streams stay short enough to be read. */
  readonly snapshots?: SnapshotForm<State>;
}

/** How a state is kept as text, so that a long stream needn't be read from its first event. */
export interface SnapshotForm<State> {
  /** Changes with the code that folds. */
  readonly fold: string;
  /** The same text for the same state, whether it was folded or read. */
  readonly write: (state: State) => string;
  /** Throws what is no such text. */
  readonly read: (text: string) => State;
}

/** The state after these events. */
export function fold<State, Event>(
  aggregate: Aggregate<State, Event>,
  events: readonly Event[],
  from: State = aggregate.initial,
): State {
  let state = from;
  for (const event of events) state = aggregate.evolve(state, event);
  return state;
}

/**
 * The state of a stream that was read; left out, it is not there. Which events it holds is the stream's own contract:
 * only its aggregate appends to it.
 */
export const stateOf = <State, Event>(
  aggregate: Aggregate<State, Event>,
  stored: readonly object[] | undefined,
): State => fold(aggregate, (stored ?? []) as readonly Event[]);

/** The end of an exhaustive switch. At run time an event of a type from the future leaves the state as it is. */
export function unchanged<State>(state: State, _impossible: never): State {
  return state;
}
