import { z } from 'zod';
import type { BusinessId } from '../kernel/ids.ts';
import { add, Currency, LedgerAmount, negative, zero } from '../kernel/money.ts';

/**
 * The accounts of a payer's ledger. What is put into an account is positive, what is taken out of it negative; every
 * posting has the sum zero per currency, and so has the ledger at every position.
 *
 * - `wallet`: what was paid in and not spent. A late acceptance may take it below zero, a hold never does.
 * - `credit`: what was granted and not spent; `granted` is its other side.
 * - `held:sending`: taken from both for what is being sent, and for fees that were agreed to.
 * - `cash:stripe`: the outside world, where money comes from and is refunded to.
 * - `carrier:cost`, `platform:revenue`: what a payer's usage cost the platform, and what it left.
 * - `business:<id>`, `agency:cost`, `agency:margin`: what an agency charges its business, what it paid for it, and what it left.
 * - `disputed`: taken back by a bank until the dispute is settled; `adjustments`: the other side of what a person corrected.
 * - `rounding`: what is left where an amount meets Stripe.
 */
const accounts = [
  'wallet',
  'credit',
  'held:sending',
  'cash:stripe',
  'carrier:cost',
  'platform:revenue',
  'agency:cost',
  'agency:margin',
  'granted',
  'disputed',
  'adjustments',
  'rounding',
] as const;

export const Account = z.union([z.enum(accounts), z.templateLiteral(['business:', z.uuid().toLowerCase()])]);
export type Account = z.output<typeof Account>;
export const accountOfBusiness = (businessId: BusinessId): Account => `business:${businessId}`;

/** `units`: 1/10,000 of the currency's smallest unit, never 0. */
export interface Leg {
  readonly account: Account;
  readonly currency: Currency;
  readonly units: LedgerAmount;
}

const leg = z.object({
  account: Account,
  currency: Currency,
  units: LedgerAmount.refine((units) => units !== 0, 'A leg moves something.'),
});

/** The sum of legs by currency. Throws `AmountOutOfRange`. */
export function sums(legs: readonly Leg[]): ReadonlyMap<Currency, LedgerAmount> {
  const found = new Map<Currency, LedgerAmount>();
  for (const { currency, units } of legs) found.set(currency, add(found.get(currency) ?? zero, units));
  return found;
}

/** What an event books: it can't be made, and so never stored, unless its legs add up to zero in each currency. */
export const Posting = z
  .array(leg)
  .refine((legs) => [...sums(legs).values()].every((sum) => sum === 0), 'A posting adds up to zero in each currency.')
  .meta({
    examples: [
      [
        { account: 'cash:stripe', currency: 'USD', units: -1 },
        { account: 'wallet', currency: 'USD', units: 1 },
      ],
    ],
  });
export type Posting = z.output<typeof Posting>;

/** Legs without those that move nothing. */
export const posting = (currency: Currency, moves: readonly (readonly [Account, LedgerAmount])[]): Leg[] =>
  moves.filter(([, units]) => units !== 0).map(([account, units]) => ({ account, currency, units }));

/** What goes from one account to another. */
export const transfer = (currency: Currency, from: Account, to: Account, units: LedgerAmount): Leg[] =>
  posting(currency, [
    [from, negative(units)],
    [to, units],
  ]);
