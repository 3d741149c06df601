import type { Logger } from 'pino';
import type { Clock } from '../../adapters/clock/port.ts';
import { createOutage } from '../../adapters/database/outage.ts';
import type { Presence } from '../engine/presence.ts';
import { backoff, type Bell } from '../engine/wait.ts';
import type { Database } from '../engine/worker.ts';
import { settleCounters, type UsageReader } from './allowance.ts';
import type { Breaker } from './breaker.ts';
import { claim } from './claim.ts';
import type { createDelivery } from './deliver.ts';
import { recoverOwn } from './outbox.ts';
import type { SenderSettings } from './settings.ts';

export interface SenderDependencies {
  readonly db: Database;
  readonly usage: UsageReader;
  readonly presence: Presence;
  readonly deliver: ReturnType<typeof createDelivery>;
  readonly breaker: Breaker;
  readonly settings: SenderSettings;
  readonly bell: Bell;
  readonly clock: Clock;
  readonly log: Logger;
}

const recoverEveryMs = 5_000;

/** Claims and sends until the signal fires, then waits for what is under way. Any number of processes may run it. */
export async function runSender(
  { db, usage, presence, deliver, breaker, settings, bell, clock, log }: SenderDependencies,
  inHand: Map<string, Promise<void>>,
  signal: AbortSignal,
): Promise<void> {
  let recovered = clock.elapsed();
  const outage = createOutage(log, 'the outbox');
  for (let failures = 0; !signal.aborted;) {
    try {
      if (clock.elapsed() - recovered > recoverEveryMs) {
        await settleCounters(db, usage);
        await recoverOwn(db, presence.holder, [...inHand.keys()], clock.now(), settings.lookUp.graceMs);
        recovered = clock.elapsed();
      }
      const slots = freeSlots(mostInHand(settings), inHand.size, breaker.admits(clock.now().getTime()));
      const claims =
        slots > 0 && presence.alive() ?
          await claim(db, { holder: presence.holder, slots, now: clock.now(), rateFor: settings.rateFor })
        : [];
      failures = 0;
      outage.works();
      for (const one of claims) {
        inHand.set(
          one.messageId,
          deliver(one).finally(() => {
            inHand.delete(one.messageId);
            // Many at once are claimed as fast as one: the next when there is room for them.
            if (inHand.size <= settings.concurrency) bell.ring();
          }),
        );
      }
      if (claims.length === 0 || inHand.size > settings.concurrency) await bell.wait(settings.pollMs, signal);
    } catch (error) {
      if (signal.aborted) break;
      outage.failed(error);
      await clock.sleep(backoff(failures++, 50, 2_000), signal);
    }
  }
  await Promise.allSettled(inHand.values());
}

/** While as many requests are under way as may be, half as many more are made ready for theirs. */
const mostInHand = ({ concurrency }: Pick<SenderSettings, 'concurrency'>): number => Math.ceil(concurrency * 1.5);

/** A breaker that is half open lets one message through at a time. */
function freeSlots(most: number, busy: number, admits: 'all' | 'one' | 'none'): number {
  if (admits === 'none') return 0;
  return (
    admits === 'one' ?
      busy === 0 ?
        1
      : 0
    : most - busy
  );
}
