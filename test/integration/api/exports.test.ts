import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import Excel from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExportWish, prepareExport } from '../../../api/routes/exported-lists.ts';
import { openExport } from '../../../api/routes/export-files.ts';
import { ClientGone } from '../../../api/kernel/errors.ts';
import type { Cell } from '../../../api/kernel/tables/cell.ts';
import { BroadcastAudienceFrozen, BroadcastDrafted } from '../../../domain/broadcasts/events.ts';
import { BroadcastScheduled, BroadcastStarted } from '../../../domain/broadcasts/events.ts';
import { emptySetup } from '../../../domain/broadcasts/fields.ts';
import { messageIdOf } from '../../../domain/broadcasts/recipient.ts';
import { ListExportStarted, ListExportEnded } from '../../../domain/exports/events.ts';
import { is } from '../../../domain/kernel/event.ts';
import type { BroadcastId, BusinessId, ContactId } from '../../../domain/kernel/ids.ts';
import { MessageDelivered, MessageFailed, MessageQueued, MessageSuppressed } from '../../../domain/messages/events.ts';
import { contactModel } from '../../../projections/tables/contacts.ts';
import { schemaOf } from '../../../projections/engine-types.ts';
import { eventually, startTestApi, type Tenant, type TestApi } from './support.ts';

let app: TestApi;
let bella: Tenant;
let other: Tenant;
let fieldId: string;
let now = new Date();
const ids: string[] = [];

const nothingElse = {
  birthday: null,
  anniversary: null,
  company_name: null,
  website: null,
  email: null,
  last_name: null,
};
beforeAll(async () => {
  app = await startTestApi({ now: () => now });
  bella = await app.addTenant('bella');
  other = await app.addTenant('other');
  const field = await app.call<{ data: { id: string } }>(bella.token, 'POST', '/custom-fields', {
    name: 'Crust',
    kind: 'text',
    choices: [],
  });
  expect(field.status, JSON.stringify(field.body)).toBe(200);
  fieldId = field.body.data.id;
  for (const [at, name] of ['Ann', '=HYPERLINK("http://x")', 'Ünï', 'Dan'].entries()) {
    const made = await app.call<{ data: { id: string } }>(bella.token, 'POST', '/contacts', {
      ...nothingElse,
      first_name: name,
      phone: `+1415555013${at}`,
      tags: at < 2 ? ['vip', 'lunch'] : [],
      custom: at === 0 ? { [fieldId]: 'Sourdough, thin' } : {},
    });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    ids.push(made.body.data.id);
  }
  await app.textIn(bella, 'PIZZA', '+14155550133');
});
afterAll(() => app.close());

const get = (path: string, token: string | null = bella.token) =>
  app.api.inject({ method: 'GET', url: path, headers: token === null ? {} : { authorization: `Bearer ${token}` } });
const exported = (query: string, token?: string) => get(`/api/v1/contacts/export?${query}`, token);
const read = (text: string): Record<string, string>[] => parse(text, { bom: true, columns: true });
const recorded = async () => {
  const found = [];
  for (let position = 0n; ;) {
    const page = await app.store.readAll(position, { limit: 1_000 });
    found.push(...page.events);
    if (page.atEnd) return found;
    position = page.next;
  }
};
/** The last export, begun and ended. */
const lastExport = () =>
  eventually(
    async () => {
      const all = await recorded();
      const begun = all.findLast((event) => is(event, ListExportStarted));
      const ended = all.findLast((event) => is(event, ListExportEnded));
      return { begun, ended };
    },
    ({ begun, ended }) => begun !== undefined && ended?.data['exportId'] === begun.data['exportId'],
  );

describe('contacts', () => {
  it('are taken along as CSV: all that is known of them, and no formula', async () => {
    const answer = await exported('format=csv');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toMatch(
      /^attachment; filename\*=UTF-8''Contacts of bella, \d{4}-\d\d-\d\d\.csv$/,
    );
    const rows = read(answer.body);
    expect(rows.map((row) => row['First name'])).toEqual(['Ann', `'=HYPERLINK("http://x")`, 'Ünï', 'Dan']);
    expect(rows[0]).toMatchObject({
      Phone: '+14155550130',
      Tags: 'vip, lunch',
      Texts: 'No consent yet',
      Crust: 'Sourdough, thin',
      Keywords: '',
      'Consent by': '',
      Source: 'By hand',
    });
    expect(rows[3]).toMatchObject({ Texts: 'Subscribed', Keywords: 'PIZZA', 'Consent by': 'Texted a keyword' });
    expect(rows[3]!['Consent since (America/Los_Angeles)']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
  });

  it('as a workbook: formulas are texts, and the columns those that were chosen, in that order', async () => {
    const answer = await exported(`format=xlsx&columns=phone,first_name,custom:${fieldId}&tags=vip`);
    expect(answer.statusCode).toBe(200);
    const workbook = new Excel.Workbook();
    await workbook.xlsx.load(answer.rawPayload as never);
    const values = workbook.worksheets[0]!.getSheetValues().slice(1) as unknown[][];
    expect(values.map((row) => row.slice(1))).toEqual([
      ['Phone', 'First name', 'Crust'],
      ['+14155550130', 'Ann', 'Sourdough, thin'],
      ['+14155550131', '=HYPERLINK("http://x")'],
    ]);
  });

  it('as the list is narrowed: by words, states, tags and filters', async () => {
    const names = async (query: string) => read((await exported(query)).body).map((row) => row['First name']);
    expect(await names('search=ann')).toEqual(['Ann']);
    expect(await names('status=subscribed')).toEqual(['Dan']);
    expect(await names('tags=vip&search=hyper')).toHaveLength(1);
    const filter = {
      match: 'all',
      groups: [{ match: 'all', conditions: [{ field: 'tag', has: 'none', values: ['vip'] }] }],
    };
    expect(await names(`filter=${encodeURIComponent(JSON.stringify(filter))}`)).toEqual(['Ünï', 'Dan']);
    expect(await names('search=nobody')).toEqual([]);
    expect((await exported('columns=secret')).statusCode).toBe(422);
    expect((await exported('format=pdf')).statusCode).toBe(422);
  });

  it('are those of the business alone, and so are its custom fields', async () => {
    expect(read((await exported('format=csv', other.token)).body)).toEqual([]);
    expect((await exported(`columns=custom:${fieldId}`, other.token)).statusCode).toBe(422);
    const theirs = await app.call(other.token, 'POST', '/contacts/export', { contact_ids: ids });
    expect(theirs.status).toBe(404);
  });

  it('leave a word in the log and the activity: who, what, how many, and not whom was searched for', async () => {
    await exported('search=ann&columns=phone');
    const { begun, ended } = await lastExport();
    expect(begun!.data).toMatchObject({
      list: 'contacts',
      format: 'csv',
      columns: ['phone'],
      narrowed: true,
      count: 1,
    });
    expect(begun!.metadata.actor).toMatchObject({ kind: 'user', userId: bella.userId });
    expect(ended!.data).toMatchObject({ rows: 1, complete: true });
    expect(JSON.stringify([begun!.data, ended!.data])).not.toContain('ann');
    await app.settled();
    const admin = await app.addUser('Admin', null);
    const trail = await app.call<{ data: { type: string; details: object }[] }>(admin, 'GET', '/activity?per_page=50');
    expect(trail.body.data.find(({ type }) => type === 'ListExportStarted')?.details).toMatchObject({
      name: 'contacts',
      count: 1,
      format: 'csv',
    });
  });

  it('are each there once in pages, as they are when their page is read; who comes later is not', async () => {
    const wish: ExportWish = {
      list: 'contacts',
      format: 'csv',
      columns: ['first_name', 'phone'],
      target: { kind: 'matching', filters: [], search: null, except: [] },
    };
    const parts = { readModels: app.readModels, now: () => now };
    const list = await prepareExport(parts, bella.businessId, wish, 2);
    const rows: (readonly Cell[])[] = [];
    for await (const page of list.pages(new AbortController().signal)) {
      if (rows.length === 0) {
        await app.textIn(bella, 'PIZZA', '+14155550139');
        await app.call(bella.token, 'PUT', `/contacts/${ids[3]}/tags`, { tags: ['changed'] });
      }
      rows.push(...page);
    }
    expect(rows.map(([, phone]) => phone)).toEqual([0, 1, 2, 3].map((n) => `+1415555013${n}`));
    expect(list.count).toBe(4);
    expect(read((await exported('format=csv')).body)).toHaveLength(5);
  });

  it('two at once are two whole files', async () => {
    const [one, two] = await Promise.all([exported('format=csv'), exported('format=csv')]);
    expect(one.body).toBe(two.body);
    expect(read(one.body)).toHaveLength(5);
  });
});

describe('an address for a browser', () => {
  const link = async (body: object) => {
    const made = await app.call<{ data: { file_url: string; rows: number; name: string } }>(
      ...([bella.token, 'POST', '/contacts/export', body] as const),
    );
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    return made.body.data;
  };

  it('is the sign-in, for ten minutes, as often as it is tried', async () => {
    const {
      file_url: url,
      rows,
      name,
    } = await link({ contact_ids: ids.slice(0, 2), format: 'csv', columns: ['phone'] });
    expect([rows, name]).toEqual([2, expect.stringMatching(/^Contacts of bella, .*\.csv$/)]);
    for (let n = 0; n < 2; n++) {
      const file = await get(url, null);
      expect(read(file.body)).toEqual([{ Phone: '+14155550130' }, { Phone: '+14155550131' }]);
    }
    const { begun } = await lastExport();
    expect(begun!.metadata).toMatchObject({
      actor: { userId: bella.userId },
      tenant: { businessId: bella.businessId },
    });
    expect((await get(`${url}x`, null)).statusCode).toBe(404);
    expect((await get('/files/exports/x', null)).statusCode).toBe(404);
    const before = now;
    now = new Date(before.getTime() + 10 * 60_000 + 1);
    expect((await get(url, null)).statusCode).toBe(404);
    now = before;
  });

  it('gives nothing away of whom was searched for', async () => {
    await link({ filters: { search: 'Ann' }, format: 'xlsx' });
    const { rows } = await app.pool.query<{ wish: Buffer }>('select wish from ops.exports');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ wish }) => /Ann|search/.test(wish.toString('latin1')))).toBe(false);
  });

  it('asks for ids or filters', async () => {
    const call = (body: object) => app.call(bella.token, 'POST', '/contacts/export', body);
    expect((await call({})).status).toBe(422);
    expect((await call({ contact_ids: [] })).status).toBe(422);
  });
});

describe('whoever goes away', () => {
  it('ends the query that is running for them, and the log says how far it came', async () => {
    const gone = new AbortController();
    const caller = {
      role: 'business' as const,
      actor: { kind: 'user' as const, userId: bella.userId, impersonatorId: null },
      tenant: { agencyId: bella.agencyId, businessId: bella.businessId },
    };
    const parts = { ...app, rateLimits: { take: () => Promise.resolve() }, now: () => now } as never;
    const wish: ExportWish = {
      list: 'contacts',
      format: 'csv',
      columns: [],
      target: { kind: 'matching', filters: [], search: null, except: [] },
    };
    const { content } = await openExport(parts, { caller, correlationId: randomUUID(), signal: gone.signal }, wish);
    const locked = await app.pool.connect();
    await locked.query('begin');
    await locked.query(`lock table ${schemaOf(contactModel)}.contacts in access exclusive mode`);
    content.resume();
    const closed = new Promise((done) => content.once('close', done));
    const blocked = () =>
      app.pool.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
    await eventually(blocked, ({ rows }) => rows[0]!.n === 1);
    gone.abort(new ClientGone());
    content.destroy();
    await closed;
    expect((await blocked()).rows[0]!.n).toBe(0);
    await locked.query('rollback');
    locked.release();
    expect((await lastExport()).ended!.data).toMatchObject({ rows: 0, complete: false });
  });

  it('in the middle of many rows, over a real connection', async () => {
    const many = await app.addTenant('many');
    await app.pool.query(
      `insert into ${schemaOf(contactModel)}.contacts
          (id, business_id, phone, first_name, created_at, position, keywords_since, unreachable_said, revision)
        select gen_random_uuid(), $1, '+1212' || (5550000 + n), 'Guest ' || repeat('x', 200), now(), n, '{}', false, 0
        from generate_series(1, 30000) n`,
      [many.businessId],
    );
    const host = await app.listen();
    const client = new AbortController();
    const { body } = await fetch(`http://${host}/api/v1/contacts/export?format=xlsx`, {
      headers: { authorization: `Bearer ${many.token}` },
      signal: client.signal,
    });
    await body!.getReader().read();
    client.abort();
    const { begun, ended } = await lastExport();
    expect(begun!.data['count']).toBe(30_000);
    expect(ended!.data['complete']).toBe(false);
    expect(ended!.data['rows']).toBeLessThan(30_000);
  });
});

describe('the recipients of a broadcast', () => {
  const at = new Date().toISOString();
  const say = (stream: string, ...events: readonly { type: string; version: number; data: object }[]) =>
    app.store.append(
      stream,
      'any',
      events.map((event) => ({
        id: randomUUID(),
        ...event,
        metadata: {
          tenant: { agencyId: bella.agencyId, businessId: bella.businessId },
          actor: { kind: 'system', name: 'test' },
          occurredAt: at,
          correlationId: randomUUID(),
          causationId: null,
          commandId: randomUUID(),
        },
      })) as never,
    );
  let broadcastId: BroadcastId;
  beforeAll(async () => {
    broadcastId = randomUUID() as BroadcastId;
    const of = { broadcastId, businessId: bella.businessId as BusinessId };
    const people = ids as ContactId[];
    const setup = {
      ...emptySetup('Friday / lunch', 'sms'),
      contents: [{ kind: 'text' as const, body: 'Hi', media: [] }],
    };
    await say(
      `broadcast-${broadcastId}`,
      BroadcastDrafted.create({ ...of, setup, from: null }),
      BroadcastScheduled.create({ ...of, startAt: at, versions: [] }),
      BroadcastStarted.create({
        ...of,
        position: '0',
        sender: '+14155550199' as never,
        expiresAt: at,
        segments: 1,
        versions: [],
        links: [],
      } as never),
    );
    await say(
      `broadcastAudience-${broadcastId}`,
      BroadcastAudienceFrozen.create({ ...of, chunk: 0, recipients: people, next: null, leftOut: [] }),
    );
    const message = (contactId: ContactId) => ({
      messageId: messageIdOf(of.businessId, broadcastId, contactId),
      businessId: of.businessId,
      contactId,
    });
    const queued = (contactId: ContactId) =>
      MessageQueued.create({
        ...message(contactId),
        campaignId: null,
        broadcastId,
        variant: 0,
        from: '+14155550199' as never,
        to: '+14155550130' as never,
        body: 'Hi',
        media: [],
        purpose: 'broadcast',
        segments: 1,
        encoding: 'GSM-7',
        notBefore: null,
      } as never);
    const done = { providerMessageId: 'SM1' };
    const [one, two, three] = people as [ContactId, ContactId, ContactId];
    const stream = (contactId: ContactId) => `message-${message(contactId).messageId}`;
    await say(stream(one), queued(one), MessageDelivered.create({ ...message(one), ...done }));
    const failed = { ...message(two), ...done, errorCode: 30003, reason: 'Off.' };
    await say(stream(two), queued(two), MessageFailed.create(failed));
    await say(stream(three), MessageSuppressed.create({ ...message(three), reason: 'opted-out' }));
    await app.settled();
  });

  it('are taken along with what became of each, and why in words', async () => {
    const answer = await get(`/api/v1/broadcasts/${broadcastId}/recipients/export`);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain('Recipients of Friday lunch');
    const rows = read(answer.body);
    expect(rows.map((row) => [row['First name'], row['Result'], row['Why'], row['Variant']])).toEqual([
      ['Ann', 'Delivered', '', 'A'],
      [`'=HYPERLINK("http://x")`, 'Not delivered', 'The phone was off or out of reach.', 'A'],
      ['Ünï', 'Skipped', 'Not sent: the contact opted out.', 'A'],
      ['Dan', 'Queued', '', 'A'],
    ]);
    expect(rows[0]).toMatchObject({ Phone: '+14155550130', 'Links followed': '0', 'Coupons redeemed': '0' });
    expect(rows[0]!['Delivered (America/Los_Angeles)']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    const { begun } = await lastExport();
    expect(begun!.data).toMatchObject({ list: 'recipients', ofId: broadcastId, count: 4, narrowed: false });
  });

  it('narrowed as the report narrows them, also by an address for a browser', async () => {
    const made = await app.call<{ data: { file_url: string; rows: number } }>(
      ...([bella.token, 'POST', `/broadcasts/${broadcastId}/recipients/export`, { status: 'undelivered' }] as const),
    );
    expect(made.body.data.rows).toBe(1);
    expect(read((await get(made.body.data.file_url, null)).body).map((row) => row['Result'])).toEqual([
      'Not delivered',
    ]);
  });

  it('in pages, each once', async () => {
    const given = { search: null, status: null, did: null, reason: [], during: null };
    const wish: ExportWish = { list: 'recipients', format: 'csv', broadcastId, given };
    const parts = { readModels: app.readModels, now: () => now };
    const list = await prepareExport(parts, bella.businessId, wish, 3);
    const rows = [];
    for await (const page of list.pages(new AbortController().signal)) rows.push(...page);
    expect(rows.map(([name]) => name)).toEqual(['Ann', '=HYPERLINK("http://x")', 'Ünï', 'Dan']);
    await expect(prepareExport(parts, other.businessId, wish)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the texts of a conversation', () => {
  it('leave in the order they were said, with who wrote them and what became of them; notes never do', async () => {
    const { contactId } = await app.textIn(bella, '=SUM(A1) hello', '+14155550177');
    const chat = (method: 'PUT' | 'POST', path: string, body: unknown) => app.call(bella.token, method, path, body);
    await chat('PUT', `/livechat/${contactId}`, { note: 'Owes us for two.' });
    await chat('POST', '/livechat/messages', { contact_id: contactId, body: 'At your service' });
    const answer = await get(`/api/v1/livechat/${contactId}/export`);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).not.toContain('Owes us');
    const rows = read(answer.body);
    expect(rows.map((row) => [row['From'], row['Text']])).toEqual([
      ["'+14155550177", "'=SUM(A1) hello"].map((cell, at) => (at === 0 ? cell.slice(1) : cell)),
      [expect.any(String), 'At your service'],
    ]);
    expect(rows[1]!['Written by']).not.toBe('');
    const { begun, ended } = await lastExport();
    expect(begun!.data).toMatchObject({ list: 'messages', ofId: contactId, count: 2, narrowed: false });
    expect(ended!.data).toMatchObject({ rows: 2, complete: true });
    expect((await get(`/api/v1/livechat/${contactId}/export`, other.token)).statusCode).toBe(404);
    const book = await get(`/api/v1/livechat/${contactId}/export?format=xlsx`);
    expect(book.statusCode).toBe(200);
  });
});
