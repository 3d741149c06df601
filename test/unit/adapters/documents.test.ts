import { describe, expect, it } from 'vitest';
import { createDocuments } from '../../../adapters/documents/index.ts';
import { type Block, type DocumentToMake, paperAt, paperIn } from '../../../adapters/documents/port.ts';
import { pdfPages, pdfText } from '../../support/pdf-text.ts';

const documents = createDocuments();
const make = (blocks: readonly Block[], over: Partial<DocumentToMake> = {}) =>
  documents.pdf({
    title: 'A document',
    brand: { name: 'Beckon', color: '#4f46e5' },
    paper: 'A4',
    at: new Date('2026-11-01T00:00:00Z'),
    footer: 'Beckon · A document',
    blocks,
    ...over,
  });
const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
const table = (count: number): Block => ({
  kind: 'table',
  columns: [{ title: 'What' }, { title: 'Total', align: 'end' }],
  lines: [
    { group: 'North' },
    ...Array.from({ length: count }, (_, nth) => ({
      cells: [{ text: `Line ${nth}`, note: 'Greece' }, `$${nth}.0079`],
    })),
  ],
  total: ['Total', '$99.00'],
});

describe('a document', () => {
  it('says what it was given, in Latin, Greek and Cyrillic', async () => {
    const file = await make([
      { kind: 'heading', level: 1, text: 'Statement' },
      {
        kind: 'facts',
        facts: [
          ['For', 'Łódź Ünal'],
          ['Names', 'Ελλάδα, Київ'],
        ],
      },
      table(1),
    ]);
    expect(pdfText(file)).toEqual([
      'Beckon',
      'Statement',
      'For',
      'Łódź Ünal',
      'Names',
      'Ελλάδα, Київ',
      'What',
      'Total',
      'North',
      'Line 0',
      'Greece',
      '$0.0079',
      'Total',
      '$99.00',
      'Beckon · A document',
      'Page 1 of 1',
    ]);
  });

  it.each(['中文', '👩‍👩‍👧', 'שלום', '\ud800', 'a\u0000b\u2028c\n', '', ' '.repeat(500), 'x'.repeat(5_000)])(
    'is made of any text (%#)',
    async (text) => {
      const file = await make([
        { kind: 'heading', level: 2, text },
        paragraph(text),
        { kind: 'facts', facts: [[text, text]] },
        {
          kind: 'table',
          columns: [{ title: text }, { title: text.slice(0, 9), align: 'end' }],
          lines: [{ cells: [{ text, note: text }, text.slice(0, 9)] }, { group: text }],
          total: [text],
        },
      ]);
      expect(pdfPages(file)).toBeGreaterThan(0);
    },
  );

  it('repeats the heads of a table on each page and numbers the pages', async () => {
    const file = await make([table(100)]);
    const pages = pdfPages(file);
    const lines = pdfText(file);
    expect(pages).toBeGreaterThan(2);
    expect(lines.filter((line) => line === 'What')).toHaveLength(pages);
    expect(lines.filter((line) => line.startsWith('Line '))).toHaveLength(100);
    for (let page = 1; page <= pages; page += 1) expect(lines).toContain(`Page ${page} of ${pages}`);
  });

  it('is the same to the byte, whenever it is made', async () => {
    const [one, other] = [await make([table(40)]), await make([table(40)])];
    expect(Buffer.compare(one, other)).toBe(0);
    expect(Buffer.compare(one, await make([table(40)], { at: new Date('2026-12-01T00:00:00Z') }))).not.toBe(0);
  });

  it('takes Letter where it is bought, and A4 elsewhere', async () => {
    expect([paperIn('US'), paperIn('CA'), paperIn('DE'), paperIn('')]).toEqual(['Letter', 'Letter', 'A4', 'A4']);
    const zones = ['America/New_York', 'US/Pacific', 'America/Sao_Paulo', 'Europe/Berlin', 'Nowhere/At_All'];
    expect(zones.map(paperAt)).toEqual(['Letter', 'Letter', 'A4', 'A4', 'A4']);
    const sizeOf = async (paper: 'A4' | 'Letter') =>
      /\/MediaBox \[([^\]]*)\]/.exec(Buffer.from(await make([], { paper })).toString('latin1'))?.[1];
    expect([await sizeOf('A4'), await sizeOf('Letter')]).toEqual(['0 0 595.28 841.89', '0 0 612 792']);
  });
});
