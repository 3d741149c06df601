import { ApiError } from './errors.ts';

export interface PlacesLimits {
  /** So many work at once in this process; of one tenant, one. */
  readonly most: number;
  /** So many may wait for a place, one of a tenant, for so long. */
  readonly waiting: number;
  readonly patienceMs: number;
  /** What is said to who finds no place: another one of theirs works and one waits already, or all are taken. */
  readonly words: { readonly yours: string; readonly all: string };
}
interface Waiting {
  readonly tenant: string;
  readonly begin: () => void;
}

/**
 * Places for work that is dear and comes in small pieces. Turns are taken in the order of asking, so that of two who ask
 * again and again none is kept out by the other.
 */
export function createPlaces({ most, waiting, patienceMs, words }: PlacesLimits) {
  const taken = new Set<string>();
  let line: Waiting[] = [];
  const isFree = (tenant: string): boolean => taken.size < most && !taken.has(tenant);
  const giveBack = (tenant: string): void => {
    taken.delete(tenant);
    for (const one of line) if (isFree(one.tenant)) one.begin();
  };
  const busy = (message: string): ApiError => new ApiError('rate_limited', message, { retryAfterSeconds: 2 });

  /** A place, when it is free. Throws `rate_limited` where there is none in time, and why the signal was given. */
  const take = (tenant: string, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    if (isFree(tenant)) {
      taken.add(tenant);
      return Promise.resolve();
    }
    if (line.some((one) => one.tenant === tenant)) return Promise.reject(busy(words.yours));
    if (line.length >= waiting) return Promise.reject(busy(words.all));
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(late);
        signal.removeEventListener('abort', gone);
        line = line.filter((one) => one !== own);
      };
      const own: Waiting = {
        tenant,
        begin() {
          leave();
          taken.add(tenant);
          resolve();
        },
      };
      const gone = (): void => {
        leave();
        reject(signal.reason as Error);
      };
      const late = setTimeout(() => {
        leave();
        reject(busy(taken.has(tenant) ? words.yours : words.all));
      }, patienceMs);
      signal.addEventListener('abort', gone, { once: true });
      line.push(own);
    });
  };

  return {
    /** Works when there is a place for this tenant, and gives it back. */
    async within<T>(tenant: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
      await take(tenant, signal);
      try {
        return await work();
      } finally {
        giveBack(tenant);
      }
    },
  };
}
export type Places = ReturnType<typeof createPlaces>;
