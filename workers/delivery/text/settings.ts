import type { Pace } from '../../engine/retry-policy.ts';
import { backstopMs } from '../../engine/wait.ts';
import { defaultRateFor, type RateFor } from './rates.ts';

/** Times in milliseconds. */
export interface SenderSettings {
  /** Requests to the carrier under way at once, in this process. */
  readonly concurrency: number;
  readonly rateFor: RateFor;
  /** How long it waits to look again while something is ready that it can't take now. */
  readonly pollMs: number;
  /** How long it waits at most while nothing is ready and no one wakes it. */
  readonly idleMs: number;
  /** How long the carrier may keep a message queued, in seconds. */
  readonly validitySeconds: number;
  /** Waits after a fault of the carrier: first and longest. */
  readonly retryFirstMs: number;
  readonly retryLongestMs: number;
  /** Between tries of what fails by our own fault. */
  readonly faults: Pace;
  /**
   * A message that faults of the carrier have kept for so long has failed: nobody wants yesterday's text tomorrow. So long,
   * too, the carrier is asked in vain about one of unknown outcome.
   */
  readonly giveUpAfterMs: number;
  /** Of a broadcast: how long the carrier's word of a message's end is waited for before it is asked; then twice as long each time. */
  readonly askAfterMs: number;
  /** From when on nobody waits for that word any more: the message counts as not delivered. */
  readonly noWordAfterMs: number;
  /** How old the last look at a recipient may be when the request goes out; past it there is another one. */
  readonly lastLookMs: number;
  /** How long a process that stops waits for requests under way. */
  readonly drainMs: number;
  readonly breaker: { readonly unsureFailures: number; readonly firstMs: number; readonly longestMs: number };
  readonly lookUp: LookUpSettings;
}

/** How an unknown outcome is cleared up. */
export interface LookUpSettings {
  /** From the request to the first look-up: callbacks usually come sooner. */
  readonly graceMs: number;
  /** Between look-ups; doubles each time. */
  readonly intervalMs: number;
  readonly longestIntervalMs: number;
  /** Sent again only after so many look-ups in which the carrier did not have it, ... */
  readonly attempts: number;
  /** ... and not before so long after the request. Must be above the longest time a request can linger on its way. */
  readonly certainAfterMs: number;
  /** After so many unknown outcomes, each found not to have been taken, a message has failed. */
  readonly maxUnknowns: number;
  /** Between looks while texts are in hand, whose process may die. */
  readonly pollMs: number;
  readonly concurrency: number;
}

export const defaultSettings: SenderSettings = {
  concurrency: 64,
  rateFor: defaultRateFor,
  pollMs: 100,
  idleMs: backstopMs,
  validitySeconds: 4 * 3600,
  retryFirstMs: 1_000,
  retryLongestMs: 5 * 60_000,
  faults: { firstMs: 5_000, longestMs: 15 * 60_000 },
  giveUpAfterMs: 24 * 3_600_000,
  askAfterMs: 3 * 60_000,
  noWordAfterMs: 48 * 3_600_000,
  lastLookMs: 10_000,
  drainMs: 8_000,
  breaker: { unsureFailures: 8, firstMs: 500, longestMs: 15_000 },
  lookUp: {
    graceMs: 3_000,
    intervalMs: 5_000,
    longestIntervalMs: 60_000,
    attempts: 4,
    certainAfterMs: 60_000,
    maxUnknowns: 4,
    pollMs: 500,
    concurrency: 8,
  },
};
