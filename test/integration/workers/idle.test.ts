import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bulkTimer } from '../../../workers/contacts/bulk.ts';
import { backstopMs } from '../../../workers/engine/wait.ts';
import type { Workers } from '../../../workers/index.ts';
import { openComposition, type Opened } from '../../support/composition.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { standingClock } from '../../support/standing-clock.ts';
import { openWire, type Wire } from '../../support/wire.ts';
import { broadcasts, emails, texts } from '../../support/outbox.ts';

const { clock, pass } = standingClock();
let wire: Wire;
const settled = () => wire.settled();
let database: TestDatabase;
let opened: Opened;
let workers: Workers;
beforeAll(async () => {
  database = await createTestDatabase({ readModels: true });
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
const countOf = async (those: RawBuilder<unknown>) => (await sql`select ${those}`.execute(opened.db)).rows.length;
const text = (position: number, sender: string) => ({
  businessId,
  sender,
  lane: 0,
  segments: 1,
  position,
  dueAt: now(),
});
const email = (position: number) => ({
  businessId,
  tenant: businessId,
  contactId: other,
  lane: 0,
  kind: 'contact',
  position,
  dueAt: now(),
});
// Written behind the back of the workers: as if the notice of it had been lost.
const unheard: Readonly<
  Record<string, { readonly write: () => Promise<unknown>; readonly left: () => Promise<number> }>
> = {
  'a text': {
    async write() {
      await texts.put(opened.db, { ...text(1, '+14155550199'), id, contactId: other, state: 'pending' });
      await sql`insert into ops.senders (sender, business_id, has_work, ready_at)
        values ('+14155550199', ${businessId}, true, ${now()})`.execute(opened.db);
    },
    left: () => texts.count(opened.db, { id, attempts: 0 }),
  },
  'a text of unknown outcome': {
    write: () =>
      texts.put(opened.db, {
        ...text(2, '+14155550199'),
        id: other,
        contactId: other,
        state: 'unknown',
        firstSendingAt: now(),
        sendingAt: now(),
      }),
    left: async () => {
      const where = { id: other, state: 'unknown', faults: 0, lookups: 0 };
      return (await texts.rows(opened.db, ['dueAt'], { where })).filter(({ dueAt }) => dueAt <= now()).length;
    },
  },
  'a text that a dead process had in hand': {
    write: () =>
      texts.put(opened.db, {
        ...text(3, '+14155550198'),
        id: businessId,
        contactId: businessId,
        state: 'claimed',
        holder: 'nobody',
      }),
    left: () => texts.count(opened.db, { id: businessId, holder: 'nobody' }),
  },
  'a mail': {
    write: () => emails.put(opened.db, { ...email(1), id, state: 'pending' }),
    left: () => emails.count(opened.db, { id, attempts: 0, faults: 0 }),
  },
  'a mail that a dead process had in hand': {
    write: () => emails.put(opened.db, { ...email(2), id: other, state: 'claimed', holder: 'nobody' }),
    left: () => emails.count(opened.db, { id: other, holder: 'nobody' }),
  },
  'a timer': {
    write: () =>
      sql`insert into ops.timers (id, kind, due_at, payload) values (${id}, ${bulkTimer}, ${now()}, '{}')`.execute(
        opened.db,
      ),
    left: () => countOf(sql`from ops.timers where id = ${id} and attempts = 0`),
  },
  'a broadcast': {
    write: () => broadcasts.put(opened.db, { id, businessId, phase: 'sending', dueAt: now() }),
    left: async () =>
      (await broadcasts.rows(opened.db, ['dueAt'], { where: { id } })).filter(({ dueAt }) => dueAt <= now()).length,
  },
  'a file': {
    write: () =>
      sql`insert into ops.upload_jobs (upload_id, business_id, stage, position, due_at)
        values (${id}, ${businessId}, 'read', 1, ${now()})`.execute(opened.db),
    left: () => countOf(sql`from ops.upload_jobs where upload_id = ${id} and attempts = 0 and faults = 0`),
  },
  'a picture': {
    write: () => sql`insert into ops.media_fetches (message_id, due_at) values (${id}, ${now()})`.execute(opened.db),
    left: () => countOf(sql`from ops.media_fetches where message_id = ${id} and attempts = 0`),
  },
  'a segment': {
    write: () =>
      sql`insert into ops.segments_to_count (business_id, position, due_at) values (${businessId}, 0, ${now()})`.execute(
        opened.db,
      ),
    left: () => countOf(sql`from ops.segments_to_count where business_id = ${businessId}`),
  },
};

it.each(Object.entries(unheard))('%s whose notice was lost is found all the same', async (_, { write, left }) => {
  await settled();
  at = clock.now();
  await write();
  await pass(2 * backstopMs + 100, settled);
  expect(await left()).toBe(0);
});
