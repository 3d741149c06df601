import { type Kysely, sql } from 'kysely';
import { ApiError } from './errors.ts';

export interface PlacesLimits {
  /** So many work at once in this process; of one tenant, one over all processes. */
  readonly most: number;
  /** So many may wait for a place in this process, one of a tenant, for so long; and once more for another process's. */
  readonly waiting: number;
  readonly patienceMs: number;
  /** What is said to who finds no place: another one of theirs works and one waits already, or all are taken. */
  readonly words: { readonly yours: string; readonly all: string };
}
interface Waiting {
  readonly tenant: string;
  readonly begin: () => void;
}

/** Nobody else gave way in time. */
export class NoTurn extends Error {}
/** Works while no other process does for the same tenant. Throws `NoTurn` where one does for longer than `patienceMs`. */
export type Turns = <T>(tenant: string, patienceMs: number, work: () => Promise<T>) => Promise<T>;

const lockNotAvailable = '55P03';
/**
 * Turns over all processes, by advisory locks of the database: given in the order of asking, and free the moment their
 * holder dies. Who works or waits has a connection for as long. `purpose`: what else takes turns is not in the way.
 */
export const turnsIn =
  (db: Kysely<unknown>, purpose: string): Turns =>
  (tenant, patienceMs, work) =>
    db.transaction().execute(async (trx) => {
      await sql`select set_config('lock_timeout', ${String(patienceMs)}, true)`.execute(trx);
      await sql`select pg_advisory_xact_lock(hashtextextended(${`${purpose}:${tenant}`}, 7204))`
        .execute(trx)
        .catch((error: unknown) => {
          throw (error as { readonly code?: string }).code === lockNotAvailable ? new NoTurn() : error;
        });
      return await work();
    });

/**
 * Places for work that is dear and comes in small pieces. Turns are taken in the order of asking, so that of two who ask
 * again and again none is kept out by the other.
 */
export function createPlaces({ most, waiting, patienceMs, words }: PlacesLimits, turns: Turns) {
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
        return await turns(tenant, patienceMs, () => {
          signal.throwIfAborted();
          return work();
        }).catch((error: unknown) => {
          throw error instanceof NoTurn ? busy(words.yours) : error;
        });
      } finally {
        giveBack(tenant);
      }
    },
  };
}
export type Places = ReturnType<typeof createPlaces>;
