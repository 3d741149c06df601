import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CannotMove, longestMoveMs, openTestClock } from '../../../adapters/clock/ahead.ts';
import { readConfig } from '../../../main/config.ts';
import { testClockFor } from '../../../main/test-clock.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'beckon-clock-'));
  file = join(folder, 'test-clock.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const day = 86_400_000;
const later = (clock: { now(): Date }, ms: number) => new Date(clock.now().getTime() + ms);

test('it goes ahead, by as much as it is told, and is there again after a restart', () => {
  const clock = openTestClock(file);
  expect([clock.aheadMs(), existsSync(file)]).toEqual([0, false]);
  const step = clock.stepTo(later(clock, day));
  clock.moveBy(step);
  clock.moveBy(3_600_000);
  expect(clock.aheadMs()).toBe(step + 3_600_000);
  expect(clock.now().getTime() - Date.now()).toBeGreaterThan(step);
  expect(openTestClock(file).aheadMs()).toBe(clock.aheadMs());
});

test('it never goes back, and no farther than a year at a time and ten in all', () => {
  const clock = openTestClock(file);
  clock.moveBy(day);
  for (const ms of [-day, -1, -1_000, longestMoveMs + day, Number.NaN])
    expect(() => clock.stepTo(new Date(clock.now().getTime() + ms))).toThrow(CannotMove);
  clock.moveBy(9.9 * longestMoveMs);
  expect(() => clock.stepTo(later(clock, longestMoveMs / 2))).toThrow(CannotMove);
  const kept = readFileSync(file, 'utf8');
  writeFileSync(file, '{"aheadMs":"soon"}');
  expect(() => openTestClock(file)).toThrow(/how far/);
  writeFileSync(file, kept);
});

test('how long something takes is the machine’s to say', async () => {
  const clock = openTestClock(file);
  const before = clock.elapsed();
  clock.moveBy(day);
  expect(clock.elapsed() - before).toBeLessThan(day);
});

test.each<[string, Record<string, string>, boolean]>([
  ['a first try', {}, true],
  ['the sandbox is off', { SANDBOX: 'off' }, false],
  ['a real carrier', { TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'token' }, false],
  ['a real email server', { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'a@example.com' }, false],
  ['real push notifications', { BEAMS_INSTANCE_ID: 'x', BEAMS_SECRET_KEY: 'y' }, false],
  ['a database of its own', { DATABASE_URL: 'postgres://db.example.com/x' }, false],
  ['an event store of its own', { EVENT_STORE_URL: 'esdb://es.example.com' }, false],
  ['other processes', { NATS_URL: 'nats://nats.example.com' }, false],
  ['one role of several', { ROLE: 'workers' }, false],
])('with %s: the clock can be moved = %s', (_name, env, movable) => {
  const read = readConfig({ DATA_DIR: folder, ...env });
  if ('problems' in read) throw new Error(read.problems.join(' '));
  // Moved once, and then used in earnest: real time, and a word about it.
  openTestClock(file).moveBy(day);
  const said: unknown[] = [];
  const clock = testClockFor(read.config, { warn: (...line: unknown[]) => void said.push(line) });
  expect(clock?.aheadMs() ?? null).toBe(movable ? day : null);
  expect(said).toHaveLength(movable ? 0 : 1);
});
