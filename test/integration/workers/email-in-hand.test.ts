import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { EmailOutcome, HandOver } from '../../../adapters/email/port.ts';
import type { Database } from '../../../workers/engine/worker.ts';
import { emailFeed } from '../../../workers/delivery/emails/channel.ts';
import { handedOnce } from '../../../workers/delivery/handover/deliver.ts';
import {
  lookAtEmailsAtOnce,
  markHandedOver,
  markSending,
  moveAll,
  recoverCutOff,
  takeDue,
} from '../../../workers/delivery/handover/queue.ts';
import { openDatabase } from '../../support/open-database.ts';
import { emails } from '../../support/outbox.ts';

/** What becomes of emails whose process dies: only those that a provider may have taken are left open. */
const opened = openDatabase();
let db: Database;
beforeAll(() => ({ db } = opened));

const now = new Date('2026-11-23T10:00:00Z');
const [tenant, broadcastId] = [randomUUID(), randomUUID()];
const [waiting, open, handed] = [randomUUID(), randomUUID(), randomUUID()];
const entry = (id: string, attempts = 1) => ({ id, attempts });
beforeEach(async () => {
  await emails.remove(db);
  for (const id of [waiting, open, handed])
    await emails.put(db, {
      id,
      businessId: tenant,
      tenant,
      lane: 1,
      repeatable: false,
      kind: 'broadcast',
      position: 1,
      state: 'pending',
      dueAt: now,
      broadcastId,
      contactId: randomUUID(),
      variant: 0,
    });
});
const rows = async () =>
  Object.fromEntries((await emails.rows(db, ['id', 'state'])).map(({ id, state }) => [id, state]));

it('what was not handed over is sent again, what may have been is not, and a dead process hands nothing over', async () => {
  const dead = 'a process that died';
  await takeDue(db, dead, emailFeed, { single: 0, bulk: 10 }, now);
  await markSending(
    db,
    dead,
    'mail',
    [open, handed].map((id) => ({ entry: entry(id), reach: null })),
    now,
  );
  expect(await markHandedOver(db, dead, [entry(handed)])).toEqual([true]);
  await recoverCutOff(db, 'another', [], now, now, 8);
  expect(await rows()).toEqual({ [waiting]: 'pending', [open]: 'pending', [handed]: 'unsure' });
  // It was only slow: what it still has in hand is another's by now.
  expect(await markHandedOver(db, dead, [entry(open), entry(waiting)])).toEqual([false, false]);
  const taken = await takeDue(db, 'another', emailFeed, { single: 0, bulk: 10 }, now);
  expect(taken.map(({ id }) => id).sort()).toEqual([open, waiting].sort());
});

it('one in hand does not wait for the payment that came while it was looked at', async () => {
  const later = new Date('2026-11-23T10:15:00Z');
  const [holder, of] = ['a process', (id: string) => sql`business_id = ${id}::uuid`];
  const take = () => takeDue(db, holder, emailFeed, { single: 0, bulk: 10 }, now);
  const waitsFor = async (note: string) => {
    const moves = [waiting, open, handed].map(
      (id) => ({ entry: entry(id), state: 'pending', note, dueAt: later }) as const,
    );
    await emails.change(db, { state: 'claimed', holder, attempts: 1 });
    await moveAll(db, holder, moves, now);
    return new Set((await emails.rows(db, ['dueAt'])).map(({ dueAt }) => dueAt.getTime()));
  };
  expect(await take()).toHaveLength(3);
  await lookAtEmailsAtOnce(db, of(randomUUID()), now);
  expect(await waitsFor('unpaid')).toEqual(new Set([later.getTime()]));
  await emails.change(db, { state: 'claimed', holder });
  await lookAtEmailsAtOnce(db, of(tenant), now);
  expect(await waitsFor('scheduled')).toEqual(new Set([later.getTime()]));
  expect(await waitsFor('unpaid')).toEqual(new Set([now.getTime()]));
  expect(await take()).toHaveLength(3);
  expect(await waitsFor('unpaid')).toEqual(new Set([later.getTime()]));
  await lookAtEmailsAtOnce(db, of(tenant), now);
  expect(await take()).toHaveLength(3);
});

it('what an older version was sending is not repeated', async () => {
  await emails.change(db, { state: 'sending', holder: 'a process that died' });
  await recoverCutOff(db, 'another', [], now, now, 8);
  expect(new Set(Object.values(await rows()))).toEqual(new Set(['unsure']));
});

it('a process that stops leaves open what it handed over, and hands nothing over after that', async () => {
  const stopping = new AbortController();
  const begun: HandOver[] = [];
  const send = (handOver: HandOver) => {
    begun.push(handOver);
    return new Promise<EmailOutcome>(() => {});
  };
  const mark = async () => true;
  const early = handedOnce(send, mark, stopping.signal);
  const late = handedOnce(send, mark, stopping.signal);
  await begun[1]!();
  stopping.abort();
  expect((await early).kind).toBe('rejected');
  expect((await late).kind).toBe('unknown');
  await expect(begun[0]!()).rejects.toThrow('stopped');
});
