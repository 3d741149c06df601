import { expect, test } from 'vitest';
import { type Decision, deliver, type Steps } from '../../../workers/delivery/deliver.ts';

interface Message {
  readonly to: string;
}
type Way = Steps<string, Message, string, 'duplicate'>;

/** Takes one claim through steps that note what is done, as if the world answered so. */
async function delivering(decision: Decision<Message>, world: Partial<Way> = {}): Promise<readonly unknown[]> {
  const done: unknown[] = [];
  const note = (...step: readonly unknown[]) => void done.push(step.length === 1 ? step[0] : step);
  const steps: Way = {
    decide: async () => decision,
    end: async (_, why) => note('end', why),
    wait: async (_, how) => note('wait', how),
    prepare: async () => 'request',
    inTurn: async (_, work) => work(),
    mayAsk: () => true,
    place: async () => (note('sending'), 'mine'),
    heldBack: async (_, why) => note('held back', why),
    say: async () => (note('said'), true),
    ask: async () => note('asked'),
    ...world,
  };
  await deliver(steps, 'claim');
  return done;
}
const send = { kind: 'send', to: 'Ann' } as const;

test('commits sending, says what is sent, and only then asks', async () => {
  expect(await delivering(send)).toEqual(['sending', 'said', 'asked']);
});

test('asks for nothing where the last look says no', async () => {
  expect(await delivering({ kind: 'done' })).toEqual([['end', null]]);
  expect(await delivering({ kind: 'suppressed', reason: 'opted-out' })).toEqual([['end', 'opted-out']]);
  expect(await delivering({ kind: 'over', why: 'stopped' })).toEqual([['end', 'stopped']]);
  expect(await delivering({ kind: 'park' })).toEqual([['wait', { state: 'parked', note: 'paused' }]]);
});

test('waits for its own time, and for another’s only where it may be passed', async () => {
  const until = '2026-11-26T15:00:00.000Z';
  const waits = (deferred: boolean, note: string) => [['wait', { dueAt: new Date(until), deferred, note }]];
  expect(await delivering({ kind: 'hold', until, reason: 'quiet-hours' })).toEqual(waits(true, 'quiet-hours'));
  expect(await delivering({ kind: 'hold', until, reason: 'scheduled' })).toEqual(waits(true, 'scheduled'));
  expect(await delivering({ kind: 'hold', until, reason: 'retry' })).toEqual(waits(false, 'retry'));
});

test('commits nothing for a process that may be taken for dead, nor without somebody who carries it', async () => {
  expect(await delivering(send, { mayAsk: () => false })).toEqual([['wait', {}]]);
  expect(await delivering(send, { prepare: async () => null })).toEqual([]);
});

test('asks for nothing whose place is taken, or that another process has by now', async () => {
  expect(await delivering(send, { place: async () => 'taken-over' })).toEqual([]);
  expect(await delivering(send, { place: async () => 'duplicate' })).toEqual([['held back', 'duplicate']]);
  expect(await delivering(send, { say: async () => false })).toEqual(['sending', ['wait', {}]]);
});
