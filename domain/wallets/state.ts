import type { BusinessId } from '../kernel/ids.ts';
import type { Currency, LedgerAmount } from '../kernel/money.ts';
import type { EventOf } from '../kernel/event.ts';
import type { Payer } from '../payments/payer.ts';
import type { UsageKey } from '../rates/measures.ts';
import type { Buckets } from './buckets.ts';
import type { Contradiction, FundsHeld, HoldCaptured } from './events.ts';
import type { Recharge } from './fields.ts';

export type UsageTotal = EventOf<typeof HoldCaptured>['data']['totals'][number];

/** Money that is kept aside for what is being sent. It stays known when it is over: what is accepted late is booked by it. */
export interface Hold {
  /** What was held; 0 where nothing was, and usage came all the same. */
  readonly units: LedgerAmount;
  readonly fromCredit: LedgerAmount;
  /** What of it was captured. */
  readonly captured: LedgerAmount;
  readonly isOpen: boolean;
  readonly expiresAt: string | null;
  /** What was used up to now, by line. */
  readonly totals: ReadonlyMap<string, UsageTotal>;
  /** So many pieces it is for; what the plan includes of them, and what of that was used. Null: it is for an amount. */
  readonly slice: (Slice & { readonly used: number }) | null;
}
export type Slice = NonNullable<EventOf<typeof FundsHeld>['data']['slice']>;

/** Of what a month includes of a channel: pieces that were used, and those that open holds keep. */
export interface MonthUse {
  readonly used: number;
  readonly held: number;
}

/** Of a month, what was booked of a business's usage of one key. */
export interface BookedLine extends UsageKey {
  readonly businessId: BusinessId;
  readonly quantity: number;
  readonly included: number;
  readonly carrier: LedgerAmount;
  readonly price: LedgerAmount;
  readonly resale: LedgerAmount;
}

/** Money that came in from outside, and what went back of it. */
export interface TopUp {
  readonly units: LedgerAmount;
  readonly returned: LedgerAmount;
}

/** What can't be so, and when the wallet was parked for it. */
export type ParkedFor = Contradiction & { readonly at: string };

export interface RechargeState {
  readonly setting: Recharge | null;
  /** How often the line was crossed. */
  readonly crossings: number;
  /** The one that is being charged. */
  readonly inFlight: { readonly crossing: number; readonly amount: number } | null;
  /** When the last one was asked for. */
  readonly requestedAt: string | null;
  /** Since the last decline nothing has changed. */
  readonly isPaused: boolean;
  /** UTC day of the last request, and what was asked on it, in smallest units; declined ones don't count. */
  readonly day: { readonly date: string; readonly amount: number } | null;
  /** When the last three were asked for, oldest first. */
  readonly lately: readonly string[];
}

export interface Wallet {
  /** Null: nothing was ever booked. */
  readonly currency: Currency | null;
  readonly payer: Payer | null;
  readonly wallet: LedgerAmount;
  readonly credit: LedgerAmount;
  readonly held: LedgerAmount;
  readonly holds: Buckets<Hold>;
  readonly topUps: Buckets<TopUp>;
  /** Refunds, grants, adjustments, fees and reversals by what names them, with their units. */
  readonly known: Buckets<LedgerAmount>;
  /** Disputes that a bank has not decided: their charge and units. */
  readonly disputes: Buckets<{ readonly chargeId: string; readonly units: LedgerAmount; readonly isOpen: boolean }>;
  /** What is not resolved yet; empty: it is not parked. */
  readonly contradictions: readonly ParkedFor[];
  /** How often a person of the platform changed it: a form says which of them it has seen, so that two tabs book once. */
  readonly byHand: number;
  readonly recharge: RechargeState;
  /** By month and channel. */
  readonly months: ReadonlyMap<string, MonthUse>;
  /** When the first was booked. */
  readonly openedAt: string | null;
  /** What was booked of months that are not settled, by month (its first day) and line. */
  readonly books: ReadonlyMap<string, Buckets<BookedLine>>;
  /** The last month whose statement was settled, by its first day. */
  readonly settled: string | null;
}
