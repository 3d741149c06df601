import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isOutage } from '../workers/engine/outage.ts';

export interface WaitOptions {
  /** Lines for the person at the terminal. */
  readonly say: (line: string) => void;
  /** Aborted: the wait rejects. */
  readonly signal: AbortSignal;
}

/**
 * Waits until a server answers, for as long as it takes, as a running application does. Says so once, again when the
 * reason is another one, and when
 * it is there. `ask` throws what `isOutage` knows while it is away; whatever else it throws (a wrong password) is thrown at once.
 */
export async function untilItAnswers(
  server: string,
  ask: () => Promise<unknown>,
  { say, signal }: WaitOptions,
): Promise<void> {
  const began = performance.now();
  let told: string | null = null;
  for (let pause = 100; ; pause = Math.min(pause * 2, 2_000)) {
    signal.throwIfAborted();
    try {
      await ask();
      if (told !== null) say(`${server} is there after ${Math.round((performance.now() - began) / 1000)} s.`);
      return;
    } catch (error) {
      if (!isOutage(error)) throw error;
      const reason = reasonOf(error);
      if (reason !== told) say(`${server} can't be reached: ${reason}. Waiting for it; Ctrl-C ends.`);
      told = reason;
    }
    await sleep(pause, undefined, { signal });
  }
}

/** Connects to Postgres and lets go again. */
export async function askPostgres(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000, application_name: 'beckon-start' });
  client.on('error', () => {});
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => {});
  }
}

/** In a few words: of several addresses that were tried, what the first one said; of what gRPC says, what the socket said. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  const text = error instanceof Error ? error.message || error.name : String(error);
  const socket = /(?:connect|getaddrinfo) [A-Z]\w+ [\w.:[\]-]+/.exec(text);
  return socket?.[0] ?? text.split('\n')[0]!.replace(/\.$/, '');
}
