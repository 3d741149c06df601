import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { pollLoop } from '../../../workers/engine/poll-loop.ts';
import { createBell } from '../../../workers/engine/wait.ts';

let slept: number[];
let said: unknown[];
let stopping: AbortController;
let sleeping: () => void;
const clock = {
  now: () => new Date(0),
  elapsed: () => 0,
  sleep: async (ms: number, signal?: AbortSignal) => {
    slept.push(ms);
    sleeping();
    await Promise.resolve();
    void signal;
  },
};
const log = { warn: (_: unknown, words: string) => void said.push(words) };
beforeEach(() => {
  [slept, said, stopping, sleeping] = [[], [], new AbortController(), () => {}];
});

/** Runs a loop whose calls answer these, one after another; an error is thrown. Then it is stopped. */
async function answering(answers: readonly (number | Error)[], bell?: ReturnType<typeof createBell>) {
  const rings: boolean[] = [];
  const left = [...answers];
  const work = async (rang: boolean) => {
    rings.push(rang);
    const next = left.shift()!;
    if (left.length === 0) stopping.abort();
    if (typeof next !== 'number') throw next;
    return next;
  };
  const loop = { name: 'things', work, clock, log: log as never, ...(bell === undefined ? {} : { bell }) };
  await pollLoop(loop, stopping.signal);
  return rings;
}

test('goes on at once while there is work, and waits as long as there is none', async () => {
  await answering([0, 0, 40, 0, 0]);
  expect(slept).toEqual([40]);
});

test('waits longer after each attempt that fails, at most five seconds, and says once that something is away', async () => {
  const away = new Error('away');
  await answering([away, away, away, away, away, away, away, 0, away, 0, 0]);
  expect(slept).toEqual([100, 200, 400, 800, 1_600, 3_200, 5_000, 100]);
  expect(said.filter((words) => String(words).includes('away'))).toHaveLength(2);
});

test('a ring ends a wait, and the next call knows it; that it failed was no ring', async () => {
  const bell = createBell(clock);
  sleeping = () => {
    if (slept.length === 1) bell.ring();
  };
  expect(await answering([1_000, 0, 0], bell)).toEqual([false, true, false]);
});

test('ends when it is told to, also while work fails', async () => {
  await answering([new Error('away')]);
  expect([slept, said]).toEqual([[], []]);
});

test('no other loop of the workers looks for work by itself', () => {
  const root = join(import.meta.dirname, '../../../workers');
  const loops = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && /for \([^)]*; ![\w.]+\.aborted;\)/.test(readFileSync(join(root, path), 'utf8')),
  );
  // `follow` reads the log as it comes, and is no poll.
  expect(loops.sort()).toEqual(['engine/poll-loop.ts', 'engine/subscription.ts']);
});
