import { request } from 'node:http';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox, SandboxOptions } from '../../../sandbox/index.ts';
import { accountSid, authToken, gym, phone, sandboxFor, sdk, shop, startApplication } from './setup.ts';

let application: Awaited<ReturnType<typeof startApplication>>;
let folder: string;
let sandbox: Sandbox | null = null;
const start = async (more: Partial<SandboxOptions> = {}) => {
  await sandbox?.close();
  sandbox = await sandboxFor(application, { folder, openAccounts: true, secret: 'of the installation', ...more });
  return sandbox;
};
beforeEach(async () => {
  application = await startApplication();
  folder = join(await mkdtemp(join(tmpdir(), 'sandbox-')), 'sandbox');
});
afterEach(async () => {
  await sandbox?.close();
  sandbox = null;
  await application.close();
  await rm(join(folder, '..'), { recursive: true, force: true });
});

const tree = async (): Promise<Record<string, string>> => {
  const found: Record<string, string> = { '.': ((await stat(folder)).mode & 0o777).toString(8) };
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    found[path.slice(folder.length + 1)] = ((await stat(path)).mode & 0o777).toString(8);
  }
  return found;
};
const everythingIn = async (): Promise<string> => {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  return (await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')))).join('\n');
};
/** Something of each kind that is kept: a text with a picture, an email. */
const fill = async (running: Sandbox) => {
  await running.phone.send({
    from: phone,
    to: shop,
    body: 'Hello',
    media: [{ contentType: 'image/png', content: Buffer.from('a picture') }],
  });
  const emails = nodemailer.createTransport({ host: '127.0.0.1', port: running.smtpPort, secure: false });
  await emails.sendMail({ from: 'a@example.com', to: 'b@example.com', subject: 'Reset', text: 'a secret link' });
};
const privately = (modes: Record<string, string>) => {
  expect(Object.keys(modes).length).toBeGreaterThan(5);
  for (const [path, mode] of Object.entries(modes))
    expect([path, mode]).toEqual([path, /\.|ME/.test(path) && path !== '.' ? '600' : '700']);
};

describe('what the sandbox keeps', () => {
  it('is for its own user alone', async () => {
    const before = process.umask(0o022);
    try {
      await fill(await start());
      privately(await tree());
    } finally {
      process.umask(before);
    }
  });

  it('is closed to others at a start when an older version left it open', async () => {
    await fill(await start());
    await sandbox!.close();
    sandbox = null;
    for (const path of Object.keys(await tree()))
      await chmod(join(folder, path), path.includes('.') && path !== '.' ? 0o644 : 0o755);
    await start();
    privately(await tree());
  });

  it("holds no account's token in the clear, and signs with it after a restart", async () => {
    const theirs = { sid: `AC${'7'.repeat(32)}`, token: 'the-real-token-of-somebody' };
    const first = await start();
    const bought = await sdk(first.url, theirs).incomingPhoneNumbers.create({
      areaCode: '415',
      smsUrl: `${application.url}/inbound`,
    });
    expect(await everythingIn()).not.toMatch(/the-real-token|a-token-of-the-test/);
    const again = await start();
    await again.phone.send({ from: phone, to: bought.phoneNumber, body: 'Still signed?' });
    await again.phone.send({ from: phone, to: shop, body: 'And this one?' });
    await again.carrier.idle();
    expect(application.inbound().map(({ valid }) => valid)).toEqual([false, true]);
    expect(await sdk(again.url, theirs).incomingPhoneNumbers.list()).toHaveLength(1);
  });

  it('is rid of the tokens that an older version wrote', async () => {
    await mkdir(folder, { recursive: true });
    const account = {
      sid: accountSid,
      authToken: 'an-old-clear-token',
      friendlyName: 'Old',
      type: 'Full',
      status: 'active',
      createdAt: 1,
    };
    await writeFile(join(folder, 'carrier.jsonl'), `${JSON.stringify({ k: 'account', account })}\n`);
    const running = await start({ accounts: [], numbers: [] });
    expect(await everythingIn()).not.toContain('an-old-clear-token');
    expect(await sdk(running.url, { token: 'an-old-clear-token' }).incomingPhoneNumbers.list()).toEqual([]);
  });
});

/** A request as a browser or a program would make it, with any Host and Origin. */
const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: unknown): Promise<number> =>
  new Promise((resolve, reject) => {
    const text = body === undefined ? '' : JSON.stringify(body);
    const outgoing = request(
      {
        host: '127.0.0.1',
        port: sandbox!.port,
        method,
        path,
        headers: { ...(text ? { 'content-type': 'application/json' } : {}), ...headers },
      },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode!);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(text);
  });

describe('who may ask the sandbox', () => {
  it('nobody under a name that is not its own: a name that was made to lead here', async () => {
    await start({ applicationUrl: 'https://beckon.example:8443' });
    const { port } = sandbox!;
    for (const host of [
      'attacker.example',
      `attacker.example:${port}`,
      'localhost.attacker.example',
      '127.0.0.1.nip.io',
    ])
      expect([host, await ask('GET', '/inbox/messages', { host })]).toEqual([host, 421]);
    for (const host of [
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      `[::1]:${port}`,
      `northwind.localhost:${port}`,
      '192.168.1.7',
      `beckon.example:${port}`,
    ])
      expect([host, await ask('GET', '/inbox/messages', { host })]).toEqual([host, 200]);
  });

  it('no page of another origin may change anything', async () => {
    await start();
    const host = `127.0.0.1:${sandbox!.port}`;
    const text = { from: phone, to: gym, body: 'Sent by a page that somebody has open' };
    const foreign: Record<string, string>[] = [
      { origin: 'https://attacker.example' },
      { origin: 'null' },
      { origin: `http://127.0.0.1:${sandbox!.port + 1}` },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of foreign) {
      expect(await ask('POST', '/phone/messages', { host, ...headers }, text)).toBe(403);
      expect(await ask('PUT', '/sandbox/behaviour', { host, ...headers }, {})).toBe(403);
      expect(await ask('DELETE', '/inbox/messages', { host, ...headers })).toBe(403);
      expect(await ask('POST', `/2010-04-01/Accounts/${accountSid}/Messages.json`, { host, ...headers }, {})).toBe(403);
    }
    expect(sandbox!.carrier.messages()).toEqual([]);
    // Its own pages, and programs, which name no origin.
    expect(
      await ask('POST', '/phone/messages', { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }, text),
    ).toBe(201);
    expect(await ask('POST', '/phone/messages', { host }, text)).toBe(201);
    expect((await sdk(sandbox!.url, { token: authToken }).incomingPhoneNumbers.list()).length).toBe(2);
  });

  it('no page of another origin may show what is kept', async () => {
    await start();
    const answer = await fetch(`${sandbox!.url}/sandbox/status`);
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});
