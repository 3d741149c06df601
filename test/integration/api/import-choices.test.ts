import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSpreadsheets } from '../../../adapters/spreadsheets/index.ts';
import type { ContactUploadDetail } from '../../../api/contract/contact-uploads.ts';
import { limits } from '../../../domain/uploads/fields.ts';
import { accountGone } from '../../../main/carrier-accounts.ts';
import type { Workers } from '../../../workers/index.ts';
import { workbook } from '../../unit/files/workbooks.ts';
import { eventually, publicUrl, startTestApi, type Tenant, type TestApi } from './support.ts';

/** What somebody sees of a file before anything happens, and what they can say differently. */
let app: TestApi;
let bella: Tenant;
let workers: Workers;

beforeAll(async () => {
  app = await startTestApi();
  bella = await app.addTenant('bella');
  const { storage } = app;
  workers = app.workers({
    carrierFor: () => accountGone(app.log),
    uploads: { storage, spreadsheets: createSpreadsheets({ storage, limits }) },
    config: { publicUrl, uploads: { pollMs: 50, batch: 50 } },
  });
  await workers.start();
});
afterAll(async () => {
  await workers.stop();
  await app.close();
});

async function send(content: string | Uint8Array): Promise<string> {
  const boundary = randomUUID();
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="guests.csv"\r\n\r\n`;
  const response = await app.api.inject({
    method: 'POST',
    url: '/api/v1/contacts/import',
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { authorization: `Bearer ${bella.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  return response.json<{ data: { id: string } }>().data.id;
}
const detail = async (id: string): Promise<ContactUploadDetail> =>
  (await app.call<{ data: ContactUploadDetail }>(bella.token, 'GET', `/contacts/uploads/${id}`)).body.data;
const reaches = (id: string, ...stages: readonly string[]): Promise<ContactUploadDetail> =>
  eventually(
    () => detail(id),
    ({ stage }) => stages.includes(stage),
  );
/** As it is guessed, unless said otherwise. */
async function rehearsed(id: string, more: object = {}): Promise<ContactUploadDetail> {
  const { columns, country, consent } = await reaches(id, 'read', 'rehearsed');
  const said = columns.map(({ target, policy, days }) => ({ target, policy, days }));
  const planned = await app.call(bella.token, 'PUT', `/uploads/${id}/plan`, {
    columns: said,
    country,
    consent,
    ...more,
  });
  expect(planned.status, JSON.stringify(planned.body)).toBe(200);
  return reaches(id, 'rehearsed');
}
async function imported(content: string | Uint8Array, more: object = {}): Promise<ContactUploadDetail> {
  const id = await send(content);
  const { statement } = await rehearsed(id, more);
  expect((await app.call(bella.token, 'POST', `/uploads/${id}/start`, { statement })).status).toBe(200);
  return reaches(id, 'finished');
}
/** Their birthday, once the list knows them. */
async function birthdayOf(phone: string): Promise<string | null> {
  const [found] = await eventually(
    async () => (await app.call<{ data: { id: string }[] }>(bella.token, 'GET', `/contacts?search=${phone}`)).body.data,
    (all) => all.length > 0,
  );
  const { body } = await app.call<{ data: { birthday: string | null } }>(bella.token, 'GET', `/contacts/${found!.id}`);
  return body.data.birthday;
}

describe('how a file is read', () => {
  it('can be said differently: the row of the names, and what stands between values', async () => {
    const id = await send('Report;May\nby;Bella\nMobile;First, last\n(212) 555-6201;Ann\n');
    const first = await reaches(id, 'read');
    expect(first.reading).toMatchObject({ delimiter: ';', header: 1 });
    expect(first.reading!.first.map(({ row }) => row)).toEqual([1, 2, 3, 4]);
    const read = (body: object) => app.call(bella.token, 'PUT', `/uploads/${id}/reading`, body);
    expect((await read({ header: 3 })).status).toBe(200);
    const again = await reaches(id, 'read');
    expect(again.columns.map(({ name }) => name)).toEqual(['Mobile', 'First, last']);
    expect([again.rows, again.columns[0]!.target]).toEqual([1, 'phone']);
    expect((await rehearsed(id)).report!.counts.created).toBe(1);
    // Also when all rows have been looked at; what was chosen for other columns is gone.
    expect((await read({ header: 3, delimiter: ',' })).status).toBe(200);
    expect((await reaches(id, 'read')).columns.map(({ name }) => name)).toEqual(['Mobile;First', 'last']);
    expect((await read({ sheet: 'A' })).status).toBe(422);
    expect((await read({ header: -1 })).status).toBe(422);
  });

  it('can be said of a file that could not be read, and not of one that is imported', async () => {
    const id = await send('Mobile\tName\n2125556205\tAnn\n');
    await reaches(id, 'read');
    const read = (body: object) => app.call(bella.token, 'PUT', `/uploads/${id}/reading`, body);
    await read({ header: 2 });
    expect((await reaches(id, 'refused')).refusal).toEqual({ reason: 'no-rows', line: null });
    await read({});
    expect((await reaches(id, 'read')).refusal).toBeNull();
    const { statement } = await rehearsed(id);
    await app.call(bella.token, 'POST', `/uploads/${id}/start`, { statement });
    await reaches(id, 'finished');
    expect((await read({ header: 2 })).status).toBe(409);
  });

  it('is the sheet of a workbook that somebody chose', async () => {
    const id = await send(
      await workbook(
        { name: 'Old', rows: [['Phone'], ['2125556210']], hidden: true },
        { name: 'May', rows: [['Phone'], ['2125556211'], ['2125556212']], hiddenRows: [3] },
      ),
    );
    const { reading, rows } = await reaches(id, 'read');
    expect(reading).toMatchObject({ sheet: 'May', delimiter: null, hidden_rows: 1 });
    expect(rows).toBe(2);
    await app.call(bella.token, 'PUT', `/uploads/${id}/reading`, { sheet: 'Old' });
    expect(await reaches(id, 'read')).toMatchObject({ rows: 1, reading: { sheet: 'Old', hidden_rows: 0 } });
  });
});

describe('a rehearsal', () => {
  it('says old and new values, and fills what is empty unless somebody says otherwise', async () => {
    await imported('Phone,First name,Email\n2125556220,Grace,\n2125556221,Hal,hal@example.com\n');
    const file = 'Phone,First name,Email\n2125556220,Jen,grace@example.com\n2125556221,Hal,hal@example.com\n';
    const id = await send(file);
    const filled = await rehearsed(id);
    expect(filled.columns.map(({ policy }) => policy)).toEqual(['fill', 'fill', 'fill']);
    expect(filled.report!.changes).toMatchObject([
      { row: 2, contact: { name: 'Grace' }, values: [{ field: 'email', from: '', to: 'grace@example.com' }] },
    ]);
    const columns = filled.columns.map(({ target }) => ({ target, policy: 'overwrite' }));
    const over = await rehearsed(id, { columns });
    expect(over.report!.changes[0]!.values).toEqual([
      { field: 'first_name', from: 'Grace', to: 'Jen' },
      { field: 'email', from: '', to: 'grace@example.com' },
    ]);
    expect(over.report!.changes).toHaveLength(1);
    // Nobody else may know.
    const { statement } = over;
    await app.call(bella.token, 'POST', `/uploads/${id}/start`, { statement });
    await reaches(id, 'finished');
    expect((await detail(id)).report!.changes).toEqual([]);
  });

  it('numbers rows as a spreadsheet does', async () => {
    const id = await send('Guests\n\nPhone,Name\n\n2125556225,Ann\n12,Bob\n');
    const { report } = await rehearsed(id);
    expect(report!.findings.map(({ problem, examples }) => [problem, examples[0]!.row])).toEqual([
      ['bad-phone', 6],
      ['nobody', 6],
    ]);
    const token = await app.call<{ data: { problems_url: string } }>(
      bella.token,
      'GET',
      `/contacts/uploads/${id}/token`,
    );
    const file = await app.api.inject({ url: new URL(token.body.data.problems_url, publicUrl).pathname });
    expect(file.body).toMatch(/^6,/m);
  });
});

describe('days', () => {
  it('are read as the other values of the column tell', async () => {
    const id = await send('Phone,Birthday\n2125556230,17/05/1990\n2125556231,05/06/1990\n');
    expect((await reaches(id, 'read')).columns[1]).toMatchObject({ days: 'day', days_sure: true });
    await imported('Phone,Birthday\n2125556230,17/05/1990\n2125556231,05/06/1990\n');
    expect([await birthdayOf('2125556230'), await birthdayOf('2125556231')]).toEqual(['05-17', '06-05']);
  });

  it('are asked about where both can be, and read as somebody says', async () => {
    const id = await send('Phone,Birthday\n2125556235,05/06/1990\n');
    const { columns } = await reaches(id, 'read');
    expect(columns[1]).toMatchObject({ days: 'month', days_sure: false });
    // Who does not say anything has it as the business does.
    const plain = columns.map(({ target, policy }) => ({ target, policy }));
    expect((await rehearsed(id, { columns: plain })).columns[1]!.days).toBe('month');
    const said = plain.map((column) => ({ ...column, days: 'day' }));
    const { statement } = await rehearsed(id, { columns: said });
    await app.call(bella.token, 'POST', `/uploads/${id}/start`, { statement });
    await reaches(id, 'finished');
    expect(await birthdayOf('2125556235')).toBe('06-05');
  });
});

it('remembers of two columns of one name what each was for', async () => {
  await imported('Phone,Phone,Email,Email\n2125556240,2125556241,ann@example.com,\n');
  const id = await send('Phone,Email\n2125556242,bob@example.com\n');
  expect((await reaches(id, 'read')).columns.map(({ target }) => target)).toEqual(['phone', 'email']);
});
