import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EventStoreUnavailable } from '../../../adapters/event-store/port.ts';
import { maxAttempts } from '../../../workers/engine/retry-policy.ts';
import { createSetAside } from '../../../workers/engine/set-aside.ts';

function world() {
  const said: { readonly level: string; readonly fields: Record<string, unknown> }[] = [];
  const clock = { at: 0, elapsed: () => clock.at };
  const hear = (level: string) => (fields: unknown) =>
    void said.push({ level, fields: fields as Record<string, unknown> });
  const aside = createSetAside({ clock, log: { warn: hear('warn'), error: hear('error') }, part: 'thing' });
  let tries = 0;
  const fails = () => aside.attempt('a', { id: 'a' }, () => Promise.reject(new Error(`no ${(tries += 1)}`)));
  return { said, clock, aside, fails, tries: () => tries };
}

test('what fails by its own fault rests, longer each time, and others go on meanwhile', async () => {
  const { clock, aside, fails, tries } = world();
  const rests: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const tried = await fails();
    if (tried.done) throw new Error('done?');
    rests.push(tried.restsMs);
    // Not again before its time, however often somebody comes by.
    expect(await fails()).toMatchObject({ done: false, attempts: 0 });
    expect(await aside.attempt('b', {}, async () => 7)).toEqual({ done: true, value: 7 });
    clock.at += tried.restsMs;
  }
  expect(rests).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
  expect(tries()).toBe(5);
});

test('an outage is nobody’s fault: it stops the loop, and nothing rests for it', async () => {
  const { said, aside } = world();
  const away = [
    new EventStoreUnavailable('away'),
    Object.assign(new Error('x'), { code: 'ECONNREFUSED' }),
    Object.assign(new Error('x'), { code: '57P01' }),
    // A full disk, an error of it, a server that became read-only: nobody's text is given up for that.
    ...['53100', '58030', '25006'].map((code) => Object.assign(new Error('x'), { code })),
    Object.assign(new Error('x'), { code: '40P01' }),
  ];
  for (const error of away) await expect(aside.attempt('a', {}, () => Promise.reject(error))).rejects.toBe(error);
  expect(await aside.attempt('a', {}, async () => 1)).toEqual({ done: true, value: 1 });
  expect(said).toEqual([]);
});

test('a person is called once, when it has failed eight times; a success forgets all of it', async () => {
  const { said, clock, aside, fails } = world();
  for (let round = 0; round < maxAttempts + 3; round += 1) {
    await fails();
    clock.at += 3_600_000;
  }
  const calls = said.filter(({ level }) => level === 'error');
  expect(calls).toHaveLength(1);
  expect(calls[0]!.fields).toMatchObject({ gaveUp: 'thing', id: 'a', attempts: maxAttempts });
  await aside.attempt('a', {}, async () => 1);
  expect(await fails()).toMatchObject({ attempts: 1, restsMs: 1_000 });
});

/**
 * Loops that try again until something is back. One that takes the fault of a single piece of work for an outage tries
 * it for ever, and all others wait behind it. So each says how it tells them apart: by `createSetAside`, by `isOutage`
 * with a count of its own, or for a reason that stands here.
 */
const otherwise: Readonly<Record<string, string>> = {
  'delivery/text/loop.ts':
    'claims and marks rows only; what is done with one is deliver.ts, with its own count of faults',
  'exports/reactions.ts': 'run.ts tells an outage by isOutage, and counts the faults of each export in its row',
  'media/fetch.ts': 'each try of a text is counted in its row when it is taken, and rests five minutes',
  'webhooks/log-index.ts':
    'writes down where events stand, and reads none: what fails is the log or the database, for all businesses alike',
  'read-models/reactions.ts': 'care.ts throws what is an outage, and counts the tries of each job',
  'push/push.ts': 'a row is taken out before it is tried: nothing is tried again but by a count of its own',
};

test('every loop over many tells an outage from the fault of one', () => {
  const root = join(import.meta.dirname, '../../../workers');
  const loops = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && /createOutage\(|pollLoop\(/.test(readFileSync(join(root, path), 'utf8')))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path !== 'engine/poll-loop.ts');
  expect(loops.length).toBeGreaterThan(10);
  const undecided = loops.filter((path) => !/isOutage\(|createSetAside\(/.test(readFileSync(join(root, path), 'utf8')));
  expect(undecided.sort()).toEqual(Object.keys(otherwise).sort());
});
