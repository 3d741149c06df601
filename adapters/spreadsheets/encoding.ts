import { TableRefused } from './port.ts';

/** How a text is written, and how many bytes its mark has. */
export interface Encoding {
  readonly name: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  readonly mark: number;
  /** Bytes of a UTF-8 text that are no UTF-8: they are read as Windows-1252. */
  readonly stray: number;
}
/** So much of a file tells what it is. */
const headBytes = 64 * 1024;

/** What other files begin with: pictures, documents, archives, programs, old workbooks. */
const otherFiles: readonly string[] = [
  ...['25504446', '89504e47', 'ffd8ff', '47494638', '1f8b', '504b0304', '504b0506', '7f454c46', '4d5a90'],
  ...['52617221', '377abcaf', '425a68', '3c3f786d6c', '3c21646f63', '3c68746d6c', '7b5c727466'],
];

/** JSON is text as well, and full of commas. */
const jsonHead = /^\s*(?:\[\s*)?\{\s*"/;
const ole = 'd0cf11e0a1b11ae1';
/** In a workbook with a password lies a part of this name, beside what is encrypted ([MS-OFFCRYPTO] 2.3.4.4). */
const encryptedPart = Buffer.from('EncryptedPackage', 'utf16le');

/**
 * Of text: by its mark, by the zeros of two-byte letters, by whether it is UTF-8. A few bytes that are none of it do not
 * make it another encoding: `stray` counts them. Throws for what is no text.
 */
export async function detectEncoding(content: AsyncIterable<Uint8Array>): Promise<Encoding> {
  const letters = new Utf8Letters();
  let head = Buffer.alloc(0);
  let seen: Encoding | null = null;
  let tail = Buffer.alloc(0);
  let isOle = false;
  for await (const chunk of content) {
    if (head.length < headBytes) {
      head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)]);
    }
    if (head.subarray(0, 8).toString('hex') === ole) {
      const both = Buffer.concat([tail, chunk]);
      if (both.includes(encryptedPart)) throw new TableRefused('workbook-encrypted');
      tail = both.subarray(-encryptedPart.length);
      isOle = true;
      continue;
    }
    if (head.length >= 4096) seen ??= byHead(head);
    if (seen !== null && seen.name !== 'utf-8') return seen;
    letters.count(chunk);
  }
  if (head.length === 0) throw new TableRefused('empty');
  if (isOle) throw new TableRefused('not-a-table');
  seen ??= byHead(head);
  if (seen !== null && seen.name !== 'utf-8') return seen;
  letters.end();
  const { whole, stray } = letters;
  if (stray === 0) return seen ?? utf8;
  // What Windows wrote has hardly ever two such bytes in a row that would be a letter of UTF-8.
  return seen !== null || whole >= stray ? { ...(seen ?? utf8), stray } : { name: 'windows-1252', mark: 0, stray: 0 };
}
const utf8: Encoding = { name: 'utf-8', mark: 0, stray: 0 };

/** Counts letters of several bytes, and bytes that belong to none, over pieces of a text. */
class Utf8Letters {
  whole = 0;
  stray = 0;
  #wanted = 0;
  #had = 0;
  #least = 0x80;
  #most = 0xbf;

  count(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at]!;
      if (this.#wanted > 0) {
        if (byte >= this.#least && byte <= this.#most) {
          this.#had += 1;
          [this.#least, this.#most] = [0x80, 0xbf];
          if (this.#had > this.#wanted) {
            this.whole += 1;
            this.#wanted = 0;
          }
          continue;
        }
        this.stray += this.#had;
        this.#wanted = 0;
      }
      if (byte < 0x80) continue;
      const begins = beginning(byte);
      if (begins === null) this.stray += 1;
      else [this.#wanted, this.#least, this.#most, this.#had] = [...begins, 1];
    }
  }
  end(): void {
    if (this.#wanted > 0) this.stray += this.#had;
    this.#wanted = 0;
  }
}

/** How many bytes follow the first one of a letter, and between what the next one is (Unicode, table 3-7). */
function beginning(byte: number): readonly [wanted: number, least: number, most: number] | null {
  if (byte >= 0xc2 && byte <= 0xdf) return [1, 0x80, 0xbf];
  if (byte >= 0xe0 && byte <= 0xef) return [2, byte === 0xe0 ? 0xa0 : 0x80, byte === 0xed ? 0x9f : 0xbf];
  if (byte >= 0xf0 && byte <= 0xf4) return [3, byte === 0xf0 ? 0x90 : 0x80, byte === 0xf4 ? 0x8f : 0xbf];
  return null;
}

function byHead(head: Buffer): Encoding | null {
  const hex = head.subarray(0, 8).toString('hex');
  if (hex.startsWith('efbbbf')) return { name: 'utf-8', mark: 3, stray: 0 };
  if (hex.startsWith('fffe')) return { name: 'utf-16le', mark: 2, stray: 0 };
  if (hex.startsWith('feff')) return { name: 'utf-16be', mark: 2, stray: 0 };
  if (otherFiles.some((magic) => hex.startsWith(magic)) || jsonHead.test(head.subarray(0, 200).toString('utf8')))
    throw new TableRefused('not-a-table');
  const zeros = [0, 0];
  head.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2]! += 1;
  });
  const half = head.length / 2;
  if (zeros[1]! > half * 0.4 && zeros[0]! < half * 0.1) return { name: 'utf-16le', mark: 0, stray: 0 };
  if (zeros[0]! > half * 0.4 && zeros[1]! < half * 0.1) return { name: 'utf-16be', mark: 0, stray: 0 };
  // Single zeros happen in texts that programs wrote; many of them in what is no text.
  if (zeros[0]! + zeros[1]! > head.length * 0.05) throw new TableRefused('not-a-table');
  return null;
}

/** The same text as UTF-8, without its mark. */
export async function* asUtf8(
  content: AsyncIterable<Uint8Array>,
  { name, mark, stray }: Encoding,
): AsyncGenerator<Uint8Array> {
  if (name === 'utf-8') {
    const unmarked = without(content, mark);
    return yield* stray === 0 ? unmarked : mended(unmarked);
  }
  const decoder = new TextDecoder(name, { ignoreBOM: false });
  for await (const chunk of content) yield Buffer.from(decoder.decode(chunk, { stream: true }), 'utf8');
  const last = decoder.decode();
  if (last !== '') yield Buffer.from(last, 'utf8');
}

/** Without its first bytes. */
export async function* without(content: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Uint8Array> {
  let skip = bytes;
  for await (const chunk of content) {
    const rest = chunk.subarray(Math.min(skip, chunk.length));
    skip -= chunk.length - rest.length;
    if (rest.length > 0) yield rest;
  }
}

const fatal = new TextDecoder('utf-8', { fatal: true });
const windows = new TextDecoder('windows-1252');

/** Each line that is no UTF-8 with its stray bytes read as Windows-1252: other letters stay what they are. */
async function* mended(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of content) {
    held = held.length === 0 ? Buffer.from(chunk) : Buffer.concat([held, chunk]);
    // Up to an end of a line, or so much that no letter is cut.
    const end = held.lastIndexOf(0x0a) + 1 || (held.length > headBytes ? lastLetter(held) : 0);
    if (end === 0) continue;
    yield mendedBytes(held.subarray(0, end));
    held = held.subarray(end);
  }
  if (held.length > 0) yield mendedBytes(held);
}

/** Where the last letter begins, which may go on behind the end. */
function lastLetter(bytes: Buffer): number {
  for (let back = 1; back <= 4; back += 1) if (bytes[bytes.length - back]! >= 0xc0) return bytes.length - back;
  return bytes.length;
}

function mendedBytes(bytes: Buffer): Buffer {
  try {
    fatal.decode(bytes);
    return bytes;
  } catch {
    const parts: Buffer[] = [];
    let from = 0;
    for (let at = 0; at < bytes.length;) {
      const length = letterAt(bytes, at);
      if (length > 0) at += length;
      else {
        parts.push(bytes.subarray(from, at), Buffer.from(windows.decode(bytes.subarray(at, at + 1)), 'utf8'));
        at += 1;
        from = at;
      }
    }
    return Buffer.concat([...parts, bytes.subarray(from)]);
  }
}

/** The bytes of the letter that begins there; 0: none does. */
function letterAt(bytes: Buffer, at: number): number {
  if (bytes[at]! < 0x80) return 1;
  const [wanted, least, most] = beginning(bytes[at]!) ?? [0, 0, 0];
  for (let next = 1; next <= wanted; next += 1) {
    const byte = bytes[at + next] ?? 0;
    if (byte < (next === 1 ? least : 0x80) || byte > (next === 1 ? most : 0xbf)) return 0;
  }
  return wanted === 0 ? 0 : wanted + 1;
}
