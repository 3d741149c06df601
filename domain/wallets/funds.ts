import { DomainError } from '../kernel/errors.ts';
import { type Currency, ledgerAmount, type LedgerAmount, negative } from '../kernel/money.ts';
import type { Payer } from '../payments/payer.ts';
import { type Leg, posting, transfer } from './accounts.ts';
import type { BusinessId } from '../kernel/ids.ts';
import type { SingleFee } from '../registrations/a2p/fields.ts';
import type { Draft } from './book.ts';
import { creditFirst, release, usageLevels } from './holds.ts';
import type { TopUp } from './state.ts';
import { reversedKey, type Wallet } from './wallet.ts';
import {
  CreditGranted,
  DisputeClosed,
  FeeCharged,
  FundsAdded,
  FundsDisputed,
  FundsRefunded,
  HoldCaptured,
  type PostingEvent,
  PostingReversed,
  WalletAdjusted,
  WalletResolved,
} from './events.ts';

/*
 * Money that comes in and goes back. The provider has moved it already: what it says is booked whatever the state, or,
 * where it can't be so, the wallet is parked and nothing of it is booked.
 */

interface OfPayer {
  readonly payer: Payer;
  readonly currency: Currency;
}

export function addFunds(
  {
    payer,
    currency,
    chargeId,
    units,
    crossing,
  }: OfPayer & { readonly chargeId: string; readonly units: LedgerAmount; readonly crossing: number | null },
  draft: Draft,
): void {
  const before = draft.wallet.topUps.get(chargeId);
  if (before !== undefined) {
    if (before.units !== units)
      draft.park(payer, { code: 'charge-told-differently', about: chargeId, expected: before.units, found: units });
    return;
  }
  draft.open(payer, currency);
  if (!isOwnCurrency(draft, payer, currency, chargeId, units)) return;
  draft.bookOrPark(payer, chargeId, units, () => {
    const legs = transfer(currency, 'cash:stripe', 'wallet', units);
    draft.put(FundsAdded.create({ ...draft.booking(payer, legs), chargeId, units, crossing }));
  });
}

function isOwnCurrency(draft: Draft, payer: Payer, currency: Currency, about: string, found: LedgerAmount): boolean {
  if (draft.wallet.currency === currency) return true;
  draft.park(payer, { code: 'another-currency', about, expected: null, found });
  return false;
}

interface Return extends OfPayer {
  readonly chargeId: string;
  readonly units: LedgerAmount;
}

/** What of a charge has not gone back. */
export const leftOf = ({ units, returned }: TopUp): LedgerAmount => ledgerAmount(units - returned);

/** Whether this much can have gone back of the charge; the wallet is parked where it can't. */
function canReturn({ payer, currency, chargeId, units }: Return, about: string, draft: Draft): boolean {
  const topUp = draft.wallet.topUps.get(chargeId);
  if (topUp === undefined) {
    draft.park(payer, { code: 'charge-unknown', about, expected: null, found: units });
    return false;
  }
  const left = leftOf(topUp);
  if (units > left) {
    draft.park(payer, { code: 'more-returned-than-charged', about, expected: left, found: units });
    return false;
  }
  return isOwnCurrency(draft, payer, currency, about, units);
}

export function refundFunds(
  given: Return & { readonly refundId: string; readonly reason?: string | undefined },
  draft: Draft,
): void {
  const { payer, currency, refundId, chargeId, units, reason } = given;
  const before = draft.wallet.known.get(refundId);
  if (before !== undefined) {
    if (before !== units)
      draft.park(payer, { code: 'refund-told-differently', about: refundId, expected: before, found: units });
    return;
  }
  if (!canReturn(given, refundId, draft)) return;
  draft.bookOrPark(payer, refundId, units, () => {
    const legs = transfer(currency, 'wallet', 'cash:stripe', units);
    const why = reason === undefined ? {} : { reason };
    draft.put(FundsRefunded.create({ ...draft.booking(payer, legs), refundId, chargeId, units, ...why }));
  });
}

/** A dispute as it stands now: whatever was heard of it before, the outcome is the same. */
export function recordDispute(
  given: Return & { readonly disputeId: string; readonly status: 'open' | 'won' | 'lost' },
  draft: Draft,
): void {
  const { payer, currency, disputeId, chargeId, units, status } = given;
  if (draft.wallet.disputes.get(disputeId) === undefined) {
    if (!canReturn(given, disputeId, draft)) return;
    draft.bookOrPark(payer, disputeId, units, () => {
      const legs = transfer(currency, 'wallet', 'disputed', units);
      draft.put(FundsDisputed.create({ ...draft.booking(payer, legs), disputeId, chargeId, units }));
    });
  }
  const dispute = draft.wallet.disputes.get(disputeId);
  if (dispute === undefined) return;
  if (dispute.units !== units) {
    draft.park(payer, { code: 'dispute-told-differently', about: disputeId, expected: dispute.units, found: units });
    return;
  }
  if (status === 'open' || !dispute.isOpen) return;
  draft.bookOrPark(payer, disputeId, units, () => {
    const legs = transfer(currency, 'disputed', status === 'won' ? 'wallet' : 'cash:stripe', units);
    draft.put(DisputeClosed.create({ ...draft.booking(payer, legs), disputeId, outcome: status }));
  });
}

/*
 * What people of the platform do. Nothing has happened outside: what can't be done is refused.
 */

const otherCurrency = (draft: Draft, currency: Currency): void => {
  if (draft.wallet.currency !== currency)
    throw new DomainError('validation_failed', 'This wallet is in another currency.', {
      currency: ['This wallet is in another currency.'],
    });
};

/** `seen`: the wallet's `byHand` in front of the person. Left out: the platform does it by itself. */
interface Seen {
  readonly seen?: number | undefined;
}
interface ByHand extends OfPayer, Seen {
  readonly units: LedgerAmount;
  readonly reason: string;
}

/** Two tabs, or two people, that do the same thing to a wallet do it once: the second one has to look first. */
export function expectSeen({ byHand }: Pick<Wallet, 'byHand'>, { seen }: Seen): void {
  if (seen !== undefined && seen !== byHand) throw changedMeanwhile();
}
export const changedMeanwhile = (): DomainError =>
  new DomainError('conflict', 'This wallet was changed in another window. Check it, then try again.');

const reused = (): never => {
  throw new DomainError('conflict', 'This was booked before with another amount.');
};

export function grantCredit(
  { payer, currency, grantId, units, reason, seen }: ByHand & { readonly grantId: string },
  draft: Draft,
): void {
  const before = draft.wallet.known.get(grantId);
  if (before !== undefined) return before === units ? undefined : reused();
  expectSeen(draft.wallet, { seen });
  draft.open(payer, currency);
  otherCurrency(draft, currency);
  const legs = transfer(currency, 'granted', 'credit', units);
  draft.put(CreditGranted.create({ ...draft.booking(payer, legs), grantId, units, reason }));
}

export function adjustWallet(
  { payer, currency, adjustmentId, units, reason, seen }: ByHand & { readonly adjustmentId: string },
  draft: Draft,
): void {
  const before = draft.wallet.known.get(adjustmentId);
  if (before !== undefined) return before === units ? undefined : reused();
  expectSeen(draft.wallet, { seen });
  draft.open(payer, currency);
  otherCurrency(draft, currency);
  const legs = transfer(currency, 'adjustments', 'wallet', units);
  draft.put(WalletAdjusted.create({ ...draft.booking(payer, legs), adjustmentId, units, reason }));
}

/**
 * Books what the carrier took for a registration out of what `holdId` keeps, below zero if need be. The same fee again is
 * no second one.
 */
export function chargeFee(
  {
    payer,
    currency,
    feeId,
    businessId,
    what,
    units,
    holdId,
  }: OfPayer & {
    readonly holdId: string;
    readonly feeId: string;
    readonly businessId: BusinessId;
    readonly what: SingleFee;
    readonly units: LedgerAmount;
  },
  draft: Draft,
): void {
  if (draft.wallet.known.get(feeId) !== undefined) return;
  draft.open(payer, currency);
  otherCurrency(draft, currency);
  // In one append: no one else can spend it in between.
  release({ payer, holdId }, draft);
  const { fromCredit, fromWallet } = creditFirst(draft.wallet, units);
  const legs = posting(currency, [
    ['credit', negative(fromCredit)],
    ['wallet', negative(fromWallet)],
    // An agency charges its business what it pays itself.
    ...usageLevels(payer, businessId, { carrier: units, price: units, resale: units }),
  ]);
  draft.put(FeeCharged.create({ ...draft.booking(payer, legs), feeId, businessId, what, units }));
}

/** What can be booked back by hand: usage, fees, grants and adjustments. Money from outside goes back by a refund. */
export const reversible: ReadonlySet<string> = new Set<string>([
  HoldCaptured.type,
  CreditGranted.type,
  WalletAdjusted.type,
  FeeCharged.type,
]);

/**
 * Books an event's own legs back, whatever prices or priorities are today. What it took out of a hold goes to where the
 * hold had it from, since the hold may be over.
 */
export function reverse(
  {
    payer,
    reversalId,
    reason,
    original,
    seen,
  }: Seen & {
    readonly payer: Payer;
    readonly reversalId: string;
    readonly reason: string;
    readonly original: PostingEvent & { readonly id: string };
  },
  draft: Draft,
): void {
  if (draft.wallet.known.get(reversalId) !== undefined) return;
  expectSeen(draft.wallet, { seen });
  if (!reversible.has(original.type))
    throw new DomainError('validation_failed', 'Money that came in or went out is refunded, not reversed.');
  if (draft.wallet.known.get(reversedKey(original.id)) !== undefined)
    throw new DomainError('conflict', 'This was reversed before.');
  const legs = original.type === 'HoldCaptured' ? captureBack(original) : original.data.posting.map(back);
  draft.put(
    PostingReversed.create({ ...draft.booking(payer, legs), reversalId, reversedEventId: original.id, reason }),
  );
}

const back = (leg: Leg): Leg => ({ ...leg, units: negative(leg.units) });

function captureBack({ data }: Extract<PostingEvent, { type: 'HoldCaptured' }>): Leg[] {
  const { credit, wallet } = data.fundedBy;
  const own = new Set(['held:sending', 'credit', 'wallet']);
  const currency = data.posting[0]?.currency;
  if (currency === undefined) return [];
  return [
    ...data.posting.filter(({ account }) => !own.has(account)).map(back),
    ...posting(currency, [
      ['credit', credit],
      ['wallet', wallet],
    ]),
  ];
}

/** A person has looked at what can't be so, and corrected what was to be corrected. */
export function resolve(
  { payer, reason, seen }: Seen & { readonly payer: Payer; readonly reason: string },
  draft: Draft,
): void {
  if (draft.wallet.contradictions.length === 0) return;
  expectSeen(draft.wallet, { seen });
  draft.put(WalletResolved.create({ payer, reason }));
}
