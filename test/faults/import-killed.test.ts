import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLocalStorage } from '../../adapters/storage/local.ts';
import type { CommandContext } from '../../commands/kernel/caller.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import { stateOf } from '../../domain/kernel/decider.ts';
import { is } from '../../domain/kernel/event.ts';
import { streams } from '../../domain/streams.ts';
import { attestation } from '../../domain/contacts/attestation.ts';
import { ImportProgressed } from '../../domain/uploads/events.ts';
import { limits, nothingCounted, rowsOf, sumOf } from '../../domain/uploads/fields.ts';
import { type ExistingUpload, Upload } from '../../domain/uploads/upload.ts';
import { eventually } from '../support/eventually.ts';
import { createTestDatabase, scratchFolder, type TestDatabase } from '../support/postgres.ts';
import { createTenant, openSpine, type Spine, type Tenant } from '../support/spine.ts';
import { type Child, startChild } from './support/child.ts';
import { killsOr } from './support/kills.ts';

/**
 * An import while the process that does it is killed again and again: every row once, the report is what was imported,
 * and who texts STOP meanwhile stays out, whether their row had been by or not.
 */
const kills = killsOr(4);
const batch = 100;
const people = 500 * (kills + 2);

let database: TestDatabase;
let spine: Spine;
let tenant: Tenant;
let client: pg.Client;
let child: Child | null = null;
const folder = scratchFolder();
const storage = createLocalStorage({ folder });
const by = (): CommandContext => ({
  caller: {
    role: 'business',
    actor: { kind: 'user', userId: randomUUID(), impersonatorId: null },
    tenant: { agencyId: null, businessId: tenant.businessId },
  },
  commandId: randomUUID(),
  correlationId: randomUUID(),
  causationId: null,
});
beforeAll(async () => {
  database = await createTestDatabase({ readModels: true });
  client = new pg.Client(database.connectionString);
  await client.connect();
  spine = await openSpine(database.connectionString);
  tenant = await createTenant(spine, '+14155550190');
  await spine.runner.start();
});
afterAll(async () => {
  await child?.kill('SIGKILL');
  await spine.close();
  await client.end();
  await database.drop();
});

const phoneOf = (n: number): string => `+1212${String(5_550_000 + n)}`;
const contactOf = async (phone: string) =>
  stateOf(Contact, await spine.store.read(streams.contact(spine.contactId(tenant.businessId, phone) as never)));
const text = (from: string, body: string) =>
  spine.commands.messages.receive(
    {
      ...by(),
      caller: {
        role: 'carrier',
        actor: { kind: 'carrier', name: 'twilio' },
        tenant: { agencyId: null, businessId: null },
      },
    },
    {
      provider: 'twilio',
      providerMessageId: `SM${randomUUID()}`,
      from,
      to: tenant.number,
      body,
      media: [],
      receivedAt: new Date().toISOString(),
    },
  );

it(`kill -9 of the worker, ${kills} times through an import of ${people} rows`, async () => {
  const rows = Array.from({ length: people }, (_, n) => `${phoneOf(n)},Guest ${n},g${n}@example.com`);
  // Some of them twice, and some that are nobody.
  const lines = ['Mobile,Name,Email', ...rows, rows[7]!, 'nonsense,Nobody,', rows[8]!];
  const { key: storageKey, size } = await storage.put(Buffer.from(lines.join('\r\n')), limits.fileBytes);
  const uploadId = randomUUID();
  const state = async (): Promise<ExistingUpload> =>
    stateOf(Upload, await spine.store.read(streams.upload(uploadId as never))) as ExistingUpload;
  const start = async () => {
    child = await startChild('./upload-process.ts', {
      UPLOADS: JSON.stringify({ connectionString: database.connectionString, folder, batch }),
    });
    child.go();
  };
  await spine.commands.uploads.receive(by(), {
    uploadId,
    businessId: tenant.businessId,
    fileName: 'guests.csv',
    size,
    storageKey,
    format: 'csv',
  });
  await start();
  await eventually(state, ({ stage }) => stage === 'read');
  const columns = (['phone', 'first_name', 'email'] as const).map((target) => ({
    target,
    policy: 'overwrite' as const,
  }));
  const consent = { texts: true, emails: false };
  await spine.commands.uploads.plan(by(), { uploadId, columns, country: 'US', tags: [], campaignIds: [], consent });
  await eventually(state, ({ stage }) => stage === 'rehearsed');
  const { businessName } = await spine.commands.uploads.frame(tenant.businessId);
  const statement = attestation(businessName, consent);
  await spine.commands.uploads.attest(by(), { uploadId, statement, ipAddress: null });

  const [early, late] = [phoneOf(3), phoneOf(people - 2)];
  for (let kill = 0; kill < kills; kill++) {
    // A little further each time, in the middle of whatever it is at.
    const from = (await state()).imported.row;
    await eventually(state, ({ imported }) => imported.row >= Math.max(batch, from));
    await new Promise((wait) => setTimeout(wait, 40 + 70 * kill));
    expect((await state()).stage).toBe('importing');
    await child!.kill('SIGKILL');
    if (kill === 0) for (const phone of [early, late]) await text(phone, 'STOP');
    // The dead one's claim runs out.
    await client.query(`update ops.upload_jobs set claimed_until = now() where upload_id = $1`, [uploadId]);
    await start();
  }
  const finished = await eventually(state, ({ stage }) => stage === 'finished');

  const { counts } = finished.imported;
  expect(rowsOf(counts)).toBe(people + 3);
  expect(counts).toMatchObject({ refused: 1, duplicates: 2, overLimit: 0 });
  const steps = (await spine.store.read(streams.upload(uploadId as never))).filter((event) =>
    is(event, ImportProgressed),
  );
  expect(steps.reduce((sum, { data }) => sumOf(sum, data.counts), nothingCounted)).toEqual(counts);

  // Every row once, as the log has it.
  const seen = new Map<string, number>();
  for (let position = 0n; ;) {
    const page = await spine.store.readAll(position, { filter: { streamPrefixes: ['contact-'] }, limit: 1_000 });
    for (const { type, stream } of page.events)
      if (type === 'ContactImported') seen.set(stream, (seen.get(stream) ?? 0) + 1);
    if (page.atEnd) break;
    position = page.next;
  }
  expect([...seen.values()].filter((times) => times !== 1)).toEqual([]);
  expect(seen.size).toBe(people);
  expect(counts.created + counts.changed).toBe(people);

  // And STOP is STOP.
  await eventually(
    () => Promise.all([early, late].map(contactOf)),
    (contacts) => contacts.every(({ status }) => status === 'optedOut'),
  );
  expect((await contactOf(phoneOf(4))).status).toBe('subscribed');
  await spine.runner.waitFor(await spine.store.head(), { timeoutMs: 60_000 });
  const view = await spine.readModels.upload(tenant.businessId, uploadId);
  expect(view).toMatchObject({ created: counts.created, changed: counts.changed, done: people + 3, stage: 'finished' });
}, 400_000);
