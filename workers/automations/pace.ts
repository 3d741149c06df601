import type { Clock } from '../../adapters/clock/port.ts';

/** A batch takes about so long, in ms: whoever is due meanwhile waits for the end of it. */
const batchMs = 400;
/** Fewer are not worth their statements. */
const fewest = 32;
/** The weight of what was seen last. */
const weight = 0.3;

export interface Pace {
  /** How many are to be claimed together. */
  batch(): number;
  /** Does the work for so many, and remembers how long it took. */
  measured(count: number, work: () => Promise<void>): Promise<void>;
}

/** As many go together as take less than half a second, as quick as the machine is now. */
export function createPace(clock: Pick<Clock, 'elapsed'>, most: number): Pace {
  let each = batchMs / most;
  return {
    batch: () => Math.max(Math.min(most, Math.floor(batchMs / each)), Math.min(most, fewest)),
    async measured(count, work) {
      const begun = clock.elapsed();
      await work();
      each += weight * (Math.max(clock.elapsed() - begun, 0.01) / count - each);
    },
  };
}
