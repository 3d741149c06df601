import { createHash } from 'node:crypto';
import { chmodSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createLocalStorage } from '../../../adapters/storage/local.ts';
import { FileTooLarge } from '../../../adapters/storage/port.ts';
import { scratchFolder } from '../../support/postgres.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
function storage() {
  const folder = scratchFolder();
  folders.push(folder);
  return { folder, store: createLocalStorage({ folder }) };
}
async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}
async function textOf(content: AsyncIterable<Uint8Array>) {
  let text = '';
  for await (const chunk of content) text += Buffer.from(chunk).toString();
  return text;
}

test('a file is named by its content, kept once, and comes back', async () => {
  const { store } = storage();
  const key = createHash('sha256').update('hello world').digest('hex');
  expect(await store.put(pieces('hello ', 'world'), 100)).toEqual({ key, size: 11 });
  expect(await store.put(Buffer.from('hello world'), 100)).toEqual({ key, size: 11 });
  const file = await store.open(key);
  expect(file!.size).toBe(11);
  expect(await textOf(file!.content)).toBe('hello world');
  await store.delete(key);
  expect(await store.open(key)).toBeNull();
});

test('what is too large leaves nothing behind', async () => {
  const { folder, store } = storage();
  await expect(store.put(pieces('hello ', 'world'), 10)).rejects.toThrow(FileTooLarge);
  expect(readdirSync(join(folder, 'incoming'))).toEqual([]);
});

test('a key that is no key finds nothing, and reaches no other file', async () => {
  const { store } = storage();
  for (const key of ['', '../secret-key', `..${'/'.repeat(62)}`, 'A'.repeat(64), 'a'.repeat(64)])
    expect(await store.open(key)).toBeNull();
});

test('nobody else on the machine reads it, also where an older version left it open', async () => {
  const { folder } = storage();
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
