import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSpreadsheets } from '../../../adapters/spreadsheets/index.ts';
import { createLocalStorage } from '../../../adapters/storage/local.ts';
import type { CommandContext } from '../../../commands/caller.ts';
import { Contact } from '../../../domain/contact/contact.ts';
import { stateOf } from '../../../domain/kernel/decider.ts';
import { streams } from '../../../domain/streams.ts';
import { attestation } from '../../../domain/upload/attestation.ts';
import { limits, rowsOf, type PlannedColumn } from '../../../domain/upload/fields.ts';
import { Upload, type ExistingUpload } from '../../../domain/upload/upload.ts';
import type { Workers } from '../../../workers/index.ts';
import { eventually } from '../../support/eventually.ts';
import { createTestDatabase, scratchFolder, type TestDatabase } from '../../support/postgres.ts';
import { createTenant, openSpine, type Spine, type Tenant } from '../../support/spine.ts';

let database: TestDatabase;
let spine: Spine;
let tenant: Tenant;
let workers: Workers;
const storage = createLocalStorage({ folder: scratchFolder() });
const spreadsheets = createSpreadsheets({ storage, limits });
const userId = randomUUID();

const by = (who: Tenant = tenant): CommandContext => ({
  caller: {
    role: 'business',
    actor: { kind: 'user', userId, impersonatorId: null },
    tenant: { agencyId: null, businessId: who.businessId },
  },
  commandId: randomUUID(),
  correlationId: randomUUID(),
  causationId: null,
});

const startWorkers = async () => {
  const started = spine.workers({
    ...{ publicUrl: 'https://app.example.test', baseUrl: 'http://127.0.0.1:9' },
    ...{ uploads: { pollMs: 50, batch: 50 }, files: { storage, spreadsheets } },
  });
  await started.start();
  return started;
};

beforeAll(async () => {
  database = await createTestDatabase();
  spine = await openSpine(database.connectionString);
  tenant = await createTenant(spine, '+14155550190');
  await spine.runner.start();
  workers = await startWorkers();
});
afterAll(async () => {
  await workers.stop();
  await spine.close();
  await database.drop();
});

const uploadOf = async (uploadId: string): Promise<ExistingUpload> => {
  const upload = stateOf(Upload, await spine.store.read(streams.upload(uploadId as never)));
  if (upload.stage === 'none') throw new Error('There is no such upload.');
  return upload;
};
const reaches = (uploadId: string, ...stages: readonly string[]) =>
  eventually(
    () => uploadOf(uploadId),
    ({ stage }) => stages.includes(stage),
    20_000,
  );
const contactOf = async (phone: string, who: Tenant = tenant) =>
  stateOf(Contact, await spine.store.read(streams.contact(spine.identifiers.contact(who.businessId, phone) as never)));

async function upload(text: string | Uint8Array, who: Tenant = tenant): Promise<string> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const { key, size } = await storage.put(bytes, limits.fileBytes);
  const uploadId = randomUUID();
  await spine.commands.uploads.receive(by(who), {
    ...{ uploadId, businessId: who.businessId, fileName: 'guests.csv', size, storageKey: key, format: 'csv' },
  });
  return uploadId;
}
const columns = (...targets: readonly (string | null)[]): PlannedColumn[] =>
  targets.map((target) => ({ target, policy: 'overwrite' }));
const nobody = { texts: false, emails: false };

async function plan(
  uploadId: string,
  given: Partial<Parameters<Spine['commands']['uploads']['plan']>[1]> & { columns: PlannedColumn[] },
): Promise<void> {
  await reaches(uploadId, 'read', 'rehearsed');
  await spine.commands.uploads.plan(by(), {
    ...{ uploadId, country: 'US', tags: [], campaignIds: [], consent: nobody, ...given },
  });
}
async function start(uploadId: string, consent: { texts: boolean; emails: boolean } = nobody): Promise<ExistingUpload> {
  await reaches(uploadId, 'rehearsed');
  const { businessName } = await spine.commands.uploads.frame(tenant.businessId);
  await spine.commands.uploads.attest(by(), {
    ...{ uploadId, statement: attestation(businessName, consent), ipAddress: '203.0.113.7' },
  });
  return reaches(uploadId, 'finished', 'failed');
}

/** Rows of people that nobody else has; `from` makes their numbers. */
const phoneOf = (n: number): string => `+1212555${String(n).padStart(4, '0')}`;
const guests = (from: number, count: number): string =>
  ['Mobile,First name,Last name,E-mail']
    .concat(
      Array.from({ length: count }, (_, n) => `${phoneOf(from + n)},Guest,No ${from + n},g${from + n}@example.com`),
    )
    .join('\r\n');
const four = columns('phone', 'first_name', 'last_name', 'email');

describe('an import', () => {
  it('comes to what its rehearsal said, row by row', async () => {
    const id = await upload(`${guests(1000, 120)}\r\nnonsense,Nobody,At all,\r\n${phoneOf(1003)},Twice,,\r\n`);
    await plan(id, { columns: four });
    const { report } = (await eventually(
      () => spine.readModels.upload(tenant.businessId, id),
      (seen) => seen != null && seen.report !== null,
    ))!;
    const finished = await start(id);
    expect(finished.imported.counts).toMatchObject({ created: 120, refused: 1, duplicates: 1, texts: 0 });
    expect(rowsOf(finished.imported.counts)).toBe(122);
    const view = await eventually(
      () => spine.readModels.upload(tenant.businessId, id),
      (seen) => seen?.stage === 'finished',
    );
    expect(view).toMatchObject({ created: 120, refused: 1, duplicates: 1, done: 122 });
    expect(report!.counts).toEqual(finished.imported.counts);
    const contact = await contactOf(phoneOf(1005));
    expect(contact).toMatchObject({ status: 'unknown', firstName: 'Guest', lastName: 'No 1005' });
  });
});
