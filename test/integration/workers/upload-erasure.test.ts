import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crossedOut } from '../../../adapters/spreadsheets/cross-out.ts';
import { createSpreadsheets } from '../../../adapters/spreadsheets/index.ts';
import { createLocalStorage } from '../../../adapters/storage/local.ts';
import type { CommandContext } from '../../../commands/kernel/caller.ts';
import { stateOf } from '../../../domain/kernel/decider.ts';
import { streams } from '../../../domain/streams.ts';
import { attestation } from '../../../domain/contacts/attestation.ts';
import { limits } from '../../../domain/uploads/fields.ts';
import { type ExistingUpload, Upload } from '../../../domain/uploads/upload.ts';
import type { Workers } from '../../../workers/index.ts';
import { eventually } from '../../support/eventually.ts';
import { createTestDatabase, scratchFolder, type TestDatabase } from '../../support/postgres.ts';
import { createTenant, openSpine, type Spine, type Tenant } from '../../support/spine.ts';

let database: TestDatabase;
let client: pg.Client;
let spine: Spine;
let tenant: Tenant;
let workers: Workers;
const storage = createLocalStorage({ folder: scratchFolder() });
const spreadsheets = createSpreadsheets({ storage, limits });
const userId = randomUUID();
const by = (): CommandContext => ({
  caller: {
    role: 'business',
    actor: { kind: 'user', userId, impersonatorId: null },
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
  workers = spine.workers({
    publicUrl: 'https://app.example.test',
    baseUrl: 'http://127.0.0.1:9',
    uploads: { pollMs: 50, batch: 50 },
    files: { storage, spreadsheets },
  });
  await workers.start();
});
afterAll(async () => {
  await workers.stop();
  await spine.close();
  await client.end();
  await database.drop();
});

const uploadOf = async (uploadId: string): Promise<ExistingUpload> => {
  const upload = stateOf(Upload, await spine.store.read(streams.upload(uploadId as never)));
  if (upload.stage === 'none') throw new Error('There is no such upload.');
  return upload;
};
const reaches = (id: string, ...stages: readonly string[]) =>
  eventually(
    () => uploadOf(id),
    ({ stage }) => stages.includes(stage),
  );
async function upload(content: string | Uint8Array, format: 'csv' | 'xlsx' = 'csv'): Promise<string> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const { key: storageKey, size } = await storage.put(bytes, limits.fileBytes);
  const uploadId = randomUUID();
  await spine.commands.uploads.receive(by(), {
    uploadId,
    businessId: tenant.businessId,
    fileName: 'guests.csv',
    size,
    storageKey,
    format,
  });
  return uploadId;
}
async function imported(content: string | Uint8Array): Promise<string> {
  const uploadId = await upload(content);
  await reaches(uploadId, 'read');
  const columns = (['first_name', 'phone', 'email'] as const).map((target) => ({
    target,
    policy: 'overwrite' as const,
  }));
  await spine.commands.uploads.plan(by(), {
    uploadId,
    columns,
    country: 'US',
    tags: [],
    campaignIds: [],
    consent: { texts: false, emails: false },
  });
  await reaches(uploadId, 'rehearsed');
  const { businessName } = await spine.commands.uploads.frame(tenant.businessId);
  const statement = attestation(businessName, { texts: false, emails: false });
  await spine.commands.uploads.attest(by(), { uploadId, statement, ipAddress: null });
  await reaches(uploadId, 'finished');
  return uploadId;
}
const textOf = async (key: string | null): Promise<string | null> => {
  const file = key === null ? null : await storage.open(key);
  if (file === null) return null;
  const parts: Uint8Array[] = [];
  for await (const part of file.content) parts.push(part);
  return Buffer.concat(parts).toString();
};
const erase = async (phone: string): Promise<void> => {
  const contactId = spine.contactId(tenant.businessId, phone);
  await spine.commands.contacts.erase(by(), { contactId });
};
const ask = async <Row extends object>(text: string): Promise<Row[]> => (await client.query<Row>(text)).rows;
const pending = async (): Promise<number> =>
  (await ask<{ n: number }>('select count(*)::int as n from ops.upload_erasures'))[0]!.n;
/** Until nobody is looked for any more. */
const lookedThrough = async (): Promise<void> => {
  await eventually(pending, (n) => n > 0);
  await eventually(pending, (n) => n === 0, 60_000);
};

describe('somebody who is erased', () => {
  it('stands in no file any more that came before, whatever became of it; the others do', async () => {
    const head = 'Name,Mobile,Email\r\n';
    const ann = '"Ann\r\nof the hill",(212) 555-0001,ann@example.com\r\n';
    const others = 'Bob,212-555-0002,bob@example.com\r\n\r\nZoë,2125550003,not an address\r\n';
    const first = await imported(`${head}${ann}${others}`);
    // Only looked at, in another encoding, with her email address in a column that is for something else.
    const wide = Buffer.from(`\uFEFFNote\tWho\r\nx\tann@example.com\r\ny\tsomebody else\r\n`, 'utf16le');
    const second = await upload(wide);
    // Nobody could read it.
    const third = await upload(`${head}"Ann,2125550001\r\n`);
    await reaches(second, 'read');
    await reaches(third, 'refused');
    const before = await Promise.all([first, second, third].map(uploadOf));
    await erase('+12125550001');
    await lookedThrough();

    const [one, two, three] = await Promise.all([first, second, third].map(uploadOf));
    const left = (await textOf(one!.content!.key))!;
    expect(left).toBe(`${head}${'-'.repeat(ann.length - 2)}\r\n${others}`);
    expect(one!.storageKey).toBe(one!.content!.key);
    expect(await textOf(two!.content!.key)).toBe('Note\tWho\r\n-----------------\r\ny\tsomebody else\r\n');
    expect([two!.storageKey, three!.storageKey, three!.content]).toEqual([two!.content!.key, null, null]);
    // What was there is gone from the storage.
    for (const was of before)
      for (const key of [was.storageKey, was.content?.key ?? null]) expect(await textOf(key)).toBeNull();
    // And the others can still be undone.
    await spine.commands.uploads.undo(by(), { uploadId: first });
    expect((await reaches(first, 'undone')).undone).toMatchObject({ removed: 2 });
  });

  it('is not named among the problems of the file either', async () => {
    const id = await imported(`Name,Mobile,Email\r\nCleo,2125550011,cleo at home\r\nDan,2125550012,dan at home\r\n`);
    const values = () =>
      ask<{ row: number; value: string | null }>(
        `select row, value from ops.upload_problems where upload_id = '${id}' and imported order by row`,
      );
    expect((await values()).map(({ value }) => value)).toEqual(['cleo at home', 'dan at home']);
    await erase('+12125550011');
    await lookedThrough();
    expect((await values()).map(({ value }) => value)).toEqual([null, 'dan at home']);
  });

  it('is found however their number or address is written, also above the names of the columns', async () => {
    const text =
      'Guests of May;;\r\n(212) 555-0031 (mobile);;\r\nName;Mobile;Email\r\nFay;tel:+12125550031;fay@example.com\r\n' +
      'Gil;"2125550032, 001 212 555 0031";\r\nHal;2125550033;Fay <mailto:fay@example.com>\r\n';
    const id = await imported(text);
    await erase('+12125550031');
    await lookedThrough();
    const left = (await textOf((await uploadOf(id)).content!.key))!;
    expect(left).toHaveLength(text.length);
    expect(left).toMatch(/^Guests of May;;\r\n-+\r\nName;Mobile;Email\r\n-+\r\n-+\r\n-+\r\n$/);
  });

  it('who comes back by a later file is in that one', async () => {
    await imported('Name,Mobile,Email\r\nEve,2125550021,\r\n');
    await erase('+12125550021');
    const later = 'Name,Mobile,Email\r\nEve again,2125550021,\r\n';
    const id = await upload(later);
    await lookedThrough();
    expect(await textOf((await reaches(id, 'read')).content!.key)).toBe(later);
  });
});

it.each([1, 2, 3, 5, 7, 64])('rows are crossed out wherever the text is cut (%i bytes at a time)', async (size) => {
  const text = Buffer.from('a,b\r\n1,2\r\n33,44\r\n\r\n5,6\n7,8');
  const places = [
    { row: 1, from: 5, to: 10 },
    { row: 2, from: 10, to: 17 },
    { row: 4, from: 23, to: 26 },
  ];
  const cut = async function* () {
    for (let at = 0; at < text.length; at += size) yield text.subarray(at, at + size);
  };
  let out = '';
  for await (const part of crossedOut(cut(), places)) out += Buffer.from(part).toString();
  expect(out).toBe('a,b\r\n---\r\n-----\r\n\r\n5,6\n---');
});
