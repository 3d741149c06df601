import { describe, expect, it } from 'vitest';
import { fold } from '../../../../domain/kernel/decider.ts';
import { type AgencyId, RateId } from '../../../../domain/kernel/ids.ts';
import { ledgerAmount } from '../../../../domain/kernel/money.ts';
import { RateAdded, RateEnded, RateResumed } from '../../../../domain/rates/events.ts';
import { addRate, addRates, endRate, Rates, supposeRates } from '../../../../domain/rates/rates.ts';
import { given } from '../../../support/given.ts';

const idOf = (nth: number) => RateId.parse(`00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`);
const price = (nth: number, more: object = {}) => ({
  agencyId: null,
  rateId: idOf(nth),
  businessId: null,
  channel: 'sms' as const,
  direction: 'out' as const,
  country: 'US',
  carrierClass: null,
  currency: 'USD',
  from: '2026-11-10',
  carrier: ledgerAmount(7900),
  price: ledgerAmount(15_000),
  ...more,
});
const earliest = '2026-11-01';
const add =
  (nth: number, more: object = {}) =>
  (rates: Rates) =>
    addRate(price(nth, more), rates, earliest);
const end =
  (nth: number, until: string, agencyId: AgencyId | null = null) =>
  (rates: Rates) =>
    endRate({ agencyId, rateId: idOf(nth), until }, rates, earliest);
const added = (nth: number, more: object = {}) => RateAdded.create(price(nth, more));
const resumed = (nth: number) => RateResumed.create({ agencyId: null, rateId: idOf(nth) });
const ended = (nth: number, until: string) => RateEnded.create({ agencyId: null, rateId: idOf(nth), until });

describe('a price list', () => {
  it('takes a price once', () => {
    given(Rates)
      .when(add(1))
      .then([added(1)]);
    given(Rates, [added(1)])
      .when(add(1))
      .thenNothing();
  });
  it('ends the price for the same usage on the day the next begins', () => {
    given(Rates, [added(1)])
      .when(add(2, { from: '2026-12-01' }))
      .then([ended(1, '2026-12-01'), added(2, { from: '2026-12-01' })]);
    given(Rates, [added(1), ended(1, '2026-11-20')])
      .when(add(2, { from: '2026-12-01' }))
      .then([added(2, { from: '2026-12-01' })]);
  });
  it.each([
    { country: 'CA' },
    { carrierClass: 'toll-free' },
    { direction: 'in' },
    { currency: 'CAD' },
    { businessId: idOf(9) },
  ])('keeps the price of other usage: %j', (more) => {
    given(Rates, [added(1)])
      .when(add(2, more))
      .then([added(2, more)]);
  });
  it('refuses a price that would begin before another of the same usage, until that one is taken off', () => {
    given(Rates, [added(1)])
      .when(add(2, { from: '2026-11-05' }))
      .thenRefused('validation_failed');
    given(Rates, [added(1), ended(1, '2026-11-10')])
      .when(add(2, { from: '2026-11-05' }))
      .then([added(2, { from: '2026-11-05' })]);
  });
  it('replaces one that begins on the same day', () => {
    given(Rates, [added(1), ended(1, '2026-12-01'), added(2, { from: '2026-12-01' })])
      .when(add(3, { from: '2026-12-01' }))
      .then([ended(2, '2026-12-01'), added(3, { from: '2026-12-01' })]);
  });
  it('leaves no gap where a planned price is taken off', () => {
    const planned = [added(1), ended(1, '2026-12-01'), added(2, { from: '2026-12-01' })];
    given(Rates, planned)
      .when(end(2, '2026-11-20'))
      .then([ended(2, '2026-12-01'), resumed(1)]);
    given(Rates, [...planned, ended(2, '2027-01-01'), added(3, { from: '2027-01-01' })])
      .when(end(2, '2026-11-20'))
      .then([ended(2, '2026-12-01'), ended(1, '2027-01-01')]);
    given(Rates, [...planned, ended(2, '2026-12-01'), resumed(1)])
      .when(add(4, { from: '2027-02-01' }))
      .then([ended(1, '2027-02-01'), added(4, { from: '2027-02-01' })]);
  });
  it('does not price months that are closed', () => {
    given(Rates)
      .when(add(1, { from: '2026-10-31' }))
      .thenRefused('validation_failed');
    given(Rates, [added(1, { from: '2026-01-01' })])
      .when(end(1, '2026-10-31'))
      .thenRefused('validation_failed');
  });
  it('ends a price once, and takes one off that has not begun', () => {
    given(Rates, [added(1)])
      .when(end(1, '2026-12-01'))
      .then([ended(1, '2026-12-01')]);
    given(Rates, [added(1), ended(1, '2026-12-01')])
      .when(end(1, '2026-12-01'))
      .thenNothing();
    given(Rates, [added(1)])
      .when(end(1, '2026-11-02'))
      .then([ended(1, '2026-11-10')]);
    given(Rates, [added(1), ended(1, '2026-11-20')])
      .when(end(1, '2026-11-25'))
      .thenRefused('validation_failed');
    given(Rates).when(end(1, '2026-12-01')).thenRefused('not_found');
  });
  it('takes many at once or none, and says which is refused', () => {
    const many =
      (...all: (readonly [number, object])[]) =>
      (rates: Rates) =>
        addRates(
          null,
          all.map(([nth, more]) => price(nth, more)),
          rates,
          earliest,
        );
    given(Rates, [added(1)])
      .when(many([2, { country: 'CA' }], [3, { from: '2026-12-01' }]))
      .then([added(2, { country: 'CA' }), ended(1, '2026-12-01'), added(3, { from: '2026-12-01' })]);
    const refusedAt = () => many([2, { country: 'CA' }], [3, { from: '2026-10-31' }])(new Map());
    expect(refusedAt).toThrow(expect.objectContaining({ fields: { 'rates.1.from': [expect.any(String)] } }));
  });
  it('can be supposed: as of a day, with other prices in place of those for the same usage', () => {
    const list = fold(Rates, [
      added(1),
      ended(1, '2026-12-01'),
      added(2, { from: '2026-12-01', price: ledgerAmount(16_000) }),
    ]);
    const pricesOf = (rates: Rates) => [...rates.values()].map(({ price: each, from, until }) => [each, from, until]);
    expect(pricesOf(supposeRates(list, { asOf: '2026-12-05', prices: [] }))).toEqual([[16_000, '0000-01-01', null]]);
    expect(pricesOf(supposeRates(list, { asOf: '2026-11-01', prices: [] }))).toEqual([]);
    const { rateId: _, agencyId: __, from: ___, ...other } = price(3, { price: ledgerAmount(1), country: 'US' });
    expect(pricesOf(supposeRates(list, { asOf: null, prices: [other] }))).toEqual([[1, '0000-01-01', null]]);
    expect(pricesOf(supposeRates(list, { asOf: null, prices: [{ ...other, country: 'CA' }] }))).toHaveLength(3);
  });
});
