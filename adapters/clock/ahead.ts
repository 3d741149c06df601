import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Clock } from './port.ts';
import { systemClock } from './system.ts';

/** Farther than this in one move, or in all, nothing is tried that is worth it. */
export const longestMoveMs = 366 * 86_400_000;
const farthestMs = 10 * longestMoveMs;

/** The clock can't be moved there. The message says why, in words for whoever moves it. */
export class CannotMove extends Error {
  override readonly name = 'CannotMove';
}

/** A clock that people move ahead, to try in a minute what takes days. Only ahead: what has happened stays in the past. */
export interface TestClock extends Clock {
  /** How far it is ahead of the machine's, in milliseconds. */
  aheadMs(): number;
  /** How far it is to an instant. Throws `CannotMove`. */
  stepTo(instant: Date): number;
  /** Kept in the file before it takes effect, so that no restart goes back. Waiting and durations stay the machine's. */
  moveBy(ms: number): void;
}

export function openTestClock(file: string): TestClock {
  let ahead = existsSync(file) ? readAhead(file) : 0;
  const now = (): Date => new Date(Date.now() + ahead);
  return {
    ...systemClock,
    now,
    aheadMs: () => ahead,
    stepTo(instant) {
      const ms = instant.getTime() - now().getTime();
      if (!(ms > 0)) throw new CannotMove('Time only moves ahead. Choose a later time.');
      if (ms > longestMoveMs) throw new CannotMove('Move at most a year at a time.');
      if (ahead + ms > farthestMs) throw new CannotMove('The clock is ten years ahead. Start with a new DATA_DIR.');
      return ms;
    },
    moveBy(ms) {
      const next = ahead + ms;
      writeFileSync(`${file}.new`, JSON.stringify({ aheadMs: next }));
      renameSync(`${file}.new`, file);
      ahead = next;
    },
  };
}

function readAhead(file: string): number {
  const { aheadMs } = JSON.parse(readFileSync(file, 'utf8')) as { aheadMs?: unknown };
  if (typeof aheadMs !== 'number' || !(aheadMs >= 0))
    throw new Error(`${file} doesn't say how far the clock is ahead.`);
  return aheadMs;
}
