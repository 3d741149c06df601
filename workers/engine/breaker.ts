import { backoff } from './retry-policy.ts';

/**
 * Keeps a carrier that is away from being asked for every message: after a refused connection, or several requests in
 * a row without an answer, it opens, and lets one message through now and then until one is answered.
 */
export interface Breaker {
  /** How many messages may be started now: all, one as a probe, or none. */
  admits(now: number): 'all' | 'one' | 'none';
  answered(): void;
  /** `sure`: the connection was refused, so nobody is there. */
  failed(now: number, sure: boolean): void;
  /** When a closed breaker opened; null while all is well. Milliseconds of the given clock. */
  openUntil(): number | null;
}

export function createBreaker(options: { unsureFailures: number; firstMs: number; longestMs: number }): Breaker {
  let inARow = 0;
  let opened = 0;
  let until: number | null = null;
  return {
    admits: (now) =>
      until === null ? 'all'
      : now >= until ? 'one'
      : 'none',
    answered() {
      inARow = 0;
      opened = 0;
      until = null;
    },
    failed(now, sure) {
      inARow++;
      if (!sure && inARow < options.unsureFailures && until === null) return;
      // Failures of requests that were already under way when it opened do not lengthen the wait.
      if (until !== null && now < until) return;
      until = now + backoff(opened++, options.firstMs, options.longestMs);
    },
    openUntil: () => until,
  };
}
