import { describe, expect, it } from 'vitest';
import { alertWords, stepOf } from '../../../../domain/limits/alerts.ts';
import { forecastOf } from '../../../../domain/limits/forecast.ts';

describe('alerts of a limit', () => {
  it('come at 90 and at 100 per cent, the higher one alone', () => {
    const used = [0, 89, 90, 99, 100, 250];
    expect(used.map((one) => stepOf({ used: one, limit: 100 }))).toEqual([null, null, 90, 90, 100, 100]);
    expect(stepOf({ used: 0, limit: 0 })).toBe(100);
    expect(stepOf({ used: 9, limit: 11 })).toBeNull();
  });
  it('say what happens then, and whom to ask', () => {
    const contacts = { kind: 'contacts', used: 1_000, limit: 1_000 } as const;
    expect(alertWords(contacts, 100, { name: 'Northwind', email: 'help@northwind.test' })).toEqual({
      title: 'You’ve used all your contacts',
      content:
        '1,000 of 1,000 contacts are used. You can’t add more. People who opt in themselves are recorded, but campaigns ' +
        'skip them. Email Northwind at help@northwind.test to raise the limit.',
    });
    expect(alertWords({ kind: 'messages', used: 90, limit: 100 }, 90, null)).toEqual({
      title: 'You’ve used 90% of your messages this month',
      content: '90 of 100 messages this month are used. Choose a larger plan to raise the limit.',
    });
    expect(alertWords(contacts, 100, { name: 'Northwind', email: null }).content).toContain('Ask Northwind');
  });
});

describe('the forecast of a month', () => {
  it('goes on at the pace of the last seven full days', () => {
    expect(forecastOf([10, 10, 10, 0], 30)).toBe(300);
    // A first week of nothing says nothing of the second.
    expect(forecastOf([0, 0, 0, 0, 0, 0, 0, 70, 70, 70, 70, 70, 70, 70, 0], 30)).toBe(7 * 70 + 70 + 15 * 70);
  });
  it('takes today for an average day, unless more is used already', () => {
    expect(forecastOf([10, 50], 2)).toBe(60);
    expect(forecastOf([10, 5], 2)).toBe(20);
  });
  it('is what was used when the month is over, and nothing before a full day', () => {
    expect(forecastOf([...Array<number>(27).fill(1), 1], 28)).toBe(28);
    expect(forecastOf([40], 30)).toBeNull();
    expect(forecastOf([], 30)).toBeNull();
  });
});
