import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AgencyId, BusinessId, RateId } from '../../../domain/kernel/ids.ts';
import { ledgerAmount, usd } from '../../../domain/kernel/money.ts';
import type { ListedRate } from '../../../domain/rates/rates.ts';
import { feeLines, feesIn } from '../../../domain/statements/fees.ts';
import { daysIn, nextMonth, previousMonth } from '../../../domain/statements/fields.ts';
import { forecastOf } from '../../../domain/statements/forecast.ts';
import { differenceOf, statementOf, totalOf, type UsedBy } from '../../../domain/statements/statement.ts';
import {
  bookedOf,
  type ClosedStatement,
  closeStatement,
  monthToClose,
  owedIn,
  Statements,
} from '../../../domain/statements/statements.ts';
import { type ChargedFee, StatementClosed } from '../../../domain/statements/events.ts';
import { given } from '../../support/given.ts';

const idOf = (nth: number) => `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`;
const [one, other] = [BusinessId.parse(idOf(1)), BusinessId.parse(idOf(2))];
const rate = (price: number, more: Partial<ListedRate> = {}): ListedRate => ({
  businessId: null,
  channel: 'sms',
  direction: 'out',
  country: null,
  carrierClass: null,
  currency: usd,
  from: '2026-01-01',
  until: null,
  carrier: ledgerAmount(79),
  price: ledgerAmount(price),
  ...more,
});
const listOf = (...rates: readonly ListedRate[]) =>
  new Map(rates.map((listed, index) => [RateId.parse(idOf(index + 100)), listed]));
const used = (quantity: number, more: Partial<UsedBy> = {}): UsedBy => ({
  businessId: one,
  channel: 'sms',
  direction: 'out',
  country: 'US',
  carrierClass: 'local',
  day: '2026-11-10',
  quantity,
  ...more,
});
const none = { included: {}, overage: {} };
const of = (measured: readonly UsedBy[], more: Partial<Parameters<typeof statementOf>[1]> = {}) =>
  statementOf(measured, { currency: usd, list: listOf(rate(150)), resale: null, terms: none, ...more });

describe('a statement', () => {
  it('shares what is included among the businesses of a payer, day by day', () => {
    const { lines } = of([used(100), used(50, { businessId: other, day: '2026-11-09' })], {
      terms: { included: { sms: 120 }, overage: {} },
    });
    expect(lines.map(({ businessId, included, price }) => [businessId, included, price])).toEqual([
      [other, 50, 0],
      [one, 70, 30 * 150],
    ]);
  });
  it('knows the margin of an agency: its price for one business, for all, or none and at cost', () => {
    const resale = listOf(rate(200), rate(300, { businessId: other }));
    const measured = [used(10), used(10, { businessId: other }), used(10, { channel: 'mms' })];
    const { lines } = of(measured, { resale, list: listOf(rate(150), rate(500, { channel: 'mms' })) });
    expect(
      lines.map(({ businessId, channel, price, resale: charged }) => [businessId, channel, price, charged]),
    ).toEqual([
      [one, 'mms', 5000, 5000],
      [one, 'sms', 1500, 2000],
      [other, 'sms', 1500, 3000],
    ]);
    expect(totalOf(lines)).toEqual({ carrier: 30 * 79, price: 8000, resale: 10_000 });
  });
  it('takes prices of its own currency, and says what has none', () => {
    expect(of([used(1)], { list: listOf(rate(1, { currency: 'CAD' })) })).toEqual({
      lines: [],
      unrated: [
        { businessId: one, channel: 'sms', direction: 'out', country: 'US', carrierClass: 'local', quantity: 1 },
      ],
    });
  });

  const rows = fc.array(
    fc.record({
      businessId: fc.constantFrom(one, other),
      day: fc.constantFrom('2026-11-01', '2026-11-10', '2026-11-30'),
      country: fc.constantFrom('US', 'CA'),
      quantity: fc.nat({ max: 500 }),
    }),
    { maxLength: 15 },
  );
  const list = listOf(rate(150), rate(333, { country: 'CA', from: '2026-11-10' }));
  const resale = listOf(rate(200, { until: '2026-11-10' }), rate(250, { businessId: other, from: '2026-11-10' }));
  const whole = (given: readonly Partial<UsedBy>[], included: number) =>
    of(
      given.map((row) => used(0, row)),
      { list, resale, terms: { included: { sms: included }, overage: {} } },
    );

  it('law: comes to the same cents however what was measured is cut and ordered', () => {
    fc.assert(
      fc.property(rows, fc.nat({ max: 1500 }), (given, included) => {
        const cut = given.flatMap((row) => {
          const part = Math.floor(row.quantity / 3);
          return [
            { ...row, quantity: part },
            { ...row, quantity: row.quantity - part },
          ];
        });
        expect(whole(cut.toReversed(), included)).toEqual(whole(given, included));
      }),
    );
  });
  it('law: what was closed and the difference that came late are what the month comes to now', () => {
    fc.assert(
      fc.property(rows, rows, fc.nat({ max: 1500 }), (before, after, included) => {
        const [then, now] = [whole(before, included).lines, whole([...before, ...after], included).lines];
        const late = differenceOf(now, then);
        const sum = totalOf([...then, ...late]);
        expect(sum).toEqual(totalOf(now));
        expect(differenceOf(now, [...then, ...late])).toEqual([]);
      }),
    );
  });

  it('foresees the end of the month from its days so far; a number counts once', () => {
    const month = [used(100), used(1, { channel: 'number', day: '2026-11-01' })];
    const seen = forecastOf(month, '2026-11', '2026-11-10');
    expect(seen.filter(({ channel }) => channel === 'sms').reduce((sum, { quantity }) => sum + quantity, 0)).toBe(300);
    expect(seen.filter(({ channel }) => channel === 'number')).toHaveLength(1);
    expect(forecastOf(month, '2026-10', '2026-11-10')).toEqual(month);
  });
});

describe('months', () => {
  it('follow each other over the end of a year, and are as long as they are', () => {
    expect([nextMonth('2026-12'), previousMonth('2027-01')]).toEqual(['2027-01', '2026-12']);
    expect([daysIn('2027-02'), daysIn('2028-02'), daysIn('2026-12')]).toEqual([28, 29, 31]);
  });

  const closed = (month: string, more: Partial<ClosedStatement> = {}): ClosedStatement => ({
    payer: { kind: 'agency', id: AgencyId.parse(idOf(7)) },
    month,
    currency: usd,
    position: '10',
    listVersion: 1,
    resaleVersion: 0,
    terms: none,
    lines: [],
    late: [],
    unrated: [],
    ...more,
  });
  it('are closed once and in order', () => {
    given(Statements)
      .when((state) => closeStatement(closed('2026-10'), state))
      .then([StatementClosed.create(closed('2026-10'))]);
    for (const month of ['2026-10', '2026-09'])
      given(Statements, [StatementClosed.create(closed('2026-10'))])
        .when((state) => closeStatement(closed(month, { position: '99' }), state))
        .thenNothing();
  });
  it('that were missed are closed one after another', () => {
    const state = new Map([['2026-08', closed('2026-08')]]);
    expect(monthToClose(new Map(), '2026-10')).toBe('2026-10');
    expect(monthToClose(state, '2026-10')).toBe('2026-09');
    expect(monthToClose(state, '2026-08')).toBeNull();
  });
  it('name each fee in one statement: its own month’s, or the next one that is closed', () => {
    const fee = (nth: number, day: string, cents = 450): ChargedFee => ({
      entryId: idOf(nth),
      businessId: BusinessId.parse(idOf(7)),
      what: 'brand-standard',
      day,
      units: ledgerAmount(cents * 10_000),
    });
    const charged = [fee(20, '2026-08-31'), fee(21, '2026-09-30'), fee(22, '2026-10-01'), fee(23, '2026-11-02')];
    const ids = (month: string, ...months: readonly ClosedStatement[]) =>
      feesIn(month, charged, new Map(months.map((one) => [one.month, one]))).map(({ day }) => day);
    expect(ids('2026-10')).toEqual(['2026-10-01']);
    const september = closed('2026-09', { fees: [charged[1]!] });
    // Of August, which was never closed.
    expect(ids('2026-10', september)).toEqual(['2026-08-31', '2026-10-01']);
    expect(ids('2026-09', september)).toEqual(['2026-09-30']);
    expect(ids('2026-08', september)).toEqual([]);
    expect(ids('2026-11', september)).toEqual(['2026-11-02']);
    const october = closed('2026-10', { fees: [charged[0]!] });
    expect(ids('2026-11', september, october)).toEqual(['2026-10-01', '2026-11-02']);
  });
  it('sum up fees by kind, and say apart what was booked back and what is of an earlier month', () => {
    const of = { businessId: BusinessId.parse(idOf(7)), what: 'campaign-vetting' } as const;
    const units = ledgerAmount(15_000_000);
    const lines = feeLines([
      { ...of, entryId: idOf(1), day: '2026-10-05', units },
      { ...of, entryId: idOf(2), day: '2026-10-09', units },
      { ...of, entryId: idOf(3), day: '2026-10-09', units: ledgerAmount(-units) },
      { ...of, entryId: idOf(4), day: '2026-09-09', units },
    ]);
    expect(lines.map(({ month, isReversed, quantity, price }) => [month, isReversed, quantity, price])).toEqual([
      ['2026-09', false, 1, units],
      ['2026-10', false, 2, 2 * units],
      ['2026-10', true, -1, -units],
    ]);
    expect(lines[1]).toMatchObject({ carrier: 2 * units, resale: 2 * units });
    const others = feeLines([
      { ...of, entryId: idOf(5), day: '2026-10-05', units },
      { ...of, entryId: idOf(6), day: '2026-10-05', units, what: 'brand-standard' },
      { ...of, entryId: idOf(8), day: '2026-10-05', units, businessId: BusinessId.parse(idOf(9)) },
    ]);
    expect(others.map(({ what, businessId, quantity }) => [what, businessId, quantity])).toEqual([
      ['brand-standard', idOf(7), 1],
      ['campaign-vetting', idOf(7), 1],
      ['campaign-vetting', idOf(9), 1],
    ]);
    const owed = owedIn(closed('2026-10', { fees: [{ ...of, entryId: idOf(1), day: '2026-10-05', units }] }));
    expect([...owed.values()]).toEqual([units]);
  });
  it('have booked their own lines and what later ones booked for them', () => {
    const { lines } = of([used(5)]);
    const state = new Map([
      ['2026-09', closed('2026-09', { lines: lines as ClosedStatement['lines'] })],
      ['2026-10', closed('2026-10', { late: lines.map((line) => ({ ...line, month: '2026-09' })) })],
    ]);
    expect(bookedOf('2026-09', state).map(({ quantity }) => quantity)).toEqual([5, 5]);
  });
});
