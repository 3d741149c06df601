import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Block, Documents, NotedCell } from './port.ts';

type Pdf = PDFKit.PDFDocument;
type Table = Extract<Block, { kind: 'table' }>;

/** Our own fonts: beside this file's folder, or as the build has them beside or above the part that holds this. */
function fontFile(name: string): string {
  const places = [`../images/fonts/${name}`, `./fonts/${name}`, `../fonts/${name}`];
  const found = places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((path) => existsSync(path));
  if (found === undefined) throw new Error(`The font ${name} is missing from this installation.`);
  return found;
}

// Points, 72 to the inch.
const margin = 48;
const footerSpace = 28;
const gap = 10;
const cellGap = 5;
const size = { title: 18, heading: 12, text: 9, small: 7.5 } as const;
const ink = { text: '#1a1a1e', muted: '#6b6b76', rule: '#dcdce2' } as const;
/**
 * All digits are of one width, and none moves close to a point. The library looks such a text up each time: the widths
 * of signs, which then depend on no neighbor, are kept instead.
 */
const digits = { features: { tnum: true, kern: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[] };
const signWidths = new WeakMap<Pdf, Map<string, number>>();
const regular = 'regular';
const bold = 'bold';
/** So many lines of a table are drawn before others get a turn. */
const turn = 20;

/** PDF documents on A4 or Letter paper. The library is loaded when the first is made. */
export function createDocuments(): Documents {
  return {
    async pdf({ title, brand, paper, at, footer, blocks }) {
      const { default: PdfDocument } = await import('pdfkit');
      const pdf = new PdfDocument({
        size: paper === 'A4' ? 'A4' : 'LETTER',
        margins: { top: margin, left: margin, right: margin, bottom: margin + footerSpace },
        bufferPages: true,
        lang: 'en-US',
        displayTitle: true,
        info: { Title: plain(title), Author: plain(brand.name), CreationDate: at },
      });
      const parts: Uint8Array[] = [];
      pdf.on('data', (part: Uint8Array) => parts.push(part));
      const ended = new Promise((resolve, reject) => pdf.once('end', resolve).once('error', reject));
      pdf.registerFont(regular, fontFile('Inter-Regular.ttf')).registerFont(bold, fontFile('Inter-Bold.ttf'));
      write(pdf, brand.name, { font: bold, size: size.heading, color: brand.color ?? ink.text });
      pdf.moveDown(0.8);
      for (const block of blocks) await draw(pdf, block);
      drawFooters(pdf, footer);
      pdf.end();
      await ended;
      return Buffer.concat(parts);
    },
  };
}

/**
 * Control signs have no place on paper, and half of a pair of surrogates would be none in the file. Where a word ends is
 * looked for with the square of its length, so that long ones are cut.
 */
const plain = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[^\s]{80}(?=[^\s])/gu, '$& ');

interface Look {
  readonly font?: string;
  readonly size?: number;
  readonly color?: string;
}
const dressed = (pdf: Pdf, { font = regular, size: points = size.text, color = ink.text }: Look): Pdf =>
  pdf.font(font).fontSize(points).fillColor(color);
/** The width of a number in a look, which is also set. */
function widthOfNumber(pdf: Pdf, text: string, look: Look): number {
  const known = signWidths.get(pdf) ?? new Map<string, number>();
  signWidths.set(pdf, known);
  dressed(pdf, look);
  return [...text].reduce((sum, sign) => {
    const key = `${look.font} ${look.size} ${sign}`;
    const width = known.get(key) ?? pdf.widthOfString(sign, digits);
    known.set(key, width);
    return sum + width;
  }, 0);
}

const write = (pdf: Pdf, text: string, look: Look): Pdf => dressed(pdf, look).text(plain(text), { lineGap: 1 });

const left = (pdf: Pdf): number => pdf.page.margins.left;
const widthOf = (pdf: Pdf): number => pdf.page.width - pdf.page.margins.left - pdf.page.margins.right;
const bottomOf = (pdf: Pdf): number => pdf.page.height - pdf.page.margins.bottom;
/** Begins a page where less than `height` is left of this one. */
function makeRoom(pdf: Pdf, height: number): boolean {
  if (pdf.y + height <= bottomOf(pdf)) return false;
  pdf.addPage();
  return true;
}

async function draw(pdf: Pdf, block: Block): Promise<void> {
  pdf.x = left(pdf);
  switch (block.kind) {
    case 'heading':
      if (block.level === 1) write(pdf, block.text, { font: bold, size: size.title });
      else {
        // It stays with what it is the title of.
        makeRoom(pdf, 80);
        pdf.y += gap;
        write(pdf, block.text, { font: bold, size: size.heading });
      }
      pdf.y += gap / 2;
      return;
    case 'paragraph':
      write(pdf, block.text, { color: block.isMuted === true ? ink.muted : ink.text });
      pdf.y += gap;
      return;
    case 'facts':
      drawFacts(pdf, block.facts);
      pdf.y += gap;
      return;
    case 'table':
      await drawTable(pdf, block);
      pdf.y += gap;
  }
}

function drawFacts(pdf: Pdf, facts: Extract<Block, { kind: 'facts' }>['facts']): void {
  dressed(pdf, {});
  const widest = Math.max(0, ...facts.map(([name]) => pdf.widthOfString(plain(name))));
  const names = Math.min(widest + 2 * gap, widthOf(pdf) / 2);
  for (const [name, value] of facts) {
    const cells = [
      { text: name, x: left(pdf), width: names - gap, look: { color: ink.muted } },
      { text: value, x: left(pdf) + names, width: widthOf(pdf) - names, look: {} },
    ];
    drawRow(pdf, cells, 2);
  }
}

interface Drawn {
  readonly text: string;
  readonly note?: string;
  readonly x: number;
  readonly width: number;
  readonly look: Look;
  readonly isEnd?: boolean;
}
const heightOf = (pdf: Pdf, { text, note, width, look }: Drawn): number =>
  dressed(pdf, look).heightOfString(plain(text), { width }) +
  (note === undefined || note === '' ? 0 : dressed(pdf, noteLook).heightOfString(plain(note), { width }));
const noteLook: Look = { size: size.small, color: ink.muted };

/** One row of texts side by side, as high as the highest; what is higher than a page is cut. */
function drawRow(pdf: Pdf, cells: readonly Drawn[], padding: number): void {
  const page = bottomOf(pdf) - pdf.page.margins.top;
  const height = Math.min(Math.max(...cells.map((cell) => heightOf(pdf, cell))), page - 2 * padding - size.text);
  makeRoom(pdf, height + 2 * padding);
  const top = pdf.y + padding;
  for (const { text, note, x, width, look, isEnd } of cells) {
    const line = plain(text);
    if (isEnd === true) {
      const textWidth = widthOfNumber(pdf, line, look);
      pdf.text(line, x + width - textWidth, top, { ...digits, lineBreak: false, textWidth } as typeof digits);
      continue;
    }
    dressed(pdf, look).text(line, x, top, { width, height: height + 1, ellipsis: true });
    const rest = top + height - pdf.y;
    if (note !== undefined && note !== '' && rest > 0)
      dressed(pdf, noteLook).text(plain(note), x, pdf.y, { width, height: rest + 1, ellipsis: true });
  }
  pdf.x = left(pdf);
  pdf.y = top + height + padding;
}

const textOf = (cell: string | NotedCell): string => (typeof cell === 'string' ? cell : cell.text);
const noteOf = (cell: string | NotedCell): string => (typeof cell === 'string' ? '' : cell.note);

async function drawTable(pdf: Pdf, { columns, lines, total }: Table): Promise<void> {
  const widths = await widthsOf(pdf, columns, [
    ...lines.flatMap((line) => ('group' in line ? [] : [line.cells])),
    ...(total === undefined ? [] : [total]),
  ]);
  const starts = widths.map((_, at) => widths.slice(0, at).reduce((sum, width) => sum + width + gap, left(pdf)));
  const row = (cells: readonly (string | NotedCell)[], look: Look): readonly Drawn[] =>
    columns.map(({ align }, at) => ({
      text: textOf(cells[at] ?? ''),
      note: noteOf(cells[at] ?? ''),
      x: starts[at]!,
      width: widths[at]!,
      look,
      isEnd: align === 'end',
    }));
  const rule = () => {
    const end = left(pdf) + widthOf(pdf);
    pdf.moveTo(left(pdf), pdf.y).lineTo(end, pdf.y).lineWidth(0.5).strokeColor(ink.rule).stroke();
  };
  const titles = columns.map(({ title }) => title);
  const head = () => {
    drawRow(pdf, row(titles, headLook), cellGap);
    rule();
  };
  makeRoom(pdf, 6 * size.text);
  head();
  for (const [at, line] of lines.entries()) {
    if (at % turn === turn - 1) await setImmediate();
    const isGroup = 'group' in line;
    const cells =
      isGroup ? [{ text: line.group, x: left(pdf), width: widthOf(pdf), look: { font: bold } }] : row(line.cells, {});
    const needed = Math.max(...cells.map((cell) => heightOf(pdf, cell))) + 2 * cellGap;
    // The title of lines isn't left alone at the end of a page.
    if (makeRoom(pdf, isGroup ? needed * 2.5 : needed)) head();
    drawRow(pdf, cells, cellGap);
    rule();
  }
  if (total === undefined) return;
  if (makeRoom(pdf, 3 * size.text)) head();
  drawRow(pdf, row(total, { font: bold }), cellGap);
}

const headLook: Look = { font: bold, size: size.small, color: ink.muted };
/** Columns of numbers get what they need, and the others share the rest. */
async function widthsOf(
  pdf: Pdf,
  columns: Table['columns'],
  rows: readonly (readonly (string | NotedCell)[])[],
): Promise<readonly number[]> {
  const needs = columns.map(({ title }) => dressed(pdf, headLook).widthOfString(plain(title)));
  for (const [nth, cells] of rows.entries()) {
    if (nth % turn === turn - 1) await setImmediate();
    for (const [at, { align }] of columns.entries())
      if (align === 'end')
        needs[at] = Math.max(needs[at]!, widthOfNumber(pdf, plain(textOf(cells[at] ?? '')), { font: bold }));
  }
  const ends = needs.filter((_, at) => columns[at]!.align === 'end');
  const shared = widthOf(pdf) - gap * (columns.length - 1) - ends.reduce((sum, need) => sum + need, 0);
  const each = Math.max(40, shared / Math.max(1, columns.length - ends.length));
  return columns.map(({ align }, at) => (align === 'end' ? needs[at]! : each));
}

/** Says on each page which one it is, once it is known how many there are. */
function drawFooters(pdf: Pdf, footer: string): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let nth = 0; nth < count; nth += 1) {
    pdf.switchToPage(start + nth);
    // Below the margin, where a text would otherwise begin a page.
    pdf.page.margins.bottom = 0;
    const y = pdf.page.height - margin;
    const of = `Page ${nth + 1} of ${count}`;
    dressed(pdf, noteLook);
    const end = pdf.widthOfString(of);
    pdf.text(plain(footer), left(pdf), y, { width: widthOf(pdf) - end - gap, height: size.text, ellipsis: true });
    pdf.text(of, left(pdf) + widthOf(pdf) - end, y, { lineBreak: false });
  }
}
