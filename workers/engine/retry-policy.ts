import { maxAttempts } from '../../domain/kernel/attempts.ts';

export { maxAttempts };

/** What is noted of a text, an email or a file that is given up since it failed by our own fault. */
export const ourFault = 'our-fault';

/** From one attempt to the next, in ms: the first and the longest wait. */
export interface Pace {
  readonly firstMs: number;
  readonly longestMs: number;
}

/** Doubles from `first` up to `longest` milliseconds; `attempt` counts from 0. */
export function backoff(attempt: number, first: number, longest: number): number {
  return Math.min(longest, first * 2 ** Math.min(attempt, 30));
}

/**
 * What fails by our own fault is tried `most` times in all, later each time; then it is given up, visibly. An outage is
 * no one's fault and is not counted. Answers when to try again after so many failed attempts; null: it is given up.
 */
export const retryAt = (attempts: number, now: Date, { firstMs, longestMs }: Pace, most = maxAttempts): Date | null =>
  attempts >= most ? null : new Date(now.getTime() + backoff(attempts - 1, firstMs, longestMs));
