import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readPidFile, stopServer } from './cluster.ts';
import { commandOf, isAlive, withLockFile } from './processes.ts';
import { isUsed } from './users.ts';

/**
 * A process of its own, run when one that used the server of DATA_DIR has ended without a word: stops the server unless
 * another uses it. Waits a moment first: whoever starts a killed application again at once finds its server running.
 */
const graceMs = 2_000;
const home = join(resolve(process.argv[2]!), 'postgres');

await sleep(graceMs);
// The folder may have been deleted since.
if (existsSync(join(home, 'users')))
  await withLockFile(join(home, 'lock'), async () => {
    if (isUsed(home)) return;
    const linked = join(home, 'location');
    const data = existsSync(linked) ? readFileSync(linked, 'utf8').trim() : join(home, 'data');
    const file = readPidFile(data);
    if (file !== null && isAlive(file.pid) && /postgres/.test(commandOf(file.pid))) await stopServer(file.pid);
  });
