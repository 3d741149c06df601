import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportExport } from '../../../api/contract/report-exports.ts';
import { ReportExportEnded, ReportExportStarted } from '../../../domain/exports/report-events.ts';
import { AccountEmailRequested } from '../../../domain/emails/events.ts';
import { ContactErased } from '../../../domain/contacts/erasure-events.ts';
import { createReportFiles } from '../../../main/report-files.ts';
import { exportErasures } from '../../../workers/exports/erasures.ts';
import { takeExport } from '../../../workers/exports/jobs.ts';
import { type ReportFiles, tidyExports, work } from '../../../workers/exports/run.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';

let app: TestApi;
let now = new Date('2026-11-20T12:00:00.000Z');
let north: Tenant;
let south: Tenant;
let other: Tenant;
let agency: string;
let files: ReportFiles;
const never = new AbortController().signal;
const days = '2026-11-01,2026-11-30';

beforeAll(async () => {
  app = await startTestApi({ now: () => now });
  north = await app.addTenant('north');
  south = await app.addTenant('south', { agencyId: north.agencyId });
  other = await app.addTenant('other');
  agency = await app.addUser('Agency', north.agencyId);
  for (let nth = 0; nth < 7; nth += 1)
    await app.textIn(north, nth === 3 ? '=HYPERLINK("http://x")' : `Text ${nth}`, `+1202555012${nth}`);
  await app.textIn(south, 'Hello from the south', '+12025550140');
  files = createReportFiles({
    storage: app.storage,
    vault: app.vault,
    readModels: app.readModels,
    commands: app.commands,
    now: () => now,
    rowsAPage: 2,
    head: async () => {
      await app.settled();
      return (await app.raw.head()).toString();
    },
  });
});
afterAll(() => app.close());

const ask = async (token: string, report = 'sms-list', body: object = {}) => {
  const answer = await app.call<{ data: ReportExport }>(token, 'POST', `/reports/${report}/exports`, {
    date_range: days,
    ...body,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
};
const listed = async (token: string) =>
  (await app.call<{ data: ReportExport[] }>(token, 'GET', '/reports/exports')).body.data;
const run = async (given: Partial<ReportFiles> = {}, signal: AbortSignal = never, turnMs = 60_000) => {
  const job = await takeExport(app.db, now);
  expect(job).not.toBeNull();
  const parts = { db: app.db, commands: app.commands, files: { ...files, ...given }, clock: app.clock, log: app.log };
  await work({ ...parts, partBytes: 1, turnMs }, job!, signal);
};
const linkOf = async (token: string, id: string) =>
  app.call<{ data: { file_url: string } }>(token, 'POST', `/reports/exports/${id}/file`);
const download = async (token: string, id: string, headers: Record<string, string> = {}) => {
  const { body } = await linkOf(token, id);
  return app.api.inject({ method: 'GET', url: body.data.file_url, headers });
};
const rowsOf = (text: string): Record<string, string>[] => parse(text, { bom: true, columns: true });
const recorded = async (type: string) => {
  const { rows } = await sql<{ data: Record<string, unknown> }>`select data from es.events
    where type = ${type} order by position`.execute(app.db);
  return rows.map(({ data }) => data);
};

describe('a report as a file', () => {
  it('has what the report shows, for its own business in full', async () => {
    const asked = await ask(north.token);
    expect(asked).toMatchObject({
      state: 'waiting',
      total: null,
      name: 'Texts of north, 2026-11-01 to 2026-11-30.csv',
    });
    await run();
    const [done] = await listed(north.token);
    expect(done).toMatchObject({ id: asked.id, state: 'ready', total: 7, rows: 7 });
    const answer = await download(north.token, asked.id);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.length).toBe(done!.bytes);
    const rows = rowsOf(answer.body);
    expect(rows.map((row) => row['Text'])).toEqual([
      'Text 0',
      'Text 1',
      'Text 2',
      `'=HYPERLINK("http://x")`,
      'Text 4',
      'Text 5',
      'Text 6',
    ]);
    expect(rows[0]).toMatchObject({ Phone: '+12025550120', Status: 'received', Business: 'north' });
    expect(rows[0]!['When (America/Los_Angeles)']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(await recorded(ReportExportStarted.type)).toMatchObject([
      { exportId: asked.id, report: 'sms-list', from: '2026-11-01', to: '2026-11-30', narrowed: false, count: 7 },
    ]);
    expect(await recorded(ReportExportEnded.type)).toMatchObject([{ exportId: asked.id, outcome: 'ready', rows: 7 }]);
    expect(await recorded(AccountEmailRequested.type)).toMatchObject([
      { kind: 'report', about: { title: 'Your export is ready', link: '/business/reports?exports=open' } },
    ]);
  });

  it('tells an agency of all its businesses, without who their contacts are', async () => {
    const { id } = await ask(agency, 'sms-list', { direction: 'in' });
    await run();
    const rows = rowsOf((await download(agency, id)).body);
    expect(rows).toHaveLength(8);
    expect(new Set(rows.map((row) => row['Business']))).toEqual(new Set(['north', 'south']));
    expect(new Set(rows.map((row) => row['Text']))).toEqual(new Set(['']));
    expect(rows.map((row) => row['Phone']).toSorted()[0]).toBe('•••• 0120');
  });

  it('answers ranges of bytes, so that a download goes on where it broke', async () => {
    const { id } = await ask(north.token, 'mdr-list');
    await run();
    const whole = (await download(north.token, id)).rawPayload;
    for (const [range, from, to] of [
      ['bytes=0-9', 0, 10],
      ['bytes=150-', 150, whole.length],
      ['bytes=-20', whole.length - 20, whole.length],
      [`bytes=100-${whole.length + 50}`, 100, whole.length],
    ] as const) {
      const part = await download(north.token, id, { range });
      expect(part.statusCode, range).toBe(206);
      expect(part.headers['content-range']).toBe(`bytes ${from}-${to - 1}/${whole.length}`);
      expect(part.rawPayload.equals(whole.subarray(from, to)), range).toBe(true);
    }
    expect((await download(north.token, id, { range: `bytes=${whole.length}-` })).statusCode).toBe(416);
    expect((await download(north.token, id, { range: 'lines=1-2' })).statusCode).toBe(200);
  });

  it('is nobody else’s, and its address ends', async () => {
    const { id } = await ask(north.token);
    await run();
    for (const token of [south.token, other.token, agency]) {
      expect((await linkOf(token, id)).status).toBe(404);
      expect((await app.call(token, 'DELETE', `/reports/exports/${id}`)).status).toBe(404);
      expect((await listed(token)).map((one) => one.id)).not.toContain(id);
    }
    expect(
      (await app.call(south.token, 'POST', '/reports/sms-list/exports', { business_id: north.businessId })).status,
    ).toBe(404);
    const url = (await linkOf(north.token, id)).body.data.file_url;
    const before = now;
    now = new Date(now.getTime() + 11 * 60_000);
    expect((await app.api.inject({ method: 'GET', url })).statusCode).toBe(404);
    expect((await linkOf(north.token, id)).status).toBe(200);
    await sql`update ops.report_exports set expires_at = ${now} where id = ${id}`.execute(app.db);
    expect((await linkOf(north.token, id)).status).toBe(404);
    expect((await listed(north.token)).find((one) => one.id === id)).toMatchObject({ state: 'expired' });
    await tidyExports(app.db, app.storage, now, before);
    const { rows } = await sql`select 1 from ops.report_export_parts where export_id = ${id}`.execute(app.db);
    expect(rows).toHaveLength(0);
    now = before;
  });

  it('that a person asked for is not for their keys, and a key’s is for no other key', async () => {
    const keyed = async () => {
      const body = { name: 'Files', scopes: ['reports:read'] };
      return (await app.call<{ data: { secret: string } }>(north.token, 'POST', '/api-keys', body)).body.data.secret;
    };
    const [first, second] = [await keyed(), await keyed()];
    const ofPerson = await ask(north.token);
    await run();
    const ofKey = await ask(first);
    await run();
    expect((await listed(first)).map(({ id }) => id)).toEqual([ofKey.id]);
    expect(await listed(second)).toEqual([]);
    for (const [secret, id] of [
      [first, ofPerson.id],
      [second, ofKey.id],
      [second, ofPerson.id],
    ] as const) {
      expect((await linkOf(secret, id)).status).toBe(404);
      expect((await app.call(secret, 'DELETE', `/reports/exports/${id}`)).status).toBe(404);
    }
    expect(rowsOf((await download(first, ofKey.id)).body)).toHaveLength(7);
    // Who answers for the keys sees what they ask for.
    expect((await listed(north.token)).map(({ id }) => id)).toEqual(expect.arrayContaining([ofKey.id, ofPerson.id]));
  });

  it('refuses in words what it can not answer, and has a limit of those that wait; one person’s do not keep the others’ from being written', async () => {
    for (const [body, field] of [
      [{ date_range: '2026-11-21,2026-11-01' }, 'date_range'],
      [{ date_range: '2016-01-01,2026-01-01' }, 'date_range'],
      [{ status: 'lost' }, 'status'],
    ] as const) {
      const answer = await app.call(north.token, 'POST', '/reports/sms-list/exports', body);
      expect(answer.status).toBe(422);
      expect(Object.keys((answer.body as { errors: object }).errors)).toEqual([field]);
    }
    expect((await app.call(north.token, 'POST', '/reports/bdr-list/exports', {})).status).toBe(404);
    const many = [];
    for (let nth = 0; nth < 50; nth += 1) many.push(await ask(north.token));
    const theirs = await ask(south.token);
    await run();
    expect((await listed(south.token)).find((one) => one.id === theirs.id)).toMatchObject({ state: 'ready' });
    expect((await app.call(north.token, 'POST', '/reports/sms-list/exports', {})).status).toBe(409);
    for (const { id } of many)
      expect((await app.call(north.token, 'DELETE', `/reports/exports/${id}`)).status).toBe(200);
    expect(await takeExport(app.db, now)).toBeNull();
  });
});

describe('an export that is cut off', () => {
  it('goes on behind its last whole part: each row is in it once, and is told of once', async () => {
    const emails = (await recorded(AccountEmailRequested.type)).length;
    const { id } = await ask(north.token, 'sms-list', { direction: 'in' });
    const stop = new AbortController();
    // It dies when its third part is in the storage and no one has counted it.
    const dying = {
      seal: async (exportId: string, nth: number, text: string) => {
        if (nth === 2) stop.abort();
        return files.seal(exportId, nth, text);
      },
      storage: {
        ...app.storage,
        put: async (content: Uint8Array, limit: number) => {
          const put = await app.storage.put(content, limit);
          if (stop.signal.aborted) throw new Error('killed');
          return put;
        },
      } as ReportFiles['storage'],
    };
    await run(dying, stop.signal);
    expect((await listed(north.token)).find((one) => one.id === id)).toMatchObject({ state: 'waiting', total: 7 });
    await app.textIn(north, 'Came later', '+12025550150');
    await run();
    const rows = rowsOf((await download(north.token, id)).body);
    expect(rows.map((row) => row['ID'])).toHaveLength(7);
    expect(new Set(rows.map((row) => row['ID'])).size).toBe(7);
    expect(await recorded(AccountEmailRequested.type)).toHaveLength(emails + 1);
    const started = (await recorded(ReportExportStarted.type)).filter((data) => data['exportId'] === id);
    expect(started).toHaveLength(1);
  });

  it('gives its turn to others between two parts, and goes on behind the last', async () => {
    const before = now;
    const later = () => (now = new Date(now.getTime() + 1_000));
    const stateOf = async ({ id }: ReportExport, token = north.token) =>
      (await listed(token)).find((one) => one.id === id);
    const large = await ask(north.token);
    later();
    const small = await ask(south.token);
    await run({}, never, 0);
    const begun = await stateOf(large);
    expect(begun).toMatchObject({ state: 'waiting', rows: 2 });
    later();
    await run();
    expect(await stateOf(small, south.token)).toMatchObject({ state: 'ready' });
    expect(await stateOf(large)).toEqual(begun);
    // No one else waits: it is written to its end.
    await run({}, never, 0);
    const done = await stateOf(large);
    expect(done).toMatchObject({ state: 'ready' });
    const ids = rowsOf((await download(north.token, large.id)).body).map((row) => row['ID']);
    expect(ids).toHaveLength(done!.total!);
    expect(new Set(ids).size).toBe(ids.length);
    now = before;
  });

  it('ends when it is withdrawn while it is written', async () => {
    const { id } = await ask(north.token);
    await run({
      seal: async (exportId, nth, text) => {
        if (nth === 1) await app.call(north.token, 'DELETE', `/reports/exports/${id}`);
        return files.seal(exportId, nth, text);
      },
    });
    expect((await listed(north.token)).find((one) => one.id === id)).toBeUndefined();
    expect((await linkOf(north.token, id)).status).toBe(404);
    const ended = (await recorded(ReportExportEnded.type)).filter((data) => data['exportId'] === id);
    expect(ended).toMatchObject([{ outcome: 'withdrawn' }]);
  });

  it('holds no one who was erased: a ready file is withdrawn, one that is written begins again', async () => {
    const ready = await ask(north.token);
    await run();
    const waiting = await ask(north.token);
    const stop = new AbortController();
    await run(
      {
        seal: (exportId, nth, text) => {
          if (nth === 1) stop.abort();
          return files.seal(exportId, nth, text);
        },
      },
      stop.signal,
    );
    const contactId = app.identifiers.contact(north.businessId, '+12025550120');
    const erased = ContactErased.create({ contactId, businessId: north.businessId, identities: [] } as never);
    const erasures = exportErasures({ now: () => now });
    await app.db
      .transaction()
      .execute((trx) => erasures.record([{ ...erased, metadata: {}, position: 1n } as never], trx as never));
    expect((await linkOf(north.token, ready.id)).status).toBe(404);
    const states = await listed(north.token);
    expect(states.find((one) => one.id === ready.id)).toMatchObject({ state: 'withdrawn' });
    expect(states.find((one) => one.id === waiting.id)).toMatchObject({ state: 'waiting', rows: 0, bytes: 0 });
    await run();
    expect(rowsOf((await download(north.token, waiting.id)).body)).toHaveLength(8);
  });
});

describe('a file of other records', () => {
  it('has what became of each, page by page, and for an agency without who called', async () => {
    const call = async ({ number }: Tenant, from: string, nth: number) => {
      const providerCallId = `CA${nth}`;
      const context = () => ({
        caller: {
          role: 'carrier',
          actor: { kind: 'carrier', name: 'twilio' },
          tenant: { agencyId: null, businessId: null },
        } as const,
        commandId: randomUUID(),
        correlationId: randomUUID(),
        causationId: null,
      });
      const receivedAt = now.toISOString();
      const about = { provider: 'twilio', providerCallId, from, to: number, receivedAt };
      const { result } = await app.commands.calls.receive(context(), about);
      const heard = { kind: 'ended', seconds: 61 } as const;
      await app.commands.calls.hear(context(), { callId: result!.callId, to: number, heard });
    };
    for (let nth = 0; nth < 5; nth += 1) await call(north, `+1202555012${nth}`, nth);
    await call(south, '+12025550140', 5);
    await call(other, '+12025550141', 6);
    await app.settled();

    const own = await ask(north.token, 'call-list');
    expect(own.name).toBe('Calls of north, 2026-11-01 to 2026-11-30.csv');
    await run();
    const rows = rowsOf((await download(north.token, own.id)).body);
    expect(rows.map((row) => row['Carrier ID'])).toEqual(['CA0', 'CA1', 'CA2', 'CA3', 'CA4']);
    expect(rows[1]).toMatchObject({
      Business: 'north',
      Phone: '+12025550121',
      Status: 'missed',
      Why: 'Calls weren’t forwarded',
      Seconds: '0',
      Minutes: '2',
      'Texted back': 'no',
    });
    const told = (await recorded(AccountEmailRequested.type)).at(-1);
    expect(told).toMatchObject({ about: { link: '/business/reports/calls?exports=open' } });

    const { id } = await ask(agency, 'call-list', { reason: 'not-forwarded' });
    await run();
    const ofAll = rowsOf((await download(agency, id)).body);
    expect(new Set(ofAll.map((row) => row['Business']))).toEqual(new Set(['north', 'south']));
    expect(ofAll).toHaveLength(6);
    expect(ofAll.every((row) => row['Contact'] === '' && /^(•••• \d{4})?$/.test(row['Phone']!))).toBe(true);
    const foreign = await app.call(other.token, 'POST', '/reports/call-list/exports', {
      business_id: north.businessId,
    });
    expect(foreign.status).toBe(404);
  });

  it('has opt-ins and opt-outs in words, each once, with people known to their business alone', async () => {
    const east = await app.addTenant('east', { agencyId: north.agencyId });
    for (const from of ['+12025550150', '+12025550151'])
      for (const text of ['PIZZA', 'STOP']) await app.textIn(east, text, from);
    const own = await ask(east.token, 'consent-list');
    expect(own.name).toBe('Opt-ins of east, 2026-11-01 to 2026-11-30.csv');
    await run();
    const rows = rowsOf((await download(east.token, own.id)).body);
    expect(rows.map((row) => [row['Phone'], row['Status'], row['Source'], row['Keyword'], row['Campaign']])).toEqual(
      ['+12025550150', '+12025550151'].flatMap((phone) => [
        [phone, 'Opted in', 'Keyword', 'PIZZA', 'Pizza'],
        [phone, 'Opted out', 'Text message', '', ''],
      ]),
    );
    const { total } = (await listed(east.token))[0]!;
    expect(total).toBe(rows.length);
    expect((await recorded(AccountEmailRequested.type)).at(-1)).toMatchObject({
      about: { link: '/business/reports/opt-ins?exports=open' },
    });

    const { id } = await ask(agency, 'consent-list', { status: 'optedOut', business_id: east.businessId });
    await run();
    const ofAgency = rowsOf((await download(agency, id)).body);
    expect(ofAgency.map((row) => [row['Contact'], row['Phone'], row['Status']])).toEqual([
      ['', '•••• 0150', 'Opted out'],
      ['', '•••• 0151', 'Opted out'],
    ]);
    const foreign = { business_id: east.businessId };
    expect((await app.call(other.token, 'POST', '/reports/consent-list/exports', foreign)).status).toBe(404);
  });
});
