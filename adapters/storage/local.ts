import { chmodSync, mkdirSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { placeOf, withDraft } from './draft.ts';
import type { Storage } from './port.ts';

/**
 * Files below a folder of this machine, spread over subfolders by the first letters of their keys. The folder is for
 * this user alone, also when an older version left it open: nobody else passes through it to what lies below.
 */
export function createLocalStorage({ folder }: { readonly folder: string }): Storage {
  closeToOthers(folder);
  const pathOf = (key: string): string | null => {
    const place = placeOf(key);
    return place === null ? null : join(folder, place);
  };

  return {
    put: (content, limitBytes) =>
      withDraft(folder, content, limitBytes, async ({ key, size, path: draft }) => {
        const path = pathOf(key)!;
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await rename(draft, path);
        return { key, size };
      }),
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
