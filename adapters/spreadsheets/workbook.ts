import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Sheet, type TableFault, type TableLimits, TableRefused } from './port.ts';

/** Of the process that reads: memory in MB, and how long it may take. */
const memoryMb = 192;
const longestMs = 10 * 60_000;

function entry(): string {
  const found = ['./workbook-reader.ts', '../workbook-reader.js', './workbook-reader.js']
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((path) => existsSync(path));
  if (found === undefined) throw new Error('The reader of workbooks is missing from this installation.');
  return found;
}

/** What a workbook holds, and what of it was read. */
export interface WorkbookFacts {
  readonly sheets: readonly Sheet[];
  readonly sheet: string | null;
  readonly hiddenRows: number;
}
interface How {
  readonly limits: TableLimits;
  /** The name of the sheet. Null: the first that people see and that is not empty. */
  readonly sheet: string | null;
  readonly signal: AbortSignal;
}

/**
 * A sheet of a workbook as CSV, with an empty line for each empty row. It is read by a process of its own, from a copy
 * in a folder that nobody else may enter: an archive is read from its end. `found` hears of it before the end.
 */
export async function* fromWorkbook(
  content: AsyncIterable<Uint8Array>,
  how: How,
  found: (facts: WorkbookFacts) => void,
): AsyncGenerator<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'beckon-workbook-'));
  try {
    const path = join(folder, 'workbook.xlsx');
    const file = await open(path, 'wx', 0o600);
    try {
      for await (const chunk of content) await file.writeFile(chunk);
    } finally {
      await file.close();
    }
    yield* read(path, how, found);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function* read(
  path: string,
  { limits, sheet, signal }: How,
  found: (facts: WorkbookFacts) => void,
): AsyncGenerator<Uint8Array> {
  const node = [process.execPath, `--max-old-space-size=${memoryMb}`, '--no-warnings', entry(), path];
  const args = [...node, JSON.stringify({ ...limits, sheet })];
  const [file, rest]: [string, string[]] =
    process.platform === 'win32' ?
      [args[0]!, args.slice(1)]
    : [
        '/bin/sh',
        ['-c', `ulimit -t 600 2>/dev/null; ulimit -d ${(memoryMb + 1500) * 1024} 2>/dev/null; exec "$0" "$@"`, ...args],
      ];
  const child = spawn(file, rest, { env: {}, stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = () => child.kill('SIGKILL');
  const clock = setTimeout(kill, longestMs);
  signal.addEventListener('abort', kill, { once: true });
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', (code) => resolve(code));
  });
  let words = '';
  child.stderr.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-64_000);
  });
  try {
    for await (const chunk of child.stdout) yield chunk as Uint8Array;
    if ((await ended) === 0) {
      const facts = /^found:(.*)$/m.exec(words)?.[1];
      if (facts !== undefined) found(JSON.parse(facts) as WorkbookFacts);
      return;
    }
    if (signal.aborted) throw signal.reason;
    // Without a word: it had no more memory, or no more time.
    const fault = /^refused:(.*)$/m.exec(words)?.[1] as TableFault | undefined;
    throw new TableRefused(fault ?? 'workbook-too-large');
  } finally {
    clearTimeout(clock);
    signal.removeEventListener('abort', kill);
    kill();
  }
}
