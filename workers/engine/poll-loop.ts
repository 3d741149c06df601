import type { Logger } from 'pino';
import type { Clock } from '../../adapters/clock/port.ts';
import type { Leases } from '../../adapters/database/lease.ts';
import { createOutage, type Outage } from '../../adapters/database/outage.ts';
import { backoff, type Pace } from './retry-policy.ts';
import type { Bell } from './wait.ts';

export interface PollLoop {
  /** What the log says is away while `work` fails: `the outbox`. */
  readonly name: string;
  /**
   * Does what is due. Answers how long nothing is, in ms; 0: it is called again at once. `rang`: somebody rang since the
   * last call. What it throws is an outage; the fault of one piece of work it handles itself.
   */
  work(rang: boolean): Promise<number>;
  /** Ends a wait early; left out: it waits to the end. */
  readonly bell?: Bell;
  /** Between attempts of `work` that fail. Default 100 to 5,000 ms. */
  readonly retry?: Pace;
  /** Where outages are told that others share. */
  readonly outage?: Outage;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
}

/** The loop of everything that looks for work: works, waits, and works again, until the signal fires. */
export async function pollLoop(
  { name, work, bell, retry = { firstMs: 100, longestMs: 5_000 }, clock, log, ...rest }: PollLoop,
  signal: AbortSignal,
): Promise<void> {
  const outage = rest.outage ?? createOutage(log, name);
  let rang = false;
  for (let attempts = 0; !signal.aborted;) {
    try {
      const pauseMs = await work(rang);
      attempts = 0;
      rang = false;
      outage.works();
      if (pauseMs > 0 && bell !== undefined) rang = await bell.wait(pauseMs, signal);
      else if (pauseMs > 0) await clock.sleep(pauseMs, signal);
    } catch (error) {
      if (signal.aborted) return;
      outage.failed(error);
      await clock.sleep(backoff(attempts++, retry.firstMs, retry.longestMs), signal);
    }
  }
}

/** Runs `work` in one process at a time, the one that has the lease, until the signal fires. */
export async function whileLeased(
  leases: Leases,
  name: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const lease = await leases.acquire(name, signal);
    if (lease === null) return;
    await work(AbortSignal.any([signal, lease.signal]));
    await lease.release();
  }
}
