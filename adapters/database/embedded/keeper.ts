import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

/** The program beside this file, or as the build has it beside or above the part of the bundle that holds this. */
function program(): string | undefined {
  return ['./end-unused.ts', '../postgres-keeper.js', './postgres-keeper.js']
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((path) => existsSync(path));
}

/**
 * Sees to it that the server ends with the last process that uses it, also when that one is killed: a shell waits at a
 * pipe that this process holds. The pipe is closed by whatever ends the process, `kill -9` too; the shell then runs
 * `end-unused.ts`. A shell, since it waits for months with a megabyte. The returned function sends it home: who ends in
 * good order stops the server itself.
 */
export function keepWatch(dataDir: string): () => void {
  const ender = program();
  if (process.platform === 'win32' || ender === undefined) return () => {};
  const script = 'read -r word; [ "$word" = leave ] || exec "$0" --no-warnings "$@"';
  const child = spawn('/bin/sh', ['-c', script, process.execPath, ender, dataDir], {
    cwd: '/',
    env: {},
    // A session of its own: what ends our group leaves it, and so does Ctrl-C.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const pipe = child.stdin as Socket;
  child.on('error', () => {});
  pipe.on('error', () => {});
  child.unref();
  pipe.unref();
  return () => {
    pipe.end('leave\n');
  };
}
