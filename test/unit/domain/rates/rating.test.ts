import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ledgerAmount } from '../../../../domain/kernel/money.ts';
import { type Included, type Measured, type Rate, rateFor, rateMonth } from '../../../../domain/rates/rating.ts';

const rate = (given: Partial<Omit<Rate, 'carrier' | 'price'>> & { carrier?: number; price?: number } = {}): Rate => ({
  channel: 'sms',
  direction: 'out',
  country: null,
  carrierClass: null,
  from: '2026-01-01',
  until: null,
  ...given,
  carrier: ledgerAmount(given.carrier ?? 79),
  price: ledgerAmount(given.price ?? 150),
});
const used = (quantity: number, more: Partial<Measured> = {}): Measured => ({
  channel: 'sms',
  direction: 'out',
  country: 'US',
  carrierClass: 'local',
  day: '2026-11-10',
  quantity,
  ...more,
});

const including = (included: Included) => ({ included, overage: {} });

describe('the rate of a day', () => {
  const any = rate({ price: 1 });
  const tollFree = rate({ carrierClass: 'toll-free', price: 2 });
  const canada = rate({ country: 'CA', price: 3 });
  const canadaLater = rate({ country: 'CA', from: '2026-11-01', price: 4 });
  const ended = rate({ country: 'US', from: '2026-01-01', until: '2026-11-10', price: 5 });
  const rates = [canadaLater, any, tollFree, canada, ended];
  it.each([
    [used(1, { country: 'GB' }), 1],
    [used(1, { country: 'GB', carrierClass: 'toll-free' }), 2],
    [used(1, { country: 'CA', carrierClass: 'toll-free', day: '2026-10-31' }), 3],
    [used(1, { country: 'CA', day: '2026-11-01' }), 4],
    [used(1, { day: '2026-11-09' }), 5],
    [used(1, { day: '2026-11-10' }), 1],
  ])('of %j is the one that says most, while it holds', (key, price) => {
    expect(rateFor(rates, key, key.day)?.price).toBe(price);
    expect(rateFor(rates.toReversed(), key, key.day)?.price).toBe(price);
  });
  it('is none where the list has none', () => {
    expect(rateFor(rates, used(1, { channel: 'mms' }), '2026-11-10')).toBeNull();
    expect(rateFor(rates, used(1), '2025-12-31')).toBeNull();
  });
});

describe('a month', () => {
  it('uses up what is included first, and the carrier takes its part of all', () => {
    expect(rateMonth([used(100), used(50, { day: '2026-11-11' })], [rate()], including({ sms: 120 }))).toMatchObject({
      lines: [{ quantity: 150, included: 120, price: 30 * 150, carrier: 150 * 79 }],
      price: 30 * 150,
    });
    expect(rateMonth([used(100)], [rate()], including({ sms: null })).price).toBe(0);
    expect(rateMonth([used(100)], [rate()], including({ mms: 500 })).price).toBe(100 * 150);
  });

  it('includes what is sent, and not what comes in', () => {
    const rates = [rate(), rate({ direction: 'in', price: 50 })];
    const rows = [used(10, { direction: 'in' }), used(10)];
    expect(rateMonth(rows, rates, including({ sms: 10 })).price).toBe(10 * 50);
  });

  it("charges the plan's own price beyond what it includes, for what is sent", () => {
    const rates = [rate(), rate({ direction: 'in', price: 50 })];
    const rows = [used(10, { direction: 'in' }), used(15)];
    const terms = { included: { sms: 10 }, overage: { sms: ledgerAmount(200) } };
    expect(rateMonth(rows, rates, terms)).toMatchObject({ price: 10 * 50 + 5 * 200, carrier: 25 * 79 });
  });

  it('rates each day by the price of that day', () => {
    const rates = [rate({ until: '2026-11-11', price: 100 }), rate({ from: '2026-11-11', price: 200 })];
    const { lines, price } = rateMonth([used(1), used(1, { day: '2026-11-11' })], rates);
    expect(lines.map((line) => line.price)).toEqual([100, 200]);
    expect(price).toBe(300);
  });

  it('says what no rate covers, and does not take it for free', () => {
    expect(rateMonth([used(3, { channel: 'voice' })], [rate()])).toMatchObject({
      lines: [],
      unrated: [{ channel: 'voice', quantity: 3 }],
      price: 0,
    });
  });

  const measured = fc.array(
    fc.record({
      channel: fc.constantFrom('sms' as const, 'mms' as const),
      direction: fc.constant('out' as const),
      country: fc.constantFrom('US', 'CA'),
      carrierClass: fc.constantFrom('local' as const, 'toll-free' as const),
      day: fc.constantFrom('2026-11-01', '2026-11-10', '2026-11-30'),
      quantity: fc.nat({ max: 1000 }),
    }),
    { maxLength: 20 },
  );
  const rates = [
    rate({ price: 150 }),
    rate({ country: 'CA', from: '2026-11-10', price: 333 }),
    rate({ channel: 'mms', carrier: 1000, price: 2000 }),
  ];

  it('comes to the same whatever the order, and however quantities are cut', () => {
    fc.assert(
      fc.property(measured, fc.nat({ max: 5000 }), (rows, included) => {
        const whole = rateMonth(rows, rates, including({ sms: included }));
        const cut = rows.flatMap((row) => {
          const part = Math.floor(row.quantity / 3);
          return [
            { ...row, quantity: row.quantity - part },
            { ...row, quantity: part },
          ];
        });
        expect(rateMonth(cut.toReversed(), rates, including({ sms: included }))).toEqual(whole);
      }),
    );
  });

  it('never includes more than is included, nor charges for what is', () => {
    fc.assert(
      fc.property(measured, fc.nat({ max: 5000 }), (rows, included) => {
        const { lines } = rateMonth(rows, rates, including({ sms: included }));
        const sms = lines.filter(({ channel }) => channel === 'sms');
        const [total, free] = [
          sms.reduce((sum, line) => sum + line.quantity, 0),
          sms.reduce((sum, line) => sum + line.included, 0),
        ];
        expect(free).toBe(Math.min(total, included));
        for (const line of lines) expect(line.price).toBe((line.quantity - line.included) * line.rate.price);
      }),
    );
  });
});
