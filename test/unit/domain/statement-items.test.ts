import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { BusinessId, RateId } from '../../../domain/kernel/ids.ts';
import { ledgerAmount } from '../../../domain/kernel/money.ts';
import { isAdded, itemsOf } from '../../../domain/statements/items.ts';
import { type Prices, statementOf, type UsedBy } from '../../../domain/statements/statement.ts';

const [north, south] = [1, 2].map((n) => BusinessId.parse(`00000000-0000-4000-8000-00000000000${n}`)) as [
  BusinessId,
  BusinessId,
];
const rate = (nth: number, from: string, until: string | null, price: number) =>
  [
    RateId.parse(`00000000-0000-4000-9000-00000000000${nth}`),
    {
      channel: 'sms',
      direction: 'out',
      country: null,
      carrierClass: null,
      currency: 'USD',
      businessId: null,
      from,
      until,
      carrier: ledgerAmount(7),
      price: ledgerAmount(price),
    },
  ] as const;
const prices = (included: number): Prices => ({
  currency: 'USD',
  list: new Map([rate(1, '2026-11-01', '2026-11-03', 11), rate(2, '2026-11-03', null, 13)]),
  resale: new Map([rate(3, '2026-11-01', '2026-11-02', 19), rate(4, '2026-11-02', '2026-11-03', 23)]),
  terms: { included: { sms: included }, overage: {} },
});
const used = (businessId: BusinessId, day: string, quantity: number): UsedBy => ({
  businessId,
  day,
  quantity,
  channel: 'sms',
  direction: 'out',
  country: 'US',
  carrierClass: 'local',
});

describe('the items of a line', () => {
  it('are charged once what is included is used up, in the middle of a text if need be', () => {
    const given = prices(4);
    const [first] = statementOf([used(north, '2026-11-01', 3), used(north, '2026-11-02', 3)], given).lines;
    const { days, priceOf } = itemsOf(first!, '2026-11', given);
    expect(days).toEqual(['2026-11-01', '2026-11-02']);
    expect(priceOf({ day: '2026-11-01', quantity: 3 }, 0)).toEqual({ included: 3, carrier: 21, price: 0, resale: 57 });
    expect(priceOf({ day: '2026-11-02', quantity: 3 }, 3)).toEqual({ included: 1, carrier: 21, price: 22, resale: 69 });
  });
  it('are of the days on which its price holds', () => {
    const given = prices(0);
    const { lines } = statementOf([used(north, '2026-11-02', 1), used(north, '2026-11-04', 1)], given);
    const days = lines.map((one) => itemsOf(one, '2026-11', given).days);
    expect(days.map((all) => [all.at(0), all.at(-1)])).toEqual([
      ['2026-11-01', '2026-11-02'],
      ['2026-11-03', '2026-11-30'],
    ]);
  });
  it('law: add up to their line, for every business and whatever is included', () => {
    const text = fc.record({
      businessId: fc.constantFrom(north, south),
      day: fc.constantFrom('2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'),
      quantity: fc.integer({ min: 1, max: 5 }),
    });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 40 }), fc.integer({ min: 0, max: 60 }), (texts, included) => {
        const given = prices(included);
        const sent = texts.toSorted((one, other) => (one.day < other.day ? -1 : 1));
        const { lines } = statementOf(
          sent.map(({ businessId, day, quantity }) => used(businessId, day, quantity)),
          given,
        );
        let listed = 0;
        for (const line of lines) {
          const { days, priceOf } = itemsOf(line, '2026-11', given);
          const own = sent.filter(({ businessId, day }) => businessId === line.businessId && days.includes(day));
          let before = 0;
          const sum = { quantity: 0, included: 0, carrier: 0, price: 0, resale: 0 };
          for (const one of own) {
            const priced = priceOf(one, before);
            before += one.quantity;
            sum.quantity += one.quantity;
            for (const name of ['included', 'carrier', 'price', 'resale'] as const) sum[name] += priced[name];
          }
          listed += own.length;
          const { quantity, carrier, price, resale } = line;
          expect(sum).toEqual({ quantity, included: line.included, carrier, price, resale });
        }
        expect(listed).toBe(sent.length);
      }),
    );
  });
});

describe('a difference of an earlier month', () => {
  const line = statementOf([used(north, '2026-11-01', 3)], prices(1)).lines[0]!;
  it('opens where it is what was added, in whole or in part included', () => {
    for (const included of [0, 2, 3]) expect(isAdded({ ...line, quantity: 3, included })).toBe(true);
  });
  it('doesn’t open where it moves what is included, takes something off, or is of a number', () => {
    expect(isAdded({ ...line, quantity: 3, included: 4 })).toBe(false);
    expect(isAdded({ ...line, quantity: 3, included: -1 })).toBe(false);
    expect(isAdded({ ...line, quantity: 0, included: 0 })).toBe(false);
    expect(isAdded({ ...line, quantity: -3, included: 0 })).toBe(false);
    expect(isAdded({ ...line, channel: 'number', quantity: 1, included: 0 })).toBe(false);
  });
});
