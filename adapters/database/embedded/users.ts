import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { birthOf, isAlive } from './processes.ts';

/** Which processes use the server of a folder: a file for each. Call all of this holding the lock. */

/** Notes that this process uses it. The returned function crosses it out. */
export function registerUse(home: string): () => void {
  const folder = join(home, 'users');
  mkdirSync(folder, { recursive: true });
  const mine = join(folder, `${process.pid}-${performance.now().toFixed(3)}`);
  writeFileSync(mine, birthOf(process.pid));
  return () => rmSync(mine, { force: true });
}

/** Whether any process that lives uses it. The dead are crossed out. */
export function isUsed(home: string): boolean {
  const folder = join(home, 'users');
  if (!existsSync(folder)) return false;
  let used = false;
  for (const name of readdirSync(folder)) {
    const pid = Number(name.split('-')[0]);
    const born = readFileSync(join(folder, name), 'utf8');
    if (isAlive(pid) && (born === '' || born === birthOf(pid))) used = true;
    else rmSync(join(folder, name), { force: true });
  }
  return used;
}
