import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isOutage } from '../workers/engine/outage.ts';
import { backoff } from '../workers/engine/retry-policy.ts';

export interface StartAgainOptions {
  readonly log: Pick<Logger, 'warn'>;
  /** Aborted: nothing is begun again. */
  readonly signal: AbortSignal;
  /** How long it is begun again, ms. Default: two minutes. */
  readonly withinMs?: number;
}

/**
 * Starts, and begins again where a server was away or answered too late in the middle of it: a machine that is busy
 * with much else lets a connection wait longer than anybody allows for. Bounded, so that whatever watches over the
 * process sees in the end that it can not start. `start` takes back what it had begun before it rejects.
 */
export async function startAgain<T>(
  start: () => Promise<T>,
  { log, signal, withinMs = 120_000 }: StartAgainOptions,
): Promise<T> {
  const began = performance.now();
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await start();
    } catch (error) {
      const passed = performance.now() - began;
      if (signal.aborted || isMissingFile(error) || !isOutage(error) || passed > withinMs) throw error;
      const left = Math.ceil((withinMs - passed) / 1_000);
      log.warn({ err: error }, `A server was away or answered too late; starting again, for ${left} s more at most.`);
    }
    await sleep(backoff(attempt, 500, 5_000), undefined, { signal });
  }
}

/** The socket of a server may be missing for a while; any other file is missing for good. */
const isMissingFile = (error: unknown): boolean => {
  const { code, syscall } = error as { readonly code?: unknown; readonly syscall?: unknown };
  return code === 'ENOENT' && syscall !== 'connect';
};
