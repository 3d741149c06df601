import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FileTooLarge, type StoredFile } from './port.ts';

/** A file that isn't in its place yet. */
export interface Draft extends StoredFile {
  readonly path: string;
}

/** Where a file stands by its key; null: this is no key. */
export const placeOf = (key: string): string | null =>
  /^[0-9a-f]{64}$/.test(key) ? `${key.slice(0, 2)}/${key.slice(2, 4)}/${key}` : null;

/** Writes content to the disk, so that its name and its size are known. Deletes it where `use` fails. */
export async function withDraft<T>(
  folder: string,
  content: AsyncIterable<Uint8Array> | Uint8Array,
  limitBytes: number,
  use: (draft: Draft) => Promise<T>,
): Promise<T> {
  const incoming = join(folder, 'incoming');
  const path = join(incoming, randomUUID());
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const hash = createHash('sha256');
  let size = 0;
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      for await (const chunk of content instanceof Uint8Array ? [content] : content) {
        size += chunk.byteLength;
        if (size > limitBytes) throw new FileTooLarge(`The file is larger than ${limitBytes} bytes.`);
        hash.update(chunk);
        await file.writeFile(chunk);
      }
      await file.sync(); // On the disk before anybody is told that it is kept.
    } finally {
      await file.close();
    }
    return await use({ key: hash.digest('hex'), size, path });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
