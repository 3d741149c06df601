import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ContactTagged } from '../../domain/contacts/events.ts';
import { BusinessId, ContactId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { latestPayloadVersion } from '../../domain/webhooks/fields.ts';
import { worksFor } from '../support/broadcasts.ts';
import { context } from '../support/callers.ts';
import { eventually } from '../support/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { openReceiver, type Receiver } from '../support/receiver.ts';
import { said } from '../support/said.ts';
import { createTenant, openSpine, type Spine, type Tenant } from '../support/spine.ts';
import { type Child, startChild } from './support/child.ts';
import { killsOr } from './support/kills.ts';

/**
 * `kill -9` of the process that sends webhooks, while the past is read and answers are on the way: the next one sends what was
 * not answered again under the same IDs, in order for each contact, and nothing is lost.
 */
const kills = killsOr(2);
const contacts = Array.from({ length: 8 }, () => ContactId.parse(randomUUID()));
const each = 40;

let database: TestDatabase;
let spine: Spine;
let tenant: Tenant;
let receiver: Receiver;
beforeAll(async () => {
  database = await createTestDatabase({ readModels: true });
  spine = await openSpine(database.connectionString);
  await spine.runner.start();
  tenant = await createTenant(spine, '+14155552999');
  receiver = await openReceiver();
});
afterAll(async () => {
  await receiver.close();
  await spine.close();
  await database.drop();
});

const startWorkers = async (): Promise<Child> => {
  const config = {
    publicUrl: 'http://127.0.0.1',
    baseUrl: 'http://127.0.0.1',
    timeoutMs: 2_000,
    segmentsPerSecond: 1,
    leaseMs: 1_500,
    sender: {},
    reaches: ['127.0.0.1'],
  };
  const child = await startChild('worker-process.ts', {
    SPINE: JSON.stringify({ connectionString: database.connectionString, config }),
  });
  child.go();
  return child;
};

test('a killed process loses no event, keeps the IDs, and keeps the order of each contact', async () => {
  const businessId = BusinessId.parse(tenant.businessId);
  const endpointId = randomUUID();
  const create = () =>
    spine.commands.webhooks.create(context(worksFor(tenant.businessId)), {
      endpointId,
      url: receiver.url,
      description: '',
      types: ['contact.tagged'],
      version: latestPayloadVersion,
      since: '2020-01-01T00:00:00.000Z',
      held: 0,
    });
  const ids: string[] = [];
  for (let nth = 0; nth < each; nth++) {
    // Half of it is past by then.
    if (nth === each / 2) await create();
    for (const contactId of contacts) {
      const events = said([ContactTagged.create({ businessId, contactId, tags: [String(nth)] })], { businessId });
      await spine.store.append(streams.contact(contactId), 'any', events);
      ids.push(events[0]!.id);
    }
  }
  // Answers take a moment, so that a kill cuts some off.
  receiver.answer = (_, response) => void setTimeout(() => response.end('ok'), 20);
  for (let nth = 1; nth <= kills; nth++) {
    const child = await startWorkers();
    const enough = (ids.length * nth) / (kills + 1);
    await eventually(
      () => new Set(receiver.received.map(({ id }) => id)).size,
      (count) => count >= enough,
    );
    await child.kill('SIGKILL');
  }
  const last = await startWorkers();
  await eventually(
    () => new Set(receiver.received.map(({ id }) => id)).size,
    (count) => count === ids.length,
  );
  await last.kill('SIGTERM');
  expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set(ids));
  for (const contactId of contacts) {
    const tags = receiver.received
      .filter(({ event }) => event.data['contact_id'] === contactId)
      .map(({ event }) => Number((event.data['tags'] as string[])[0]));
    // What was cut off comes again; nothing comes before what was before it.
    expect(tags).toEqual(tags.toSorted((left, right) => left - right));
  }
});
