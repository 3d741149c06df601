import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Workers } from '../../../workers/index.ts';
import { eventually } from '../../support/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../../support/postgres.ts';
import { createTenant, openSpine, type Spine, system, type Tenant } from '../../support/spine.ts';

let database: TestDatabase;
let spine: Spine;
let tenant: Tenant;
const workers: Workers[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  spine = await openSpine(database.connectionString);
  tenant = await createTenant(spine, '+14155550170');
});
afterAll(async () => {
  await Promise.all(workers.map((one) => one.stop()));
  await spine.close();
  await database.drop();
});

const receive = (from: string, body: string, n: number) =>
  spine.commands.messages.receive(
    {
      ...system(),
      caller: {
        role: 'carrier',
        actor: { kind: 'carrier', name: 'twilio' },
        tenant: { agencyId: null, businessId: null },
      },
    },
    {
      provider: 'twilio',
      providerMessageId: `SM${from}${n}`,
      from,
      to: tenant.number,
      body,
      media: [],
      receivedAt: new Date().toISOString(),
    },
  );
const start = async () => {
  // Nobody is at the other end of the carrier: what is asserted is the reaction.
  const one = spine.workers({ publicUrl: 'http://127.0.0.1:9', baseUrl: 'http://127.0.0.1:9' });
  await one.start();
  workers.push(one);
  return one;
};
/** Until the worker has passed everything that is in the store now. */
const caughtUp = async () => {
  const { events } = await spine.store.readAll(0n, { filter: { types: ['MessageReceived'] }, limit: 100_000 });
  await eventually(
    () => workers[0]!.status(),
    (status) => status.workers.find((worker) => worker.name === 'inbound')!.position >= events.at(-1)!.position,
  );
};

it('reacts to each contact’s texts in their order, many contacts at once, and once though two processes run', async () => {
  const phones = Array.from({ length: 60 }, (_, i) => `+1202555${String(1000 + i)}`);
  // STOP and START in turn: only the right order ends with who is opted out.
  for (let n = 0; n < 6; n++)
    await Promise.all(phones.map((phone) => receive(phone, n % 2 === 0 ? 'START' : 'STOP', n)));
  await start();
  await start();
  for (const phone of phones) {
    const types = await eventually(
      async () =>
        (await spine.store.read(`contact-${spine.contactId(tenant.businessId, phone)}`))
          .map((event) => event.type)
          .filter((type) => type.startsWith('ContactOpted')),
      (found) => found.length >= 6,
    );
    expect(types).toEqual([
      'ContactOptedIn',
      'ContactOptedOut',
      'ContactOptedIn',
      'ContactOptedOut',
      'ContactOptedIn',
      'ContactOptedOut',
    ]);
  }
});

it('the same text ten times over is one event and one reaction', async () => {
  const phone = '+12025559999';
  await Promise.all(Array.from({ length: 10 }, () => receive(phone, 'HELP', 0)));
  const contact = spine.contactId(tenant.businessId, phone);
  const about = async () => {
    const page = await spine.store.readAll(0n, {
      filter: { types: ['MessageReceived', 'MessageQueued'] },
      limit: 100_000,
    });
    return page.events
      .filter((event) => (event.data as { contactId: string }).contactId === contact)
      .map((event) => event.type);
  };
  await caughtUp();
  expect(await about()).toEqual(['MessageReceived', 'MessageQueued']);
});
