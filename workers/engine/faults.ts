import { mostFailures } from '../../domain/automation/tries.ts';
import { backoff } from './wait.ts';

/** What is noted of a text, a mail or a file that is given up since it failed by our own fault. */
export const ourFault = 'our-fault';

/** From one try to the next, in ms: the first and the longest wait. */
export interface FaultPace {
  readonly firstMs: number;
  readonly longestMs: number;
}

/**
 * What fails by our own fault is tried `mostFailures` times in all, later each time, over ten minutes or so; then it is
 * given up, visibly. An outage is nobody's fault: it is not counted. Answers when it is tried again, after so many faults
 * with this one; null: it is given up.
 */
export const triedAgainAt = (faults: number, now: Date, { firstMs, longestMs }: FaultPace): Date | null =>
  faults >= mostFailures ? null : new Date(now.getTime() + backoff(faults - 1, firstMs, longestMs));
