import { z } from 'zod';
import { event, type EventOf } from '../kernel/event.ts';
import { BusinessId } from '../kernel/ids.ts';
import { Currency, LedgerAmount } from '../kernel/money.ts';
import { Payer } from '../payments/payer.ts';
import { quantity, usageKey } from '../rates/measures.ts';
import { singleFees } from '../registrations/a2p/fields.ts';
import { Posting } from './accounts.ts';
import { reason, storedRecharge } from './fields.ts';

/**
 * The ledger of one payer. An event that moves money says its posting and what the wallet holds after it, so that a
 * statement needs no sum over the past. Units are 1/10,000 of the currency's smallest unit.
 */

/** The provider's id of a charge, refund or dispute. */
const providerId = z.string().regex(/^[\w-]{1,255}$/);
const units = LedgerAmount.refine((given) => given > 0);
const booked = {
  payer: Payer,
  posting: Posting,
  after: z.object({ wallet: LedgerAmount, credit: LedgerAmount, held: LedgerAmount }),
} as const;

/** From now on all that is booked is in this currency. */
export const WalletOpened = event('WalletOpened', 1, z.object({ payer: Payer, currency: Currency }));

/** `crossing`: the automatic recharge that it came from; null: a person paid. */
export const FundsAdded = event(
  'FundsAdded',
  1,
  z.object({ ...booked, chargeId: providerId, units, crossing: z.int().min(1).nullable() }),
);
/** `reason`: why a person of the platform gave it back; left out: it was refunded at the provider. */
export const FundsRefunded = event(
  'FundsRefunded',
  1,
  z.object({ ...booked, refundId: providerId, chargeId: providerId, units, reason: reason.optional() }),
);
/** The bank took a charge back until it has decided. */
export const FundsDisputed = event(
  'FundsDisputed',
  1,
  z.object({ ...booked, disputeId: providerId, chargeId: providerId, units }),
);
export const DisputeClosed = event(
  'DisputeClosed',
  1,
  z.object({ ...booked, disputeId: providerId, outcome: z.enum(['won', 'lost']) }),
);
/** The platform gives credit, which can be spent and not paid out. */
export const CreditGranted = event('CreditGranted', 1, z.object({ ...booked, grantId: z.uuid(), units, reason }));
/** A person of the platform corrected the wallet: by more (above 0) or less. */
export const WalletAdjusted = event(
  'WalletAdjusted',
  1,
  z.object({ ...booked, adjustmentId: z.uuid(), units: LedgerAmount.refine((given) => given !== 0), reason }),
);
/** What `reversedEventId` booked was booked back, along its own legs. */
export const PostingReversed = event(
  'PostingReversed',
  1,
  z.object({ ...booked, reversalId: z.uuid(), reversedEventId: z.uuid(), reason }),
);

/** Pieces of what a month (by its first day) includes, of one channel. */
const ofMonth = { month: z.string().regex(/^\d{4}-\d{2}-01$/), channel: usageKey.channel } as const;

/**
 * For what will be sent until `expiresAt`. `slice`: for so many pieces, `included` of them by the plan, which cost
 * nothing; left out: for an amount.
 */
export const FundsHeld = event(
  'FundsHeld',
  1,
  z.object({
    ...booked,
    holdId: z.uuid(),
    units: LedgerAmount.refine((given) => given >= 0),
    expiresAt: z.iso.datetime(),
    slice: z.object({ ...ofMonth, quantity, included: quantity }).optional(),
  }),
);

/** One line of usage: quantities and amounts up to now since the hold began, so that hearing it twice adds nothing. */
const usageTotal = z.object({
  ...usageKey,
  quantity,
  /** What the carrier takes, what the platform takes of the payer, and what an agency charges its business. */
  carrier: LedgerAmount.refine((given) => given >= 0),
  price: LedgerAmount.refine((given) => given >= 0),
  resale: LedgerAmount.refine((given) => given >= 0),
});
/**
 * What was sent was booked: from the hold as far as it goes, then from credit and the wallet. `businessId`: who sent it.
 * `fundedBy`: what of the posting came out of which, so that a reversal can give it back.
 */
export const HoldCaptured = event(
  'HoldCaptured',
  1,
  z.object({
    ...booked,
    holdId: z.uuid(),
    businessId: BusinessId,
    totals: z.array(usageTotal).min(1),
    units: LedgerAmount.refine((given) => given >= 0),
    fundedBy: z.object({ hold: LedgerAmount, credit: LedgerAmount, wallet: LedgerAmount }),
    /** What of it the plan includes. */
    included: z.object({ ...ofMonth, quantity }).optional(),
    /** Which month it counts for, by its first day; left out: that of its hold, or else of this event. */
    month: ofMonth.month.optional(),
  }),
);
/** What is left of a hold went back. What is accepted later is booked all the same. */
export const HoldReleased = event(
  'HoldReleased',
  1,
  z.object({ ...booked, holdId: z.uuid(), why: z.enum(['settled', 'expired']) }),
);

/**
 * What a month's statement says of a business, less what was booked of it. `used`: what can't be held beforehand, as texts
 * that come in. `difference`: what the closed statement and the wallet came to apart. Lines and units may be negative.
 */
export const UsageSettled = event(
  'UsageSettled',
  1,
  z.object({
    ...booked,
    businessId: BusinessId,
    month: ofMonth.month,
    why: z.enum(['used', 'difference']),
    lines: z
      .array(
        z.object({
          ...usageKey,
          quantity: z.int(),
          included: z.int(),
          carrier: LedgerAmount,
          price: LedgerAmount,
          resale: LedgerAmount,
        }),
      )
      .min(1),
    units: LedgerAmount,
  }),
);
/** The wallet and the statement of a month are the same now. What comes later of it counts for the month after. */
export const MonthSettled = event('MonthSettled', 1, z.object({ payer: Payer, month: ofMonth.month }));

/** A fee of a business's registration, charged once. `units`: what the carrier takes, without a margin. */
export const FeeCharged = event(
  'FeeCharged',
  1,
  z.object({ ...booked, feeId: z.uuid(), businessId: BusinessId, what: z.enum(singleFees), units }),
);

/** What can't be so, as it was told. Nothing of it was booked. */
export const contradiction = z.object({
  code: z.enum([
    'charge-told-differently',
    'refund-told-differently',
    'dispute-told-differently',
    'more-returned-than-charged',
    'charge-unknown',
    'another-currency',
    'totals-went-back',
    'amount-out-of-range',
    'sums-differ',
    'shown-differently',
    'charge-not-found',
    'refund-not-found',
    'dispute-not-found',
    'snapshot-differs',
  ]),
  /** The charge, refund, dispute or hold that it is about, or the proof that found it. */
  about: z.string().regex(/^[\w-]{1,255}$/),
  expected: LedgerAmount.nullable(),
  found: LedgerAmount.nullable(),
});
export type Contradiction = z.output<typeof contradiction>;
/** Holds and recharges stop until a person has looked. */
export const WalletParked = event('WalletParked', 1, z.object({ payer: Payer, contradiction }));
export const WalletResolved = event('WalletResolved', 1, z.object({ payer: Payer, reason }));

/** How the wallet fills itself from now on; null: it doesn't. */
export const AutoRechargeSet = event(
  'AutoRechargeSet',
  1,
  z.object({ payer: Payer, recharge: storedRecharge.nullable() }),
);
/** The balance went below the line for the `crossing`-th time. The charge has this number in its idempotency key. */
export const RechargeRequested = event(
  'RechargeRequested',
  1,
  z.object({
    payer: Payer,
    currency: Currency,
    crossing: z.int().min(1),
    amount: z.int().min(1),
    balance: LedgerAmount,
  }),
);
/** Nothing was charged. None is tried again until the card, the balance or the setting changes. */
export const RechargeDeclined = event(
  'RechargeDeclined',
  1,
  z.object({ payer: Payer, crossing: z.int().min(1), code: z.string().regex(/^\w{1,100}$/) }),
);
/** The card is another one: it may be tried again. */
export const RechargeResumed = event('RechargeResumed', 1, z.object({ payer: Payer }));
/** Three recharges within ten minutes: something uses more than was thought of. */
export const RechargeAlarmRaised = event(
  'RechargeAlarmRaised',
  1,
  z.object({ payer: Payer, crossing: z.int().min(1), recharges: z.int().min(1), withinMinutes: z.int().min(1) }),
);

/** Those that move money. */
export const postingEvents = [
  FundsAdded,
  FundsRefunded,
  FundsDisputed,
  DisputeClosed,
  CreditGranted,
  WalletAdjusted,
  PostingReversed,
  FundsHeld,
  HoldCaptured,
  HoldReleased,
  UsageSettled,
  FeeCharged,
] as const;
export type PostingEvent = EventOf<(typeof postingEvents)[number]>;

export const walletEvents = [
  WalletOpened,
  ...postingEvents,
  MonthSettled,
  WalletParked,
  WalletResolved,
  AutoRechargeSet,
  RechargeRequested,
  RechargeDeclined,
  RechargeResumed,
  RechargeAlarmRaised,
] as const;
export type WalletEvent = EventOf<(typeof walletEvents)[number]>;
