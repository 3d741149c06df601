import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bulkTimer } from '../../../workers/contacts/bulk.ts';
import { backstopMs } from '../../../workers/engine/wait.ts';
import type { Workers } from '../../../workers/index.ts';
import { openComposition, type Opened } from '../../support/composition.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { standingClock } from '../../support/standing-clock.ts';
import { openWire, type Wire } from '../../support/wire.ts';

const { clock, pass } = standingClock();
let wire: Wire;
const settled = () => wire.settled();
let database: TestDatabase;
let opened: Opened;
let workers: Workers;
beforeAll(async () => {
  database = await createTestDatabase();
  wire = await openWire(database.connectionString);
  opened = await openComposition(wire.connectionString, { clock, log: pino({ level: 'silent' }) });
  await opened.runner.start();
  const nowhere = {} as never;
  workers = opened.workers({
    mail: nowhere,
    media: nowhere,
    push: { to: 'browsers', push: nowhere },
    uploads: nowhere,
    http: nowhere,
    carrierFor: () => nowhere,
    config: { publicUrl: 'http://localhost', sender: { drainMs: 0 } },
  });
  await workers.start();
  await pass(20_000, settled);
});
afterAll(async () => {
  const stopped = workers.stop();
  await pass(120_000, settled);
  await stopped;
  await opened.close();
  await wire.close();
  await database.drop();
});

const [id, other, businessId] = [randomUUID(), randomUUID(), randomUUID()];
let at = clock.now();
const now = () => at;
// Written behind the back of the workers: as if the notice of it had been lost.
const unheard: Readonly<
  Record<string, { readonly write: () => Promise<unknown>; readonly left: () => ReturnType<typeof sql> }>
> = {
  'a text': {
    async write() {
      await sql`insert into ops.outbox (message_id, business_id, contact_id, sender, lane, segments, position, state, due_at)
        values (${id}, ${businessId}, ${other}, '+14155550199', 0, 1, 1, 'pending', ${now()})`.execute(opened.db);
      await sql`insert into ops.senders (sender, business_id, has_work, ready_at)
        values ('+14155550199', ${businessId}, true, ${now()})`.execute(opened.db);
    },
    left: () => sql`select from ops.outbox where message_id = ${id} and attempts = 0`,
  },
  'a text of unknown outcome': {
    write: () =>
      sql`insert into ops.outbox (message_id, business_id, contact_id, sender, lane, segments, position, state, due_at,
          first_sending_at, sending_at)
        values (${other}, ${businessId}, ${other}, '+14155550199', 0, 1, 2, 'unknown', ${now()}, ${now()}, ${now()})`.execute(
        opened.db,
      ),
    left: () => sql`select from ops.outbox where message_id = ${other} and state = 'unknown' and faults = 0 and lookups = 0
      and due_at <= ${now()}`,
  },
  'a text that a dead process had in hand': {
    write: () =>
      sql`insert into ops.outbox (message_id, business_id, contact_id, sender, lane, segments, position, state, due_at, holder)
        values (${businessId}, ${businessId}, ${businessId}, '+14155550198', 0, 1, 3, 'claimed', ${now()}, 'nobody')`.execute(
        opened.db,
      ),
    left: () => sql`select from ops.outbox where message_id = ${businessId} and holder = 'nobody'`,
  },
  'a mail': {
    write: () =>
      sql`insert into ops.mails (mail_id, business_id, tenant, lane, kind, position, state, due_at, contact_id)
        values (${id}, ${businessId}, ${businessId}, 0, 'contact', 1, 'pending', ${now()}, ${other})`.execute(
        opened.db,
      ),
    left: () => sql`select from ops.mails where mail_id = ${id} and attempts = 0 and faults = 0`,
  },
  'a mail that a dead process had in hand': {
    write: () =>
      sql`insert into ops.mails (mail_id, business_id, tenant, lane, kind, position, state, due_at, contact_id, holder)
        values (${other}, ${businessId}, ${businessId}, 0, 'contact', 2, 'claimed', ${now()}, ${other}, 'nobody')`.execute(
        opened.db,
      ),
    left: () => sql`select from ops.mails where mail_id = ${other} and holder = 'nobody'`,
  },
  'a timer': {
    write: () =>
      sql`insert into ops.timers (id, kind, due_at, payload) values (${id}, ${bulkTimer}, ${now()}, '{}')`.execute(
        opened.db,
      ),
    left: () => sql`select from ops.timers where id = ${id} and attempts = 0`,
  },
  'a broadcast': {
    write: () =>
      sql`insert into ops.broadcasts (broadcast_id, business_id, phase, due_at)
        values (${id}, ${businessId}, 'sending', ${now()})`.execute(opened.db),
    left: () => sql`select from ops.broadcasts where broadcast_id = ${id} and due_at <= ${now()}`,
  },
  'a file': {
    write: () =>
      sql`insert into ops.upload_jobs (upload_id, business_id, stage, position, due_at)
        values (${id}, ${businessId}, 'read', 1, ${now()})`.execute(opened.db),
    left: () => sql`select from ops.upload_jobs where upload_id = ${id} and attempts = 0 and faults = 0`,
  },
  'a picture': {
    write: () => sql`insert into ops.media_fetches (message_id, due_at) values (${id}, ${now()})`.execute(opened.db),
    left: () => sql`select from ops.media_fetches where message_id = ${id} and attempts = 0`,
  },
  'a segment': {
    write: () =>
      sql`insert into ops.segments_to_count (business_id, position, due_at) values (${businessId}, 0, ${now()})`.execute(
        opened.db,
      ),
    left: () => sql`select from ops.segments_to_count where business_id = ${businessId}`,
  },
};

it.each(Object.entries(unheard))('%s whose notice was lost is found all the same', async (_, { write, left }) => {
  await settled();
  at = clock.now();
  await write();
  await pass(2 * backstopMs + 100, settled);
  expect((await left().execute(opened.db)).rows).toEqual([]);
});
