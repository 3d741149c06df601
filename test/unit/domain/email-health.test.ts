import { expect, it } from 'vitest';
import { healthOf, lastEmails } from '../../../domain/emails/health.ts';

const of = (sent: number, bounced: number, complained = 0) => healthOf({ sent, bounced, complained });

it('says nothing of few emails, warns above 2 % of bounces and 0.1 % of complaints, more so above 5 % and 0.3 %', () => {
  expect([of(199, 199), of(0, 0)]).toEqual(['unknown', 'unknown']);
  expect([of(200, 4), of(200, 5), of(200, 10), of(200, 11)]).toEqual(['fine', 'warning', 'warning', 'danger']);
  expect([1, 2, 3, 4, 5].map((complained) => of(1_000, 0, complained))).toEqual([
    ...['fine', 'warning', 'warning', 'warning', 'danger'],
  ]);
});

it('takes one complaint for one person, however few emails there were: two warn, five pause', () => {
  expect([1, 2, 4, 5].map((complained) => of(245, 0, complained))).toEqual(['fine', 'warning', 'warning', 'danger']);
});

it('looks at the last thousand', () => {
  const day = (sent: number, bounced: number) => ({ sent, bounced, complained: 1 });
  expect(lastEmails([day(600, 1), day(500, 2), day(900, 90)])).toEqual({ sent: 1_100, bounced: 3, complained: 2 });
  expect(lastEmails([])).toEqual({ sent: 0, bounced: 0, complained: 0 });
});
