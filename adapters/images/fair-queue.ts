import { ImagesBusy } from './port.ts';

export interface FairQueueLimits {
  /** Works at the same time. */
  readonly places: number;
  /** How many may wait: of one tenant, and of all together. */
  readonly waitingPerTenant: number;
  readonly waiting: number;
  /** Nobody waits longer than this. */
  readonly patienceMs: number;
}

interface Line {
  running: number;
  readonly waiting: { readonly begin: () => void; readonly giveUp: (why: ImagesBusy) => void }[];
}

/**
 * Turns, one tenant after another. While there is more than one place, one is always left to the other tenants, so that
 * whoever has a hundred slow pictures waits for those alone.
 */
export function createFairQueue({ places, waitingPerTenant, waiting, patienceMs }: FairQueueLimits) {
  /** In the order of their next turn. */
  const lines = new Map<string, Line>();
  const perTenant = Math.max(1, places - 1);
  let running = 0;
  let waitingNow = 0;
  let closed = false;

  const next = (): void => {
    for (const [tenant, line] of lines) {
      if (running >= places) return;
      if (line.running >= perTenant) continue;
      const first = line.waiting.shift();
      if (first === undefined) continue;
      lines.delete(tenant);
      lines.set(tenant, line);
      first.begin();
    }
  };

  const turn = (line: Line): Promise<void> =>
    new Promise((resolve, reject) => {
      const busy = 'Too many pictures at once. Please try again in a moment.';
      if (closed || waitingNow >= waiting) return reject(new ImagesBusy(busy));
      if (line.waiting.length >= waitingPerTenant) return reject(new ImagesBusy(busy, { yours: true }));
      const leave = (): void => {
        clearTimeout(late);
        waitingNow -= 1;
      };
      const one = {
        begin: () => {
          leave();
          running += 1;
          line.running += 1;
          resolve();
        },
        giveUp: (why: ImagesBusy) => {
          leave();
          reject(why);
        },
      };
      const late = setTimeout(() => {
        line.waiting.splice(line.waiting.indexOf(one), 1);
        one.giveUp(new ImagesBusy(busy));
      }, patienceMs);
      waitingNow += 1;
      line.waiting.push(one);
      next();
    });

  return {
    /** Throws `ImagesBusy` when too many wait, or nobody's turn came in time. */
    async take<T>(tenant: string, work: () => Promise<T>): Promise<T> {
      let line = lines.get(tenant);
      if (line === undefined) lines.set(tenant, (line = { running: 0, waiting: [] }));
      try {
        await turn(line);
        try {
          return await work();
        } finally {
          running -= 1;
          line.running -= 1;
          next();
        }
      } finally {
        if (line.running === 0 && line.waiting.length === 0) lines.delete(tenant);
      }
    },
    close(): void {
      closed = true;
      for (const line of lines.values())
        for (const one of line.waiting.splice(0)) one.giveUp(new ImagesBusy('The service is stopping.'));
    },
  };
}
