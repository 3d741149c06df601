import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Mail, PhoneMessage } from '../../../sandbox/index.ts';
import { accountSid, authToken, phone, sandboxFor, sdk, shop, startApplication, type Application } from './setup.ts';

let application: Application;
let folder: string;
let running: ChildProcess | null = null;

beforeEach(async () => {
  application = await startApplication();
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
});
afterEach(async () => {
  await kill();
  await application.close();
  await rm(folder, { recursive: true, force: true });
});

/** The sandbox as a process of its own; resolves with its addresses. */
async function start(behaviour: object = {}): Promise<{ url: string; smtpPort: number }> {
  const child = spawn(process.execPath, ['sandbox/main.ts'], {
    env: {
      ...process.env,
      SANDBOX_PORT: '0',
      SANDBOX_SMTP_PORT: '0',
      SANDBOX_DIR: folder,
      SANDBOX_ACCOUNT_SID: accountSid,
      SANDBOX_AUTH_TOKEN: authToken,
      SANDBOX_NUMBERS: shop,
      SANDBOX_SMS_URL: `${application.url}/inbound`,
      LOG_LEVEL: 'silent',
      SANDBOX_BEHAVIOUR: JSON.stringify({
        progress: { sentAfterMs: 5, deliveredAfterMs: 5, jitterMs: 0 },
        retry: { firstMs: 30, maxMs: 100 },
        ...behaviour,
      }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running = child;
  let said = '';
  for await (const chunk of child.stdout) {
    said += String(chunk);
    const match = /Sandbox: (\S+) .*SMTP: (\d+)/.exec(said);
    if (match) return { url: match[1] ?? '', smtpPort: Number(match[2]) };
  }
  throw new Error(`The sandbox did not start: ${said}`);
}

async function kill(): Promise<void> {
  if (running === null || running.exitCode !== null || running.signalCode !== null) return;
  const gone = once(running, 'exit');
  running.kill('SIGKILL');
  await gone;
  running = null;
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20));
}

const has = async (url: string, number: string) =>
  (
    (await (await fetch(`${url}/phone/messages?number=${encodeURIComponent(number)}`)).json()) as {
      messages: PhoneMessage[];
    }
  ).messages;

test('what was accepted before kill -9 is there afterwards, is delivered and called back', async () => {
  const before = await start({ progress: { sentAfterMs: 60_000, deliveredAfterMs: 5, jitterMs: 0 } });
  const created = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      sdk(before.url).messages.create({
        from: shop,
        to: phone,
        body: `n${i}`,
        statusCallback: `${application.url}/status`,
      }),
    ),
  );
  await kill();

  const after = await start();
  const listed = await sdk(after.url).messages.list({ to: phone });
  expect(new Set(listed.map(({ sid }) => sid))).toEqual(new Set(created.map(({ sid }) => sid)));
  await until(() => created.every(({ sid }) => application.states(sid).includes('delivered')));
  expect(
    created.every(({ sid }) => application.states(sid).filter((state) => state === 'delivered').length === 1),
  ).toBe(true);
  expect((await has(after.url, phone)).map(({ body }) => body).sort()).toEqual(created.map(({ body }) => body).sort());
});

test('a text that the application had not taken is handed over after the crash', async () => {
  application.failNext(...Array.from({ length: 1_000 }, () => 503));
  const before = await start();
  const { sid } = (await (
    await fetch(`${before.url}/phone/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        from: phone,
        to: shop,
        body: 'keep me',
        media: [{ contentType: 'image/png', data: Buffer.from('pixels').toString('base64') }],
      }),
    })
  ).json()) as { sid: string };
  await kill();
  await application.close();
  application = await startApplication(application.port);

  const after = await start();
  await until(() => application.inbound().length > 0);
  const { params } = application.inbound()[0] ?? { params: {} as Record<string, string> };
  expect(params).toMatchObject({ MessageSid: sid, Body: 'keep me', NumMedia: '1' });
  expect(await (await fetch(params['MediaUrl0'] ?? '')).text()).toBe('pixels');
  expect((await has(after.url, phone)).map(({ body }) => body)).toEqual(['keep me']);
});

test('kill -9 in a burst loses nothing that was answered, and doubles nothing', async () => {
  const before = await start();
  const answered = new Set<string>();
  const client = sdk(before.url);
  const burst = Array.from({ length: 400 }, (_, i) =>
    client.messages.create({ from: shop, to: phone, body: `n${i}` }).then(
      ({ sid }) => {
        answered.add(sid);
        if (answered.size === 150) running?.kill('SIGKILL');
      },
      () => undefined,
    ),
  );
  await Promise.all(burst);
  await kill();
  expect(answered.size).toBeGreaterThanOrEqual(150);

  const after = await start();
  const listed = await sdk(after.url).messages.list({ to: phone, pageSize: 1_000 });
  const sids = new Set(listed.map(({ sid }) => sid));
  expect([...answered].filter((sid) => !sids.has(sid))).toEqual([]);
  expect(new Set(listed.map(({ body }) => body)).size).toBe(listed.length);
});

test('email, numbers and released numbers survive', async () => {
  const before = await start();
  await nodemailer
    .createTransport({ host: '127.0.0.1', port: before.smtpPort, secure: false, ignoreTLS: true })
    .sendMail({ from: 'a@b.test', to: 'c@d.test', subject: 'kept', text: 'x' });
  const bought = await sdk(before.url).incomingPhoneNumbers.create({
    phoneNumber: '+12065550123',
    smsUrl: 'https://x.test/sms',
  });
  const gone = await sdk(before.url).incomingPhoneNumbers.create({ phoneNumber: '+12065550124' });
  await sdk(before.url).incomingPhoneNumbers(gone.sid).remove();
  await kill();

  const after = await start();
  const { messages } = (await (await fetch(`${after.url}/inbox/messages?to=c@d.test`)).json()) as { messages: Mail[] };
  expect(messages.map(({ subject }) => subject)).toEqual(['kept']);
  expect(
    (await sdk(after.url).incomingPhoneNumbers.list()).map(({ sid, phoneNumber, smsUrl }) => [
      sid,
      phoneNumber,
      smsUrl,
    ]),
  ).toContainEqual([bought.sid, '+12065550123', 'https://x.test/sms']);
  expect((await sdk(after.url).incomingPhoneNumbers.list()).map(({ sid }) => sid)).not.toContain(gone.sid);
});

test('a torn last line is dropped, a damaged one passed over, and what follows is written after them', async () => {
  const first = await sandboxFor(application, { folder });
  const one = await sdk(first.url).messages.create({ from: shop, to: phone, body: 'one' });
  await first.carrier.idle();
  await first.close();
  await appendFile(join(folder, 'carrier.jsonl'), 'rubbish\n{"k":"message","mess');

  const second = await sandboxFor(application, { folder });
  const two = await sdk(second.url).messages.create({ from: shop, to: phone, body: 'two' });
  await second.carrier.idle();
  await second.close();
  const unreadable = (await readFile(join(folder, 'carrier.jsonl'), 'utf8'))
    .trim()
    .split('\n')
    .filter((line) => !/^\{.*\}$/.test(line) || line.includes('"mess{'));
  expect(unreadable).toEqual(['rubbish']);

  const third = await sandboxFor(application, { folder });
  expect(third.carrier.messages().map(({ sid, state }) => [sid, state])).toEqual([
    [one.sid, 'delivered'],
    [two.sid, 'delivered'],
  ]);
  await third.close();
});

test('the journal is shortened at a start when most of it is history', async () => {
  const first = await sandboxFor(application, { folder });
  await Promise.all(
    Array.from({ length: 400 }, (_, i) =>
      sdk(first.url).messages.create({ from: shop, to: phone, body: `n${i}`, statusCallback: `${application.url}/s` }),
    ),
  );
  await first.carrier.idle();
  await first.close();
  const lines = async () => (await readFile(join(folder, 'carrier.jsonl'), 'utf8')).split('\n').length;
  const long = await lines();
  const second = await sandboxFor(application, { folder });
  expect(await lines()).toBeLessThan(long / 2);
  expect(second.carrier.messages().every(({ state }) => state === 'delivered')).toBe(true);
  expect(second.carrier.messages()).toHaveLength(400);
  await second.close();
});

test('a second sandbox on a taken port fails and harms nothing', async () => {
  const first = await sandboxFor(application, { folder });
  await expect(sandboxFor(application, { folder, port: first.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  const { sid } = await sdk(first.url).messages.create({ from: shop, to: phone, body: 'still here' });
  await first.carrier.idle();
  await first.close();
  const again = await sandboxFor(application, { folder });
  expect(again.carrier.message(sid)?.state).toBe('delivered');
  await again.close();
});
