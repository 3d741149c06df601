/** Waits, in ms. Ends early, without an error, when `signal` says so. */
export function pauseFor(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });
}

/** A bell: whoever waits goes on when it rings. */
export class Signalled {
  readonly #waiting = new Set<(rung: boolean) => void>();

  notify(): void {
    for (const wake of [...this.#waiting]) wake(true);
  }

  /** True: it rang. False: `signal` or the time limit ended the wait. */
  wait(signal?: AbortSignal, timeoutMs?: number): Promise<boolean> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve(false);
      let timer: ReturnType<typeof setTimeout> | undefined;
      const wake = (rung: boolean): void => {
        this.#waiting.delete(wake);
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        resolve(rung);
      };
      const giveUp = (): void => wake(false);
      this.#waiting.add(wake);
      signal?.addEventListener('abort', giveUp, { once: true });
      if (timeoutMs !== undefined) timer = setTimeout(giveUp, timeoutMs);
    });
  }
}
