import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { add, ledgerAmount, type LedgerAmount, negative, toLedger, zero } from '../kernel/money.ts';
import { type UsageKey, usageKeyText } from '../rates/measures.ts';
import type { Leg } from './accounts.ts';
import { Buckets } from './buckets.ts';
import type { Contradiction, HoldCaptured, PostingEvent, WalletEvent } from './events.ts';
import type { EventOf } from '../kernel/event.ts';
import { walletSnapshots } from './snapshot.ts';
import type { BookedLine, Hold, MonthUse, Slice, TopUp, UsageTotal, Wallet as WalletState } from './state.ts';

export type Wallet = WalletState;

/** What may be held: paid and granted, less what is held. Below zero after late acceptances and disputes. */
export const spendable = ({ wallet, credit }: Pick<Wallet, 'wallet' | 'credit'>): LedgerAmount => add(wallet, credit);

/** What legs do to the three accounts that are the payer's own. */
export function moved(
  before: Pick<Wallet, 'wallet' | 'credit' | 'held'>,
  legs: readonly Leg[],
): Pick<Wallet, 'wallet' | 'credit' | 'held'> {
  let { wallet, credit, held } = before;
  for (const { account, units } of legs) {
    if (account === 'wallet') wallet = add(wallet, units);
    else if (account === 'credit') credit = add(credit, units);
    else if (account === 'held:sending') held = add(held, units);
  }
  return { wallet, credit, held };
}

const utcDay = (instant: string): string => instant.slice(0, 10);

/** An event of a wallet with its instant: recharges are limited by the day. */
export type WalletEventAt = WalletEvent & { readonly metadata: { readonly occurredAt: string } };

const initial: Wallet = {
  currency: null,
  payer: null,
  wallet: zero,
  credit: zero,
  held: zero,
  holds: Buckets.empty(),
  topUps: Buckets.empty(),
  known: Buckets.empty(),
  disputes: Buckets.empty(),
  contradictions: [],
  byHand: 0,
  recharge: { setting: null, crossings: 0, inFlight: null, requestedAt: null, isPaused: false, day: null, lately: [] },
  months: new Map(),
  openedAt: null,
  books: new Map(),
  settled: null,
};

const monthKey = ({ month, channel }: Pick<Slice, 'month' | 'channel'>): string => `${month}/${channel}`;
export const monthUse = (wallet: Pick<Wallet, 'months'>, of: Pick<Slice, 'month' | 'channel'>): MonthUse =>
  wallet.months.get(monthKey(of)) ?? { used: 0, held: 0 };
/** Of what a month includes: `used` and `held` change by so much. */
function inMonth(wallet: Wallet, of: Pick<Slice, 'month' | 'channel'>, by: MonthUse): Wallet['months'] {
  const { used, held } = monthUse(wallet, of);
  return new Map(wallet.months).set(monthKey(of), { used: used + by.used, held: held + by.held });
}

const monthAfter = (month: string): string => {
  const [year, nth] = month.split('-').map(Number);
  return new Date(Date.UTC(year!, nth!, 1)).toISOString().slice(0, 10);
};
export const bookedName = ({ businessId, ...key }: UsageKey & { readonly businessId: string }): string =>
  `${usageKeyText(key)}/${businessId}`;

/** What is booked of a settled month counts for the one after it, which includes nothing for it. */
function inBooks(wallet: Wallet, month: string, lines: readonly BookedLine[]): Wallet['books'] {
  const isLate = wallet.settled !== null && month <= wallet.settled;
  const counted = isLate ? monthAfter(wallet.settled) : month;
  let booked = wallet.books.get(counted) ?? Buckets.empty<BookedLine>();
  for (const line of lines) {
    const before = booked.get(bookedName(line));
    booked = booked.with(bookedName(line), {
      ...line,
      quantity: (before?.quantity ?? 0) + line.quantity,
      included: (before?.included ?? 0) + (isLate ? 0 : line.included),
      carrier: add(before?.carrier ?? zero, line.carrier),
      price: add(before?.price ?? zero, line.price),
      resale: add(before?.resale ?? zero, line.resale),
    });
  }
  return new Map(wallet.books).set(counted, booked);
}

/** What a capture adds to those before. */
function captured(
  before: Hold,
  { businessId, totals, included }: EventOf<typeof HoldCaptured>['data'],
): readonly BookedLine[] {
  return totals.map((total, index) => {
    const known = before.totals.get(usageKeyText(total));
    const { channel, direction, country, carrierClass } = total;
    return {
      businessId,
      channel,
      direction,
      country,
      carrierClass,
      quantity: total.quantity - (known?.quantity ?? 0),
      // What is captured of a slice is of one key.
      included: index === 0 ? (included?.quantity ?? 0) : 0,
      carrier: ledgerAmount(total.carrier - (known?.carrier ?? 0)),
      price: ledgerAmount(total.price - (known?.price ?? 0)),
      resale: ledgerAmount(total.resale - (known?.resale ?? 0)),
    };
  });
}

/** Months that are settled need no books; holds of those before them are not heard of any more. */
function settledThrough(wallet: Wallet, month: string): Pick<Wallet, 'books' | 'holds' | 'months' | 'settled'> {
  return {
    settled: month,
    books: new Map([...wallet.books].filter(([of]) => of > month)),
    months: new Map([...wallet.months].filter(([of]) => of.slice(0, month.length) >= month)),
    holds: wallet.holds.without(({ isOpen, slice }) => !isOpen && slice !== null && slice.month < month),
  };
}

const returned = (wallet: Wallet, chargeId: string, units: LedgerAmount): Buckets<TopUp> => {
  const topUp = wallet.topUps.get(chargeId);
  return topUp === undefined ?
      wallet.topUps
    : wallet.topUps.with(chargeId, { ...topUp, returned: add(topUp.returned, units) });
};

function book(before: Wallet, { data }: PostingEvent): Wallet {
  return { ...before, ...moved(before, data.posting) };
}

export const Wallet: Aggregate<Wallet, WalletEventAt> = {
  initial,
  snapshots: walletSnapshots,
  evolve: (wallet, event) => {
    switch (event.type) {
      case 'WalletOpened':
        return {
          ...wallet,
          payer: event.data.payer,
          currency: event.data.currency,
          openedAt: event.metadata.occurredAt,
        };
      case 'FundsAdded': {
        const { chargeId, units, crossing } = event.data;
        const { recharge } = wallet;
        const ended = crossing !== null && recharge.inFlight?.crossing === crossing;
        return {
          ...book(wallet, event),
          topUps: wallet.topUps.with(chargeId, { units, returned: zero }),
          recharge: { ...recharge, isPaused: false, inFlight: ended ? null : recharge.inFlight },
        };
      }
      case 'FundsRefunded': {
        const { refundId, chargeId, units } = event.data;
        return {
          ...book(wallet, event),
          known: wallet.known.with(refundId, units),
          byHand: wallet.byHand + 1,
          topUps: returned(wallet, chargeId, units),
        };
      }
      case 'FundsDisputed': {
        const { disputeId, chargeId, units } = event.data;
        return {
          ...book(wallet, event),
          disputes: wallet.disputes.with(disputeId, { chargeId, units, isOpen: true }),
          topUps: returned(wallet, chargeId, units),
        };
      }
      case 'DisputeClosed': {
        const { disputeId, outcome } = event.data;
        const dispute = wallet.disputes.get(disputeId);
        if (dispute === undefined) return book(wallet, event);
        return {
          ...book(wallet, event),
          disputes: wallet.disputes.with(disputeId, { ...dispute, isOpen: false }),
          topUps: outcome === 'won' ? returned(wallet, dispute.chargeId, negative(dispute.units)) : wallet.topUps,
          recharge: outcome === 'won' ? { ...wallet.recharge, isPaused: false } : wallet.recharge,
        };
      }
      case 'CreditGranted': {
        const { grantId, units } = event.data;
        return {
          ...book(wallet, event),
          known: wallet.known.with(grantId, units),
          byHand: wallet.byHand + 1,
          recharge: { ...wallet.recharge, isPaused: false },
        };
      }
      case 'WalletAdjusted': {
        const { adjustmentId, units } = event.data;
        return {
          ...book(wallet, event),
          known: wallet.known.with(adjustmentId, units),
          byHand: wallet.byHand + 1,
          recharge: units > 0 ? { ...wallet.recharge, isPaused: false } : wallet.recharge,
        };
      }
      case 'PostingReversed': {
        const { reversalId, reversedEventId } = event.data;
        return {
          ...book(wallet, event),
          known: wallet.known.with(reversalId, zero).with(reversedKey(reversedEventId), zero),
          byHand: wallet.byHand + 1,
        };
      }
      case 'FundsHeld': {
        const { holdId, units, expiresAt, posting, slice } = event.data;
        const fromCredit = negative(posting.find(({ account }) => account === 'credit')?.units ?? zero);
        // Usage that came before its hold stays known.
        const totals = wallet.holds.get(holdId)?.totals ?? new Map<string, UsageTotal>();
        const hold = {
          units,
          fromCredit,
          captured: zero,
          isOpen: true,
          expiresAt,
          totals,
          slice: slice === undefined ? null : { ...slice, used: 0 },
        };
        return {
          ...book(wallet, event),
          holds: wallet.holds.with(holdId, hold),
          months: slice === undefined ? wallet.months : inMonth(wallet, slice, { used: 0, held: slice.included }),
        };
      }
      case 'HoldCaptured': {
        const { holdId, totals, fundedBy, included } = event.data;
        const before = wallet.holds.get(holdId) ?? neverHeld;
        const fromSlice = included === undefined ? 0 : Math.min(included.quantity, keptFree(before));
        const hold = {
          ...before,
          captured: add(before.captured, fundedBy.hold),
          totals: new Map([...before.totals, ...totals.map((total) => [usageKeyText(total), total] as const)]),
          slice: before.slice && { ...before.slice, used: before.slice.used + fromSlice },
        };
        const month =
          event.data.month ?? included?.month ?? before.slice?.month ?? `${event.metadata.occurredAt.slice(0, 8)}01`;
        return {
          ...book(wallet, event),
          holds: wallet.holds.with(holdId, hold),
          books: inBooks(wallet, month, captured(before, event.data)),
          months:
            included === undefined ?
              wallet.months
            : inMonth(wallet, included, { used: included.quantity, held: -fromSlice }),
        };
      }
      case 'UsageSettled': {
        const { month, businessId, lines } = event.data;
        const own = lines.map((line) => ({ ...line, businessId }));
        return { ...book(wallet, event), books: inBooks(wallet, month, own) };
      }
      case 'FeeCharged': {
        const { feeId, units } = event.data;
        return { ...book(wallet, event), known: wallet.known.with(feeId, units) };
      }
      case 'MonthSettled':
        return { ...wallet, ...settledThrough(wallet, event.data.month) };
      case 'HoldReleased': {
        const { holdId } = event.data;
        const before = wallet.holds.get(holdId) ?? neverHeld;
        return {
          ...book(wallet, event),
          holds: wallet.holds.with(holdId, { ...before, isOpen: false }),
          months:
            before.slice === null ? wallet.months : inMonth(wallet, before.slice, { used: 0, held: -keptFree(before) }),
        };
      }
      case 'WalletParked': {
        const { contradiction } = event.data;
        return {
          ...wallet,
          contradictions: [...wallet.contradictions, { ...contradiction, at: event.metadata.occurredAt }],
          known: wallet.known.with(contradictionKey(contradiction), zero),
        };
      }
      case 'WalletResolved':
        return { ...wallet, contradictions: [], byHand: wallet.byHand + 1 };
      case 'AutoRechargeSet':
        return { ...wallet, recharge: { ...wallet.recharge, setting: event.data.recharge, isPaused: false } };
      case 'RechargeRequested': {
        const { crossing, amount } = event.data;
        const { day, lately } = wallet.recharge;
        const at = event.metadata.occurredAt;
        const before = day?.date === utcDay(at) ? day.amount : 0;
        return {
          ...wallet,
          recharge: {
            ...wallet.recharge,
            crossings: crossing,
            inFlight: { crossing, amount },
            requestedAt: at,
            day: { date: utcDay(at), amount: before + amount },
            lately: [...lately, at].slice(-alarmAt),
          },
        };
      }
      case 'RechargeDeclined': {
        const { recharge } = wallet;
        if (recharge.inFlight?.crossing !== event.data.crossing) return wallet;
        const { amount } = recharge.inFlight;
        return {
          ...wallet,
          recharge: {
            ...recharge,
            inFlight: null,
            isPaused: true,
            day: recharge.day && { ...recharge.day, amount: Math.max(0, recharge.day.amount - amount) },
          },
        };
      }
      case 'RechargeResumed':
        return { ...wallet, recharge: { ...wallet.recharge, isPaused: false } };
      case 'RechargeAlarmRaised':
        return { ...wallet, recharge: { ...wallet.recharge, lately: [] } };
      default:
        return unchanged(wallet, event);
    }
  },
};

/** What was sent without a hold, or before it was heard of. */
export const neverHeld: Hold = {
  units: zero,
  fromCredit: zero,
  captured: zero,
  isOpen: false,
  expiresAt: null,
  totals: new Map(),
  slice: null,
};

/** Pieces that an open hold still keeps of what the month includes. */
export const keptFree = ({ isOpen, slice }: Pick<Hold, 'isOpen' | 'slice'>): number =>
  isOpen && slice !== null ? slice.included - slice.used : 0;

/** How a wallet remembers that an event of its own was booked back. */
export const reversedKey = (eventId: string): string => `reversed:${eventId}`;
export const contradictionKey = ({ code, about }: Pick<Contradiction, 'code' | 'about'>): string => `${code}:${about}`;

/** So many recharges within so many minutes are told to people. */
export const alarmAt = 3;
export const alarmMinutes = 10;

/** What the balance is held against. */
export const isBelowLine = (wallet: Wallet): boolean =>
  wallet.recharge.setting !== null && spendable(wallet) < toLedger({ amount: wallet.recharge.setting.below });

/** What may still be recharged on the day of `now`, in smallest units. */
export function leftToday({ recharge: { setting, day } }: Wallet, now: Date): number {
  if (setting === null) return 0;
  return setting.mostPerDay - (day?.date === utcDay(now.toISOString()) ? day.amount : 0);
}
