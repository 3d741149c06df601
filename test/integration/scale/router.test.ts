import { randomUUID } from 'node:crypto';
import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDirectory } from '../../../adapters/directory/index.ts';
import type { Directory } from '../../../adapters/directory/port.ts';
import { type Router, startRouter } from '../../../main/router.ts';
import { eventually } from '../../support/eventually.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { quietLog } from '../../support/quiet.ts';

const closers: (() => Promise<unknown>)[] = [];
let directory: Directory;
let router: Router;
const [acme, other] = [randomUUID(), randomUUID()];

/** Says its name, and what it was asked. */
async function cell(name: string): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () =>
      response.end(
        JSON.stringify({ name, host: request.headers.host, path: request.url, body: Buffer.concat(chunks).toString() }),
      ),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.unshift(() => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  const database = await createTestDatabase({ migrated: false });
  closers.unshift(() => database.drop());
  directory = await openDirectory(database.connectionString);
  closers.unshift(() => directory.close());
  for (const name of ['one', 'two']) await directory.cell(name, await cell(name));
  await directory.place(acme, 'two', 'here');
  await directory.enter(acme, [
    { kind: 'host', key: 'app.acme.example' },
    { kind: 'number', key: '+14155550001' },
    { kind: 'key', key: 'acme' },
  ]);
  router = await startRouter({ directory, elsewhere: 'one', log: quietLog, freshMs: 10, holdMs: 500 });
  closers.unshift(() => router.close());
});
afterAll(async () => {
  for (const close of closers) await close();
});

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly said: { readonly name?: string; readonly host?: string; readonly path?: string; readonly body?: string };
}
const send = (path: string, headers: Record<string, string>, body?: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const asking = ask(
      `${router.url}${path}`,
      { method: body === undefined ? 'GET' : 'POST', headers, agent: false },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            retryAfter: response.headers['retry-after'],
            said: JSON.parse(text || '{}') as Answer['said'],
          }),
        );
      },
    );
    asking.on('error', reject);
    asking.end(body);
  });
const text = (to: string) => new URLSearchParams({ From: '+15005550006', To: to, Body: 'Hello' }).toString();
const webhook = (to: string) => send('/webhooks/twilio/inbound', { host: 'app.example' }, text(to));

it('finds an installation by host, by number and by what an API key begins with; the rest goes to one of them', async () => {
  expect((await send('/x?y=1', { host: 'App.Acme.Example:443' })).said).toMatchObject({
    name: 'two',
    host: 'App.Acme.Example:443',
    path: '/x?y=1',
  });
  expect((await send('/x', { host: 'elsewhere.example' })).said.name).toBe('one');
  expect((await send('/x', { host: 'elsewhere.example', authorization: 'Bearer acme_0123' })).said.name).toBe('two');
  expect((await send('/x', { host: 'elsewhere.example', authorization: 'Bearer none_0123' })).said.name).toBe('one');
  expect((await webhook('+14155550001')).said).toMatchObject({ name: 'two', body: text('+14155550001') });
  expect((await webhook('+14155550002')).said.name).toBe('one');
  const events = (owner: unknown) => JSON.stringify([{ type: 'message-received', message: { owner } }]);
  const told = (body: string) => send('/webhooks/bandwidth/messages', { host: 'app.example' }, body);
  expect((await told(events('+14155550001'))).said).toMatchObject({ name: 'two', body: events('+14155550001') });
  for (const body of [events('+14155550002'), events(7), '[', '[null]'])
    expect((await told(body)).said).toMatchObject({ name: 'one', body });
  // A status is about the number that the text went out from.
  const status = new URLSearchParams({ To: '+15005550006', From: '+14155550001', MessageStatus: 'sent' }).toString();
  expect((await send('/webhooks/twilio/status?m=1', {}, status)).said).toMatchObject({
    name: 'two',
    path: '/webhooks/twilio/status?m=1',
  });
  expect((await send('/webhooks/twilio/inbound', {}, 'x'.repeat(300_000))).status).toBe(413);
});

it('holds webhooks while an agency moves, answers others 503, and goes by the directory after that', async () => {
  await directory.place(acme, 'two', 'moving');
  await eventually(
    () => send('/x', { host: 'app.acme.example' }),
    ({ status, retryAfter }) => status === 503 && retryAfter === '5',
  );
  expect((await webhook('+14155550001')).status).toBe(503);
  const held = webhook('+14155550001');
  await eventually(
    () => router.counts.held,
    (count) => count === 2,
  );
  await directory.place(acme, 'one', 'here');
  expect((await held).said).toMatchObject({ name: 'one', body: text('+14155550001') });
  expect((await send('/x', { host: 'app.acme.example' })).said.name).toBe('one');
});

it('gives no address of one agency to another', async () => {
  await expect(directory.enter(other, [{ kind: 'number', key: '+14155550001' }])).rejects.toThrow('Another agency has');
  await directory.enter(acme, [{ kind: 'number', key: '+14155550001' }]);
});
