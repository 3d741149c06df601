import { join } from 'node:path';
import { createLocalStorage } from '../adapters/storage/local.ts';
import type { Storage } from '../adapters/storage/port.ts';
import type { Config } from './config.ts';

export interface OpenStorage {
  readonly storage: Storage;
  /** What is wrong with the bucket, in words; null: nothing, or nothing is known since it doesn't answer. */
  check(): Promise<string | null>;
  close(): void;
}

/** Where files are kept: in the bucket that is configured, else in `DATA_DIR/media`. */
export async function openStorage({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Promise<OpenStorage> {
  const folder = join(dataDir, 'media');
  const local = createLocalStorage({ folder });
  if (s3 === null) return { storage: local, check: () => Promise.resolve(null), close: () => {} };
  // Loaded where it is asked for: most installations never use it.
  const { createS3Storage } = await import('../adapters/storage/s3.ts');
  const { check, close, ...storage } = createS3Storage({ ...s3, folder, before: local });
  return { storage, check, close };
}
