import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** No build takes so long (ms): a holder with this pid is another process by now. */
const longest = 300_000;

/**
 * Waits until no other process holds the lock (a file), and returns what gives it back. The lock of a process that is gone is taken
 * over. `say` gets one line when it has to wait.
 */
export async function alone(lock, say) {
  mkdirSync(dirname(lock), { recursive: true });
  for (let told = false; ;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      return () => rmSync(lock, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isAbandoned(lock)) {
      takeAway(lock);
      continue;
    }
    if (!told) say('Another process is building: waiting for it.');
    told = true;
    await sleep(50);
  }
}

function isAbandoned(lock) {
  try {
    const age = Date.now() - statSync(lock).mtimeMs;
    const pid = Number(readFileSync(lock, 'utf8'));
    // Empty: its maker is about to write it, or died over it.
    return age > longest || (pid > 0 ? !isAlive(pid) : age > 5_000);
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

/** Renamed and not removed: of several that find it abandoned one gets it. */
function takeAway(lock) {
  const aside = `${lock}-${process.pid}`;
  try {
    renameSync(lock, aside);
    rmSync(aside, { force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
