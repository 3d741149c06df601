import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import { createLocalStorage } from '../../../adapters/storage/local.ts';
import { FileTooLarge, type Storage, StorageUnavailable } from '../../../adapters/storage/port.ts';
import { createS3Storage, type S3Access } from '../../../adapters/storage/s3.ts';
import { isOutage } from '../../../workers/engine/outage.ts';
import { scratchFolder } from '../../support/postgres.ts';

const folders: string[] = [];
function scratch(): string {
  const folder = scratchFolder();
  folders.push(folder);
  return folder;
}
async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}
async function textOf(content: AsyncIterable<Uint8Array>) {
  let text = '';
  for await (const chunk of content) text += Buffer.from(chunk).toString();
  return text;
}
const keyOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const bucket = 'beckon-files';
const closers: (() => unknown)[] = [];
/** The stand-in, and before it a wire on which requests are counted and can go wrong. */
const wire = { asked: [] as string[], answer: 'whole' as 'whole' | 'cut' | 'refused' };
let stored: Server;
let endpoint: string;
beforeAll(async () => {
  const standIn = new S3rver({ port: 0, silent: true, directory: scratch(), configureBuckets: [{ name: bucket }] });
  const address = await standIn.run();
  closers.push(() => standIn.close());
  stored = createServer((asked, answer) => {
    wire.asked.push(asked.method!);
    if (wire.answer === 'refused') return void answer.writeHead(503).end();
    const { method, url, headers } = asked;
    const on = request({ ...address, host: '127.0.0.1', method, path: url, headers }, (found) => {
      answer.writeHead(found.statusCode!, found.headers);
      if (wire.answer === 'cut' && method === 'GET') {
        answer.flushHeaders();
        return void setTimeout(() => answer.destroy(), 50);
      }
      found.pipe(answer);
    });
    asked.pipe(on);
  });
  stored.listen(0, '127.0.0.1');
  await once(stored, 'listening');
  closers.push(() => stored.close());
  endpoint = `http://127.0.0.1:${(stored.address() as AddressInfo).port}`;
});
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function bucketed(more: Partial<Pick<S3Access, 'bucket' | 'credentials'>> = {}) {
  const folder = scratch();
  const before = createLocalStorage({ folder });
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  const access = { bucket, region: 'us-east-1', endpoint, credentials, timeoutMs: 5_000 };
  const store = createS3Storage({ ...access, ...more, folder, before });
  closers.push(() => store.close());
  return { folder, store, before };
}
const kinds: readonly (readonly [string, () => { readonly folder: string; readonly store: Storage }])[] = [
  [
    'a folder',
    () => {
      const folder = scratch();
      return { folder, store: createLocalStorage({ folder }) };
    },
  ],
  ['a bucket', bucketed],
];

describe.each(kinds)('files in %s', (_kind, opened) => {
  it('are named by their content, kept once, and come back', async () => {
    const { store } = opened();
    const key = keyOf('hello world');
    expect(await store.put(pieces('hello ', 'world'), 100)).toEqual({ key, size: 11 });
    expect(await store.put(Buffer.from('hello world'), 100)).toEqual({ key, size: 11 });
    const file = await store.open(key);
    expect(file!.size).toBe(11);
    expect(await textOf(file!.content)).toBe('hello world');
    await store.delete(key);
    expect(await store.open(key)).toBeNull();
    await store.delete(key);
  });

  it('are read from a byte on, of which there may be none', async () => {
    const { store } = opened();
    const { key } = await store.put(Buffer.from('hello world'), 100);
    for (const [from, rest] of [
      [0, 'hello world'],
      [6, 'world'],
      [11, ''],
      [12, ''],
    ] as const) {
      const file = (await store.open(key, { from }))!;
      expect([file.size, await textOf(file.content)]).toEqual([11, rest]);
    }
    const nothing = await store.put(pieces(), 100);
    expect(nothing.size).toBe(0);
    expect(await textOf((await store.open(nothing.key))!.content)).toBe('');
  });

  it('leave nothing behind when they are too large, or break off', async () => {
    const { folder, store } = opened();
    await expect(store.put(pieces('hello ', 'world'), 10)).rejects.toThrow(FileTooLarge);
    async function* broken() {
      yield Buffer.from('half a file');
      throw new Error('The browser is gone.');
    }
    await expect(store.put(broken(), 100)).rejects.toThrow('The browser is gone.');
    expect(readdirSync(join(folder, 'incoming'))).toEqual([]);
    expect(await store.open(keyOf('half a file'))).toBeNull();
  });

  it('are not found by what is no key, which reaches no other file', async () => {
    const { store } = opened();
    for (const key of ['', '../secret-key', `..${'/'.repeat(62)}`, 'A'.repeat(64), 'a'.repeat(64)]) {
      expect(await store.open(key)).toBeNull();
      await store.delete(key);
    }
  });
});

test('nobody else on the machine reads a folder, also where an older version left it open', async () => {
  const folder = scratch();
  createLocalStorage({ folder });
  chmodSync(folder, 0o755);
  const before = process.umask(0o022);
  try {
    await createLocalStorage({ folder }).put(Buffer.from('private'), 100);
  } finally {
    process.umask(before);
  }
  const modes = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => [
    entry.isDirectory(),
    statSync(join(entry.parentPath, entry.name)).mode & 0o777,
  ]);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(modes.length).toBeGreaterThan(3);
  for (const [isFolder, mode] of modes) expect(mode).toBe(isFolder ? 0o700 : 0o600);
});

describe('a bucket', () => {
  afterEach(() => {
    wire.answer = 'whole';
  });

  it('is sent a file once, and keeps nothing of it here', async () => {
    const { folder, store } = bucketed();
    wire.asked = [];
    for (let nth = 0; nth < 3; nth += 1) await store.put(Buffer.from('sent once'), 100);
    expect(wire.asked.filter((method) => method === 'PUT')).toHaveLength(1);
    expect(readdirSync(folder, { recursive: true })).toEqual(['incoming']);
  });

  it('takes a file that is larger than what is held in memory', async () => {
    const { store } = bucketed();
    const piece = Buffer.alloc(1_000_000, 'b');
    async function* large() {
      for (let nth = 0; nth < 9; nth += 1) yield piece;
    }
    const { key, size } = await store.put(large(), 10_000_000);
    const hash = createHash('sha256');
    for await (const chunk of (await store.open(key))!.content) hash.update(chunk);
    expect([size, hash.digest('hex')]).toEqual([9_000_000, key]);
  });

  it('finds what was kept in the folder before, until it is deleted', async () => {
    const { store, before } = bucketed();
    const { key } = await before.put(Buffer.from('from last year'), 100);
    expect(await textOf((await store.open(key, { from: 5 }))!.content)).toBe('last year');
    await store.delete(key);
    expect(await before.open(key)).toBeNull();
    // It is in both after it came a second time: deleted, it is in neither.
    await before.put(Buffer.from('from last year'), 100);
    await store.put(Buffer.from('from last year'), 100);
    await store.delete(key);
    expect(await store.open(key)).toBeNull();
    expect(await before.open(key)).toBeNull();
  });

  it('that is away is an outage, and never a file that does not exist', async () => {
    const { folder, store } = bucketed();
    const { key } = await store.put(Buffer.from('here to stay'), 100);
    const opened = (await store.open(key))!;
    wire.answer = 'refused';
    for (const work of [
      () => store.put(Buffer.from('too late'), 100),
      () => store.open(key),
      () => store.delete(key),
      () => textOf(opened.content),
    ]) {
      const error: unknown = await work().then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(StorageUnavailable);
      expect(isOutage(error)).toBe(true);
    }
    expect(readdirSync(join(folder, 'incoming'))).toEqual([]);
    wire.answer = 'cut';
    await expect(textOf((await store.open(key))!.content)).rejects.toThrow(StorageUnavailable);
    wire.answer = 'whole';
    expect(await textOf((await store.open(key))!.content)).toBe('here to stay');
  });

  it('says at the start what is wrong with it', async () => {
    expect(await bucketed().store.check()).toBeNull();
    expect(await bucketed({ bucket: 'no-such-bucket' }).store.check()).toBe("The bucket no-such-bucket doesn't exist.");
    const strange = { accessKeyId: 'STRANGER', secretAccessKey: 'STRANGER' };
    expect(await bucketed({ credentials: strange }).store.check()).toMatch(
      /^The bucket beckon-files doesn't let us in/,
    );
    wire.answer = 'refused';
    expect(await bucketed().store.check()).toBeNull();
  });
});
