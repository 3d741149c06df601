import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createSafeHttp } from '../../../adapters/http/index.ts';
import { ContactTagged } from '../../../domain/contacts/events.ts';
import { BusinessId, ContactId } from '../../../domain/kernel/ids.ts';
import { publishedTypes } from '../../../domain/publications/publications.ts';
import { streams } from '../../../domain/streams.ts';
import { latestPayloadVersion } from '../../../domain/webhooks/fields.ts';
import type { Workers } from '../../../workers/index.ts';
import { adoptPublished } from '../../../workers/webhooks/log-index.ts';
import { worksFor } from '../../support/broadcasts.ts';
import { context } from '../../support/callers.ts';
import { eventually } from '../../support/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { openReceiver, type Receiver } from '../../support/receiver.ts';
import { said } from '../../support/said.ts';
import { createTenant, openSpine, type Spine } from '../../support/spine.ts';

/** Where in the log stands what can be sent: kept of those that have an endpoint, and of no one else. */
let database: TestDatabase;
let spine: Spine;
let receiver: Receiver;
let workers: Workers;
let business: string;
const http = createSafeHttp({ allow: ['127.0.0.1'] });

beforeAll(async () => {
  database = await createTestDatabase({ readModels: true });
  spine = await openSpine(database.connectionString);
});
afterAll(async () => {
  await http.close();
  await spine.close();
  await database.drop();
});
let numbers = 2000;
beforeEach(async () => {
  receiver = await openReceiver();
  business = (await createTenant(spine, `+1415555${(numbers += 1)}`)).businessId;
  workers = newWorkers();
});
afterEach(async () => {
  await sql`delete from ops.webhook_endpoints`.execute(spine.db);
  await workers.stop();
  await receiver.close();
});

const newWorkers = () => spine.workers({ publicUrl: 'http://127.0.0.1:9', baseUrl: 'http://127.0.0.1:9', http });
async function happens(businessId: string, count: number, at?: string): Promise<string[]> {
  const ids: string[] = [];
  for (let nth = 0; nth < count; nth++) {
    const contactId = ContactId.parse(randomUUID());
    const event = ContactTagged.create({ businessId: BusinessId.parse(businessId), contactId, tags: ['vip'] });
    const stored = said([event], { businessId }, at);
    await spine.store.append(streams.contact(contactId), 'any', stored);
    ids.push(stored[0]!.id);
  }
  return ids;
}
const create = async (since: string | null, businessId = business, url = receiver.url): Promise<string> => {
  const endpointId = randomUUID();
  await spine.commands.webhooks.create(context(worksFor(businessId)), {
    endpointId,
    url,
    description: '',
    types: ['contact.tagged'],
    version: latestPayloadVersion,
    since,
    held: 0,
  });
  return endpointId;
};
const remove = (endpointId: string) => spine.commands.webhooks.remove(context(worksFor(business)), { endpointId });
const kept = async (businessId = business): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select event_id as id from ops.published_events
    where business_id = ${businessId}::uuid order by position`.execute(spine.db);
  return rows.map(({ id }) => id);
};
const keptOnce = (ids: readonly string[], businessId = business) =>
  eventually(
    () => kept(businessId),
    (all) => all.length >= ids.length,
  ).then((all) => expect(all).toEqual(ids));
const sent = (ids: readonly string[]) =>
  eventually(
    () => new Set(receiver.received.map(({ id }) => id)),
    (all) => all.size >= ids.length,
  ).then((all) => expect([...all].sort()).toEqual([...ids].sort()));

it('keeps nothing of a business without an endpoint, and does not read the log while there is none', async () => {
  await workers.start();
  await happens(business, 5);
  const place = () => sql<{ position: string }>`select position::text from ops.published_tail`.execute(spine.db);
  const before = (await place()).rows;
  await happens(business, 5);
  const other = (await createTenant(spine, `+1415555${(numbers += 1)}`)).businessId;
  expect((await place()).rows).toEqual(before);
  await create(null);
  const ids = await happens(business, 3);
  await happens(other, 3);
  await sent(ids);
  expect(await kept(other)).toEqual([]);
  expect(await kept()).toEqual(ids);
});

it('reads the past from a date on, and what happens meanwhile, with no gap and no double', async () => {
  await happens(business, 10, '2026-01-01T00:00:00.000Z');
  const past = await happens(business, 40, '2026-03-01T00:00:00.000Z');
  await workers.start();
  const meanwhile = happens(business, 60);
  await create('2026-02-01T00:00:00.000Z');
  const ids = [...past, ...(await meanwhile)];
  await keptOnce(ids);
  await sent(ids);
  const [, again] = receiver.received;
  expect(ids).toContain(again!.id);
});

it('reads further back when it is replayed from an earlier date, and an endpoint from now on waits for none of it', async () => {
  const old = await happens(business, 20, '2026-01-01T00:00:00.000Z');
  await workers.start();
  const endpointId = await create(null);
  const now = await happens(business, 5);
  await sent(now);
  // What was before may be kept already, where the tail hadn't passed it; it isn't sent.
  expect((await kept()).slice(-now.length)).toEqual(now);
  await spine.commands.webhooks.replay(context(worksFor(business)), { endpointId, since: '2025-12-01T00:00:00.000Z' });
  await sent([...old, ...now]);
  expect(await kept()).toEqual([...old, ...now]);
});

it('goes on where it was killed, in the past as in the present', async () => {
  const past = await happens(business, 30);
  await create('2020-01-01T00:00:00.000Z');
  const ids = [...past];
  for (let round = 0; round < 4; round++) {
    const started = newWorkers();
    await started.start();
    ids.push(...(await happens(business, 10)));
    await started.stop();
  }
  await workers.start();
  await keptOnce(ids);
  await sent(ids);
});

it('makes itself again from the endpoints and the log, wherever they were', async () => {
  await workers.start();
  await create(null);
  const before = await happens(business, 5);
  await sent(before);
  await workers.stop();
  // As after an update from the read model that held this, and where an agency has moved to.
  for (const table of ['published_events', 'published_businesses'])
    await sql`delete from ${sql.table(`ops.${table}`)}`.execute(spine.db);
  const meanwhile = await happens(business, 5);
  workers = newWorkers();
  await workers.start();
  const after = await happens(business, 5);
  await sent([...before, ...meanwhile, ...after]);
  expect(receiver.received).toHaveLength(15);
});

it('removes what was kept once the last endpoint is gone, and begins anew with the next', async () => {
  await workers.start();
  const [first, second] = [await create(null), await create(null)];
  const ids = await happens(business, 3);
  await keptOnce(ids);
  await remove(first);
  const later = await happens(business, 2);
  await keptOnce([...ids, ...later]);
  await remove(second);
  await eventually(kept, (all) => all.length === 0);
  const unseen = await happens(business, 3);
  await create(null);
  const next = await happens(business, 3);
  await keptOnce(next);
  await create('2020-01-01T00:00:00.000Z');
  await keptOnce([...ids, ...later, ...unseen, ...next]);
});

it('keeps what a preview has asked for until its time is over', async () => {
  const ids = await happens(business, 4);
  const page = () => spine.published.after(business, { position: null, since: new Date(0), types: [], limit: 10 });
  await workers.start();
  expect(await page()).toBeNull();
  await spine.published.ask(business, new Date(0), new Date(Date.now() + 3_600_000));
  const whole = await eventually(page, (found) => found?.isWhole === true);
  expect(whole!.events.map(({ eventId }) => eventId)).toEqual(ids);
  await sql`update ops.published_businesses set keep_until = now() - interval '1 second'`.execute(spine.db);
  await spine.published.ask(business, new Date(0), null);
  await eventually(kept, (all) => all.length === 0);
});

it('reads the past again when more is published than before', async () => {
  await workers.start();
  await create(null);
  const ids = await happens(business, 3);
  await keptOnce(ids);
  await workers.stop();
  await sql`delete from ops.published_events where type = 'ContactTagged'`.execute(spine.db);
  await sql`update ops.published_tail set types = ${publishedTypes.filter((type) => type !== 'ContactTagged').join(' ')}`.execute(
    spine.db,
  );
  workers = newWorkers();
  await workers.start();
  await keptOnce(ids);
});

it('holds an endpoint up by none of those that fail, of which at most sixteen are tried at once', async () => {
  const hanging = await openReceiver();
  let [open, most] = [0, 0];
  hanging.answer = (_, response) => {
    most = Math.max(most, (open += 1));
    response.on('close', () => (open -= 1));
  };
  try {
    for (let nth = 0; nth < 40; nth++) await create(null, business, hanging.url);
    await create(null);
    // Those that hang have failed before; what they are sent next is not answered at all.
    await workers.start();
    await eventually(
      async () => (await sql`select from ops.webhook_endpoints`.execute(spine.db)).rows.length,
      (count) => count === 41,
    );
    await sql`update ops.webhook_endpoints set failures = 1, next_due_at = '-infinity' where url = ${hanging.url}`.execute(
      spine.db,
    );
    const ids = await happens(business, 30);
    await sent(ids);
    await eventually(
      async () => most,
      (tried) => tried > 0,
    );
    expect(most).toBeLessThanOrEqual(16);
    expect(receiver.received).toHaveLength(30);
  } finally {
    await hanging.close();
  }
});

it('asks a receiver that is away for a few events, not for all that wait', async () => {
  receiver.answer = (_, response) => {
    response.statusCode = 500;
    response.end();
  };
  const endpointId = await create(null);
  await happens(business, 60);
  await workers.start();
  await eventually(
    async () =>
      (
        await sql<{
          failures: number;
        }>`select failures from ops.webhook_endpoints where endpoint_id = ${endpointId}::uuid`.execute(spine.db)
      ).rows[0]?.failures ?? 0,
    (failures) => failures > 0,
  );
  // Sixteen are asked for at once, and those under way when the sixteenth has failed.
  expect(receiver.received.length).toBeLessThanOrEqual(31);
});

it('goes back to where the log ends, when that is taken for the right one', async () => {
  await workers.start();
  await create(null);
  await sent(await happens(business, 2));
  await workers.stop();
  const end = await spine.raw.head();
  // It had been read further than it now goes.
  await sql`update ops.published_tail set position = ${(end + 100n).toString()}::bigint`.execute(spine.db);
  await sql`update ops.webhook_endpoints set position = ${(end + 100n).toString()}::bigint`.execute(spine.db);
  await adoptPublished(spine.db, end);
  receiver.received.length = 0;
  workers = newWorkers();
  await workers.start();
  await sent(await happens(business, 2));
});
