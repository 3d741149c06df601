/** The time, and waiting for it. Passed in everywhere, so that a test can stop it, jump it, or live a month in a second. */
export interface Clock {
  /** What the clock on the wall says; may jump either way. */
  now(): Date;
  /** Milliseconds since some moment; only grows. For how long something has taken or may take. */
  elapsed(): number;
  /** Waits so many milliseconds, or until the signal fires. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
