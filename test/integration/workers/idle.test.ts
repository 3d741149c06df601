import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Clock } from '../../../adapters/clock/port.ts';
import { bulkTimer } from '../../../workers/contacts/bulk.ts';
import { backstopMs } from '../../../workers/engine/wait.ts';
import type { Workers } from '../../../workers/index.ts';
import { openComposition, type Opened } from '../../support/composition.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';

/** A clock that stands until it is told to go on, from one sleeper to the next. */
function virtualClock() {
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>();
  const start = Date.now();
  let elapsed = 0;
  const clock: Clock = {
    now: () => new Date(start + elapsed),
    elapsed: () => elapsed,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) return resolve();
        const sleeper = {
          at: elapsed + ms,
          wake() {
            sleepers.delete(sleeper);
            signal?.removeEventListener('abort', sleeper.wake);
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', sleeper.wake, { once: true });
      }),
  };
  const pass = async (ms: number, settled: () => Promise<void>): Promise<void> => {
    const end = elapsed + ms;
    for (;;) {
      await settled();
      const next = Math.min(...[...sleepers].map(({ at }) => at));
      if (next > end) break;
      elapsed = Math.max(elapsed, next);
      for (const sleeper of [...sleepers]) if (sleeper.at <= elapsed) sleeper.wake();
    }
    elapsed = end;
  };
  return { clock, pass };
}

/** What this process asks of Postgres from now on. */
function statements() {
  const asked: string[] = [];
  let open = 0;
  let since = performance.now();
  const ask = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: unknown, ...given: unknown[]) {
    const [first] = given;
    asked.push(typeof first === 'string' ? first : (first as { text: string }).text);
    const answer = ask.apply(this, given);
    if (answer instanceof Promise) {
      open += 1;
      const ended = () => {
        open -= 1;
        since = performance.now();
      };
      answer.then(ended, ended);
    }
    return answer;
  } as never;
  return {
    asked,
    /** Nothing is under way, and nothing follows from what was answered. */
    async settled() {
      do await new Promise((resolve) => setTimeout(resolve, 2));
      while (open > 0 || performance.now() - since < 4);
    },
    stop: () => void (pg.Client.prototype.query = ask as never),
  };
}

const { clock, pass } = virtualClock();
const counted = statements();
let database: TestDatabase;
let opened: Opened;
let workers: Workers;
beforeAll(async () => {
  database = await createTestDatabase();
  opened = await openComposition(database.connectionString, { clock, log: pino({ level: 'silent' }) });
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
  await pass(20_000, counted.settled);
});
afterAll(async () => {
  const stopped = workers.stop();
  await pass(120_000, counted.settled);
  await stopped;
  await opened.close();
  counted.stop();
  await database.drop();
});

it('asks next to nothing of the database while nothing happens', async () => {
  counted.asked.splice(0);
  await pass(60_000, counted.settled);
  const kinds = Map.groupBy(counted.asked, (text) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 100));
  const most = [...kinds].map(([text, all]) => `${all.length} ${text}`).toSorted((a, b) => parseInt(b) - parseInt(a));
  expect(counted.asked.length, most.join('\n')).toBeLessThan(300);
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
  await counted.settled();
  at = clock.now();
  await write();
  await pass(2 * backstopMs + 100, counted.settled);
  expect((await left().execute(opened.db)).rows).toEqual([]);
});
