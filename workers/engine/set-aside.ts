import type { Logger } from 'pino';
import type { Clock } from '../../adapters/clock/port.ts';
import { isOutage } from './outage.ts';
import { backoff, maxAttempts } from './retry-policy.ts';

export type Attempt<T> =
  | { readonly done: true; readonly value: T }
  /** It rests for `restsMs`; `attempts`: how many in a row have failed. 0: none was made, since it rests. */
  | { readonly done: false; readonly attempts: number; readonly restsMs: number };

/** Kept of what fails; a loop over more of them than this has another trouble. */
const maxKept = 10_000;

/**
 * One piece of work of a loop over many that can't be done (the database refuses its question, a rule throws) is the
 * fault of that piece: it rests, longer each time, and the others go on. Only an outage stops the loop. Kept in memory:
 * a restart, which is how a mended fault arrives, tries everything again.
 */
export function createSetAside({
  clock,
  log,
  part,
  firstMs = 1_000,
  longestMs = 3_600_000,
}: {
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** What the pieces are, for the log: `broadcast`. */
  readonly part: string;
  readonly firstMs?: number;
  readonly longestMs?: number;
}) {
  const resting = new Map<string, { readonly attempts: number; readonly until: number }>();
  return {
    async attempt<T>(
      key: string,
      fields: Readonly<Record<string, unknown>>,
      work: () => Promise<T>,
    ): Promise<Attempt<T>> {
      const before = resting.get(key);
      const left = (before?.until ?? 0) - clock.elapsed();
      if (before !== undefined && left > 0) return { done: false, attempts: 0, restsMs: left };
      try {
        const value = await work();
        resting.delete(key);
        return { done: true, value };
      } catch (error) {
        if (isOutage(error)) throw error;
        const attempts = (before?.attempts ?? 0) + 1;
        const restsMs = backoff(attempts - 1, firstMs, longestMs);
        if (resting.size >= maxKept) resting.clear();
        resting.set(key, { attempts, until: clock.elapsed() + restsMs });
        const told = { ...fields, attempts, restsMs, err: error };
        if (attempts === maxAttempts)
          log.error({ gaveUp: part, ...told }, `One ${part} fails again and again: somebody has to look at it`);
        else log.warn(told, `One ${part} failed and rests; the others go on`);
        return { done: false, attempts, restsMs };
      }
    },
    /** Its next attempt is the first again, at once. */
    forget: (key: string): void => void resting.delete(key),
  };
}
export type SetAside = ReturnType<typeof createSetAside>;
