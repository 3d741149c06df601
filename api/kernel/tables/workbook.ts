import { type Cell, clockOf, type TableFile } from './cell.ts';
import { zip, type ZipEntry } from './zip.ts';

/** Rows of a sheet (Excel has 1,048,576), and characters of its XML: what is more goes on in a second sheet. */
export interface SheetLimits {
  readonly rows: number;
  readonly characters: number;
}
const excel: SheetLimits = { rows: 1_000_000, characters: 1.5e9 };
/** Characters of a cell. */
const longestCell = 32_767;
const maxSheets = 100;

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const contentTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** What XML 1.0 has no way to write, and half a character. */

const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const written = (text: string): string =>
  text
    .slice(0, longestCell)
    .toWellFormed()
    .replace(unwritable, '')
    .replace(/[&<>"]/g, (sign) => escapes[sign]!);

/** `A`, … `Z`, `AA`: the name of a column, from 0. */
export const columnName = (index: number): string =>
  (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** Days since 30 December 1899, as workbooks count; `wall`: what the clock of the zone shows, `2026-11-22 13:05`. */
export const serialOf = (wall: string): number => Date.parse(`${wall.replace(' ', 'T')}:00Z`) / 86_400_000 + 25_569;

const styles = `${head}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/**
 * A table as a workbook (ECMA-376), made while it is sent. Texts are texts, never formulas, whatever they begin with:
 * numbers of phones keep their plus, and instants are dates that can be sorted.
 */
export function workbookFile(table: TableFile, limits: SheetLimits = excel): AsyncGenerator<Buffer> {
  return zip(parts(table, limits));
}

async function* parts({ columns, rows, zone, title }: TableFile, limits: SheetLimits): AsyncGenerator<ZipEntry> {
  yield { name: 'xl/styles.xml', content: [styles] };
  const source = new Rows(rows);
  let sheets = 0;
  do {
    sheets += 1;
    if (sheets > maxSheets) throw new RangeError('This is too much for one workbook.');
    yield { name: `xl/worksheets/sheet${sheets}.xml`, content: sheet(columns, source, clockOf(zone), limits) };
  } while (!(await source.over()));
  yield* frame(title, sheets);
}

/** Rows that some sheets share: each takes them where the one before stopped. */
class Rows {
  readonly #iterator: AsyncIterator<readonly (readonly Cell[])[]>;
  #some: readonly (readonly Cell[])[] = [];
  #at = 0;
  #done = false;
  constructor(rows: AsyncIterable<readonly (readonly Cell[])[]>) {
    this.#iterator = rows[Symbol.asyncIterator]();
  }
  async over(): Promise<boolean> {
    while (!this.#done && this.#at >= this.#some.length) {
      const next = await this.#iterator.next();
      if (next.done === true) this.#done = true;
      else [this.#some, this.#at] = [next.value, 0];
    }
    return this.#done;
  }
  /** Rows that are at hand, at most so many; none: it is over. */
  async take(most: number): Promise<readonly (readonly Cell[])[]> {
    if (await this.over()) return [];
    const taken = this.#some.slice(this.#at, this.#at + most);
    this.#at += taken.length;
    return taken;
  }
  async close(): Promise<void> {
    await this.#iterator.return?.();
  }
}

async function* sheet(
  columns: readonly string[],
  source: Rows,
  clock: (at: string) => string,
  limits: SheetLimits,
): AsyncGenerator<string> {
  const names = columns.map((_, index) => columnName(index));
  const widths = columns.map((name, at) => {
    const width = Math.min(40, Math.max(14, name.length + 2));
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`;
  });
  yield (
    `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${widths.join('')}</cols><sheetData>` +
    `<row r="1">${columns.map((name, at) => textCell(`${names[at]}1`, name, ' s="1"')).join('')}</row>`
  );
  let [row, length] = [1, 0];
  let ended = false;
  try {
    while (row <= limits.rows && length < limits.characters) {
      const some = await source.take(limits.rows + 1 - row);
      if (some.length === 0) break;
      let text = '';
      for (const cells of some) {
        row += 1;
        text += `<row r="${row}">`;
        for (let at = 0; at < cells.length; at++) text += cellXml(`${names[at]}${row}`, cells[at]!, clock);
        text += '</row>';
      }
      length += text.length;
      yield text;
    }
    yield '</sheetData></worksheet>';
    ended = true;
  } finally {
    if (!ended) await source.close();
  }
}

const textCell = (place: string, text: string, style = ''): string =>
  `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${written(text)}</t></is></c>`;

function cellXml(place: string, cell: Cell, clock: (at: string) => string): string {
  if (cell === null || cell === '') return '';
  if (typeof cell === 'string') return textCell(place, cell);
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  return `<c r="${place}" s="2"><v>${serialOf(clock(cell.at))}</v></c>`;
}

/** What the parts of a workbook are and how they hang together; `sheets` of them. */
function* frame(title: string, sheets: number): Generator<ZipEntry> {
  const each = Array.from({ length: sheets }, (_, at) => at + 1);
  // At most 31 characters, and none that names of sheets may not have.
  const nameOf = (at: number): string =>
    written(title.replace(/[\\/?*[\]:']/g, ' ').slice(0, 25)) + (at === 1 ? '' : ` ${at}`);
  yield {
    name: 'xl/workbook.xml',
    content: [
      `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${each
        .map((at) => `<sheet name="${nameOf(at)}" sheetId="${at}" r:id="rId${at}"/>`)
        .join('')}</sheets></workbook>`,
    ],
  };
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${office}/${type}" Target="${target}"/>`;
  yield {
    name: 'xl/_rels/workbook.xml.rels',
    content: [
      `${head}<Relationships xmlns="${packages}/relationships">${each
        .map((at) => relation(at, 'worksheet', `worksheets/sheet${at}.xml`))
        .join('')}${relation(sheets + 1, 'styles', 'styles.xml')}</Relationships>`,
    ],
  };
  yield {
    name: '_rels/.rels',
    content: [
      `${head}<Relationships xmlns="${packages}/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ],
  };
  const part = (name: string, type: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="${contentTypes}.${type}+xml"/>`;
  yield {
    name: '[Content_Types].xml',
    content: [
      `${head}<Types xmlns="${packages}/content-types">` +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        '<Default Extension="xml" ContentType="application/xml"/>' +
        `${part('workbook', 'sheet.main')}${part('styles', 'styles')}` +
        `${each.map((at) => part(`worksheets/sheet${at}`, 'worksheet')).join('')}</Types>`,
    ],
  };
}
