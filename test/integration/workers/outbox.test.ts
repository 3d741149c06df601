import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import { addToOutbox, type Claim, markSending } from '../../../workers/sender/outbox.ts';
import { openComposition, type Opened } from '../../support/composition.ts';
import { createTestDatabase } from '../../support/postgres.ts';

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

/** A process that was taken for dead (a clock that jumped) claims again what it still has in hand. */
it('of two claims of one text by one process only the newer may be sent, also when both ask at once', async () => {
  const [messageId, holder] = [randomUUID(), randomUUID()];
  const who = { messageId, businessId: randomUUID(), agencyId: null, contactId: randomUUID(), sender: '+14155550100' };
  const entry = { ...who, lane: 0, segments: 1, position: 1n, dueAt: new Date(), deferred: false } as const;
  await addToOutbox(opened.db as never, [entry]);
  await sql`update ops.outbox set state = 'claimed', holder = ${holder}, attempts = 3
    where message_id = ${messageId}::uuid`.execute(opened.db);
  const claimed = (attempts: number): Claim => ({ ...who, attempts, delays: 0, queuedAt: new Date(), broadcast: null });
  const [newer, older] = [claimed(3), claimed(2)];
  expect([...(await markSending(opened.db as never, holder, [newer, older], new Date()))]).toEqual([newer]);
  expect([...(await markSending(opened.db as never, holder, [older], new Date()))]).toEqual([]);
});
