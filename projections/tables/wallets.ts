import type { Contradiction } from '../../domain/wallets/events.ts';
import type { Recharge } from '../../domain/wallets/fields.ts';
import type { SingleFee } from '../../domain/registrations/a2p/fields.ts';
import { added, highest, newest } from '../engine/merge-policy.ts';
import { col, key, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const walletModel = { name: 'wallets', version: 5 } as const;

/** Whose it is: one of the two. */
const owner = { agencyId: maybe('uuid'), businessId: maybe('uuid') } as const;

/** How a recharge stands that the wallet asked for itself. */
export interface LastRecharge {
  readonly state: 'charging' | 'added' | 'declined' | 'resumed';
  readonly crossing: number | null;
  readonly code: string | null;
  readonly at: string;
}

/** One row per payer, by the payer's id. Units are 1/10,000 of the currency's smallest unit. */
export const walletTable = table('wallets', {
  id: key('uuid'),
  ...owner,
  currency: maybe('text', newest),
  wallet: maybe('bigint', newest),
  credit: maybe('bigint', newest),
  held: maybe('bigint', newest),
  contradiction: maybe('jsonb', newest).of<Contradiction>(),
  /** Positions: it is parked while the first is above the second. */
  parkedAt: maybe('bigint', newest),
  resolvedAt: maybe('bigint', newest),
  recharge: maybe('jsonb', newest).of<{ readonly setting: Recharge | null }>(),
  lastRecharge: maybe('jsonb', newest).of<LastRecharge>(),
  /** A recharge was declined, and nothing has changed since. */
  isPaused: maybe('boolean', newest),
  /** Of the wallet's newest event. */
  position: maybe('bigint', highest),
  changedAt: maybe('timestamptz', newest),
});

/** What every account of a payer's ledger holds. They add up to zero. */
export const walletAccountTable = table(
  'wallet_accounts',
  { id: key('uuid'), currency: key('text'), account: key('text'), ...owner, units: col('bigint', added) },
  { fillfactor: 50 },
);

/** What leads from a line to its cause: the provider's ids, who sent it, why somebody did it. */
export interface LineCause {
  readonly chargeId?: string;
  readonly refundId?: string;
  readonly disputeId?: string;
  readonly outcome?: string;
  readonly crossing?: number;
  readonly reason?: string;
  readonly holdId?: string;
  readonly businessId?: string;
  /** Of a registration. */
  readonly fee?: SingleFee;
  readonly reversedEventId?: string;
  /** What was used up to this line since the hold began. */
  readonly totals?: readonly {
    readonly channel: string;
    readonly direction?: string;
    readonly country: string;
    readonly quantity: number;
  }[];
  /** Of what a statement said: its month, by its first day, and why it was not booked before. */
  readonly month?: string;
  readonly why?: 'used' | 'difference';
}

/** What changed what the payer has: holds only move it, and are no line. */
export const walletLineTable = table('wallet_lines', {
  position: key('bigint'),
  /** The event's. */
  id: col('uuid'),
  walletId: col('uuid'),
  ...owner,
  at: col('timestamptz'),
  type: col('text'),
  currency: col('text'),
  units: col('bigint'),
  /** What the payer has after it, held or not. */
  balance: col('bigint'),
  cause: col('jsonb').of<LineCause>(),
});

export const walletIndexes = (schema: string): string =>
  `create index wallet_lines_of_wallet on ${schema}.wallet_lines (wallet_id, position);
  create index wallet_fees on ${schema}.wallet_lines (wallet_id) where type = 'FeeCharged';
  create index wallet_reversals on ${schema}.wallet_lines (wallet_id) where type = 'PostingReversed'`;
