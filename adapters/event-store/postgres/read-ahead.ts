import type { Position } from '../port.ts';
import type { Gap } from './stream-cache.ts';
import type { RecentEvents } from './recent-events.ts';

/** One read of the log, on behalf of all subscriptions of the process. */
export interface ReadAhead {
  /** As `Tail.hints` was before it. */
  readonly hints: number;
  /** Where the log ended then; null: it may go on. */
  readonly end: Position | null;
}

/**
 * What others append is read once by a process, unfiltered, however many of its subscriptions are near the end. Answers
 * when a read that is worth looking at is over: the caller's own, the same of somebody else, or of another place. One is
 * under way at a time, and it is made when somebody asks, so nothing is read ahead of the quickest.
 */
export function createReadAhead(
  recent: RecentEvents,
  /** Reads into `recent`, and answers where the log ends if it came to there. */
  read: (gaps: readonly Gap[]) => Promise<Position | null>,
  hints: () => number,
): (position: Position) => Promise<ReadAhead> {
  let underWay: Promise<ReadAhead> | null = null;
  async function readOnce(position: Position): Promise<ReadAhead> {
    const begun = hints();
    return { hints: begun, end: await read([{ after: position, before: recent.firstAfter(position) }]) };
  }
  return (position) =>
    (underWay ??= readOnce(position).finally(() => {
      underWay = null;
    }));
}
