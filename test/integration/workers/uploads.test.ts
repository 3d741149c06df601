import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSpreadsheets } from '../../../adapters/spreadsheets/index.ts';
import { createLocalStorage } from '../../../adapters/storage/local.ts';
import type { CommandContext } from '../../../commands/kernel/caller.ts';
import { Contact } from '../../../domain/contacts/contact.ts';
import { stateOf } from '../../../domain/kernel/decider.ts';
import { streams } from '../../../domain/streams.ts';
import { attestation } from '../../../domain/contacts/attestation.ts';
import { limits, rowsOf, type PlannedColumn } from '../../../domain/uploads/fields.ts';
import { Upload, type ExistingUpload } from '../../../domain/uploads/upload.ts';
import type { Workers } from '../../../workers/index.ts';
import { eventually } from '../../support/eventually.ts';
import { createTestDatabase, scratchFolder, type TestDatabase } from '../../support/postgres.ts';
import { createTenant, openSpine, type Spine, system, type Tenant } from '../../support/spine.ts';

let database: TestDatabase;
let spine: Spine;
let tenant: Tenant;
let workers: Workers;
const storage = createLocalStorage({ folder: scratchFolder() });
const spreadsheets = createSpreadsheets({ storage, limits });
const userId = randomUUID();
/** How often less memory was asked for, and how often that was over. */
const spared = { begun: 0, over: 0 };
const spare = () => {
  spared.begun += 1;
  return () => void (spared.over += 1);
};

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
    publicUrl: 'https://app.example.test',
    baseUrl: 'http://127.0.0.1:9',
    uploads: { pollMs: 50, batch: 50 },
    files: { storage, spreadsheets, spare },
  });
  await started.start();
  return started;
};

beforeAll(async () => {
  database = await createTestDatabase({ readModels: true });
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
  stateOf(Contact, await spine.store.read(streams.contact(spine.contactId(who.businessId, phone) as never)));

async function upload(text: string | Uint8Array, who: Tenant = tenant): Promise<string> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const { key, size } = await storage.put(bytes, limits.fileBytes);
  const uploadId = randomUUID();
  await spine.commands.uploads.receive(by(who), {
    uploadId,
    businessId: who.businessId,
    fileName: 'guests.csv',
    size,
    storageKey: key,
    format: 'csv',
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
    uploadId,
    country: 'US',
    tags: [],
    campaignIds: [],
    consent: nobody,
    ...given,
  });
}
async function start(uploadId: string, consent: { texts: boolean; emails: boolean } = nobody): Promise<ExistingUpload> {
  await reaches(uploadId, 'rehearsed');
  const { businessName } = await spine.commands.uploads.frame(tenant.businessId);
  await spine.commands.uploads.attest(by(), {
    uploadId,
    statement: attestation(businessName, consent),
    ipAddress: '203.0.113.7',
  });
  return reaches(uploadId, 'finished', 'failed');
}

/** Rows of people that nobody else has; `from` makes their numbers. */
const phoneOf = (n: number): string => `+1212555${String(n).padStart(4, '0')}`;
const guests = (from: number, count: number): string =>
  ['Mobile,First name,Last name,Email']
    .concat(
      Array.from({ length: count }, (_, n) => `${phoneOf(from + n)},Guest,No ${from + n},g${from + n}@example.com`),
    )
    .join('\r\n');
const four = columns('phone', 'first_name', 'last_name', 'email');

describe('a file that is deleted', () => {
  it('leaves nothing behind, also of how it was read before or could not be', async () => {
    const text = 'Mobile\tName\r\n';
    const kept = (content: string) => createHash('sha256').update(content).digest('hex');
    const id = await upload(Buffer.from(`\uFEFF${text}`, 'utf16le'));
    await reaches(id, 'refused');
    const other = `sep=;\nMobile;Name\n${phoneOf(950)};Ann\n`;
    const second = await upload(other);
    await reaches(second, 'read');
    await spine.commands.uploads.chooseReading(by(), { uploadId: second, delimiter: ',', header: 2, sheet: null });
    await reaches(second, 'refused', 'read');
    const keys = [kept(text), kept(other), kept(other.slice('sep=;\n'.length))];
    for (const key of keys)
      await eventually(
        () => storage.open(key),
        (file) => file !== null,
      );
    for (const uploadId of [id, second]) await spine.commands.uploads.delete(by(), { uploadId });
    for (const key of keys)
      await eventually(
        () => storage.open(key),
        (file) => file === null,
      );
  });
});

describe('an import', () => {
  it('holds less memory while a file is worked on, and only then, whatever comes of it', async () => {
    const before = spared.begun;
    await reaches(await upload('Mobile\n'), 'refused');
    const id = await upload(guests(900, 3));
    await plan(id, { columns: four });
    await start(id);
    await eventually(
      () => Promise.resolve(spared),
      ({ begun, over }) => begun >= before + 4 && over === begun,
    );
  });

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

/** What the read model shows of a contact, once it is up to now. */
async function shown(phone: string) {
  await spine.runner.waitFor(await spine.store.head(), { timeoutMs: 20_000 });
  return spine.readModels.contact(tenant.businessId, spine.contactId(tenant.businessId, phone));
}
async function imported(text: string, given: Parameters<typeof plan>[1]): Promise<string> {
  const id = await upload(text);
  await plan(id, given);
  await start(id, given.consent ?? nobody);
  return id;
}
const texts = { texts: true, emails: false };

describe('consent', () => {
  it('comes by a file only where it was attested, and proves by whom', async () => {
    const id = await imported(guests(2000, 3), { columns: four, consent: texts });
    const contact = (await shown(phoneOf(2001)))!;
    expect(contact).toMatchObject({ status: 'subscribed' });
    expect(contact.consents).toMatchObject([{ how: 'import', words: `Attested for import ${id}.` }]);
    const view = (await spine.readModels.upload(tenant.businessId, id))!;
    expect(view).toMatchObject({ attestedBy: userId, attestedFrom: '203.0.113.7', texts: 3 });
    await imported(guests(2010, 1), { columns: four });
    expect(await shown(phoneOf(2010))).toMatchObject({ status: 'unknown', consents: [] });
  });

  it('is not given back to who has opted out, and the report says how many', async () => {
    await imported(guests(2100, 2), { columns: four, consent: texts });
    const contactId = spine.contactId(tenant.businessId, phoneOf(2100));
    await spine.commands.contacts.optOut(by(), { contactId });
    const id = await imported(guests(2100, 2), { columns: four, consent: texts });
    expect((await uploadOf(id)).imported.counts).toMatchObject({ unchanged: 2, keptOut: 1, texts: 0 });
    expect(await contactOf(phoneOf(2100))).toMatchObject({ status: 'optedOut' });
  });

  it('is not given to who said no in the file', async () => {
    const text = `Phone,Consent\n${phoneOf(2200)},yes\n${phoneOf(2201)},no\n${phoneOf(2202)},\n`;
    await imported(text, { columns: columns('phone', 'agreed'), consent: texts });
    const states = await Promise.all([2200, 2201, 2202].map((n) => contactOf(phoneOf(n))));
    expect(states.map(({ status }) => status)).toEqual(['subscribed', 'unknown', 'unknown']);
  });

  it('asks for the very words that were shown', async () => {
    const id = await upload(guests(2300, 1));
    await plan(id, { columns: four, consent: texts });
    await reaches(id, 'rehearsed');
    const softer = spine.commands.uploads.attest(by(), { uploadId: id, statement: 'Sure.', ipAddress: null });
    await expect(softer).rejects.toThrow(/not what is asked/);
  });
});

describe('undo', () => {
  it('takes away who came by the file and restores the others', async () => {
    await imported(`Phone,First,Tag\n${phoneOf(3000)},Ada,vip\n`, { columns: columns('phone', 'first_name', 'tags') });
    const id = await imported(guests(3000, 3), { columns: four, tags: ['spring'], consent: texts });
    expect(await shown(phoneOf(3000))).toMatchObject({ firstName: 'Guest', tags: ['vip', 'spring'] });
    // One of them has said stop since: that stays, and so do they.
    await spine.commands.contacts.optOut(by(), { contactId: spine.contactId(tenant.businessId, phoneOf(3002)) });
    const before = await spine.readModels.contactTotal(tenant.businessId);
    await spine.commands.uploads.undo(by(), { uploadId: id });
    const { undone } = await reaches(id, 'undone');
    expect(undone).toMatchObject({ removed: 1, restored: 2, left: 0 });
    expect(await shown(phoneOf(3000))).toMatchObject({
      firstName: 'Ada',
      lastName: null,
      tags: ['vip'],
      status: 'unknown',
      email: null,
    });
    expect(await shown(phoneOf(3001))).toBeNull();
    expect(await shown(phoneOf(3002))).toMatchObject({ status: 'optedOut', firstName: null });
    expect(await spine.readModels.contactTotal(tenant.businessId)).toBe(before - 1);
    expect(await contactOf(phoneOf(3001))).toEqual({ status: 'none' });
    // And whoever is gone can come again.
    await imported(guests(3001, 1), { columns: four });
    expect(await shown(phoneOf(3001))).toMatchObject({ firstName: 'Guest', status: 'unknown' });
  });
});

it('an undo takes members out of campaigns again, and keywords that the import alone gave', async () => {
  const campaignId = randomUUID();
  await spine.commands.setup.createCampaign(system(), {
    campaignId,
    businessId: tenant.businessId,
    name: 'Spring',
    type: 'text',
    keyword: 'SPRING',
    reply: 'Hello.',
    replyMedia: [],
  });
  const given = { columns: four, campaignIds: [campaignId], consent: texts };
  const first = await imported(guests(3100, 1), given);
  const second = await imported(guests(3100, 3), given);
  const members = async () => {
    await spine.runner.waitFor(await spine.store.head(), { timeoutMs: 20_000 });
    return (await spine.readModels.campaigns(tenant.businessId)).find(({ id }) => id === campaignId)?.members;
  };
  expect(await members()).toBe(3);
  expect(await shown(phoneOf(3101))).toMatchObject({ keywords: ['SPRING'], memberships: [{ campaignId }] });
  await spine.commands.uploads.undo(by(), { uploadId: second });
  await reaches(second, 'undone');
  // Whom an earlier import had put there stays.
  expect(await members()).toBe(1);
  expect(await shown(phoneOf(3100))).toMatchObject({ keywords: ['SPRING'], memberships: [{ campaignId }] });
  await spine.commands.uploads.undo(by(), { uploadId: first });
  await reaches(first, 'undone');
  expect(await members()).toBe(0);
  expect(await shown(phoneOf(3100))).toBeNull();
});

describe('a second time', () => {
  it('the same file changes nothing', async () => {
    const given = { columns: four, tags: ['again'], consent: texts };
    await imported(guests(4000, 60), given);
    const head = await spine.store.head();
    const id = await imported(guests(4000, 60), given);
    expect((await uploadOf(id)).imported.counts).toMatchObject({ unchanged: 60, created: 0, changed: 0 });
    const { events } = await spine.store.readAll(head, { filter: { streamPrefixes: ['contact-'] }, limit: 1000 });
    expect(events).toEqual([]);
  });

  it('two files of the same people at once make each of them once', async () => {
    const ids = await Promise.all([upload(guests(4200, 130)), upload(`${guests(4200, 130)}\n`)]);
    await Promise.all(ids.map((id) => plan(id, { columns: four })));
    const done = await Promise.all(ids.map((id) => start(id)));
    const counts = done.map(({ imported: { counts } }) => counts);
    expect(counts[0]!.created + counts[1]!.created).toBe(130);
    expect(counts[0]!.unchanged + counts[1]!.unchanged).toBe(130);
  });
});

it.each([
  ['overwrite', 'Guest'],
  ['fill', 'Ada'],
  ['never', 'Ada'],
] as const)('a column that is to %s leaves the name %s', async (policy, name) => {
  const phone = phoneOf(5000 + ['overwrite', 'fill', 'never'].indexOf(policy));
  await imported(`Phone,First\n${phone},Ada\n`, { columns: columns('phone', 'first_name') });
  await imported(`Phone,First,Last\n${phone},Guest,New\n`, {
    columns: [
      { target: 'phone', policy: 'overwrite' },
      { target: 'first_name', policy },
      { target: 'last_name', policy },
    ],
  });
  expect(await contactOf(phone)).toMatchObject({ firstName: name, lastName: policy === 'never' ? null : 'New' });
});

describe('a file that can not be read', () => {
  const lines = 'Phone,Name\r\n+12125556000,Ada\r\n';
  const cases: readonly (readonly [string, string | Uint8Array, string, number | null])[] = [
    ['is empty', '', 'empty', null],
    ['has a header only', 'Phone,Name\r\n', 'no-rows', null],
    ['leaves a quote open', `${lines}+12125556001,"Bob\r\n+12125556002,Eve\r\n`, 'broken-quote', 3],
    ['has 5,000 columns', `${Array.from({ length: 5000 }, (_, n) => `c${n}`).join(',')}\n1\n`, 'too-many-columns', 1],
    ['has a line of 10 MB', `${lines}${'x'.repeat(10 * 2 ** 20)}\n`, 'row-too-long', 3],
    ['is a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'not-a-table', null],
  ];
  it.each(cases)('%s', async (_, content, reason, line) => {
    const id = await upload(content);
    const { refusal } = await reaches(id, 'refused');
    expect(refusal).toBe(reason);
    await spine.runner.waitFor(await spine.store.head(), { timeoutMs: 20_000 });
    expect(await spine.readModels.upload(tenant.businessId, id)).toMatchObject({ refusal: reason, refusedLine: line });
  });
});

it.each([
  ['UTF-8 with a mark', Buffer.from(`\uFEFFPhone,First\r\n+12125556100,Zoë\r\n`), '+12125556100'],
  ['UTF-16LE', Buffer.from(`\uFEFFPhone\tFirst\r\n+12125556101\tZoë\r\n`, 'utf16le'), '+12125556101'],
  ['UTF-16LE without a mark', Buffer.from(`Phone\tFirst\r\n+12125556103\tZoë\r\n`, 'utf16le'), '+12125556103'],
  ['UTF-16BE', Buffer.from(`\uFEFFPhone\tFirst\r\n+12125556104\tZoë\r\n`, 'utf16le').swap16(), '+12125556104'],
  ['Windows-1252', Buffer.from('Phone;First\r\n+12125556102;Zo\u00eb\r\n', 'latin1'), '+12125556102'],
] as const)('%s is understood', async (_, content, phone) => {
  const id = await upload(content);
  await plan(id, { columns: columns('phone', 'first_name') });
  await start(id);
  expect(await contactOf(phone)).toMatchObject({ firstName: 'Zoë' });
});

describe('merges while a file is imported', () => {
  it('each row counts once and goes to who they are then; who had said stop as either stays out', async () => {
    const pairs = 25;
    const one = (nth: number): string => phoneOf(7000 + 2 * nth);
    const other = (nth: number): string => phoneOf(7001 + 2 * nth);
    const idOf = (phone: string): string => spine.contactId(tenant.businessId, phone);
    const hasSaidStop = (nth: number): boolean => nth % 3 === 0;
    const people = Array.from({ length: pairs }, (_, nth) => nth);
    await imported(guests(7000, 2 * pairs), { columns: four });
    for (const nth of people.filter(hasSaidStop))
      await spine.commands.contacts.optOut(by(), { contactId: idOf(other(nth)) });
    await shown(one(0));
    const total = await spine.readModels.contactTotal(tenant.businessId);

    const file = guests(7000, 2 * pairs).replaceAll('Guest', 'Friend');
    const id = await upload(file);
    await plan(id, { columns: four, consent: texts });
    await reaches(id, 'rehearsed');
    const finished = start(id, texts);
    const merging = people.map(async (nth) => {
      await new Promise((resolve) => setTimeout(resolve, nth * 8));
      return spine.commands.contacts.merge(by(), { contactId: idOf(one(nth)), otherId: idOf(other(nth)), taken: [] });
    });
    await Promise.all(merging);
    expect(rowsOf((await finished).imported.counts)).toBe(2 * pairs);

    for (const nth of people) {
      const survivor = await contactOf(one(nth));
      expect(survivor).toMatchObject({ merging: null, absorbed: [idOf(other(nth))] });
      expect(survivor.status).toBe(hasSaidStop(nth) ? 'optedOut' : 'subscribed');
      expect(await contactOf(other(nth))).toMatchObject({ status: 'erased', mergedInto: idOf(one(nth)) });
    }
    await shown(one(0));
    expect(await spine.readModels.contactTotal(tenant.businessId)).toBe(total - pairs);
    // Both numbers are known: nobody comes in anew by them.
    const again = await imported(file, { columns: four, consent: texts });
    expect((await uploadOf(again)).imported.counts).toMatchObject({ created: 0, texts: 0 });
  });
});
