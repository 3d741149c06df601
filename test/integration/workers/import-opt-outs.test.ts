import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSpreadsheets } from '../../../adapters/spreadsheets/index.ts';
import { createLocalStorage } from '../../../adapters/storage/local.ts';
import type { CommandContext } from '../../../commands/kernel/caller.ts';
import { attestation } from '../../../domain/contacts/attestation.ts';
import { Contact } from '../../../domain/contacts/contact.ts';
import { stateOf } from '../../../domain/kernel/decider.ts';
import { streams } from '../../../domain/streams.ts';
import { limits, type PlannedColumn } from '../../../domain/uploads/fields.ts';
import { recognize } from '../../../domain/uploads/sources.ts';
import { Upload, type ExistingUpload } from '../../../domain/uploads/upload.ts';
import type { Workers } from '../../../workers/index.ts';
import { eventually } from '../../support/eventually.ts';
import { carrier, context } from '../../support/callers.ts';
import { createTestDatabase, scratchFolder, type TestDatabase } from '../../support/postgres.ts';
import { createTenant, openSpine, type Spine, type Tenant } from '../../support/spine.ts';

let database: TestDatabase;
let spine: Spine;
let workers: Workers;
const storage = createLocalStorage({ folder: scratchFolder() });
const spreadsheets = createSpreadsheets({ storage, limits });
const userId = randomUUID();
let numbers = 0;
const newTenant = () => createTenant(spine, `+1415555${String(7000 + (numbers += 1))}`);

const by = ({ businessId }: Tenant): CommandContext => ({
  caller: {
    role: 'business',
    actor: { kind: 'user', userId, impersonatorId: null },
    tenant: { agencyId: null, businessId },
  },
  commandId: randomUUID(),
  correlationId: randomUUID(),
  causationId: null,
});

beforeAll(async () => {
  database = await createTestDatabase({ readModels: true });
  spine = await openSpine(database.connectionString);
  await spine.runner.start();
  workers = spine.workers({
    publicUrl: 'https://app.example.test',
    baseUrl: 'http://127.0.0.1:9',
    uploads: { pollMs: 50, batch: 3 },
    files: { storage, spreadsheets },
  });
  await workers.start();
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
    30_000,
  );

interface Given {
  readonly columns?: readonly PlannedColumn[];
  readonly consent?: { readonly texts: boolean; readonly emails: boolean };
  readonly suppress?: { readonly texts: boolean; readonly emails: boolean };
  readonly fileName?: string;
}
const none = { texts: false, emails: false };
/** A file from its upload to the end of its import, as it maps itself unless told otherwise. */
async function imported(who: Tenant, text: string, given: Given = {}): Promise<{ id: string; upload: ExistingUpload }> {
  const { key, size } = await storage.put(Buffer.from(text), limits.fileBytes);
  const id = randomUUID();
  const fileName = given.fileName ?? 'export.csv';
  const { businessId } = who;
  await spine.commands.uploads.receive(by(who), {
    uploadId: id,
    businessId,
    fileName,
    size,
    storageKey: key,
    format: 'csv',
  });
  const read = await reaches(id, 'read');
  const recognized = recognize(read.content!.columns, fileName);
  const consent = given.consent ?? recognized?.consent ?? none;
  const { suppress } = given;
  await spine.commands.uploads.plan(by(who), {
    uploadId: id,
    country: 'US',
    tags: [],
    campaignIds: [],
    consent,
    columns: [...(given.columns ?? recognized!.columns)],
    ...(suppress === undefined ? {} : { suppress }),
  });
  const { plan } = await reaches(id, 'rehearsed');
  const { businessName } = await spine.commands.uploads.frame(businessId);
  const statement = attestation(businessName, consent, plan!);
  const { report } = (await eventually(
    () => spine.readModels.upload(businessId, id),
    (seen) => seen?.report != null,
  ))!;
  await spine.commands.uploads.attest(by(who), { uploadId: id, statement, ipAddress: '203.0.113.7' });
  const upload = await reaches(id, 'finished', 'failed');
  // What was said before is what happened.
  expect(report!.counts).toEqual(upload.imported.counts);
  return { id, upload };
}
const sample = (name: string): string => readFileSync(`docs/samples/imports/${name}.csv`, 'utf8');
const contactOf = async ({ businessId }: Tenant, phone: string) =>
  stateOf(Contact, await spine.store.read(streams.contact(spine.contactId(businessId, phone) as never)));
const shown = async ({ businessId }: Tenant, phone: string) => {
  await spine.runner.waitFor(await spine.store.head(), { timeoutMs: 20_000 });
  return spine.readModels.contact(businessId, spine.contactId(businessId, phone));
};
const columns = (...targets: readonly (string | null)[]): PlannedColumn[] =>
  targets.map((target) => ({ target, policy: 'overwrite' }));
/** A list whose last column says who agreed. */
const loose = (rows: string): string => `Phone,Email,Agreed\n${rows}\n`;
const yes = { columns: columns('phone', 'email', 'agreed'), consent: { texts: true, emails: true } };

describe('an export of another system', () => {
  it('brings consent with its day, its source and its row, and opts out who had opted out', async () => {
    const who = await newTenant();
    const { id, upload } = await imported(who, sample('klaviyo'));
    expect(upload.plan).toMatchObject({ source: 'klaviyo' });
    expect(upload.imported.counts).toMatchObject({ created: 4, texts: 1, emails: 1, optedOut: 3 });
    const nora = (await shown(who, '+14155550301'))!;
    expect(nora).toMatchObject({ status: 'subscribed', firstName: 'Nora' });
    const wordsOf = (on: string) => `Attested for import ${id}. Row 1, from Klaviyo. Agreed on ${on}.`;
    expect(nora.consents.map(({ words }) => words).sort()).toEqual([wordsOf('2023-04-01'), wordsOf('2023-05-02')]);
    const [event] = await spine.store.read(streams.contact(spine.contactId(who.businessId, '+14155550301') as never));
    expect(event!.data).toMatchObject({
      row: 1,
      emailsFrom: 'Footer form',
      agreed: { textsOn: '2023-05-02', emailsOn: '2023-04-01', system: 'klaviyo' },
    });
    expect(await contactOf(who, '+14155550302')).toMatchObject({ status: 'unknown', emails: 'unsubscribed' });
    expect(await contactOf(who, '+14155550303')).toMatchObject({ status: 'optedOut', via: 'import', emails: null });
  });

  it.each([
    ['slicktext', ['subscribed', 'optedOut', 'unknown', 'unknown']],
    ['ez-texting', ['unknown', 'optedOut']],
    ['highlevel', ['unknown', 'optedOut']],
    ['twilio-messages', ['unknown', 'optedOut', 'optedOut', 'unknown']],
  ] as const)('%s: each has the standing that its row says', async (name, standing) => {
    const who = await newTenant();
    await imported(who, sample(name));
    const phones = ['+14155550301', '+14155550302', '+14155550303', '+14155550304'].slice(0, standing.length);
    const found = await Promise.all(phones.map((phone) => contactOf(who, phone)));
    expect(found.map(({ status }) => status)).toEqual(standing);
  });

  it('Mailchimp: one file of each standing comes to the same in any order', async () => {
    for (const order of [
      ['mailchimp-unsubscribed', 'mailchimp-cleaned', 'mailchimp-subscribed'],
      ['mailchimp-subscribed', 'mailchimp-cleaned', 'mailchimp-unsubscribed'],
    ]) {
      const who = await newTenant();
      for (const name of order)
        await imported(who, sample(name), { fileName: `${name.replace('mailchimp-', '')}_members_export.csv` });
      expect(await contactOf(who, '+14155550301')).toMatchObject({ emails: 'subscribed' });
      for (const email of ['theo.whitfield@example.com', 'jonas.albrecht@example.com']) {
        await spine.runner.waitFor(await spine.store.head(), { timeoutMs: 20_000 });
        const [contactId] = await spine.readModels.contactsByEmails(who.businessId, [email]);
        expect(stateOf(Contact, await spine.store.read(streams.contact(contactId as never)))).toMatchObject({
          emails: 'unsubscribed',
        });
      }
    }
  });
});

describe('an opt-out by a file', () => {
  it('is loosened by no later file, and stays when its import is undone', async () => {
    const who = await newTenant();
    const { id } = await imported(who, `Phone,Email,Status\n+14155550311,a@example.com,unsubscribed\n`, {
      columns: columns('phone', 'email', 'agreed'),
    });
    await spine.commands.uploads.undo(by(who), { uploadId: id });
    await reaches(id, 'undone');
    expect(await contactOf(who, '+14155550311')).toEqual({ status: 'none' });
    const { upload } = await imported(who, loose('+14155550311,a@example.com,yes'), yes);
    expect(upload.imported.counts).toMatchObject({ created: 1, keptOut: 1, texts: 0, emails: 0 });
    expect(await contactOf(who, '+14155550311')).toMatchObject({ status: 'optedOut', emails: 'unsubscribed' });
  });

  it('holds wherever in the file it stands, so that no row before it lets them in', async () => {
    const who = await newTenant();
    const rows = [
      '+14155550321,a@example.com,yes',
      '+14155550322,b@example.com,yes',
      ...Array.from({ length: 6 }, (_, n) => `+1415555033${n},,yes`),
      '+14155550321,other@example.com,unsubscribed',
      ',b@example.com,unsubscribed',
    ];
    await imported(who, loose(rows.join('\n')), yes);
    const types = async (phone: string) =>
      (await spine.store.read(streams.contact(spine.contactId(who.businessId, phone) as never))).map(
        ({ type, data }) => [type, (data as { agreed?: object }).agreed] as const,
      );
    expect(await types('+14155550321')).toEqual([
      ['ContactImported', { emails: true }],
      ['ContactOptedOut', undefined],
    ]);
    expect(await contactOf(who, '+14155550322')).toMatchObject({ status: 'subscribed', emails: 'unsubscribed' });
  });

  it('ends with a word of their own', async () => {
    const who = await newTenant();
    await imported(who, 'Phone\n+14155550341\n', {
      columns: columns('phone'),
      suppress: { texts: true, emails: false },
    });
    await imported(who, loose('+14155550341,,yes'), yes);
    expect(await contactOf(who, '+14155550341')).toMatchObject({ status: 'optedOut' });
    await spine.commands.messages.receive(context(carrier), {
      provider: 'twilio',
      providerMessageId: `SM${randomUUID().replaceAll('-', '')}`,
      media: [],
      from: '+14155550341',
      to: `+1415555${7000 + numbers}`,
      body: 'START',
      receivedAt: new Date().toISOString(),
    });
    await eventually(
      () => contactOf(who, '+14155550341'),
      ({ status }) => status === 'subscribed',
    );
  });
});

describe('a suppression list', () => {
  const list = { texts: true, emails: true };

  it('opts out contacts that are there and those that come later, and adds none', async () => {
    const who = await newTenant();
    const other = await newTenant();
    const here = loose('+14155550351,c@example.com,yes\n+14155550352,d@example.com,yes');
    await imported(who, here, yes);
    await imported(other, here, yes);
    const total = async () => {
      await spine.runner.waitFor(await spine.store.head(), { timeoutMs: 20_000 });
      return spine.readModels.contactTotal(who.businessId);
    };
    expect(await total()).toBe(2);
    const text = 'Phone,Email\n+14155550351,\n,d@example.com\n+14155550353,\n,later@example.com\n';
    const { upload } = await imported(who, text, { columns: columns('phone', 'email'), suppress: list });
    expect(upload.imported.counts).toMatchObject({ created: 0, changed: 1, unchanged: 3, optedOut: 4 });
    expect(await total()).toBe(2);
    expect(await contactOf(who, '+14155550351')).toMatchObject({ status: 'optedOut', via: 'import' });
    // Known by the number, and has the address of the list.
    expect(await contactOf(who, '+14155550352')).toMatchObject({ status: 'subscribed', emails: 'unsubscribed' });
    await imported(who, loose('+14155550353,e@example.com,yes\n+14155550354,later@example.com,yes'), yes);
    expect(await contactOf(who, '+14155550353')).toMatchObject({ status: 'optedOut', emails: 'subscribed' });
    expect(await contactOf(who, '+14155550354')).toMatchObject({ status: 'subscribed', emails: 'unsubscribed' });
    // Of another business nothing was said.
    expect(await contactOf(other, '+14155550351')).toMatchObject({ status: 'subscribed', emails: 'subscribed' });
  });

  it('is one or the other: it can’t bring consent, and needs the column that it opts out', async () => {
    const who = await newTenant();
    await expect(
      imported(who, 'Phone\n+14155550361\n', {
        columns: columns('phone'),
        suppress: list,
        consent: { texts: true, emails: false },
      }),
    ).rejects.toThrow(/email addresses to opt out/);
    await expect(
      imported(who, 'Phone\n+14155550361\n', {
        columns: columns('phone'),
        suppress: { texts: true, emails: false },
        consent: { texts: true, emails: false },
      }),
    ).rejects.toThrow(/only opts people out/);
  });
});
