import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Mail, Sandbox } from '../../../sandbox/index.ts';
import { sandboxFor, startApplication, type Application } from './setup.ts';

let application: Application;
let sandbox: Sandbox;

beforeAll(async () => {
  application = await startApplication();
  sandbox = await sandboxFor(application);
});
afterAll(async () => {
  await sandbox.close();
  await application.close();
});

const transport = (port = sandbox.smtpPort, auth = { user: 'anybody', pass: 'anything' }) =>
  nodemailer.createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true, auth });
const list = async (query = '', of = sandbox): Promise<Mail[]> =>
  ((await (await fetch(`${of.url}/inbox/messages${query}`)).json()) as { messages: Mail[] }).messages;

test('keeps a mail with its parts, headers and attachments', async () => {
  const sent = await transport().sendMail({
    from: '"Bella’s Pizzeria" <hello@bella.test>',
    to: 'maria@example.com',
    bcc: 'hidden@example.com',
    subject: 'Grüße 🍕',
    text: 'Hello',
    html: '<p>Hello <img src="cid:logo"></p>',
    headers: { 'List-Unsubscribe': '<https://x.test/u/1>' },
    attachments: [
      { filename: 'menu.pdf', content: 'PDF', contentType: 'application/pdf' },
      { filename: 'logo.png', cid: 'logo', content: 'pixels', contentType: 'image/png' },
    ],
  });
  const [email] = await list('?to=MARIA@example.com');
  expect(email).toMatchObject({
    subject: 'Grüße 🍕',
    to: ['maria@example.com'],
    envelope: { from: 'hello@bella.test', to: ['maria@example.com', 'hidden@example.com'], user: 'anybody' },
  });
  expect(email?.from).toBe('Bella’s Pizzeria <hello@bella.test>');
  expect(email?.text.trim()).toBe('Hello');
  expect(email?.headers).toContainEqual({ name: 'List-Unsubscribe', value: '<https://x.test/u/1>' });
  expect(email?.headers.find(({ name }) => name === 'Message-ID')?.value).toBe(sent.messageId);
  const [pdf, logo] = ['menu.pdf', 'logo.png'].map((name) => email?.attachments.find((item) => item.name === name));
  expect([pdf?.name, pdf?.contentType, pdf?.size]).toEqual(['menu.pdf', 'application/pdf', 3]);
  const download = await fetch(sandbox.url + pdf?.url);
  expect([download.headers.get('content-disposition'), await download.text()]).toEqual([
    "attachment; filename*=UTF-8''menu.pdf",
    'PDF',
  ]);
  const html = await fetch(`${sandbox.url}/inbox/messages/${email?.id}/html`);
  expect(html.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
  expect(await html.text()).toContain(`<img src="${logo?.url}">`);
  expect(await (await fetch(`${sandbox.url}/inbox/messages/${email?.id}/raw`)).text()).toContain(
    'List-Unsubscribe: <https://x.test/u/1>',
  );
  expect(await list('?to=hidden@example.com')).toHaveLength(1);
  expect(await list('?to=nobody@example.com')).toEqual([]);
});

test.each([
  ['bounce@example.com', 550],
  ['bounce+tag@example.com', 550],
  ['tempfail@example.com', 451],
])('%s is refused with %i', async (to, code) => {
  await expect(transport().sendMail({ from: 'a@b.test', to, subject: 'x', text: 'x' })).rejects.toMatchObject({
    code: 'EENVELOPE',
    responseCode: code,
  });
  expect(await list(`?to=${encodeURIComponent(to)}`)).toEqual([]);
});

test('slow@ is taken in the end', async () => {
  await transport().sendMail({ from: 'a@b.test', to: 'slow@example.com', subject: 'slow', text: 'x' });
  expect((await sandbox.inbox.waitFor('slow@example.com')).subject).toBe('slow');
});

test('newest first, and a thing that is not there is 404', async () => {
  for (const subject of ['first', 'second'])
    await transport().sendMail({ from: 'a@b.test', to: 'order@example.com', subject, text: 'x' });
  expect((await list('?to=order@example.com')).map(({ subject }) => subject)).toEqual(['second', 'first']);
  for (const path of ['nothing', 'nothing/raw', 'nothing/html', 'nothing/attachments/0', '..%2f..%2fetc/raw'])
    expect((await fetch(`${sandbox.url}/inbox/messages/${path}`)).status).toBe(404);
  expect((await fetch(`${sandbox.url}/inbox/messages?limit=0`)).status).toBe(422);
});

test('with users configured, only they get in', async () => {
  const guarded = await sandboxFor(application, { smtpUsers: [{ user: 'app', password: 'secret' }] });
  try {
    await expect(
      transport(guarded.smtpPort).sendMail({ from: 'a@b.test', to: 'c@d.test', text: 'x' }),
    ).rejects.toMatchObject({ code: 'EAUTH', responseCode: 535 });
    await transport(guarded.smtpPort, { user: 'app', pass: 'secret' }).sendMail({
      from: 'a@b.test',
      to: 'c@d.test',
      text: 'x',
    });
    expect(await guarded.inbox.messages()).toHaveLength(1);
  } finally {
    await guarded.close();
  }
});

test('can be emptied', async () => {
  expect((await fetch(`${sandbox.url}/inbox/messages`, { method: 'DELETE' })).status).toBe(204);
  expect(await list()).toEqual([]);
});

test('a mail is shown whole or not yet, however often one looks while it comes in', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inbox-'));
  const kept = await sandboxFor(application, { folder });
  const to = 'impatient@example.com';
  const count = 20;
  let done = false;
  const looked = (async () => {
    const subjects = new Set<string>();
    while (!done) for (const email of await list(`?to=${to}`, kept)) subjects.add(email.subject);
    return subjects;
  })();
  await Promise.all(
    Array.from({ length: count }, (_, n) =>
      transport(kept.smtpPort).sendMail({
        from: 'a@bella.test',
        to,
        subject: `Mail ${n}`,
        text: 'x'.repeat(1_000_000),
      }),
    ),
  );
  done = true;
  expect([...(await looked)].filter((subject) => !/^Mail \d+$/.test(subject))).toEqual([]);
  expect(new Set((await list(`?to=${to}`, kept)).map(({ subject }) => subject)).size).toBe(count);
  await kept.close();
  await rm(folder, { recursive: true, force: true });
});
