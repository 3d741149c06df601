import { describe, expect, it } from 'vitest';
import { fold } from '../../../../domain/kernel/decider.ts';
import {
  changeAlerts,
  payerAlertWords,
  PayerAlerts,
  type PayerFigures,
  reached,
  saidByLimit,
} from '../../../../domain/limits/thresholds.ts';
import { Payer } from '../../../../domain/payments/payer.ts';
import { businessId } from '../fixtures.ts';

const payer = Payer.parse({ kind: 'business', id: businessId });
const chosen = PayerAlerts.initial;
const nothing = { messages: 0, mms: 0, emails: 0, contacts: 0, minutes: 0 };
const unbound = { messages: null, mms: null, emails: null, contacts: null, minutes: null };
const figures = (more: Partial<PayerFigures>): PayerFigures => ({
  used: nothing,
  included: unbound,
  balance: null,
  ...more,
});
const found = (thresholds: typeof chosen, of: PayerFigures) =>
  reached(thresholds, of).map(({ kind, by, threshold }) => `${kind} ${by} ${threshold}`);

describe('the thresholds of a payer', () => {
  it('are 90 and 100 per cent of what its plan includes, until it chooses others', () => {
    const included = { ...unbound, messages: 1_000, emails: 100 };
    const used = (messages: number) => figures({ used: { ...nothing, messages }, included: { ...included } });
    expect([899, 900, 999, 1_000, 5_000].map((messages) => found(chosen, used(messages)))).toEqual([
      [],
      ['messages percent 90'],
      ['messages percent 90'],
      ['messages percent 100'],
      ['messages percent 100'],
    ]);
    // Without bound, and of nothing, there is no per cent.
    expect(found(chosen, figures({ used: { ...nothing, mms: 1e6 } }))).toEqual([]);
    expect(found(chosen, figures({ included: { ...unbound, minutes: 0 } }))).toEqual([]);
  });

  it('are per cents and numbers of each kind, and amounts that the balance falls below', () => {
    const thresholds = {
      ...chosen,
      emails: { percents: [50], numbers: [10, 20] },
      balance: { percents: [], numbers: [2_500, 500] },
    };
    const used = { ...nothing, emails: 20 };
    const included = { ...unbound, emails: 40 };
    expect(found(thresholds, figures({ used, included, balance: 499 }))).toEqual([
      'emails percent 50',
      'emails number 20',
      'balance number 500',
    ]);
    expect(found(thresholds, figures({ balance: 2_499 }))).toEqual(['balance number 2500']);
    expect(found(thresholds, figures({ balance: 2_500 }))).toEqual([]);
    expect(found(thresholds, figures({ balance: null }))).toEqual([]);
  });

  it('are chosen once: in order, each once, and the same again is no news', () => {
    const wanted = { ...chosen, mms: { percents: [80, 50, 80], numbers: [3, 1] } };
    const [event, ...more] = changeAlerts({ payer, thresholds: wanted }, chosen);
    expect(more).toEqual([]);
    expect(event!.data.thresholds.mms).toEqual({ percents: [50, 80], numbers: [1, 3] });
    const after = fold(PayerAlerts, [event!]);
    expect(changeAlerts({ payer, thresholds: wanted }, after)).toEqual([]);
    expect(changeAlerts({ payer, thresholds: chosen }, chosen)).toEqual([]);
  });

  it('say nothing twice that the limit of a business says', () => {
    const at = (kind: 'messages' | 'emails' | 'contacts', threshold: number, by: 'percent' | 'number' = 'percent') =>
      saidByLimit({ kind, by, threshold }, { messages: 100, contacts: null });
    expect([at('messages', 90), at('messages', 80), at('messages', 90, 'number')]).toEqual([true, false, false]);
    expect([at('emails', 90), at('contacts', 90)]).toEqual([false, false]);
  });

  it('are told in words', () => {
    const of = figures({ used: { ...nothing, emails: 1_200 }, included: { ...unbound, emails: 1_000 }, balance: 300 });
    const money = (amount: number) => `$${(amount / 100).toFixed(2)}`;
    const say = (one: Parameters<typeof payerAlertWords>[0]) => payerAlertWords(one, of, money);
    expect(say({ kind: 'emails', by: 'percent', threshold: 90 })).toEqual({
      title: 'You’ve used 90% of the emails in your plan',
      content: 'You’ve used 1,200 emails of the 1,000 in your plan this month. See what more costs under Subscription.',
    });
    expect(say({ kind: 'emails', by: 'number', threshold: 1_000 }).title).toBe('You’ve reached 1,000 emails');
    expect(say({ kind: 'balance', by: 'number', threshold: 500 })).toEqual({
      title: 'Your wallet is below $5.00',
      content: 'Your balance is $3.00. Add funds so that texts keep going out.',
    });
  });
});
