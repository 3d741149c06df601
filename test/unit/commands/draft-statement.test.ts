import { expect, it } from 'vitest';
import { draftStatement, type UsageBooks, type UsageReader } from '../../../commands/statements/draft.ts';
import { openLine } from '../../../commands/statements/items.ts';
import { AgencyId, BusinessId, RateId } from '../../../domain/kernel/ids.ts';
import { usd } from '../../../domain/kernel/money.ts';
import type { Payer } from '../../../domain/payments/payer.ts';
import type { ClosedStatement, Statements } from '../../../domain/statements/statements.ts';
import { Wallet } from '../../../domain/wallets/wallet.ts';

/** Which months a statement is measured for: each costs a look at a month of usage. */
const payer: Payer = { kind: 'agency', id: AgencyId.parse('0192f0c1-7c1e-7b1a-9f00-3b0c5a4d2e11') };
const businessId = BusinessId.parse('0192f0c1-7c1e-7b1a-9f00-3b0c5a4d2e12');
const now = new Date('2026-11-20T12:00:00Z');
const key = {
  businessId,
  rateId: RateId.parse('0192f0c1-7c1e-7b1a-9f00-3b0c5a4d2e13'),
  channel: 'sms',
  direction: 'out',
  country: 'US',
  carrierClass: 'local',
} as const;

const closedMonth = (month: string, late: ClosedStatement['late'] = []): ClosedStatement => ({
  payer,
  month,
  currency: usd,
  position: '1',
  listVersion: 1,
  resaleVersion: 1,
  terms: { included: {}, overage: {} },
  lines: [],
  late,
  unrated: [],
});

function world(closed: readonly ClosedStatement[]) {
  const measured: string[] = [];
  const statements: Statements = new Map(closed.map((one) => [one.month, one]));
  const books = {
    rates: { priceList: async () => ({ version: 1, rates: [] }) },
    statements: { closed: async () => statements },
    wallets: { walletOf: async () => Wallet.initial },
  } as unknown as UsageBooks;
  const reader = {
    usersOfUsage: async () => [{ id: businessId, name: 'Bella', zone: 'America/New_York' }],
    usageOfMonth: async (_ids: readonly string[], month: string) => {
      measured.push(month);
      return [];
    },
    contactsOfMonth: async () => [],
    standingFacts: async () => ({ subscriptions: [], agency: null, business: null, opened: null, trial: null }),
    usagePosition: async () => '9',
  } as unknown as UsageReader;
  return { books, reader, measured };
}
const earlier = ['2026-08', '2026-09', '2026-10'].map((month) => closedMonth(month));

it('an open month looks at three earlier ones for what became known late', async () => {
  const { books, reader, measured } = world(earlier);
  await draftStatement(books, reader, payer, '2026-11', now);
  expect(measured.toSorted()).toEqual(['2026-08', '2026-09', '2026-10', '2026-11']);
});

it('a closed month keeps what it was closed with, and looks at no earlier one', async () => {
  const late = [{ ...key, month: '2026-09', quantity: 3, included: 0, carrier: 1, price: 2, resale: 3 }];
  const { books, reader, measured } = world([
    ...earlier.slice(0, 2),
    closedMonth('2026-10', late as unknown as ClosedStatement['late']),
  ]);
  const draft = await draftStatement(books, reader, payer, '2026-10', now);
  expect(measured).toEqual(['2026-10']);
  expect(draft.late).toEqual(late);
});

it('a page of a line measures its month, and of a difference only the month that it is about', async () => {
  const { books, reader, measured } = world(earlier);
  expect(await openLine(books, reader, payer, '2026-11', now, key)).toBeNull();
  expect(measured.splice(0)).toEqual(['2026-11']);
  expect(await openLine(books, reader, payer, '2026-11', now, key, '2026-09')).toBeNull();
  expect(measured.toSorted()).toEqual(['2026-09', '2026-11']);
});
