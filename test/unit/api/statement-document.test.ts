import { describe, expect, it } from 'vitest';
import {
  channelWords,
  classWords,
  feeWords,
  lineWords,
  statementDocument,
  unitPriceOf,
} from '../../../api/present/statement-document.ts';
import type { Statement, StatementLine } from '../../../api/contract/index.ts';
import { texts } from '../../../web/screens/statements/texts.ts';

const line: StatementLine = {
  business: { id: 'b', name: 'Łódź' },
  rate_id: 'r',
  channel: 'sms',
  direction: 'out',
  country: 'US',
  carrier_class: 'local',
  quantity: 4,
  included: 1,
  carrier: null,
  price: 237,
  resale: null,
  margin: null,
};
const statement: Statement = {
  number: '2026-02-ABCDEF12',
  payer: { id: 'b', name: 'Łódź', kind: 'business' },
  business: null,
  month: '2026-02',
  currency: 'USD',
  closed: true,
  total: { carrier: null, price: 237, resale: null, margin: null },
  forecast: null,
  allowances: [{ channel: 'sms', included: null, used: 4 }],
  users: [],
  businesses: [],
  lines: [line],
  late: [],
  fees: [],
  unrated: [],
  days: [],
};
const paper = { brand: { name: 'Beckon', color: null }, zone: 'Europe/Berlin', title: 'Statement' } as const;

describe('a statement on paper', () => {
  it('has the words of its screen', () => {
    const { t } = texts;
    for (const [key, words] of Object.entries(lineWords))
      expect(words).toBe(t(`st.line.${key as keyof typeof lineWords}`));
    for (const [key, words] of Object.entries(classWords))
      expect(words).toBe(t(`st.class.${key as keyof typeof classWords}`));
    for (const [key, words] of Object.entries(channelWords))
      expect(words).toBe(t(`st.channel.${key as keyof typeof channelWords}`));
    for (const [key, words] of Object.entries(feeWords)) expect(words).toBe(t(`fee.${key as keyof typeof feeWords}`));
  });

  it('bears the first day after its month, and the paper of its payer', () => {
    const { at, paper: size, title } = statementDocument(statement, paper);
    expect([at.toISOString(), size, title]).toEqual(['2026-03-01T00:00:00.000Z', 'A4', 'Statement 2026-02-ABCDEF12']);
    expect(statementDocument(statement, { ...paper, zone: 'America/Chicago' }).paper).toBe('Letter');
  });

  it('says a price per piece where all pieces cost the same', () => {
    expect(unitPriceOf(line, 'USD')).toBe('$0.000079');
    expect(unitPriceOf({ ...line, price: 238 }, 'USD')).toBe('');
    expect(unitPriceOf({ ...line, included: 4, price: 0 }, 'USD')).toBe('');
  });

  it('leaves lines to the CSV that no one reads, and sums up all of them', () => {
    const lines = Array.from({ length: 2_100 }, () => line);
    const { blocks } = statementDocument(
      { ...statement, lines, late: [{ ...line, month: '2026-01', opens: true }] },
      paper,
    );
    const tables = blocks.flatMap((block) => (block.kind === 'table' ? [block] : []));
    expect(tables.map((table) => table.lines.length)).toEqual([1, 2_000, 0]);
    expect(tables[1]!.total!.at(-1)).toBe('$0.4977');
    expect(blocks).toContainEqual({ kind: 'paragraph', text: 'The CSV has 101 more lines. The totals include them.' });
  });
});
