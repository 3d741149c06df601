import { type Append, type AppendVerdict, EventIdReused, type EventStore, RevisionConflict } from './port.ts';

/** `appendMany` where an engine has nothing better: one append beside the other. */
export const appendEach = (
  append: EventStore['append'],
  appends: readonly Append[],
): Promise<readonly AppendVerdict[]> =>
  Promise.all(
    appends.map(({ stream, expected, events }) =>
      append(stream, expected, events).catch((error: unknown) => {
        if (error instanceof RevisionConflict || error instanceof EventIdReused) return error;
        throw error;
      }),
    ),
  );
