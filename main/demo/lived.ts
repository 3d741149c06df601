import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createOutage } from '../../adapters/database/outage.ts';
import { isOutage } from '../../workers/engine/outage.ts';
import { backoff } from '../../workers/engine/retry-policy.ts';

/**
 * Lives the past until it is complete: one that a server's outage has cut off goes on when the server is back, since
 * what has happened happens once. What fails by itself is said, and the demo does without.
 */
export async function untilLived(
  past: (signal: AbortSignal) => Promise<unknown>,
  signal: AbortSignal,
  log: Pick<Logger, 'warn'>,
  firstMs = 500,
): Promise<void> {
  const outage = createOutage(log, "the demo's past");
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      await past(signal);
      outage.works();
      return;
    } catch (error) {
      if (signal.aborted) return;
      if (!isOutage(error)) {
        log.warn({ err: error }, 'The past of the demo is not complete.');
        return;
      }
      outage.failed(error);
      await sleep(backoff(failures, firstMs, 10_000), undefined, { signal }).catch(() => {});
    }
  }
}
