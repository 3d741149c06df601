import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readStatus } from '../../../workers/status.ts';
import { openComposition, type Opened } from '../../support/composition.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { texts } from '../../support/outbox.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let opened: Opened;
beforeAll(async () => {
  database = await createTestDatabase();
  opened = await openComposition(database.connectionString);
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

const status = () =>
  readStatus({
    db: opened.db as never,
    store: opened.store,
    now: new Date(),
    holder: 'h',
    alive: true,
    inHand: 0,
    carrierAwayUntil: null,
    states: new Map(),
  });

it('of many who wait for a broadcast’s turn no more are counted than matter, and none is late; a text that somebody waits for is', async () => {
  const [businessId, broadcastId] = [randomUUID(), randomUUID()];
  const anyId = sql`gen_random_uuid()`;
  const ago = (minutes: number) => sql`now() - ${minutes}::int * interval '1 minute'`;
  const add = (count: number, columns: { state: string; broadcast: string | null; sender: string; minutes: number }) =>
    texts.put(
      opened.db,
      {
        id: anyId,
        contactId: anyId,
        businessId,
        lane: 1,
        segments: 1,
        position: 1,
        deferred: false,
        sender: columns.sender,
        state: columns.state,
        broadcastId: columns.broadcast,
        dueAt: ago(columns.minutes),
        firstSendingAt: columns.state === 'unknown' ? ago(columns.minutes) : null,
      },
      count,
    );
  const free = '+14155550101';
  await sql`insert into ops.senders (sender, business_id, has_work, ready_at, blocked_at, blocked_code)
    values ('+14155550102', ${businessId}::uuid, true, now(), now(), 30034)`.execute(opened.db);
  await add(12_000, { state: 'pending', broadcast: broadcastId, sender: free, minutes: 60 });
  await add(3_000, { state: 'accepted', broadcast: broadcastId, sender: free, minutes: 60 });
  expect((await status()).sender).toMatchObject({ pending: 10_000, sending: 0, unknown: 0 });
  expect((await status()).watchdog.filter((word) => word.includes('should have been sent'))).toEqual([]);

  await add(2, { state: 'pending', broadcast: null, sender: free, minutes: 30 });
  // Its number is blocked, which is said by itself; this one is due in time.
  await add(1, { state: 'pending', broadcast: null, sender: '+14155550102', minutes: 30 });
  await add(1, { state: 'pending', broadcast: null, sender: free, minutes: 0 });
  await add(2, { state: 'sending', broadcast: broadcastId, sender: free, minutes: 0 });
  await add(1, { state: 'unknown', broadcast: null, sender: free, minutes: 30 });
  await add(1, { state: 'unknown', broadcast: null, sender: free, minutes: 0 });
  const { sender, watchdog } = await status();
  expect(sender).toMatchObject({ pending: 10_000, sending: 2, unknown: 2 });
  expect(watchdog.join(' ')).toMatch(
    /^2 messages should have been sent more than 60 s ago; the oldest is \d+ s late\. 1 messages have had an unknown outcome/,
  );
});
