import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import yauzl from 'yauzl';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Packet } from '../../../domain/evidence/packet.ts';
import { startTestApi, type Tenant, type TestApi } from './support.ts';

let app: TestApi;
let bella: Tenant;
let carla: Tenant;
let clock = new Date('2026-03-03T19:12:00Z');
const folder = mkdtempSync(join(tmpdir(), 'beckon-packet-'));
beforeAll(async () => {
  app = await startTestApi({ now: () => clock });
  bella = await app.addTenant('bella');
  carla = await app.addTenant('carla');
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await app.close();
});

const take = (contactId: string, token = bella.token) =>
  app.call<{ data: { url: string } }>(token, 'POST', `/contacts/${contactId}/evidence`);
const download = (url: string) => app.api.inject({ method: 'GET', url });

async function unzipped(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
    files.set(entry.fileName, Buffer.concat(parts));
  }
  return files;
}
async function packetOf(contactId: string): Promise<Map<string, Buffer>> {
  const { body } = await take(contactId);
  const { statusCode, headers, rawPayload } = await download(body.data.url);
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('application/zip');
  return unzipped(rawPayload);
}
/** A stranger: an empty folder, the files, and Node without anything else. */
function stranger(files: ReadonlyMap<string, Buffer>, ...given: readonly string[]) {
  const home = mkdtempSync(join(folder, 'stranger-'));
  for (const [path, content] of files) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), content);
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['verify.mjs', ...given], {
    cwd: home,
    env: {},
    encoding: 'utf8',
  });
  rmSync(home, { recursive: true, force: true });
  return { isVerified: status === 0, stdout, stderr };
}
const told = (files: ReadonlyMap<string, Buffer>) =>
  JSON.parse(files.get('packet.json')!.toString()) as Packet & { verifier_key: string };
const replaced = (files: ReadonlyMap<string, Buffer>, path: string, content: Buffer | null) => {
  const copy = new Map(files);
  if (content === null) copy.delete(path);
  else copy.set(path, content);
  return copy;
};
/** As someone would who has the log's key. */
async function resigned(files: ReadonlyMap<string, Buffer>): Promise<Map<string, Buffer>> {
  const copy = replaced(files, 'manifest.note', null);
  const lines = [...copy].map(([path, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${path}\n`);
  const name = told(files).verifier_key.split('+')[0]!;
  return copy.set('manifest.note', Buffer.from(await app.evidence.sign(`${name}/packet\n${lines.join('')}`)));
}

let contactId: string;
let files: Map<string, Buffer>;
beforeAll(async () => {
  ({ contactId } = await app.textIn(bella, 'PIZZA', '+12025550171'));
  await app.textIn(bella, 'Is the patio heated?', '+12025550172');
  await app.textIn(bella, 'Is it open?', '+12025550171');
  await app.call(bella.token, 'POST', '/livechat/messages', { contact_id: contactId, body: 'It is!' });
  clock = new Date('2026-03-05T19:12:00Z');
  bella = { ...bella, token: await app.signIn(bella.email) };
  await app.call(bella.token, 'POST', `/contacts/${contactId}/opt-out`, { reason: 'Asked at the counter' });
  await app.settled();
  files = await packetOf(contactId);
});

describe('the evidence packet of a contact', () => {
  it('is checked by a stranger with nothing but Node', () => {
    const { isVerified, stdout, stderr } = stranger(files);
    expect(stderr).toBe('');
    expect(isVerified).toBe(true);
    expect(stdout).toContain('VERIFIED');
    expect(stdout).toContain('Consent to text messages was given on March 3, 2026 at 11:12 AM local time (keyword).');
    expect(stdout).toContain('It was revoked on March 5, 2026');
    const { verifier_key: key } = told(files);
    expect(stranger(files, key).isVerified).toBe(true);
    expect(stranger(files, key.replace(/.{5}$/, 'AAAA=')).isVerified).toBe(false);
  });

  it('says what was agreed to, what was said, and by which consent', () => {
    const packet = told(files);
    expect(packet.contact).toEqual({ ids: [contactId], phone: '+12025550171', erased: false });
    expect(packet.consent).toMatchObject([
      { channel: 'text', kind: 'optedIn', how: 'keyword', local: '2026-03-03 11:12:00 -08:00 (America/Los_Angeles)' },
      { channel: 'text', kind: 'optedOut', how: 'screen', words: null },
    ]);
    expect(packet.messages.map(({ direction, text, consent }) => [direction, text, consent.state])).toEqual(
      expect.arrayContaining([
        ['in', 'PIZZA', 'unknown'],
        ['in', 'Is it open?', 'subscribed'],
        ['out', 'It is!', 'subscribed'],
      ]),
    );
    expect(packet.acted).toEqual([{ user: bella.userId, acted_as_by: null, events: expect.any(Number) as number }]);
    // Another's number and words are not in it, in no file.
    for (const content of files.values()) expect(content.toString('latin1')).not.toContain('2025550172');
    expect([...files.keys()].filter((path) => path.endsWith('.tlog-proof')).length).toBeGreaterThan(2);
    expect(files.get('packet.pdf')!.toString('latin1', 0, 5)).toBe('%PDF-');
  });

  it('fails the check when one byte of any file is another, a file is missing, or one was added', () => {
    let seed = 7;
    const chance = (most: number) => (seed = (seed * 16_807) % 2_147_483_647) % most;
    for (const [path, content] of files) {
      for (const at of [0, content.length - 1, chance(content.length)]) {
        const altered = Buffer.from(content);
        altered[at]! ^= 1 << chance(7);
        if (altered.equals(content)) continue;
        expect(stranger(replaced(files, path, altered)).isVerified, `${path} at ${at}`).toBe(false);
      }
      expect(stranger(replaced(files, path, null)).isVerified, `without ${path}`).toBe(false);
    }
    expect(stranger(replaced(files, 'more.txt', Buffer.from('more'))).isVerified).toBe(false);
  });

  const lines = () =>
    files
      .get('events.jsonl')!
      .toString()
      .split('\n')
      .filter((line) => line !== '');
  const eventOf = (line: string) =>
    JSON.parse((JSON.parse(line) as { entry: string }).entry) as { id: string; type: string };

  it('fails when an opt-out is left out, even signed by who has the key', async () => {
    expect(stranger(await resigned(files)).isVerified).toBe(true);
    const left = lines().filter((line) => eventOf(line).type !== 'ContactOptedOut');
    expect(left).toHaveLength(lines().length - 1);
    const all = (await app.raw.readAll(0n, { limit: 5_000 })).events;
    const positions = left.map((line) => all.find(({ id }) => id === eventOf(line).id)!.position);
    const proof = (await app.evidence.prove(bella.businessId, 'events', positions))!;
    const packet = { ...told(files), consent: told(files).consent.filter(({ kind }) => kind !== 'optedOut') };
    const silent = new Map(files)
      .set('events.jsonl', Buffer.from(left.map((line) => `${line}\n`).join('')))
      .set('packet.json', Buffer.from(JSON.stringify(packet)))
      .set(
        'proofs/events.json',
        Buffer.from(
          JSON.stringify({ checkpoint: proof.checkpoint, hashes: Buffer.concat(proof.hashes).toString('base64') }),
        ),
      );
    const { isVerified, stderr } = stranger(await resigned(silent));
    expect(isVerified).toBe(false);
    expect(stderr).toContain('was left out');
  });

  it('fails when a value is another than was sealed, or an event another than was recorded, signed or not', async () => {
    const altered = async (from: string, to: string) => {
      const text = files.get('events.jsonl')!.toString();
      expect(text).toContain(from);
      return stranger(await resigned(replaced(files, 'events.jsonl', Buffer.from(text.replace(from, to)))));
    };
    expect((await altered('Is it open?', 'Is it shut?')).stderr).toMatch(/body of event/);
    expect((await altered('2026-03-03T19:12:00.000Z', '2026-03-02T19:12:00.000Z')).stderr).toContain('FAILED');
  });

  it('is given to no other tenant, and to no one who has no such contact', async () => {
    expect((await take(contactId, await app.signIn(carla.email))).status).toBe(404);
    expect((await take(contactId, await app.addUser('Admin', null))).status).toBe(403);
    expect((await take(randomUUID())).status).toBe(404);
    expect((await download('/files/contacts/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA/evidence.zip')).statusCode).toBe(404);
    const { body } = await app.call<{ data: { url: string } }>(bella.token, 'POST', `/contacts/${contactId}/data-file`);
    const other = body.data.url.replace('data.json', 'evidence.zip');
    expect((await download(other)).statusCode).toBe(404);
  });

  it('survives an erasure: hashes and commitments without values, and it says so', async () => {
    const { contactId: other } = await app.textIn(bella, 'PIZZA', '+12025550173');
    const before = await packetOf(other);
    await app.call(bella.token, 'DELETE', `/contacts/${other}`);
    await app.subjectKeys.destroy(other);
    await app.settled();
    const after = await packetOf(other);
    const { isVerified, stdout, stderr } = stranger(after);
    expect(stderr).toBe('');
    expect(isVerified).toBe(true);
    expect(stdout).toContain('This contact was erased.');
    for (const content of after.values()) expect(content.toString('latin1')).not.toContain('2025550173');
    expect(told(after).consent.map(({ kind }) => kind)).toContain('optedIn');
    // Who had one from before still proves what was so.
    expect(before.get('events.jsonl')!.toString()).toContain('2025550173');
    expect(stranger(before).isVerified).toBe(true);
  });
});
