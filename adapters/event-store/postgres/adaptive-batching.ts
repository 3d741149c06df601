/** Decides whether a batch is sent while another is on its way. All times in ms of one clock. */
export interface AdaptiveBatching {
  /** Whether so many waiting appends should be sent as two batches, one behind the other. */
  worthIt(appends: number): boolean;
  /** A batch leaves while none is on its way. */
  sent(appends: number, now: number): void;
  /** A batch was answered that left at `sentAt`, and the server says that it worked on it for `workMs` before the commit. */
  answered(sentAt: number, workMs: number, now: number): void;
}

/** Below this a batch of its own is not worth looking at: its fixed costs are its price. */
const fewest = 64;
/** The weight of what was seen last in the running means. */
const weight = 0.1;

/**
 * With one batch at a time the server waits while this process answers the callers and encodes their next appends; with
 * two half batches it does not, but commits twice as often. So two are quicker where a commit (on a quick disk 0.1 ms)
 * takes less than that pause, and slower where it takes more. Both are measured as they happen.
 */
export function createAdaptiveBatching(): AdaptiveBatching {
  let commitMs = 0.2;
  let pauseMs = 1;
  let lastAnswer = -Infinity;
  return {
    worthIt: (appends) => appends >= fewest && commitMs < pauseMs,
    sent(appends, now) {
      // A pause that is longer was not this process's work: nobody had anything to append.
      if (appends >= fewest && now - lastAnswer < 50) pauseMs += weight * (now - lastAnswer - pauseMs);
    },
    answered(sentAt, workMs, now) {
      commitMs += weight * (Math.max(0, now - Math.max(sentAt, lastAnswer) - workMs) - commitMs);
      lastAnswer = now;
    },
  };
}
