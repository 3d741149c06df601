import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { startApplication } from './application.ts';
import type {} from './global-setup.ts';

/**
 * The data folder of a first start with these settings, stopped again: made once a run, by the first file that asks, and
 * copied by whoever starts on it. A first start sets up Postgres, every table and the demo, which costs more than most
 * tests.
 */
export async function firstStart(env: Record<string, string>): Promise<string> {
  const key = createHash('sha256').update(JSON.stringify(env)).digest('hex').slice(0, 12);
  const folder = join(inject('postgresFolder'), `first-start-${key}`);
  const lock = `${folder}.lock`;
  while (!existsSync(folder)) {
    try {
      mkdirSync(lock);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      await sleep(100);
      continue;
    }
    try {
      const app = await startApplication(env);
      await app.stop();
      renameSync(app.dataDir, folder);
    } finally {
      rmdirSync(lock);
    }
  }
  return folder;
}
