import type { Logger } from 'pino';
import { LogEndsEarlier, type Position } from '../port.ts';

/** Tells the subscriptions of a process when it is worth looking again. */
export interface Tail {
  /** Grows with every hint. Read it before looking, hand it to `wait` after: a hint in between is not missed. */
  hints(): number;
  /** Somebody said that something was appended. */
  hint(): void;
  /**
   * Returns when there may be something after `position`, or the signal says stop. Throws `LogEndsEarlier` when the log
   * ends before `position`.
   */
  wait(position: Position, hintsSeen: number, signal: AbortSignal): Promise<void>;
}

const firstDelay = 20;
/** After a hint: while some come, what nobody tells of is looked for less often. */
const hintedDelay = 100;
/** Milliseconds. Hints of others can be lost; where all who append share our bus, a look is a safety net. */
const longestDelays = { alone: 2_000, among: 250 };

/**
 * Hints come from the bus; without any, one look at the end of the feed for all who wait, at first every 20 ms, 100
 * after a hint, and when it stays quiet every 250, or 2,000 where this process is `alone`. While the store can't be
 * reached it goes on looking, so that those who wait go on by themselves once it is back.
 */
export function createTail(
  head: () => Promise<Position>,
  log: Pick<Logger, 'debug'>,
  others: keyof typeof longestDelays,
): Tail {
  const waiters = new Set<{ readonly position: Position; readonly wake: (error?: LogEndsEarlier) => void }>();
  let hints = 0;
  let timer: NodeJS.Timeout | null = null;
  let delay = firstDelay;

  function wakeAll(): void {
    hints += 1;
    delay = hintedDelay;
    for (const { wake } of waiters) wake();
  }

  function plan(): void {
    if (timer !== null || waiters.size === 0) return;
    timer = setTimeout(() => void look(), delay);
    delay = Math.min(delay * 2, longestDelays[others]);
  }

  async function look(): Promise<void> {
    try {
      // Only those who waited before the question: who comes meanwhile may have read further than the answer.
      const asking = [...waiters];
      const end = await head();
      for (const { position, wake } of asking) {
        if (position === end) continue;
        delay = firstDelay;
        wake(position > end ? new LogEndsEarlier(position, end) : undefined);
      }
    } catch (error) {
      log.debug({ err: error }, 'could not look for new events');
    }
    timer = null;
    plan();
  }

  return {
    hints: () => hints,
    hint: wakeAll,
    wait: (position, hintsSeen, signal) =>
      new Promise((resolve, reject) => {
        if (hints !== hintsSeen || signal.aborted) return resolve();
        const waiter = {
          position,
          wake(error?: LogEndsEarlier) {
            waiters.delete(waiter);
            signal.removeEventListener('abort', onAbort);
            if (waiters.size === 0 && timer !== null) {
              clearTimeout(timer);
              timer = null;
            }
            if (error === undefined) resolve();
            else reject(error);
          },
        };
        const onAbort = () => waiter.wake();
        waiters.add(waiter);
        signal.addEventListener('abort', onAbort);
        plan();
      }),
  };
}
