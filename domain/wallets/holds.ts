import { DomainError } from '../kernel/errors.ts';
import type { EventOf } from '../kernel/event.ts';
import { type BusinessId } from '../kernel/ids.ts';
import { add, type Currency, ledgerAmount, type LedgerAmount, negative, times, zero } from '../kernel/money.ts';
import type { Payer } from '../payments/payer.ts';
import { type UsageKey, usageKeyText } from '../rates/measures.ts';
import { accountOfBusiness, type Account, type Leg, posting } from './accounts.ts';
import type { Draft } from './book.ts';
import { FundsHeld, HoldCaptured, HoldReleased } from './events.ts';
import type { Hold, Slice, UsageTotal } from './state.ts';
import { keptFree, monthUse, neverHeld, spendable, type Wallet } from './wallet.ts';

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
  draft.put(FundsHeld.create({ ...draft.booking(payer, kept(wallet, currency, units)), holdId, units, expiresAt }));
}

function kept(wallet: Wallet, currency: Currency, units: LedgerAmount): Leg[] {
  const fromCredit = least(notBelowZero(wallet.credit), units);
  return posting(currency, [
    ['credit', negative(fromCredit)],
    ['wallet', ledgerAmount(fromCredit - units)],
    ['held:sending', units],
  ]);
}

/**
 * What one piece costs at its levels, and what the plan includes in a month; null: without bound. `resale` null: the
 * business pays what its agency pays, so nothing for what the plan includes.
 */
export interface SlicePrice {
  readonly carrier: LedgerAmount;
  readonly price: LedgerAmount;
  readonly resale: LedgerAmount | null;
  readonly included: number | null;
}
interface OfSlice {
  readonly payer: Payer;
  readonly currency: Currency;
  readonly holdId: string;
  /** By its first day. */
  readonly month: string;
}

/** A slice takes at most this part of what is there: others of the payer send as well. */
const share = 4;

/** Pieces of what a month includes that no one has used or keeps. */
function freeOf(wallet: Wallet, of: Pick<Slice, 'month' | 'channel'>, included: number | null): number {
  if (included === null) return Infinity;
  const { used, held } = monthUse(wallet, of);
  return Math.max(0, included - used - held);
}

/**
 * Keeps what `least` to `most` pieces cost, what the plan includes first. Throws `insufficient_funds` and
 * `wallet_parked`. How many pieces it is for, the hold says.
 */
export function holdSlice(
  {
    payer,
    currency,
    holdId,
    month,
    channel,
    price,
    included,
    most,
    least: fewest,
    expiresAt,
  }: OfSlice &
    Pick<SlicePrice, 'price' | 'included'> & {
      readonly channel: UsageKey['channel'];
      readonly most: number;
      readonly least: number;
      readonly expiresAt: string;
    },
  draft: Draft,
): void {
  const { wallet } = draft;
  if (wallet.holds.get(holdId)?.expiresAt != null) return;
  if (wallet.contradictions.length > 0)
    throw new DomainError('wallet_parked', 'This wallet is on hold until support has looked at it.');
  const free = Math.min(most, freeOf(wallet, { month, channel }, included));
  const affordable = price === 0 ? Infinity : Math.floor(notBelowZero(spendable(wallet)) / price);
  if (free + affordable < fewest)
    throw new DomainError('insufficient_funds', 'The wallet doesn’t have enough funds. Add funds to continue.');
  const paid =
    free >= fewest && price > 0 ? 0 : Math.max(Math.min(most - free, Math.floor(affordable / share)), fewest - free, 0);
  const units = times(price, paid);
  draft.put(
    FundsHeld.create({
      ...draft.booking(payer, kept(wallet, currency, units)),
      holdId,
      units,
      expiresAt,
      slice: { month, channel, quantity: free + paid, included: free },
    }),
  );
}

/** Books what was sent of a slice: `quantity` since it began. What the plan includes costs the payer nothing. */
export function captureSlice(
  {
    month,
    key,
    quantity,
    price,
    ...of
  }: OfSlice & {
    readonly businessId: BusinessId;
    readonly key: UsageKey;
    readonly quantity: number;
    readonly price: SlicePrice;
  },
  draft: Draft,
): void {
  const { wallet } = draft;
  const hold = wallet.holds.get(of.holdId) ?? neverHeld;
  const known = hold.totals.get(usageKeyText(key)) ?? nothing;
  const more = quantity - known.quantity;
  if (more <= 0) return;
  const { channel } = key;
  const free = Math.min(more, keptFree(hold) + freeOf(wallet, { month, channel }, price.included));
  const charged = times(price.price, more - free);
  const total = {
    ...key,
    quantity,
    carrier: add(known.carrier, times(price.carrier, more)),
    price: add(known.price, charged),
    resale: add(known.resale, price.resale === null ? charged : times(price.resale, more)),
  };
  const included = free === 0 ? {} : { included: { month, channel, quantity: free } };
  capture({ ...of, month, totals: [total], ...included }, draft);
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
  /** What of it the plan includes. */
  readonly included?: EventOf<typeof HoldCaptured>['data']['included'];
  /** That it counts for, by its first day. */
  readonly month?: string;
}

/** What a settled month used is paid by its statement, and what it didn't count by the next one: not by holds as well. */
const isSettled = ({ settled }: Wallet, month: string | undefined): boolean =>
  month !== undefined && settled !== null && month <= settled;

/**
 * Books what was sent, at all its levels in one posting. It is never refused: the carrier has charged already. From the
 * hold as far as it goes, then, and when the hold is over, from credit and the wallet, which may fall below zero.
 */
export function capture({ payer, currency, holdId, businessId, totals, included, month }: Capture, draft: Draft): void {
  draft.open(payer, currency);
  if (draft.wallet.currency !== currency) {
    draft.park(payer, { code: 'another-currency', about: holdId, expected: null, found: null });
    return;
  }
  const before = draft.wallet.holds.get(holdId) ?? neverHeld;
  if (isSettled(draft.wallet, month ?? before.slice?.month)) return;
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
    const { fromCredit, fromWallet } = creditFirst(draft.wallet, rest);
    const heldCredit = least(fromHold, notBelowZero(ledgerAmount(before.fromCredit - before.captured)));
    const legs = posting(currency, [
      ['held:sending', negative(fromHold)],
      ['credit', negative(fromCredit)],
      ['wallet', negative(fromWallet)],
      ...usageLevels(payer, businessId, { carrier, price, resale }),
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
        ...(included === undefined ? {} : { included }),
        ...(month === undefined || month === included?.month ? {} : { month }),
      }),
    );
  });
}

/** What isn't held is paid by credit, then by the wallet, which may fall below zero. Below 0: it goes back to the wallet. */
export function creditFirst({ credit }: Pick<Wallet, 'credit'>, units: LedgerAmount) {
  const fromCredit = least(notBelowZero(credit), notBelowZero(units));
  return { fromCredit, fromWallet: ledgerAmount(units - fromCredit) };
}

/** Where the money of usage goes: to the carrier, to the platform, and between an agency and its business. */
export const usageLevels = (
  payer: Payer,
  businessId: BusinessId,
  { carrier, price, resale }: Record<'carrier' | 'price' | 'resale', LedgerAmount>,
): readonly (readonly [Account, LedgerAmount])[] => [
  ['carrier:cost', carrier],
  ['platform:revenue', ledgerAmount(price - carrier)],
  ...(payer.kind === 'agency' ? toBusiness(businessId, price, resale) : []),
];

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
