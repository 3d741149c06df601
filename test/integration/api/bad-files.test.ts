import { randomUUID } from 'node:crypto';
import ExcelJS from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSpreadsheets } from '../../../adapters/spreadsheets/index.ts';
import { limits } from '../../../domain/uploads/fields.ts';
import { accountGone } from '../../../main/carrier-accounts.ts';
import { zip } from '../../../api/kernel/tables/zip.ts';
import type { ContactUploadDetail } from '../../../api/contract/contact-uploads.ts';
import type { z } from 'zod';
import type { Workers } from '../../../workers/index.ts';
import { protectedWorkbook } from '../../unit/files/workbooks.ts';
import { eventually, publicUrl, startTestApi, type Tenant, type TestApi } from './support.ts';

/** Files as a browser sends them, and what whoever sent them is told. */
let app: TestApi;
let bella: Tenant;
let workers: Workers;

beforeAll(async () => {
  app = await startTestApi();
  bella = await app.addTenant('bella');
  const { storage } = app;
  const spreadsheets = createSpreadsheets({ storage, limits: { ...limits, contentBytes: 20 * 2 ** 20 } });
  workers = app.workers({
    carrierFor: () => accountGone(app.log),
    uploads: { storage, spreadsheets },
    config: { publicUrl, uploads: { pollMs: 50, batch: 50 } },
  });
  await workers.start();
});
afterAll(async () => {
  await workers.stop();
  await app.close();
});

async function send(content: Uint8Array, name = 'guests.csv', field = 'file') {
  const boundary = randomUUID();
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`;
  const response = await app.api.inject({
    method: 'POST',
    url: '/api/v1/contacts/import',
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { authorization: `Bearer ${bella.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  return {
    status: response.statusCode,
    body: response.json<{ code: string; message: string; data: { id: string } }>(),
  };
}

type Detail = z.output<typeof ContactUploadDetail>['data'];
const detail = async (id: string): Promise<Detail> =>
  (await app.call<{ data: Detail }>(bella.token, 'GET', `/contacts/uploads/${id}`)).body.data;
const reaches = (id: string, ...stages: readonly string[]): Promise<Detail> =>
  eventually(
    () => detail(id),
    ({ stage }) => stages.includes(stage),
  );
const contacts = async () =>
  (await app.call<{ meta: { total: number } }>(bella.token, 'GET', '/contacts')).body.meta.total;

/** Sends it, says what the columns are, attests, and waits for the end. */
async function imported(content: Uint8Array, targets: readonly (string | null)[]): Promise<Detail> {
  const { body } = await send(content);
  const { id } = body.data;
  await reaches(id, 'read');
  const consent = { texts: false, emails: false };
  const columns = targets.map((target) => ({ target, policy: 'overwrite' }));
  const planned = await app.call(bella.token, 'PUT', `/uploads/${id}/plan`, { columns, country: 'US', consent });
  expect(planned.status).toBe(200);
  const { statement } = await reaches(id, 'rehearsed');
  expect((await app.call(bella.token, 'POST', `/uploads/${id}/start`, { statement })).status).toBe(200);
  return reaches(id, 'finished');
}

const lines = 'Phone,Name\r\n+12125556000,Ada\r\n';
async function workbook(rows: readonly (readonly unknown[])[]): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Guests');
  for (const row of rows) sheet.addRow([...row]);
  return Buffer.from(await book.xlsx.writeBuffer());
}
/** A small workbook of 30 MB: beyond what these workers unpack. With the limits that everybody has: `workbooks.test.ts`. */
async function bomb(): Promise<Buffer> {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packages = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const relations = (type: string, target: string): string[] => [
    `<Relationships xmlns="${packages}"><Relationship Id="rId1" Type="${office}/${type}" Target="${target}"/></Relationships>`,
  ];
  const row = (words: string): string => `<row><c t="inlineStr"><is><t>${words}</t></is></c></row>`;
  function* sheet() {
    yield `<worksheet xmlns="${main}"><sheetData>${row('Phone')}`;
    for (let n = 0; n < 150; n++) yield row('a'.repeat(200_000));
    yield '</sheetData></worksheet>';
  }
  const sheets = `<sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets>`;
  const entries = [
    { name: 'xl/worksheets/sheet1.xml', content: sheet() },
    { name: 'xl/workbook.xml', content: [`<workbook xmlns="${main}" xmlns:r="${office}">${sheets}</workbook>`] },
    { name: 'xl/_rels/workbook.xml.rels', content: relations('worksheet', 'worksheets/sheet1.xml') },
    { name: '_rels/.rels', content: relations('officeDocument', 'xl/workbook.xml') },
  ];
  const chunks: Buffer[] = [];
  for await (const chunk of zip(entries)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('a file that can not be read is refused with the reason and the line, and nobody comes of it:', () => {
  it.each<
    readonly [what: string, content: () => Uint8Array | Promise<Uint8Array>, reason: string, line: number | null]
  >([
    ['nothing', () => Buffer.from(''), 'empty', null],
    ['a header alone', () => Buffer.from('Phone,Name\r\n'), 'no-rows', null],
    ['an open quote', () => Buffer.from(`${lines}+12125556001,"Bob\r\n+12125556002,Eve\r\n`), 'broken-quote', 3],
    [
      '5,000 columns',
      () => Buffer.from(`${Array.from({ length: 5_000 }, (_, n) => `c${n}`).join(',')}\n1\n`),
      'too-many-columns',
      1,
    ],
    ['a line of 10 MB', () => Buffer.from(`${lines}${'x'.repeat(10 * 2 ** 20)}\n`), 'row-too-long', 3],
    ['a quoted cell of 10 MB', () => Buffer.from(`${lines}+1,"${'x\n'.repeat(5 * 2 ** 20)}"\n`), 'row-too-long', 3],
    [
      '10 million commas',
      () => Buffer.concat([Buffer.from(lines), Buffer.alloc(10_000_000, ',')]),
      'too-many-columns',
      3,
    ],
    ['lines of nothing', () => Buffer.from('\r\n  \r\n,,\r\n'), 'empty', null],
    ['a workbook with a password', protectedWorkbook, 'workbook-encrypted', null],
    ['a picture', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'not-a-table', null],
    [
      'a zip that is no workbook',
      () => Buffer.from('PK\u0003\u0004 and nothing that follows'),
      'workbook-broken',
      null,
    ],
    [
      'a workbook that is cut off',
      async () => (await workbook([['Phone'], ['1']])).subarray(0, 2_000),
      'workbook-broken',
      null,
    ],
    [
      'a workbook of 5,000 columns',
      () => workbook([Array.from({ length: 5_000 }, (_, n) => `c${n}`), ['1']]),
      'too-many-columns',
      null,
    ],
    ['a workbook that is a bomb', bomb, 'too-large', null],
  ])('%s', async (_, content, reason, line) => {
    const before = await contacts();
    const sent = await send(await content());
    expect(sent.status).toBe(200);
    const { refusal, counts } = await reaches(sent.body.data.id, 'refused');
    expect(refusal).toEqual({ reason, line });
    expect(counts).toMatchObject({ created: 0, changed: 0 });
    // Nothing can be done with it.
    const statement = 'Mine.';
    const started = await app.call(bella.token, 'POST', `/uploads/${sent.body.data.id}/start`, { statement });
    expect(started.status).toBeGreaterThanOrEqual(400);
    expect(started.status).toBeLessThan(500);
    expect(await contacts()).toBe(before);
  });

  it('no file, one that is called otherwise, and what is no form', async () => {
    const none = await app.call(bella.token, 'POST', '/contacts/import', { file: 'guests.csv' });
    expect([none.status, none.body['code']]).toEqual([415, 'unsupported_content_type']);
    const boundary = 'x';
    const headers = {
      authorization: `Bearer ${bella.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    };
    const to = { method: 'POST', url: '/api/v1/contacts/import', headers } as const;
    const without = await app.api.inject({
      ...to,
      payload: `--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n`,
    });
    expect([without.statusCode, without.json<{ errors: object }>().errors]).toEqual([
      422,
      { file: ['Choose a file.'] },
    ]);
    const cut = await app.api.inject({
      ...to,
      payload: '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nPho',
    });
    expect(cut.statusCode).toBeGreaterThanOrEqual(400);
    expect(cut.statusCode).toBeLessThan(500);
  });
});

it.each([
  ['UTF-8 with a mark', Buffer.from('\uFEFFPhone,First\r\n+12125556100,Zoë\r\n')],
  ['UTF-16LE', Buffer.from('\uFEFFPhone\tFirst\r\n+12125556101\tZoë\r\n', 'utf16le')],
  ['UTF-16BE', Buffer.from('\uFEFFPhone\tFirst\r\n+12125556104\tZoë\r\n', 'utf16le').swap16()],
  ['Windows-1252', Buffer.from('Phone;First\r\n+12125556102;Zo\u00eb\r\n', 'latin1')],
  // Bytes that are no text in any of them stand as a sign for that, and NULs are left out.
  ['broken UTF-8 and NULs', Buffer.from('Phone,First\r\n+12125556105,Zo\u0000ë\r\n')],
])('%s is read as it is meant', async (_, content) => {
  const before = await contacts();
  const { counts } = await imported(content, ['phone', 'first_name']);
  expect(counts).toMatchObject({ created: 1, refused: 0 });
  expect(await contacts()).toBe(before + 1);
  const { body } = await app.call<{ data: { first_name: string }[] }>(bella.token, 'GET', '/contacts?search=Zo%C3%AB');
  expect(body.data.length).toBeGreaterThan(0);
});

it('what was imported is what the report says, and each row that was not stands in a file with its reason', async () => {
  const before = await contacts();
  const rows = [
    ...Array.from({ length: 40 }, (_, n) => `+121255571${String(n).padStart(2, '0')},Guest ${n}`),
    ...['12,Too short', ',Nobody', '+12125557100,Twice', '=cmd()|1,Formula', '+12125557150,"Quoted, and ""more"""'],
  ];
  const { id, counts } = await imported(Buffer.from(`Phone,First\n${rows.join('\n')}\n`), ['phone', 'first_name']);
  expect(counts).toMatchObject({ created: 41, duplicates: 1, refused: 3 });
  expect(await contacts()).toBe(before + 41);
  const token = await app.call<{ data: { problems_url: string } }>(bella.token, 'GET', `/contacts/uploads/${id}/token`);
  const file = await app.api.inject({ url: new URL(token.body.data.problems_url, publicUrl).pathname });
  for (const said of ['Too short', 'Nobody', 'Formula', 'Twice']) expect(file.body).toContain(said);
  expect(file.body).not.toContain('Guest 1');
  // Nothing in it is a formula to a program that opens it.
  expect(file.body).not.toMatch(/(?:^|,)"?=cmd/mu);
});
