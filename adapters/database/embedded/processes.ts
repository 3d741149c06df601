import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Alive and not a zombie: in a container whose first process does not reap, the dead stay listed. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return stat(pid)?.state !== 'Z';
}

/** Tells a process from a later one with the same number; empty where the system does not say. */
export function birthOf(pid: number): string {
  return stat(pid)?.startedAt ?? '';
}

/** The command line of a process, empty when it can't be found out. */
export function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\u0000', ' ').trim();
    if (process.platform === 'win32') return '';
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

function stat(pid: number): { state: string; startedAt: string } | null {
  if (process.platform !== 'linux') return null;
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0]!, startedAt: fields[19]! };
  } catch {
    return null;
  }
}

/** Resolves to whether the process was gone within `timeoutMs`. */
export async function waitForEnd(pid: number, timeoutMs: number): Promise<boolean> {
  const until = Date.now() + timeoutMs;
  while (isAlive(pid)) {
    if (Date.now() > until) return false;
    await sleep(10);
  }
  return true;
}

const self = `${process.pid} ${birthOf(process.pid)} ${randomUUID()}`;
/** A start takes seconds; whoever holds the lock longer has died with its number given to another process. */
const staleAfterMs = 120_000;

/** Runs `work` while no other process, and nobody else in this one, holds the lock file. A dead holder's lock is taken over. */
export async function withLockFile<T>(path: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(path), { recursive: true });
  const mine = `${self} ${randomUUID()}`;
  while (!tryLock(path, mine)) await sleep(20);
  try {
    return await work();
  } finally {
    if (contentOf(path) === mine) rmSync(path, { force: true });
  }
}

function tryLock(path: string, mine: string): boolean {
  try {
    writeFileSync(path, mine, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const held = contentOf(path);
  if (held !== null && isStale(path, held)) {
    // Moved aside first: of two that find it stale, one moves it, and neither removes a lock that was taken since.
    const aside = `${path}.${randomUUID()}`;
    try {
      if (contentOf(path) === held) renameSync(path, aside);
    } catch {
      return false;
    }
    const moved = contentOf(aside);
    if (moved !== null && moved !== held) renameSync(aside, path);
    else rmSync(aside, { force: true });
  }
  return false;
}

function isStale(path: string, held: string): boolean {
  const [pid, birth] = held.split(' ');
  try {
    if (Date.now() - statSync(path).mtimeMs > staleAfterMs) return true;
  } catch {
    return false;
  }
  if (!pid || !/^\d+$/.test(pid)) return false; // Being written just now.
  if (!isAlive(Number(pid))) return true;
  return birth !== '' && birthOf(Number(pid)) !== birth;
}

function contentOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
