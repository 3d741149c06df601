import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import yauzl from 'yauzl';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Packet } from '../../../domain/evidence/packet.ts';
import { createSpreadsheets } from '../../../adapters/spreadsheets/index.ts';
import { createSafeHttp } from '../../../adapters/http/index.ts';
import { hasOpenssl, startTimestampAuthority } from '../../support/timestamp-authority.ts';
import { createSigner, newKey } from '../../../adapters/evidence/note.ts';
import type { ContactUploadDetail } from '../../../api/contract/contact-uploads.ts';
import { limits } from '../../../domain/uploads/fields.ts';
import { accountGone } from '../../../main/carrier-accounts.ts';
import { eventually, publicUrl, startTestApi, type Tenant, type TestApi } from './support.ts';

let app: TestApi;
let bella: Tenant;
let carla: Tenant;
let timestamps: Awaited<ReturnType<typeof startTimestampAuthority>>;
let http: ReturnType<typeof createSafeHttp>;
let clock = new Date('2026-03-03T19:12:00Z');
const folder = mkdtempSync(join(tmpdir(), 'beckon-packet-'));
beforeAll(async () => {
  timestamps = await startTimestampAuthority();
  http = createSafeHttp({ allow: [new URL(timestamps.url).host] });
  app = await startTestApi({ now: () => clock, composition: { timestamps: { url: timestamps.url, http } } });
  bella = await app.addTenant('bella');
  carla = await app.addTenant('carla');
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await app.close();
  await http.close();
  await timestamps.close();
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
/** Of the same contact, from before their opt-out. */
let early: Map<string, Buffer>;
beforeAll(async () => {
  ({ contactId } = await app.textIn(bella, 'PIZZA', '+12025550171'));
  await app.textIn(bella, 'Is the patio heated?', '+12025550172');
  await app.textIn(bella, 'Is it open?', '+12025550171');
  await app.call(bella.token, 'POST', '/livechat/messages', { contact_id: contactId, body: 'It is!' });
  await app.settled();
  early = await packetOf(contactId);
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
      const at = [0, content.length - 1, chance(content.length)][chance(3)]!;
      const altered = Buffer.from(content);
      altered[at]! ^= 1 << chance(7);
      expect(stranger(replaced(files, path, altered)).isVerified, `${path} at ${at}`).toBe(false);
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
  const eventOf = (line: string) => (JSON.parse(line) as { entry: { id: string; type: string } }).entry;

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

  interface Line {
    index: number;
    entry: { id: string; type: string; stream: string; metadata: { correlationId: string } };
    fields: { name: string; hash: string; salt?: string; value?: unknown }[];
  }
  const ofLines = (change: (all: Line[]) => Line[]) => {
    const text = change(lines().map((line) => JSON.parse(line) as Line)).map(({ index, entry, fields }) => {
      const said = JSON.stringify(entry);
      return `{"index":${index},"length":${Buffer.byteLength(said)},"entry":${said},"fields":${JSON.stringify(fields)}}\n`;
    });
    return replaced(files, 'events.jsonl', Buffer.from(text.join('')));
  };
  const ofLine = (change: (line: Line) => void, type = 'MessageReceived') =>
    ofLines((all) => {
      change(all.find(({ entry }) => entry.type === type)!);
      return all;
    });
  const ofPacket = (change: (packet: Packet & { verifier_key: string }) => object) =>
    replaced(files, 'packet.json', Buffer.from(JSON.stringify(change(told(files)))));
  const bodyOf = ({ fields }: Line) => fields.find(({ name }) => name === 'body')!;
  const sha256 = (...parts: (string | Buffer)[]) =>
    parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
  const changed = (path: string, change: (text: string) => string) =>
    replaced(files, path, Buffer.from(change(files.get(path)!.toString())));
  const flipped = (path: string, at: number) => {
    const altered = Buffer.from(files.get(path)!);
    altered[at]! ^= 1;
    return replaced(files, path, altered);
  };
  /** What only one check of the verifier finds, signed by who has the key. */
  const tricks: Readonly<Record<string, () => Map<string, Buffer> | Promise<Map<string, Buffer>>>> = {
    'body of event .* is not what was sealed': () => ofLine((line) => (bodyOf(line).value = 'Is it shut?')),
    'the commitment of event': () =>
      ofLine((line) => {
        const body = bodyOf(line);
        body.hash = sha256(Buffer.from(body.salt!, 'base64'), JSON.stringify(body.value)).toString('base64');
        const [first] = line.fields;
        first!.hash = Buffer.alloc(32, 1).toString('base64');
        delete first!.salt;
      }),
    'seals other fields': () => ofLine((line) => void line.fields.pop()),
    'the proof of events$': () => ofLine(({ entry }) => (entry.metadata.correlationId = randomUUID())),
    'is there twice': () => ofLines((all) => [...all, all[0]!]),
    'two events have one place': () => ofLines((all) => [...all, { ...all[0]!, entry: { ...all[0]!.entry, id: 'x' } }]),
    'the line of event': () =>
      changed('events.jsonl', (text) => text.replace(',"fields":[{"name"', ',"others":[],"fields":[{"name"')),
    'the proof has more than it needs': () =>
      changed('proofs/events.json', (text) => {
        const { checkpoint, hashes } = JSON.parse(text) as { checkpoint: string; hashes: string };
        const more = Buffer.concat([Buffer.from(hashes, 'base64'), Buffer.alloc(32)]);
        return JSON.stringify({ checkpoint, hashes: more.toString('base64') });
      }),
    'the signature of the checkpoint of contacts is wrong': () =>
      changed('proofs/contacts.checkpoint', (text) => text.replace(/\n\d+\n/, '\n1\n')),
    'is of another log': () => replaced(files, 'proofs/contacts.checkpoint', Buffer.from(eventsCheckpoint(files))),
    'the tree of contacts has another size': () =>
      replaced(files, 'proofs/contacts.bin', files.get('proofs/contacts.bin')!.subarray(48)),
    'the tree of contacts$': () => {
      // An entry of someone else.
      const own = sha256(`contact ${contactId}`).subarray(0, 16);
      const whole = files.get('proofs/contacts.bin')!;
      const at = Array.from({ length: whole.length / 48 }, (_, n) => n * 48).find(
        (place) => !whole.subarray(place, place + 16).equals(own),
      )!;
      return flipped('proofs/contacts.bin', at + 20);
    },
    'an event of this contact is not in the tree of contacts': () =>
      ['proofs/contacts.bin', 'proofs/contacts.checkpoint'].reduce(
        (some, path) => replaced(some, path, early.get(path)!),
        files,
      ),
    'an event of this contact was left out': () =>
      ['events.jsonl', 'proofs/events.json', 'packet.json'].reduce(
        (some, path) => replaced(some, path, early.get(path)!),
        files,
      ),
    'the verifier key has another id': () =>
      ofPacket((packet) => ({ ...packet, verifier_key: packet.verifier_key.replace(/\+[0-9a-f]{8}/, '+00000000') })),
    'the verifier key can not be read': () => ofPacket((packet) => ({ ...packet, verifier_key: 'beckon' })),
    'the verifier key is not one of Ed25519': () =>
      ofPacket((packet) => ({
        ...packet,
        // Base64 may hold a plus itself: the key is what stands behind the second one.
        verifier_key: packet.verifier_key.replace(
          /^([^+]*\+[^+]*\+).*$/,
          (_, before: string) => before + Buffer.alloc(33, 2).toString('base64'),
        ),
      })),
    'is no signed note of': () => changed('proofs/contacts.checkpoint', (text) => text.replace(/— \S+/, '— another')),
    'the proof of events is not base64': () =>
      changed('proofs/events.json', (text) => text.replace('"hashes":"', '"hashes":" ')),
    'the time of event .* is told otherwise': () =>
      ofPacket(({ consent: [first, ...rest], ...packet }) => ({
        ...packet,
        consent: [{ ...first, at: '2026-03-01T00:00:00.000Z' }, ...rest],
      })),
    'the words of event .* are told otherwise': () =>
      ofPacket((packet) => ({ ...packet, messages: packet.messages.map((one) => ({ ...one, text: 'Never' })) })),
    'is told of and is not there': () =>
      ofPacket((packet) => ({
        ...packet,
        consent: [...packet.consent, { ...packet.consent[0], event: randomUUID() }],
      })),
  };
  const eventsCheckpoint = (some: ReadonlyMap<string, Buffer>) =>
    (JSON.parse(some.get('proofs/events.json')!.toString()) as { checkpoint: string }).checkpoint;

  it.each(Object.entries(tricks))('fails, whoever signed it: %s', async (what, trick) => {
    const { isVerified, stderr } = stranger(await resigned(await trick()));
    expect(stderr).toMatch(new RegExp(`^FAILED: .*${what}`, 'm'));
    expect(isVerified).toBe(false);
  });

  it('fails when the file of events is written otherwise, though it says the same, or the document is missing', () => {
    const other = changed('events.jsonl', (text) => text.replace('"fields":[]', '"fields":[ ]'));
    expect(stranger(other).stderr).toContain('events.jsonl was changed');
    expect(stranger(replaced(files, 'packet.pdf', null)).stderr).toContain('packet.pdf is missing');
  });

  it('fails when another signed it, or its list of files is of something else', async () => {
    const list = files.get('manifest.note')!.toString();
    const last = list.trimEnd().lastIndexOf(' ') + 1;
    const signature = Buffer.from(list.slice(last).trimEnd(), 'base64');
    signature[40]! ^= 1;
    const forged = `${list.slice(0, last)}${signature.toString('base64')}\n`;
    expect(stranger(replaced(files, 'manifest.note', Buffer.from(forged))).stderr).toContain(
      'the signature of manifest.note is wrong',
    );
    const other = await app.evidence.sign(list.slice(0, list.indexOf('\n\n') + 1).replace('/packet\n', '/other\n'));
    expect(stranger(replaced(files, 'manifest.note', Buffer.from(other))).stderr).toContain('is of something else');
    const another = createSigner(told(files).verifier_key.split('+')[0]!, newKey());
    const stolen = another.sign(list.slice(0, list.indexOf('\n\n') + 1));
    expect(stranger(replaced(files, 'manifest.note', Buffer.from(stolen))).stderr).toContain(
      'manifest.note was signed with another key',
    );
  });

  it('names the file that someone was imported from by its SHA-256, with the row and who vouched for them', async () => {
    const { storage } = app;
    const spreadsheets = createSpreadsheets({ storage, limits });
    const workers = app.workers({
      carrierFor: () => accountGone(app.log),
      uploads: { storage, spreadsheets },
      config: { publicUrl, uploads: { pollMs: 50, batch: 50 } },
    });
    await workers.start();
    const csv = 'phone,name\n+12025550180,Ada\n+12025550181,Grace\n';
    const boundary = randomUUID();
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="guests.csv"\r\n\r\n`;
    const sent = await app.api.inject({
      method: 'POST',
      url: '/api/v1/contacts/import',
      payload: `${head}${csv}\r\n--${boundary}--\r\n`,
      headers: { authorization: `Bearer ${bella.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
    const { id } = sent.json<{ data: { id: string } }>().data;
    const reaches = async (stage: string) =>
      (
        await eventually(
          () => app.call<{ data: ContactUploadDetail }>(bella.token, 'GET', `/contacts/uploads/${id}`),
          ({ body }) => body.data.stage === stage,
        )
      ).body.data;
    await reaches('read');
    await app.call(bella.token, 'PUT', `/uploads/${id}/plan`, {
      columns: ['phone', 'first_name'].map((target) => ({ target, policy: 'overwrite' })),
      country: 'US',
      consent: { texts: true, emails: false },
    });
    const { statement } = await reaches('rehearsed');
    await app.call(bella.token, 'POST', `/uploads/${id}/start`, { statement });
    await reaches('finished');
    await app.settled();
    await workers.stop();
    const { body } = await app.call<{ data: { id: string }[] }>(bella.token, 'GET', '/contacts?search=Grace');
    const packet = await packetOf(body.data[0]!.id);
    expect(stranger(packet).stderr).toBe('');
    const [imported] = told(packet).imports;
    expect(imported).toMatchObject({
      upload: id,
      row: 2,
      file: 'guests.csv',
      size: csv.length,
      sha256: createHash('sha256').update(csv).digest('hex'),
      attested: { statement, by: { userId: bella.userId } },
    });
    for (const [name, other] of [
      ['row', 3],
      ['sha256', '0'.repeat(64)],
    ] as const) {
      const altered = { ...told(packet), imports: [{ ...imported!, [name]: other }] };
      const { stderr } = stranger(
        await resigned(replaced(packet, 'packet.json', Buffer.from(JSON.stringify(altered)))),
      );
      expect(stderr).toContain('is told otherwise');
    }
  });

  it.skipIf(!hasOpenssl)(
    'is seen by a time-stamp authority where one is configured, and is whole without',
    async () => {
      const { authority, stamp, verifies } = timestamps;
      authority.answer = (query) => ({ status: 200, body: stamp(query) });
      const stamped = await packetOf(contactId);
      const [list, token] = [stamped.get('manifest.note')!, stamped.get('manifest.tsr')!];
      expect(stranger(stamped).stdout).toContain('openssl ts -verify');
      expect(stranger(stamped).stderr).toBe('');
      expect(verifies(list, token)).toBe(true);
      expect(verifies(Buffer.concat([list, Buffer.from(' ')]), token)).toBe(false);
      expect(stranger(new Map(files).set('manifest.tsr', token)).stderr).toContain('manifest.tsr is of something else');

      // What it answered before, a refusal, half an answer, and none.
      const refused = Buffer.from('30053003020102', 'hex');
      for (const body of [token, refused, token.subarray(0, 100), Buffer.alloc(0)]) {
        authority.answer = () => ({ status: 200, body });
        expect((await packetOf(contactId)).has('manifest.tsr')).toBe(false);
      }
      authority.answer = () => ({ status: 503, body: Buffer.alloc(0) });
      const without = await packetOf(contactId);
      expect(without.has('manifest.tsr')).toBe(false);
      expect(stranger(without).isVerified).toBe(true);
    },
  );

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
