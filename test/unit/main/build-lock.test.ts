import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
// @ts-expect-error -- plain JavaScript, so that it runs before anything is built
import { alone } from '../../../main/build-lock.mjs';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'beckon-build-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lockOf = () => join(folder, 'dist', '.building');
/** A process that takes the lock and writes down when it began and ended; `dies`: it ends without giving the lock back. */
function builder(name: string, { dies = false } = {}): Promise<string> {
  const code = `
    import { appendFileSync } from 'node:fs';
    import { alone } from ${JSON.stringify(join(process.cwd(), 'main/build-lock.mjs'))};
    const release = await alone(${JSON.stringify(lockOf())}, console.log);
    if (${dies}) process.exit(0);
    appendFileSync(${JSON.stringify(join(folder, 'log'))}, 'begin ${name}\\n');
    await new Promise((done) => setTimeout(done, 100));
    appendFileSync(${JSON.stringify(join(folder, 'log'))}, 'end ${name}\\n');
    release();`;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', code]);
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => void (said += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => reject(new Error(chunk.toString())));
    child.on('exit', () => resolve(said));
  });
}

it('lets one build at a time, also where the one before died over it', async () => {
  await builder('dead', { dies: true });
  expect(Number(readFileSync(lockOf(), 'utf8'))).toBeGreaterThan(0);
  await Promise.all(['a', 'b', 'c', 'd'].map((name) => builder(name)));
  const lines = readFileSync(join(folder, 'log'), 'utf8').trim().split('\n');
  expect(lines).toHaveLength(8);
  for (let index = 0; index < lines.length; index += 2)
    expect(lines[index + 1]).toBe(lines[index]!.replace('begin', 'end'));
});

it('says so once when it has to wait', async () => {
  const release = await alone(lockOf(), () => expect.unreachable('the lock is free'));
  const said: string[] = [];
  const next = alone(lockOf(), (words: string) => said.push(words));
  await vi.waitFor(() => expect(said).toHaveLength(1));
  // Longer than it takes to look again.
  await sleep(120);
  release();
  (await next)();
  expect(said).toEqual(['Another process is building: waiting for it.']);
});

it('takes over a lock that was never written, and one that is older than any build', async () => {
  await builder('dead', { dies: true });
  for (const held of ['', String(process.pid)]) {
    writeFileSync(lockOf(), held);
    utimesSync(lockOf(), new Date(), new Date(Date.now() - 600_000));
    await builder('next');
  }
  expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('begin next\nend next\n'.repeat(2));
});
