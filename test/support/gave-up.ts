import pino, { type Logger } from 'pino';

/** A read model has paused, or a worker or a timer has given up: nothing that a test waits for will come. */
export class GaveUp extends Error {
  override readonly name = 'GaveUp';
}

export interface Watch {
  /** Says nothing (everything with LOG_LEVEL=debug), and hears when a part gives up. */
  readonly log: Logger;
  /** Throws what a part said when it gave up; does nothing while all is well. */
  check(): void;
  /** The work's answer, unless a part gives up before. */
  race<T>(work: Promise<T>): Promise<T>;
  /** Nobody asks any more. Throws when a part gave up and no test has seen it. */
  close(): void;
}

const watches = new Set<Watch>();

/** Throws as soon as a part of any world of this process has given up. Whatever waits in a loop asks it. */
export function checkNobodyGaveUp(): void {
  for (const watch of watches) watch.check();
}

/**
 * Watches over a world: engines log with `gaveUp` what only a person can mend. Without this, a wrong word in one
 * statement shows as many tests that wait in vain, and nobody says for what.
 */
export function watchForGivingUp(): Watch {
  let failure: GaveUp | null = null;
  let told = false;
  const waiting = new Set<(error: GaveUp) => void>();
  const heard = (said: Record<string, unknown>, message: unknown): void => {
    if (failure !== null) return;
    const { err, ...rest } = said;
    const cause = err instanceof Error ? err : null;
    failure = new GaveUp(
      `${String(message)} ${JSON.stringify(rest)}${cause ? `\n${cause.name}: ${cause.message}` : ''}`,
      { cause: err },
    );
    console.error(failure.message);
    for (const fail of waiting) fail(failure);
  };
  const level = process.env['LOG_LEVEL'];
  const log = pino(
    {
      level: level ?? 'error',
      hooks: {
        logMethod(given, method) {
          const [said, message] = given as unknown as [Record<string, unknown>, unknown];
          if (typeof said === 'object' && said !== null && 'gaveUp' in said) heard(said, message);
          if (level !== undefined) method.apply(this, given);
        },
      },
    },
    ...(level === undefined ? [] : [pino.destination({ dest: 2, sync: true })]),
  );
  const watch: Watch = {
    log,
    check() {
      if (failure === null) return;
      told = true;
      throw failure;
    },
    race: (work) => {
      if (failure !== null) told = true;
      let fail: (error: GaveUp) => void = () => {};
      const failing = new Promise<never>((_, reject) => {
        fail = (error) => {
          told = true;
          reject(error);
        };
        if (failure !== null) fail(failure);
      });
      waiting.add(fail);
      return Promise.race([work, failing]).finally(() => waiting.delete(fail));
    },
    close() {
      watches.delete(watch);
      if (failure !== null && !told) throw failure;
    },
  };
  watches.add(watch);
  return watch;
}
