import { describe, expect, it } from 'vitest';
import type { UsageRate } from '../../api/contract/rates.ts';
import type { PreviewedMonth } from '../../api/contract/statements.ts';
import {
  copiesOf,
  hasEnded,
  linesOf,
  nextMonthOf,
  paidFor,
  priceOn,
  unitPrice,
} from '../../web/screens/prices/model.ts';
import { sumsByUse, sumsOf, targetOf } from '../../web/screens/prices/preview.ts';

const rate = (more: Partial<UsageRate>): UsageRate => ({
  id: '00000000-0000-4000-8000-000000000001',
  channel: 'sms',
  direction: 'out',
  country: 'US',
  carrier_class: null,
  currency: 'USD',
  carrier: 7900,
  price: 15_000,
  from: '2026-11-01',
  until: null,
  business: null,
  state: 'current',
  ...more,
});

describe('a price list as people read it', () => {
  it('writes small prices with four decimals, and months end as they do', () => {
    expect([unitPrice(15_000, 'USD'), unitPrice(79, 'USD'), unitPrice(1_500_000, 'USD')]).toEqual([
      '$0.0150',
      '$0.000079',
      '$1.50',
    ]);
    expect(nextMonthOf('2026-12-31')).toBe('2027-01-01');
  });

  it('is one line for each usage: what holds, what is planned, what has ended', () => {
    const lines = linesOf([
      rate({ from: '2026-12-01', price: 16_000, state: 'upcoming' }),
      rate({ until: '2026-12-01' }),
      rate({ from: '2026-01-01', until: '2026-11-01', state: 'ended' }),
      rate({ country: 'CA', until: '2026-11-10', state: 'ended' }),
      rate({ currency: 'EUR' }),
      rate({ business: { id: 'b', name: 'Atlas' } }),
    ]);
    expect(lines.map((line) => [line.country, line.currency, line.business?.name, hasEnded(line)])).toEqual([
      ['CA', 'USD', undefined, true],
      ['US', 'EUR', undefined, false],
      ['US', 'USD', undefined, false],
      ['US', 'USD', 'Atlas', false],
    ]);
    expect(lines[2]).toMatchObject({ current: { price: 15_000 }, planned: [{ price: 16_000 }], past: [{}] });
  });

  it('copies what a business pays today: its own price, else that of all', () => {
    const atlas = { id: 'b', name: 'Atlas' };
    const lines = linesOf([
      rate({ price: 1 }),
      rate({ price: 2, business: atlas }),
      rate({ price: 3, country: 'CA' }),
      rate({ price: 4, country: 'GB', state: 'upcoming' }),
    ]);
    const copied = copiesOf(lines, 'c', '2026-11-20');
    expect(copied.map(({ country, price, business_id: id, from }) => [country, price, id, from])).toEqual([
      ['CA', 3, 'c', '2026-11-20'],
      ['US', 2, 'c', '2026-11-20'],
    ]);
  });

  it('says what an agency pays: from the lowest to the highest of what its price covers', () => {
    const fees = [rate({ price: 1 }), rate({ country: 'CA', price: 3 }), rate({ direction: 'in', price: 9 })];
    expect(paidFor(rate({ country: null }), fees)).toEqual({ least: 1, most: 3 });
    expect(paidFor(rate({ country: 'GB' }), fees)).toBeNull();
  });
});

describe('a preview', () => {
  const line = {
    channel: 'sms',
    direction: 'out',
    country: 'US',
    quantity: 2,
    unpriced_before: 0,
    unpriced_after: 0,
  } as const;
  const amounts = (price: number) => ({ carrier: null, price, resale: price * 2, margin: price });
  const month = (more: Partial<PreviewedMonth> = {}): PreviewedMonth => ({
    id: 'p',
    name: 'P',
    kind: 'agency',
    currency: 'USD',
    closed: true,
    before: amounts(10),
    after: amounts(30),
    unpriced_before: 0,
    unpriced_after: 0,
    businesses: [],
    lines: [
      { ...line, carrier_class: 'local', before: amounts(7), after: amounts(20) },
      { ...line, carrier_class: 'toll-free', before: amounts(3), after: amounts(10) },
    ],
    ...more,
  });

  it('adds up payers by currency, and tells an agency what its businesses pay', () => {
    const sums = sumsOf([month(), month(), month({ currency: 'EUR' })], 'admin');
    expect(sums.map(({ currency, before, after }) => [currency, before, after])).toEqual([
      ['USD', 20, 60],
      ['EUR', 10, 30],
    ]);
    expect(sumsOf([month()], 'agency')[0]).toMatchObject({ before: 20, after: 60, marginAfter: 30 });
    expect(sumsByUse([month(), month()], 'admin').map(({ quantity, before }) => [quantity, before])).toEqual([
      [4, 14],
      [4, 6],
    ]);
  });

  it('tries a price in place of the one that covers a line, or for exactly the line where others share it', () => {
    const lines = sumsByUse([month()], 'admin');
    const [local, tollFree] = lines as [(typeof lines)[0], (typeof lines)[0]];
    const any = rate({ country: null });
    const own = rate({ country: 'US', carrier_class: 'toll-free', price: 18_000 });
    expect(priceOn([any, own], tollFree, '2026-11-02')).toBe(own);
    expect(targetOf(local, lines, [any, own], '2026-11-02')).toMatchObject({ country: null, carrier_class: null });
    expect(targetOf(local, lines, [any], '2026-11-02')).toMatchObject({ country: 'US', carrier_class: 'local' });
    expect(targetOf(local, lines, [], '2026-11-02')).toMatchObject({ country: 'US', carrier_class: 'local' });
  });
});
