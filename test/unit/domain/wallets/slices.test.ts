import { describe, expect, test } from 'vitest';
import { BusinessId } from '../../../../domain/kernel/ids.ts';
import { ledgerAmount, usd } from '../../../../domain/kernel/money.ts';
import type { Payer } from '../../../../domain/payments/payer.ts';
import { Draft } from '../../../../domain/wallets/book.ts';
import { grantCredit } from '../../../../domain/wallets/funds.ts';
import { captureSlice, holdSlice, release } from '../../../../domain/wallets/holds.ts';
import { monthUse, spendable, Wallet } from '../../../../domain/wallets/wallet.ts';

const payer = { kind: 'agency', id: '00000000-0000-4000-8000-00000000000a' } as unknown as Payer;
const businessId = BusinessId.parse('00000000-0000-4000-8000-00000000000b');
const id = (last: number) => `00000000-0000-4000-8000-0000000000${last}`;
const month = '2026-11-01';
const price = { carrier: ledgerAmount(40), price: ledgerAmount(100), resale: ledgerAmount(250) };
const key = { channel: 'sms', direction: 'out', country: 'US', carrierClass: 'local' } as const;

function walletWith(units: number): Draft {
  const draft = new Draft(Wallet.initial, new Date('2026-11-27T12:00:00Z'));
  grantCredit({ payer, currency: usd, grantId: id(99), units: ledgerAmount(units), reason: 'Test' }, draft);
  return draft;
}
const hold = (draft: Draft, holdId: string, included: number | null, most = 100, least = 1) => {
  const given = { payer, currency: usd, holdId, month, channel: 'sms', price: price.price, included } as const;
  holdSlice({ ...given, most, least, expiresAt: '2026-11-27T12:06:00.000Z' }, draft);
  return draft.wallet.holds.get(holdId)!.slice!;
};
const sent = (draft: Draft, holdId: string, quantity: number, included: number | null) => {
  captureSlice(
    { payer, currency: usd, holdId, month, businessId, key, quantity, price: { ...price, included } },
    draft,
  );
};
const used = (draft: Draft) => monthUse(draft.wallet, { month, channel: 'sms' });

describe('a slice of sending', () => {
  test('keeps what the plan includes first, and no two keep the same pieces', () => {
    const draft = walletWith(10_000);
    expect(hold(draft, id(10), 120)).toMatchObject({ quantity: 100, included: 100 });
    expect(hold(draft, id(11), 120)).toMatchObject({ quantity: 20, included: 20 });
    expect(spendable(draft.wallet)).toBe(10_000);
    // Nothing is left of the month: from here on it costs money, a quarter of what there is at most.
    expect(hold(draft, id(12), 120)).toMatchObject({ quantity: 25, included: 0 });
    expect(spendable(draft.wallet)).toBe(7_500);
  });

  test('books included pieces at no price, and the carrier’s cost all the same', () => {
    const draft = walletWith(10_000);
    hold(draft, id(10), 30, 30);
    hold(draft, id(11), 30, 20);
    sent(draft, id(10), 30, 30);
    sent(draft, id(11), 5, 30);
    sent(draft, id(11), 12, 30);
    // An older word is no news.
    sent(draft, id(11), 5, 30);
    release({ payer, holdId: id(10) }, draft);
    release({ payer, holdId: id(11) }, draft);
    expect(used(draft)).toEqual({ used: 30, held: 0 });
    expect(spendable(draft.wallet)).toBe(10_000 - 12 * 100);
    const legs = draft.events.flatMap((event) => (event.type === 'HoldCaptured' ? event.data.posting : []));
    const of = (account: string) => legs.reduce((sum, leg) => sum + (leg.account === account ? leg.units : 0), 0);
    expect(of('carrier:cost')).toBe(42 * 40);
    expect(of('platform:revenue')).toBe(12 * 100 - 42 * 40);
    expect(of(`business:${businessId}`)).toBe(-42 * 250);
    expect(of('agency:margin')).toBe(42 * 250 - 12 * 100);
    expect(legs.reduce((sum, { units }) => sum + units, 0)).toBe(0);
  });

  test('gives back what it kept of the month and did not use', () => {
    const draft = walletWith(10_000);
    hold(draft, id(10), 100, 80);
    sent(draft, id(10), 30, 100);
    expect(used(draft)).toEqual({ used: 30, held: 50 });
    release({ payer, holdId: id(10) }, draft);
    expect(used(draft)).toEqual({ used: 30, held: 0 });
    // What is accepted late is booked all the same.
    sent(draft, id(10), 35, 100);
    expect(used(draft)).toEqual({ used: 35, held: 0 });
  });

  test('is refused when not even one fits, and takes the last that is there', () => {
    const draft = walletWith(250);
    expect(hold(draft, id(10), 0, 50, 2)).toMatchObject({ quantity: 2 });
    expect(() => hold(draft, id(11), 0)).toThrow('doesn’t have enough funds');
    expect(draft.wallet.holds.get(id(11))).toBeUndefined();
  });

  test('without a bound costs nothing, also in an empty wallet', () => {
    const draft = walletWith(1);
    expect(hold(draft, id(10), null)).toMatchObject({ quantity: 100, included: 100 });
    sent(draft, id(10), 100, null);
    expect(spendable(draft.wallet)).toBe(1);
  });

  test('sent without a hold it is booked below zero', () => {
    const draft = walletWith(50);
    sent(draft, id(10), 3, 1);
    expect(spendable(draft.wallet)).toBe(50 - 2 * 100);
    expect(used(draft)).toEqual({ used: 1, held: 0 });
  });
});
