import { TableRefused } from './port.ts';

/** How a text is written, and how many bytes its mark has. */
export interface Encoding {
  readonly name: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  readonly mark: number;
}
/** So much of a file tells what it is. */
const headBytes = 64 * 1024;

/** What other files begin with: pictures, documents, archives, programs, old workbooks. */
const otherFiles: readonly string[] = [
  ...['25504446', '89504e47', 'ffd8ff', '47494638', '1f8b', '504b0304', '504b0506', '7f454c46', '4d5a90'],
  ...['d0cf11e0a1b11ae1', '52617221', '377abcaf', '425a68', '3c3f786d6c', '3c21646f63', '3c68746d6c', '7b5c727466'],
];

/** Of text: by its mark, by the zeros of two-byte letters, by whether all of it is UTF-8. Throws for what is no text. */
export async function detectEncoding(content: AsyncIterable<Uint8Array>): Promise<Encoding> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let head = Buffer.alloc(0);
  let seen: Encoding | null = null;
  for await (const chunk of content) {
    if (head.length < headBytes) {
      head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)]);
      if (head.length >= 4096) seen ??= byHead(head);
    }
    if (seen !== null && seen.name !== 'utf-8') return seen;
    try {
      utf8.decode(chunk, { stream: true });
    } catch {
      return seen ?? byHead(head) ?? { name: 'windows-1252', mark: 0 };
    }
  }
  if (head.length === 0) throw new TableRefused('empty');
  seen ??= byHead(head);
  if (seen !== null) return seen;
  try {
    utf8.decode();
    return { name: 'utf-8', mark: 0 };
  } catch {
    return { name: 'windows-1252', mark: 0 };
  }
}

function byHead(head: Buffer): Encoding | null {
  const hex = head.subarray(0, 8).toString('hex');
  if (hex.startsWith('efbbbf')) return { name: 'utf-8', mark: 3 };
  if (hex.startsWith('fffe')) return { name: 'utf-16le', mark: 2 };
  if (hex.startsWith('feff')) return { name: 'utf-16be', mark: 2 };
  if (otherFiles.some((magic) => hex.startsWith(magic))) throw new TableRefused('not-a-table');
  const zeros = [0, 0];
  head.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2]! += 1;
  });
  const half = head.length / 2;
  if (zeros[1]! > half * 0.4 && zeros[0]! < half * 0.1) return { name: 'utf-16le', mark: 0 };
  if (zeros[0]! > half * 0.4 && zeros[1]! < half * 0.1) return { name: 'utf-16be', mark: 0 };
  // Single zeros happen in texts that programs wrote; many of them in what is no text.
  if (zeros[0]! + zeros[1]! > head.length * 0.05) throw new TableRefused('not-a-table');
  return null;
}

/** The same text as UTF-8, without its mark. */
export async function* asUtf8(
  content: AsyncIterable<Uint8Array>,
  { name, mark }: Encoding,
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(name, { ignoreBOM: false });
  let skip = name === 'utf-8' ? mark : 0;
  for await (const chunk of content) {
    if (name === 'utf-8') {
      const rest = chunk.subarray(Math.min(skip, chunk.length));
      skip -= chunk.length - rest.length;
      if (rest.length > 0) yield rest;
    } else yield Buffer.from(decoder.decode(chunk, { stream: true }), 'utf8');
  }
  const last = name === 'utf-8' ? '' : decoder.decode();
  if (last !== '') yield Buffer.from(last, 'utf8');
}
