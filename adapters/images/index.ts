import { createFairQueue } from './fair-queue.ts';
import { ImageRefused, type ImageRules, type Images, ImagesBusy, type ProcessedImage } from './port.ts';
import { type PictureLimits, ReaderDied, type ReaderProcess, startReader } from './reader-process.ts';
import { noPicture, sniffImage } from './sniff.ts';

export { ImageRefused, type Images, ImagesBusy } from './port.ts';

export interface ImagesOptions extends Partial<PictureLimits> {
  /** Processes, and so pictures at the same time. Default 2: one tenant uses one of them. */
  readonly concurrency?: number;
  /** Pictures that may wait for their turn: of one tenant, and of all. Defaults 16 and 64. */
  readonly waitingPerTenant?: number;
  readonly waiting?: number;
}

/** A reader that has nothing to do for so long gives its memory back. */
const idleMs = 60_000;

/**
 * Pictures read in processes of their own, which are ended when one takes too long or too much. They are started by the
 * first picture: a start of the application has no time for them, and most processes never see a picture.
 */
export function createImages({
  concurrency = 2,
  waitingPerTenant = 16,
  waiting = 64,
  cpuSeconds = 8,
  wallSeconds = 20,
  memoryMb = 1000,
}: ImagesOptions = {}): Images {
  const queue = createFairQueue({ places: concurrency, waitingPerTenant, waiting, patienceMs: 30_000 });
  const free: { readonly reader: ReaderProcess; readonly idle: NodeJS.Timeout }[] = [];
  const all = new Set<ReaderProcess>();
  let closed = false;

  const dismiss = (reader: ReaderProcess): Promise<void> => {
    all.delete(reader);
    return reader.end();
  };
  const fresh = (): ReaderProcess => {
    const reader = startReader({ cpuSeconds, wallSeconds, memoryMb });
    all.add(reader);
    return reader;
  };
  /** One that has read before, null: there is none. */
  const spareOne = (): ReaderProcess | null => {
    for (let spare = free.pop(); spare !== undefined; spare = free.pop()) {
      clearTimeout(spare.idle);
      if (spare.reader.fit()) return spare.reader;
      void dismiss(spare.reader);
    }
    return null;
  };
  const read = async (reader: ReaderProcess, bytes: Uint8Array, rules: ImageRules): Promise<ProcessedImage> => {
    try {
      return await reader.process(bytes, rules);
    } finally {
      giveBack(reader);
    }
  };
  const giveBack = (reader: ReaderProcess): void => {
    if (closed || !reader.fit()) return void dismiss(reader);
    const entry = {
      reader,
      idle: setTimeout(() => {
        free.splice(free.indexOf(entry), 1);
        void dismiss(reader);
      }, idleMs).unref(),
    };
    free.push(entry);
  };

  return {
    process: async (bytes, { tenant, ...rules }) => {
      if (sniffImage(bytes) === null) throw new ImageRefused(noPicture);
      return queue.take(tenant, async () => {
        if (closed) throw new ImagesBusy('The service is stopping.');
        const spare = spareOne();
        if (spare === null) return read(fresh(), bytes, rules);
        try {
          return await read(spare, bytes, rules);
        } catch (error) {
          // It may have been ending already, for what came before or for want of memory: a new one tells whose fault it is.
          if (!(error instanceof ReaderDied)) throw error;
          return read(fresh(), bytes, rules);
        }
      });
    },
    close: async () => {
      closed = true;
      queue.close();
      for (const { idle } of free.splice(0)) clearTimeout(idle);
      await Promise.all([...all].map(dismiss));
    },
  };
}
