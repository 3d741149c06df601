import type { Clock } from '../../adapters/clock/port.ts';

/** A clock that stands until it is told to go on, from one sleeper to the next. */
export function standingClock(start: number = Date.now()) {
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>();
  let elapsed = 0;
  const clock: Clock = {
    now: () => new Date(start + elapsed),
    elapsed: () => elapsed,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) return resolve();
        const sleeper = {
          at: elapsed + ms,
          wake() {
            sleepers.delete(sleeper);
            signal?.removeEventListener('abort', sleeper.wake);
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', sleeper.wake, { once: true });
      }),
  };
  const pass = async (ms: number, settled: () => Promise<void>): Promise<void> => {
    const end = elapsed + ms;
    for (;;) {
      await settled();
      const next = Math.min(...[...sleepers].map(({ at }) => at));
      if (next > end) break;
      elapsed = Math.max(elapsed, next);
      for (const sleeper of [...sleepers]) if (sleeper.at <= elapsed) sleeper.wake();
    }
    elapsed = end;
  };
  return { clock, pass };
}
