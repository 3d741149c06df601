import type { Logger } from 'pino';

/** What a part that tries again and again tells of it: one line when something is away, one when it is back. */
export interface Outage {
  /** Once more in vain. */
  failed(error: unknown): void;
  /** It works. To be called as often as one likes. */
  works(): void;
}

/** Lines such as "the outbox: back after 8 min, 412 tries". `fields` go with both. */
export function createOutage(
  log: Pick<Logger, 'warn'>,
  part: string,
  fields: Readonly<Record<string, unknown>> = {},
): Outage {
  let since: number | null = null;
  let tries = 0;
  return {
    failed(error) {
      tries += 1;
      if (since !== null) return;
      since = performance.now();
      log.warn({ ...fields, err: error }, `${part}: away, trying again until it is back`);
    },
    works() {
      if (since === null) return;
      const seconds = Math.round((performance.now() - since) / 1000);
      log.warn(
        { ...fields, seconds, tries },
        `${part}: back after ${inWords(seconds)}, ${tries} ${tries === 1 ? 'try' : 'tries'}`,
      );
      since = null;
      tries = 0;
    },
  };
}

/** "45 s", "8 min", "2 h 5 min". */
function inWords(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
