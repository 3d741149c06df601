import { existsSync, mkdirSync, renameSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { startApplication } from './application.ts';
import type {} from './global-setup.ts';

/**
 * The data folder of a first start, stopped again: made once a run, by the first file that asks, and copied by each that
 * starts on it. A first start sets up Postgres, every table and the demo, which costs more than most tests.
 */
export async function firstStart(): Promise<string> {
  const folder = join(inject('postgresFolder'), 'first-start');
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
      const app = await startApplication();
      await app.stop();
      renameSync(app.dataDir, folder);
    } finally {
      rmdirSync(lock);
    }
  }
  return folder;
}
