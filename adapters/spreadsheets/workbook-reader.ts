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
  /** The name of the sheet. Null: the first that people see and that is not empty. */
  readonly sheet: string | null;
}
const [path, given] = process.argv.slice(2);
const limits = JSON.parse(given!) as Limits;
/** Of the whole archive: parts, and bytes once inflated. Texts are kept, so they have a limit of their own. */
const maxEntries = 2_000;
const maxInflated = Math.min(2 ** 30, limits.contentBytes * 2);
const maxTexts = 64 * 2 ** 20;
/** So many can be chosen from. */
const maxSheets = 50;

class Refused extends Error {
  readonly fault: TableFault;
  constructor(fault: TableFault) {
    super(fault);
    this.fault = fault;
  }
}
let inflated = 0;

/** Feeds a part of the archive to a parser, and counts what comes out of it. `settled`: true is enough. */
async function parse(
  zip: ZipFile,
  entry: Entry,
  parser: SaxesParser,
  settled?: () => boolean | Promise<boolean>,
): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of await zip.openReadStreamPromise(entry)) {
    inflated += (chunk as Buffer).length;
    if (inflated > maxInflated) throw new Refused('workbook-too-large');
    parser.write(decoder.decode(chunk as Buffer, { stream: true }));
    if ((await settled?.()) === true) return;
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
          if (length > maxTexts) throw new Refused('workbook-too-large');
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

/** Excel has no more. */
const maxRowNumber = 1_048_576;

/** Writes the rows of a sheet. Answers with how many of them nobody sees there. */
async function write(
  zip: ZipFile,
  entry: Entry,
  texts: readonly string[],
  days: ReadonlySet<number>,
): Promise<{ readonly hiddenRows: number }> {
  let cells: string[] = [];
  let column = -1;
  let kind = '';
  let isDay = false;
  let value = '';
  let isValue = 0;
  let rows = 0;
  let length = 0;
  let out = '';
  /** The number of the last row that was written, and of the one under way. */
  let written = 0;
  let number = 0;
  let isHidden = false;
  let hiddenRows = 0;
  const flush = async () => {
    if (out.length < 64 * 1024) return false;
    const piece = out;
    out = '';
    if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
    return false;
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
          const given = Number(attribute(tag, 'r') ?? Number.NaN);
          number = given > number && given <= maxRowNumber ? given : number + 1;
          isHidden = ['1', 'true'].includes(attribute(tag, 'hidden') ?? '');
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
          if (cells.some((one) => one.trim() !== '')) {
            // A row keeps the number that it has in the workbook.
            out += '\r\n'.repeat(number - written - 1) + `${cells.map(quoted).join(',')}\r\n`;
            written = number;
            if (isHidden) hiddenRows += 1;
          }
        }
      },
    }),
    flush,
  );
  if (out !== '') process.stdout.write(out);
  return { hiddenRows };
}

interface SheetPart {
  readonly name: string;
  readonly hidden: boolean;
  readonly entry: Entry;
}

/** The sheets in the order in which people see them (ECMA-376, 18.2.19), as far as their parts are there. */
async function sheetsOf(zip: ZipFile, parts: ReadonlyMap<string, Entry>): Promise<readonly SheetPart[]> {
  const targets = new Map<string, string>();
  const relations = parts.get('xl/_rels/workbook.xml.rels');
  if (relations !== undefined)
    await parse(
      zip,
      relations,
      parserOf({
        open: (tag) => {
          const target = attribute(tag, 'Target');
          if (local(tag.name) === 'Relationship' && target !== undefined)
            targets.set(attribute(tag, 'Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`);
        },
      }),
    );
  const found: SheetPart[] = [];
  const book = parts.get('xl/workbook.xml');
  if (book !== undefined)
    await parse(
      zip,
      book,
      parserOf({
        open: (tag) => {
          if (local(tag.name) !== 'sheet') return;
          const id = Object.keys(tag.attributes).find((name) => name.includes(':') && local(name) === 'id');
          const entry = parts.get(targets.get(id === undefined ? '' : (attribute(tag, id) ?? '')) ?? '');
          const hidden = (attribute(tag, 'state') ?? 'visible') !== 'visible';
          if (entry !== undefined) found.push({ name: (attribute(tag, 'name') ?? '').slice(0, 100), hidden, entry });
        },
      }),
    );
  if (found.length > 0) return found.filter(({ entry }) => entry.fileName.includes('worksheets/'));
  // A workbook that does not say so has its sheets by number.
  return [...parts.values()]
    .filter(({ fileName }) => /^\/?xl\/worksheets\/sheet\d+\.xml$/.test(fileName))
    .sort((one, other) => Number(/\d+/.exec(one.fileName)![0]) - Number(/\d+/.exec(other.fileName)![0]))
    .map((entry, index) => ({ name: `Sheet${index + 1}`, hidden: false, entry }));
}

/** Whether a sheet has no value. */
async function isEmpty(zip: ZipFile, entry: Entry): Promise<boolean> {
  let empty = true;
  const parser = parserOf({
    open: ({ name }) => {
      if (local(name) === 'v' || local(name) === 't') empty = false;
    },
  });
  await parse(zip, entry, parser, () => !empty);
  return empty;
}

async function read(): Promise<void> {
  const zip = await yauzl.openPromise(path!, { lazyEntries: true, autoClose: false });
  if (zip.entryCount > maxEntries) throw new Refused('workbook-too-large');
  const parts = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) parts.set(entry.fileName.replace(/^\//, ''), entry);
  const sheets: (SheetPart & { readonly empty: boolean })[] = [];
  for (const one of (await sheetsOf(zip, parts)).slice(0, maxSheets))
    sheets.push({ ...one, empty: await isEmpty(zip, one.entry) });
  const sheet =
    sheets.find(({ name }) => name === limits.sheet) ??
    sheets.find(({ hidden, empty }) => !hidden && !empty) ??
    sheets.find(({ empty }) => !empty) ??
    sheets[0];
  if (sheet === undefined) throw new Refused(parts.has('EncryptedPackage') ? 'workbook-encrypted' : 'workbook-broken');
  const texts = await sharedTexts(zip, parts.get('xl/sharedStrings.xml'));
  const days = await dayStyles(zip, parts.get('xl/styles.xml'));
  const { hiddenRows } = await write(zip, sheet.entry, texts, days);
  const told = sheets.map(({ name, hidden, empty }) => ({ name, hidden, empty }));
  process.stderr.write(`\nfound:${JSON.stringify({ sheets: told, sheet: sheet.name, hiddenRows })}\n`);
}

try {
  await read();
} catch (error) {
  const fault: TableFault = error instanceof Refused ? error.fault : 'workbook-broken';
  process.stderr.write(`\nrefused:${fault}\n`, () => process.exit(1));
}
