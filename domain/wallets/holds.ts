import { DomainError } from '../kernel/errors.ts';
import { type BusinessId } from '../kernel/ids.ts';
import { add, type Currency, ledgerAmount, type LedgerAmount, negative, zero } from '../kernel/money.ts';
import type { Payer } from '../payments/payer.ts';
import { usageKeyText } from '../rates/measures.ts';
import { accountOfBusiness, type Account, posting } from './accounts.ts';
import type { Draft } from './book.ts';
import { FundsHeld, HoldCaptured, HoldReleased } from './events.ts';
import { type Hold, neverHeld, spendable, type UsageTotal } from './wallet.ts';

/*
 * Money is held for what goes out in some minutes, captured by what has gone out up to now, and the rest goes back.
 */

const least = (a: LedgerAmount, b: LedgerAmount): LedgerAmount => (a < b ? a : b);
const notBelowZero = (units: LedgerAmount): LedgerAmount => (units > 0 ? units : zero);

/** Credit first. Throws `insufficient_funds` and `wallet_parked`. */
export function hold(
  {
    payer,
    currency,
    holdId,
    units,
    expiresAt,
  }: {
    readonly payer: Payer;
    readonly currency: Currency;
    readonly holdId: string;
    readonly units: LedgerAmount;
    readonly expiresAt: string;
  },
  draft: Draft,
): void {
  const { wallet } = draft;
  const before = wallet.holds.get(holdId);
  if (before !== undefined && before.expiresAt !== null) {
    if (before.units === units) return;
    throw new DomainError('conflict', 'This was held before with another amount.');
  }
  if (wallet.contradictions.length > 0)
    throw new DomainError('wallet_parked', 'This wallet is on hold until support has looked at it.');
  if (wallet.currency !== null && wallet.currency !== currency)
    throw new DomainError('validation_failed', 'This wallet is in another currency.');
  if (spendable(wallet) < units)
    throw new DomainError('insufficient_funds', 'The wallet doesn’t have enough funds. Add funds to continue.');
  const fromCredit = least(notBelowZero(wallet.credit), units);
  const legs = posting(currency, [
    ['credit', negative(fromCredit)],
    ['wallet', ledgerAmount(fromCredit - units)],
    ['held:sending', units],
  ]);
  draft.put(FundsHeld.create({ ...draft.booking(payer, legs), holdId, units, expiresAt }));
}

type Amounts = Pick<UsageTotal, 'quantity' | 'carrier' | 'price' | 'resale'>;
const nothing = { quantity: 0, carrier: zero, price: zero, resale: zero };
const amountsOf = ['quantity', 'carrier', 'price', 'resale'] as const;

/** What the totals add to those before: null, nothing does; `back`: one is more and another is less, which can't be. */
function growth(before: Hold, totals: readonly UsageTotal[]): readonly Amounts[] | 'back' | null {
  const changes = totals.map((total) => {
    const known = before.totals.get(usageKeyText(total)) ?? nothing;
    return amountsOf.map((name) => total[name] - known[name]);
  });
  const [grows, shrinks] = [changes.flat().some((by) => by > 0), changes.flat().some((by) => by < 0)];
  if (!grows) return null;
  if (shrinks) return 'back';
  return changes.map(([quantity, carrier, price, resale]) => ({
    quantity: quantity!,
    carrier: ledgerAmount(carrier!),
    price: ledgerAmount(price!),
    resale: ledgerAmount(resale!),
  }));
}

export interface Capture {
  readonly payer: Payer;
  readonly currency: Currency;
  readonly holdId: string;
  /** Who sent it: the payer, or a business of the agency that pays. */
  readonly businessId: BusinessId;
  /** What was sent since the hold began, by line. Smaller totals are an older word, and no news. */
  readonly totals: readonly UsageTotal[];
}

/**
 * Books what was sent, at all its levels in one posting. It is never refused: the carrier has charged already. From the
 * hold as far as it goes, then, and when the hold is over, from credit and the wallet, which may fall below zero.
 */
export function capture({ payer, currency, holdId, businessId, totals }: Capture, draft: Draft): void {
  draft.open(payer, currency);
  if (draft.wallet.currency !== currency) {
    draft.park(payer, { code: 'another-currency', about: holdId, expected: null, found: null });
    return;
  }
  const before = draft.wallet.holds.get(holdId) ?? neverHeld;
  const more = growth(before, totals);
  if (more === null) return;
  if (more === 'back') {
    draft.park(payer, { code: 'totals-went-back', about: holdId, expected: null, found: null });
    return;
  }
  draft.bookOrPark(payer, holdId, null, () => {
    const sum = (name: 'carrier' | 'price' | 'resale') => add(...more.map((line) => line[name]));
    const [carrier, price, resale] = [sum('carrier'), sum('price'), sum('resale')];
    const fromHold = before.isOpen ? least(price, ledgerAmount(before.units - before.captured)) : zero;
    const rest = ledgerAmount(price - fromHold);
    const fromCredit = least(notBelowZero(draft.wallet.credit), rest);
    const fromWallet = ledgerAmount(rest - fromCredit);
    const heldCredit = least(fromHold, notBelowZero(ledgerAmount(before.fromCredit - before.captured)));
    const legs = posting(currency, [
      ['held:sending', negative(fromHold)],
      ['credit', negative(fromCredit)],
      ['wallet', negative(fromWallet)],
      ['carrier:cost', carrier],
      ['platform:revenue', ledgerAmount(price - carrier)],
      ...(payer.kind === 'agency' ? toBusiness(businessId, price, resale) : []),
    ]);
    draft.put(
      HoldCaptured.create({
        ...draft.booking(payer, legs),
        holdId,
        businessId,
        totals: totals.map((total) => ({ ...total })),
        units: price,
        fundedBy: {
          hold: fromHold,
          credit: add(heldCredit, fromCredit),
          wallet: add(ledgerAmount(fromHold - heldCredit), fromWallet),
        },
      }),
    );
  });
}

/** The level of an agency and its business: what the business owes, what of it the agency paid, and its margin. */
const toBusiness = (
  businessId: BusinessId,
  price: LedgerAmount,
  resale: LedgerAmount,
): readonly (readonly [Account, LedgerAmount])[] => [
  [accountOfBusiness(businessId), negative(resale)],
  ['agency:cost', price],
  ['agency:margin', ledgerAmount(resale - price)],
];

/** What is left of a hold goes back to where it came from, the wallet first: credit is spent first. */
function giveBack(payer: Payer, holdId: string, why: 'settled' | 'expired', draft: Draft): void {
  const { wallet } = draft;
  const before = wallet.holds.get(holdId);
  if (before === undefined || !before.isOpen || wallet.currency === null) return;
  const left = ledgerAmount(before.units - before.captured);
  const toCredit = least(left, notBelowZero(ledgerAmount(before.fromCredit - before.captured)));
  const legs = posting(wallet.currency, [
    ['held:sending', negative(left)],
    ['credit', toCredit],
    ['wallet', ledgerAmount(left - toCredit)],
  ]);
  draft.put(HoldReleased.create({ ...draft.booking(payer, legs), holdId, why }));
}

export const release = ({ payer, holdId }: { readonly payer: Payer; readonly holdId: string }, draft: Draft): void =>
  giveBack(payer, holdId, 'settled', draft);

/** Ends a hold whose time is over; before that, nothing. */
export function expire({ payer, holdId }: { readonly payer: Payer; readonly holdId: string }, draft: Draft): void {
  const expiresAt = draft.wallet.holds.get(holdId)?.expiresAt;
  if (expiresAt === undefined || expiresAt === null || draft.now.getTime() < Date.parse(expiresAt)) return;
  giveBack(payer, holdId, 'expired', draft);
}
