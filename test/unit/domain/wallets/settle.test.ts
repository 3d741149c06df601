import { describe, expect, test } from 'vitest';
import { BusinessId } from '../../../../domain/kernel/ids.ts';
import { type Currency, ledgerAmount, usd } from '../../../../domain/kernel/money.ts';
import type { Payer } from '../../../../domain/payments/payer.ts';
import type { Leg } from '../../../../domain/wallets/accounts.ts';
import { Draft } from '../../../../domain/wallets/book.ts';
import { grantCredit } from '../../../../domain/wallets/funds.ts';
import { captureSlice, holdSlice, release } from '../../../../domain/wallets/holds.ts';
import { settle } from '../../../../domain/wallets/settle.ts';
import type { BookedLine } from '../../../../domain/wallets/state.ts';
import { spendable, Wallet } from '../../../../domain/wallets/wallet.ts';

const payer = { kind: 'agency', id: '00000000-0000-4000-8000-00000000000a' } as unknown as Payer;
const businessId = BusinessId.parse('00000000-0000-4000-8000-00000000000b');
const id = (last: number) => `00000000-0000-4000-8000-0000000000${last}`;
const [october, november] = ['2026-10-01', '2026-11-01'];
const text = { channel: 'sms', direction: 'out', country: 'US', carrierClass: 'local' } as const;
const inbound = { ...text, direction: 'in' } as const;

function walletWith(units: number): Draft {
  const draft = new Draft(Wallet.initial, new Date('2026-10-27T12:00:00Z'));
  grantCredit({ payer, currency: usd, grantId: id(99), units: ledgerAmount(units), reason: 'Test' }, draft);
  return draft;
}
const line = (quantity: number, price: number, more: Partial<BookedLine> = {}): BookedLine => ({
  businessId,
  ...text,
  quantity,
  included: 0,
  carrier: ledgerAmount(quantity * 40),
  price: ledgerAmount(price),
  resale: ledgerAmount(quantity * 250),
  ...more,
});
const settled = (draft: Draft, lines: readonly BookedLine[], isClosed: boolean, month = october) => {
  const before = draft.events.length;
  settle({ payer, currency: usd, month, lines, isClosed }, draft);
  return draft.events.slice(before);
};
/** `quantity` texts in all, at 100 each. */
const captured = (draft: Draft, holdId: string, quantity: number, month = october) => {
  const of = { payer, currency: usd, holdId, month };
  const price = { carrier: ledgerAmount(40), price: ledgerAmount(100), resale: ledgerAmount(250), included: 0 };
  const expiresAt = '2026-10-27T12:06:00.000Z';
  holdSlice({ ...of, ...price, channel: 'sms', most: quantity, least: 1, expiresAt }, draft);
  captureSlice({ ...of, businessId, key: text, quantity, price }, draft);
  release({ payer, holdId }, draft);
};

describe('what a statement says', () => {
  test('is booked once: what can’t be held while the month goes on, the rest when it is closed', () => {
    const draft = walletWith(10_000);
    captured(draft, id(10), 10);
    const lines = [line(10, 1_000), line(3, 30, inbound)];
    expect(settled(draft, lines, false).map(({ data }) => data)).toMatchObject([
      { why: 'used', businessId, month: october, units: 30, lines: [{ direction: 'in', quantity: 3, price: 30 }] },
    ]);
    expect(settled(draft, lines, false)).toEqual([]);
    expect(spendable(draft.wallet)).toBe(10_000 - 1_030);
    // One more was taken than was captured.
    const more = [line(11, 1_100), line(3, 30, inbound)];
    expect(settled(draft, more, true)).toMatchObject([
      { type: 'UsageSettled', data: { why: 'difference', units: 100, lines: [{ quantity: 1, price: 100 }] } },
      { type: 'MonthSettled', data: { month: october } },
    ]);
    expect(settled(draft, [line(20, 2_000)], true)).toEqual([]);
    const legs = draft.events.flatMap((event) =>
      'posting' in event.data ? (event.data.posting as readonly Leg[]) : [],
    );
    const of = (account: string) => legs.reduce((sum, leg) => sum + (leg.account === account ? leg.units : 0), 0);
    expect(of('carrier:cost')).toBe(14 * 40);
    expect(of(`business:${businessId}`)).toBe(-14 * 250);
    expect(of('agency:margin')).toBe(14 * 250 - 1_130);
  });

  test('gives back what was captured and is not in it, and takes what there is not, below zero', () => {
    const draft = walletWith(1_000);
    captured(draft, id(10), 10);
    expect(settled(draft, [line(4, 400)], true)[0]).toMatchObject({ data: { units: -600, after: { wallet: 600 } } });
    settled(draft, [line(50, 2_000, inbound)], false, november);
    expect(draft.wallet).toMatchObject({ credit: 0, wallet: -1_400, held: 0 });
  });

  test('of a settled month is not paid again when the carrier says late that it took it', () => {
    const draft = walletWith(10_000);
    captured(draft, id(10), 10);
    // Two more were counted when they were queued, and no one knew yet whether they were taken.
    settled(draft, [line(12, 1_200)], true);
    captured(draft, id(11), 2);
    expect(spendable(draft.wallet)).toBe(10_000 - 1_200);
    // One that it did not count is paid with the next statement, which has it as late.
    captured(draft, id(12), 1);
    expect(settled(draft, [line(1, 100)], true, november)).toMatchObject([
      { type: 'UsageSettled', data: { why: 'difference', units: 100 } },
      { type: 'MonthSettled' },
    ]);
    // Holds of the months before are not kept; an old word of theirs is no news.
    captured(draft, id(13), 1, '2026-12-01');
    expect(draft.wallet.holds.get(id(10))).toBeUndefined();
    expect(draft.wallet.holds.get(id(13))).toBeDefined();
    captured(draft, id(10), 10);
    expect(spendable(draft.wallet)).toBe(10_000 - 1_400);
  });

  test('in another currency is kept for a person, and without a wallet nothing is booked', () => {
    const draft = walletWith(1_000);
    settle({ payer, currency: 'EUR' as Currency, month: october, lines: [line(1, 100)], isClosed: true }, draft);
    expect(draft.wallet.contradictions).toMatchObject([{ code: 'another-currency', about: 'statement-2026-10' }]);
    const none = new Draft(Wallet.initial, new Date('2026-10-27T12:00:00Z'));
    expect(settled(none, [line(1, 100)], true)).toEqual([]);
  });
});
