import type { Clock } from '../../adapters/clock/port.ts';

/** Doubles from `first` up to `longest` milliseconds; `attempt` counts from 0. */
export function backoff(attempt: number, first: number, longest: number): number {
  return Math.min(longest, first * 2 ** Math.min(attempt, 30));
}

/** A bell: `ring` wakes who waits, and a ring while nobody waits is remembered. Rings coalesce. */
export function createBell(clock: Clock) {
  let rung = false;
  let wake: (() => void) | null = null;
  return {
    ring() {
      rung = true;
      wake?.();
    },
    /** Waits for a ring, at most `ms` milliseconds. */
    async wait(ms: number, signal: AbortSignal): Promise<void> {
      if (!rung) {
        // Not AbortSignal.any: what it makes of a signal that lives as long as the process is kept by it for ever.
        const cut = new AbortController();
        const stop = () => cut.abort();
        wake = stop;
        signal.addEventListener('abort', stop, { once: true });
        if (!signal.aborted) await clock.sleep(ms, cut.signal);
        signal.removeEventListener('abort', stop);
        wake = null;
      }
      rung = false;
    },
  };
}
export type Bell = ReturnType<typeof createBell>;

/** Runs `work` over the items, at most `limit` at a time. Waits for all, then throws what the first failed one threw. */
export async function forEachBounded<T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  let next = 0;
  const runners = Array.from({ length: Math.min(limit, items.length) }, async () => {
    while (next < items.length) {
      const item = items[next++]!;
      await work(item).catch((error: unknown) => failures.push(error));
    }
  });
  await Promise.all(runners);
  if (failures.length > 0) throw failures[0];
}
