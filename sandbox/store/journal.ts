import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileMode, makePrivateFolder } from './private-files.ts';

/**
 * An append-only file of JSON lines: what the sandbox must still know after a `kill -9`.
 *
 * Lines keep the order in which they were appended. All that wait go to disk with one write and one fdatasync, so a
 * burst of thousands costs a handful of syncs. Without a file everything is accepted and nothing kept.
 */
export interface Journal<Line> {
  /** Takes a line; it is on disk once a later `flush` resolves. */
  append(line: Line): void;
  /** Resolves when every line appended so far is on disk. */
  flush(): Promise<void>;
  /** Replaces the whole content, in one step. */
  rewrite(lines: Iterable<Line>): Promise<void>;
  close(): Promise<void>;
}

export interface StoredLines<Line> {
  readonly lines: readonly Line[];
  /** Bytes up to the end of the last complete line; a torn rest behind it was never acknowledged. */
  readonly validBytes: number;
  readonly damaged: number;
}

/** What a file holds. It is only read, so a second process that finds the port taken harms nothing. */
export async function readJournal<Line>(file: string | null): Promise<StoredLines<Line>> {
  if (file === null) return { lines: [], validBytes: 0, damaged: 0 };
  const content = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
  const validBytes = content.lastIndexOf(0x0a) + 1;
  const lines: Line[] = [];
  let damaged = 0;
  for (let start = 0; start < validBytes;) {
    const end = content.indexOf(0x0a, start);
    try {
      lines.push(JSON.parse(content.toString('utf8', start, end)) as Line);
    } catch {
      damaged += 1;
    }
    start = end + 1;
  }
  return { lines, validBytes, damaged };
}

export async function openJournal<Line>(file: string | null, validBytes: number): Promise<Journal<Line>> {
  if (file === null)
    return {
      append: () => undefined,
      flush: async () => undefined,
      rewrite: async () => undefined,
      close: async () => undefined,
    };
  const path = file;
  await makePrivateFolder(dirname(path));
  let handle = await open(path, 'a', fileMode);
  await handle.truncate(validBytes);

  let waiting: string[] = [];
  let writing: Promise<void> | null = null;

  async function writeAll(): Promise<void> {
    try {
      while (waiting.length > 0) {
        const batch = waiting;
        waiting = [];
        await handle.appendFile(batch.join(''));
        await handle.datasync();
      }
    } finally {
      // In the same step as the last look at `waiting`: a line that comes now starts the next round.
      writing = null;
    }
  }

  function flush(): Promise<void> {
    // A line taken while a write runs belongs to the next round of the same loop, so awaiting the loop covers it.
    if (waiting.length === 0 && writing === null) return Promise.resolve();
    writing ??= writeAll();
    return writing;
  }

  return {
    append(line) {
      waiting.push(`${JSON.stringify(line)}\n`);
      if (writing === null) setImmediate(() => void flush().catch(() => undefined));
    },
    flush,
    async rewrite(lines) {
      await flush();
      const beside = `${path}.next`;
      const next = await open(beside, 'w', fileMode);
      let chunk: string[] = [];
      for (const line of lines) {
        chunk.push(`${JSON.stringify(line)}\n`);
        if (chunk.length === 2_000) {
          await next.appendFile(chunk.join(''));
          chunk = [];
        }
      }
      await next.appendFile(chunk.join(''));
      await next.datasync();
      await next.close();
      await rename(beside, path);
      await handle.close();
      handle = await open(path, 'a', fileMode);
    },
    async close() {
      await flush();
      await handle.close();
      await rm(`${path}.next`, { force: true });
    },
  };
}

/** A journal that can be written to before its file is open: lines wait, and `flush` waits with them. */
export interface LateJournal<Line> extends Journal<Line> {
  /** Opens it; `compact` gives the lines to replace the file with, or null to leave it. */
  open(journal: Journal<Line>, compact: () => readonly Line[] | null): Promise<void>;
}

export function lateJournal<Line>(): LateJournal<Line> {
  let target: Journal<Line> | null = null;
  let waiting: Line[] = [];
  let opened: () => void = () => undefined;
  const opening = new Promise<void>((resolve) => {
    opened = resolve;
  });
  return {
    append(line) {
      if (target === null) waiting.push(line);
      else target.append(line);
    },
    async flush() {
      await opening;
      await target?.flush();
    },
    rewrite: async (lines) => target?.rewrite(lines),
    close: async () => target?.close(),
    async open(journal, compact) {
      const lines = compact();
      // Lines that wait are part of the state that `compact` was made from only if they came before it; none are taken until `open` ends.
      if (lines !== null) await journal.rewrite(lines);
      for (const line of waiting) journal.append(line);
      waiting = [];
      target = journal;
      await journal.flush();
      opened();
    },
  };
}
