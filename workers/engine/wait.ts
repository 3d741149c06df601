import type { Clock } from '../../adapters/clock/port.ts';

/** How often a loop looks for work that no one rang for, in ms. A ring can be lost, and a test clock can leap. */
export const backstopMs = 5_000;

/**
 * Milliseconds until `next`; 0: it is due. At most `longest`, also when nothing is scheduled. An infinite timestamp of
 * Postgres is a number.
 */
export function untilDue(next: Date | number | null, now: Date, longest: number): number {
  return next === null ? longest : Math.min(longest, Math.max(0, Number(next) - now.getTime()));
}

/** A bell: `ring` wakes all who wait, and a ring while no one waits is remembered. Rings coalesce. */
export function createBell(clock: Clock) {
  let rung = false;
  const waiting = new Set<() => void>();
  return {
    ring() {
      rung = waiting.size === 0;
      for (const wake of waiting) wake();
    },
    /** Waits for a ring, at most `ms` milliseconds. True: it rang. */
    async wait(ms: number, signal: AbortSignal): Promise<boolean> {
      let heard = rung;
      rung = false;
      if (heard || signal.aborted) return heard;
      // Not AbortSignal.any: what it makes of a signal that lives as long as the process is kept by it for ever.
      const cut = new AbortController();
      const stop = () => cut.abort();
      const wake = () => {
        heard = true;
        waiting.delete(wake);
        stop();
      };
      waiting.add(wake);
      signal.addEventListener('abort', stop, { once: true });
      await clock.sleep(ms, cut.signal);
      signal.removeEventListener('abort', stop);
      waiting.delete(wake);
      return heard;
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
