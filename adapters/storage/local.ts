import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FileTooLarge, type Storage } from './port.ts';

/** Files below a folder of this machine, spread over subfolders by the first letters of their keys. */
export function createLocalStorage({ folder }: { readonly folder: string }): Storage {
  const pathOf = (key: string): string | null =>
    /^[0-9a-f]{64}$/.test(key) ? join(folder, key.slice(0, 2), key.slice(2, 4), key) : null;

  return {
    put: async (content, limitBytes) => {
      const draft = join(folder, 'incoming', randomUUID());
      await mkdir(dirname(draft), { recursive: true });
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
        await mkdir(dirname(path), { recursive: true });
        await rename(draft, path);
        return { key, size };
      } catch (error) {
        await rm(draft, { force: true });
        throw error;
      }
    },
    open: async (key) => {
      const path = pathOf(key);
      if (!path) return null;
      try {
        const file = await open(path, 'r');
        return { size: (await file.stat()).size, content: file.createReadStream() };
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
