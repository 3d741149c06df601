import type { AssignmentMode } from './fields.ts';

/** How many open conversations somebody has, and where in the log they were last given one by itself; null: never. */
export interface Load {
  readonly userId: string;
  readonly open: number;
  readonly givenAt: bigint | null;
}

/** A conversation that somebody was given a moment ago: what is known of them may be older than that. */
export interface Given {
  readonly userId: string;
  readonly position: bigint;
}

/** What is known of somebody's load, with what they were given since. */
export const withGiven = (load: Load, given: readonly Given[]): Load =>
  given.reduce(
    (known, { userId, position }) =>
      userId !== load.userId || position <= (load.givenAt ?? -1n) ?
        known
      : { ...known, open: known.open + 1, givenAt: position > (known.givenAt ?? -1n) ? position : known.givenAt },
    load,
  );

/**
 * In which order people come up for the next conversation: by turns, who was given one the longest ago comes first; by
 * load, who has the fewest open ones, and among equals by turns. Among those who never were: as they were chosen.
 */
export function inTurn<Id extends string>(mode: AssignmentMode, people: readonly Id[], loads: readonly Load[]): Id[] {
  const of = new Map(loads.map((load) => [load.userId, load]));
  const given = (id: Id) => of.get(id)?.givenAt ?? -1n;
  const open = (id: Id) => (mode === 'least-busy' ? (of.get(id)?.open ?? 0) : 0);
  return people.toSorted(
    (a, b) =>
      open(a) - open(b) ||
      (given(a) < given(b) ? -1
      : given(a) > given(b) ? 1
      : 0),
  );
}
