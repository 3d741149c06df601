import { createHash, randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FileTooLarge, type Storage } from './port.ts';

/**
 * Files below a folder of this machine, spread over subfolders by the first letters of their keys. The folder is for
 * this user alone, also when an older version left it open: nobody else passes through it to what lies below.
 */
export function createLocalStorage({ folder }: { readonly folder: string }): Storage {
  closeToOthers(folder);
  const pathOf = (key: string): string | null =>
    /^[0-9a-f]{64}$/.test(key) ? join(folder, key.slice(0, 2), key.slice(2, 4), key) : null;

  return {
    put: async (content, limitBytes) => {
      const draft = join(folder, 'incoming', randomUUID());
      await mkdir(dirname(draft), { recursive: true, mode: 0o700 });
      const hash = createHash('sha256');
      let size = 0;
      try {
        const file = await open(draft, 'wx', 0o600);
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
        const key = hash.digest('hex');
        const path = pathOf(key)!;
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await rename(draft, path);
        return { key, size };
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    open: async (key, { from = 0 } = {}) => {
      const path = pathOf(key);
      if (!path) return null;
      try {
        const file = await open(path, 'r');
        return { size: (await file.stat()).size, content: file.createReadStream({ start: from }) };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    delete: async (key) => {
      const path = pathOf(key);
      if (path) await rm(path, { force: true });
    },
  };
}

function closeToOthers(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
  } catch {
    // Somebody else's folder, or none that can be made: the first file says so.
  }
}
