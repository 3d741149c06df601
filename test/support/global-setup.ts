import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { readPidFile, stopServer } from '../../adapters/database/embedded/cluster.ts';
import { isAlive } from '../../adapters/database/embedded/processes.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the Postgres servers of this run live. They start when a test first asks for a database. */
    readonly postgresFolder: string;
  }
}

const prefix = 'beckon-test-';

/** One folder a run, named by its process, so that a later run can clear away what a killed one left behind. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await clearLeftovers();
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  chmodSync(folder, 0o711);
  project.provide('postgresFolder', folder);
  return () => stopAll(folder);
}

async function clearLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]);
    if (!pid || isAlive(pid)) continue;
    await stopAll(join(tmpdir(), name)).catch(() => {}); // Another user's: not ours to clear.
  }
}

async function stopAll(folder: string): Promise<void> {
  for (const server of readdirSync(folder)) {
    const running = readPidFile(join(folder, server, 'postgres', 'data'));
    if (running && isAlive(running.pid)) await stopServer(running.pid);
  }
  rmSync(folder, { recursive: true, force: true });
}
