/**
 * The process that turns a workbook into text: whatever is wrong with one happens here, where the application can end
 * it. Arguments: the path of the file, and the limits as JSON. Writes CSV to its output; a last line on its errors says why it
 * could not. Holds no secret and no connection.
 */
import { once } from 'node:events';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import type { TableFault } from './port.ts';

interface Limits {
  readonly contentBytes: number;
  readonly columns: number;
  readonly rowLength: number;
  readonly rows: number;
}
const [path, given] = process.argv.slice(2);
const limits = JSON.parse(given!) as Limits;
/** Of the whole archive: parts, and bytes once inflated. Texts are kept, so they have a limit of their own. */
const mostEntries = 2_000;
const mostInflated = Math.min(2 ** 30, limits.contentBytes * 2);
const mostTexts = 64 * 2 ** 20;

class Refused extends Error {
  readonly fault: TableFault;
  constructor(fault: TableFault) {
    super(fault);
    this.fault = fault;
  }
}
let inflated = 0;

/** Feeds a part of the archive to a parser, and counts what comes out of it. */
async function parse(zip: ZipFile, entry: Entry, parser: SaxesParser, settled?: () => Promise<void>): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    inflated += (chunk as Buffer).length;
    if (inflated > mostInflated) throw new Refused('workbook-too-large');
    parser.write(decoder.decode(chunk as Buffer, { stream: true }));
    await settled?.();
  }
  parser.close();
}

const parserOf = (on: {
  open?: (tag: SaxesTagPlain) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}): SaxesParser => {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  // Entities of its own are how a small file becomes a large one.
  parser.on('doctype', () => {
    throw new Refused('workbook-broken');
  });
  if (on.open) parser.on('opentag', (tag) => on.open!(tag as SaxesTagPlain));
  if (on.text) parser.on('text', on.text);
  if (on.close) parser.on('closetag', (tag) => on.close!(local(tag.name)));
  return parser;
};
const local = (name: string): string => name.slice(name.indexOf(':') + 1);
const attribute = (tag: SaxesTagPlain, name: string): string | undefined =>
  (tag.attributes as Readonly<Record<string, string>>)[name];

async function sharedTexts(zip: ZipFile, entry: Entry | undefined): Promise<readonly string[]> {
  const texts: string[] = [];
  if (entry === undefined) return texts;
  let text = '';
  let length = 0;
  let inText = 0;
  let phonetic = false;
  await parse(
    zip,
    entry,
    parserOf({
      open: ({ name }) => {
        if (local(name) === 'si') text = '';
        else if (local(name) === 't') inText += 1;
        else if (local(name) === 'rPh') phonetic = true;
      },
      text: (piece) => {
        if (inText > 0 && !phonetic) text += piece;
      },
      close: (name) => {
        if (name === 't') inText -= 1;
        else if (name === 'rPh') phonetic = false;
        else if (name === 'si') {
          length += text.length;
          if (length > mostTexts) throw new Refused('workbook-too-large');
          texts.push(text);
        }
      },
    }),
  );
  return texts;
}

/** Which styles of cells show a day: numbers of formats that come with the standard (ECMA-376, 18.8.30), or that have a year or a day. */
async function dayStyles(zip: ZipFile, entry: Entry | undefined): Promise<ReadonlySet<number>> {
  const days = new Set<number>();
  if (entry === undefined) return days;
  const formats = new Set<number>([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]);
  let inCells = false;
  let style = 0;
  await parse(
    zip,
    entry,
    parserOf({
      open: (tag) => {
        const name = local(tag.name);
        if (name === 'numFmt') {
          const code = (attribute(tag, 'formatCode') ?? '').replace(/"[^"]*"|\[[^\]]*\]|\\./g, '');
          if (/[yd]/i.test(code)) formats.add(Number(attribute(tag, 'numFmtId')));
        } else if (name === 'cellXfs') inCells = true;
        else if (name === 'xf' && inCells) {
          if (formats.has(Number(attribute(tag, 'numFmtId')))) days.add(style);
          style += 1;
        }
      },
      close: (name) => {
        if (name === 'cellXfs') inCells = false;
      },
    }),
  );
  return days;
}

/** `BC12` is the 54th column, from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of reference) {
    const code = letter.charCodeAt(0);
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
  }
  return column - 1;
}
/** Days since the end of 1899, as a day of the calendar. */
const dayOf = (serial: number): string =>
  new Date(Math.round((serial - 25_569) * 86_400) * 1_000).toISOString().slice(0, 10);
/** A number as people would write it: a phone number is not 1.4155550100E+10. */
function numberOf(text: string): string {
  const number = Number(text);
  return Number.isInteger(number) && Math.abs(number) < 1e16 ? BigInt(number).toString() : String(number);
}
const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

async function sheet(zip: ZipFile, entry: Entry, texts: readonly string[], days: ReadonlySet<number>): Promise<void> {
  let cells: string[] = [];
  let column = -1;
  let kind = '';
  let isDay = false;
  let value = '';
  let isValue = 0;
  let rows = 0;
  let length = 0;
  let out = '';
  const write = async () => {
    if (out.length < 64 * 1024) return;
    const piece = out;
    out = '';
    if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
  };
  const cell = (): string => {
    if (value === '') return '';
    switch (kind) {
      case 's':
        return texts[Number(value)] ?? '';
      case 'b':
        return value === '1' ? 'yes' : 'no';
      case 'e':
        return '';
      case 'str':
      case 'inlineStr':
        return value;
      case 'd':
        return value.slice(0, 10);
      default: {
        const number = Number(value);
        if (Number.isNaN(number)) return value;
        return isDay && number > 0 && number < 2_958_466 ? dayOf(number) : numberOf(value);
      }
    }
  };
  await parse(
    zip,
    entry,
    parserOf({
      open: (tag) => {
        const name = local(tag.name);
        if (name === 'row') {
          cells = [];
          column = -1;
          length = 0;
        } else if (name === 'c') {
          const reference = attribute(tag, 'r');
          column = reference === undefined ? column + 1 : columnOf(reference);
          if (column >= limits.columns) throw new Refused('too-many-columns');
          kind = attribute(tag, 't') ?? 'n';
          isDay = days.has(Number(attribute(tag, 's') ?? -1));
          value = '';
        } else if (name === 'v' || name === 't') isValue += 1;
      },
      text: (piece) => {
        if (isValue === 0) return;
        value += piece;
        length += piece.length;
        if (length > limits.rowLength) throw new Refused('row-too-long');
      },
      close: (name) => {
        if (name === 'v' || name === 't') isValue -= 1;
        else if (name === 'c' && column >= 0) {
          while (cells.length < column) cells.push('');
          cells[column] = cell();
        } else if (name === 'row') {
          rows += 1;
          if (rows > limits.rows + 1) throw new Refused('too-many-rows');
          if (cells.some((one) => one.trim() !== '')) out += `${cells.map(quoted).join(',')}\r\n`;
        }
      },
    }),
    write,
  );
  if (out !== '') process.stdout.write(out);
}

async function read(): Promise<void> {
  const zip = await yauzl.openPromise(path!, { lazyEntries: true, autoClose: false });
  if (zip.entryCount > mostEntries) throw new Refused('workbook-too-large');
  const parts = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) parts.set(entry.fileName.replace(/^\//, ''), entry);
  const texts = await sharedTexts(zip, parts.get('xl/sharedStrings.xml'));
  const days = await dayStyles(zip, parts.get('xl/styles.xml'));
  // The first sheet is the first by number in every program that people use.
  const [first] = [...parts.keys()]
    .filter((name) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name))
    .sort((one, other) => Number(/\d+/.exec(one)![0]) - Number(/\d+/.exec(other)![0]));
  if (first === undefined) throw new Refused(parts.has('EncryptedPackage') ? 'workbook-encrypted' : 'workbook-broken');
  await sheet(zip, parts.get(first)!, texts, days);
}

try {
  await read();
} catch (error) {
  const fault: TableFault = error instanceof Refused ? error.fault : 'workbook-broken';
  process.stderr.write(`\nrefused:${fault}\n`, () => process.exit(1));
}
