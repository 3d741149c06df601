import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent, interceptors, request } from 'undici';
import { fileMode, makePrivateFolder } from '../store/private-files.ts';
import type { MediaRecord } from './records.ts';

/** The largest picture the carrier takes, in bytes (https://www.twilio.com/docs/messaging/guides/accepted-mime-types: 5 MB). */
export const mediaLimit = 5 * 1024 * 1024;

/** Types the carrier passes on (the same page, in short). Everything else fails with 12300. */
const accepted =
  /^(image\/(jpeg|jpg|gif|png|bmp|webp|heic|heif|tiff)|audio\/[\w.+-]+|video\/[\w.+-]+|text\/(vcard|x-vcard|csv|rtf|calendar|plain)|application\/(pdf|vcard))$/i;

export const isAcceptedType = (contentType: string): boolean => accepted.test(contentType);

export interface MediaStore {
  has(sid: string): boolean;
  keep(sid: string, item: { readonly contentType: string; readonly content: Buffer }): Promise<MediaRecord>;
  read(sid: string): Promise<Buffer | null>;
}

/** Pictures as files of a folder, or in memory when there is none. */
export async function createMediaStore(folder: string | null): Promise<MediaStore> {
  const memory = new Map<string, Buffer>();
  const kept = new Set<string>();
  if (folder !== null) await makePrivateFolder(folder);
  return {
    has: (sid) => kept.has(sid),
    async keep(sid, { contentType, content }) {
      kept.add(sid);
      if (folder === null) memory.set(sid, content);
      else {
        const file = await open(join(folder, sid), 'w', fileMode);
        try {
          await file.writeFile(content);
          await file.datasync();
        } finally {
          await file.close();
        }
      }
      return { sid, contentType, size: content.length };
    },
    async read(sid) {
      if (!/^ME[0-9a-f]{32}$/.test(sid)) return null;
      if (folder === null) return memory.get(sid) ?? null;
      return readFile(join(folder, sid)).catch(() => null);
    },
  };
}

const downloads = new Agent({ connections: 8, keepAliveTimeout: 1_000, connectTimeout: 5_000 }).compose(
  interceptors.redirect({ maxRedirections: 3 }),
);

/** Fetches what is to be sent, as the carrier does; a failure is the error code of the message. */
export async function fetchMedia(url: string): Promise<{ contentType: string; content: Buffer } | { code: number }> {
  try {
    const answer = await request(url, {
      dispatcher: downloads,
      headersTimeout: 10_000,
      bodyTimeout: 10_000,
      headers: { 'user-agent': 'TwilioProxy/1.1' },
    });
    const contentType =
      String(answer.headers['content-type'] ?? '')
        .split(';')[0]
        ?.trim()
        .toLowerCase() ?? '';
    if (answer.statusCode !== 200 || !isAcceptedType(contentType)) {
      await answer.body.dump();
      return { code: answer.statusCode === 200 ? 12300 : 11200 };
    }
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > mediaLimit) return { code: 11751 };
      chunks.push(chunk);
    }
    return { contentType, content: Buffer.concat(chunks) };
  } catch {
    return { code: 11200 };
  }
}
