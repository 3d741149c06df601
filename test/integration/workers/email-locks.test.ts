import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import type { Database } from '../../../workers/engine/worker.ts';
import { emailFeed } from '../../../workers/delivery/emails/channel.ts';
import { hearOfRecipients, handedRecipientRows } from '../../../workers/delivery/handover/recipient-rows.ts';
import {
  createWriter,
  forgetEnded,
  markSending,
  moveAll,
  recoverCutOff,
  takeDue,
} from '../../../workers/delivery/handover/queue.ts';
import { downwards, expectLockedUpwards } from '../../support/locks.ts';
import { openDatabase } from '../../support/open-database.ts';
import { emails } from '../../support/outbox.ts';

const opened = openDatabase();
let db: Database;
beforeAll(() => ({ db } = opened));

const now = new Date('2026-11-23T10:00:00Z');
const [holder, tenant, broadcastId] = [randomUUID(), randomUUID(), randomUUID()];
const ids = downwards;
const lowest = ids.at(-1)!;
beforeEach(async () => {
  await emails.remove(db);
  for (const id of ids)
    await emails.put(db, {
      id,
      businessId: tenant,
      tenant,
      lane: 1,
      repeatable: false,
      kind: 'broadcast',
      position: 1,
      state: 'claimed',
      dueAt: now,
      holder,
      attempts: 1,
      broadcastId,
      contactId: randomUUID(),
      variant: 0,
    });
});

const writer = (trx: Database) => createWriter(trx, holder, () => now);
const said = ids.map((mailId) => ({ type: 'EmailDelivered', version: 1, data: { mailId } }) as unknown as StoredEvent);
const entryOf = (id: string) => ({ id, attempts: 1 });
/** Everything that writes many emails and waits for them. */
const writers: Readonly<Record<string, (trx: Database) => Promise<unknown>>> = {
  'what is about to be sent': (trx) =>
    markSending(
      trx,
      holder,
      'mail',
      ids.map((emailId) => ({ entry: entryOf(emailId), reach: null })),
      now,
    ),
  'how they ended': (trx) => {
    const { move } = writer(trx);
    return Promise.all(ids.map((id) => move({ entry: entryOf(id), state: 'sent', provider: 'x', note: null })));
  },
  'what their streams know': (trx) => {
    const { recorded } = writer(trx);
    return Promise.all(ids.map((id) => recorded(id)));
  },
  'how those of a broadcast stand': (trx) =>
    moveAll(
      trx,
      holder,
      ids.map((id) => ({ entry: entryOf(id), state: 'parked', note: null })),
      now,
    ),
  'what the log says of a broadcast': (trx) => hearOfRecipients(trx, said, [emailFeed]),
  'those whose broadcast is over': (trx) =>
    handedRecipientRows(trx).settle(ids.map((messageId) => ({ messageId, note: 'stopped' }))),
};

it.each(Object.entries(writers))(
  'emails that several write at once are locked in one order, so that nobody waits for who waits for them: %s',
  (_, writes) => expectLockedUpwards(db, { table: emails.name, key: emails.column('id'), ids }, writes),
);

/** What waits for nobody: what another has in hand right now comes up once more. */
const passing: Readonly<Record<string, (trx: Database) => Promise<unknown>>> = {
  'what the dead had in hand': (trx) => recoverCutOff(trx, randomUUID(), [], now, now, 8),
  'what is due': async (trx) => {
    await emails.change(db, { state: 'pending' }, {}, { id: lowest });
    return takeDue(trx, holder, emailFeed, { single: 8, bulk: 8 }, now);
  },
  'what is over for long': async (trx) => {
    await emails.change(db, { recordedAt: now }, {}, { id: lowest });
    return forgetEnded(trx, new Date(now.getTime() + 1));
  },
};
it.each(Object.entries(passing))('who takes many emails waits for nobody who has one: %s', async (_, takes) => {
  const before = await sql<{ row: string }>`select m::text as row from ${emails.table} m`.execute(db);
  await db.transaction().execute(async (trx) => {
    await sql`select from ${emails.table} where ${emails.ref('id')} = ${lowest}::uuid for update`.execute(trx);
    await takes(db);
  });
  const after = await sql<{ row: string }>`select m::text as row from ${emails.table} m`.execute(db);
  const kept = after.rows.filter(({ row }) => before.rows.some((one) => one.row === row));
  expect(kept.map(({ row }) => row.slice(1, 37))).toEqual([lowest]);
});
