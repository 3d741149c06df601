import { z } from 'zod';
import { line } from '../kernel/fields.ts';
import { amount, toLedger } from '../kernel/money.ts';

/** Why a person of the platform did it, as events keep it. */
export const reason = z.string().min(1).max(500);
export const reasonField = line('The reason', 500);

/** Stripe charges no less than 50 cents; a recharge of less than a dollar would be one every minute. */
export const smallestFunds = 100;

/** Amounts in the currency's smallest unit. */
export const storedRecharge = z.object({ below: z.int().min(0), amount: z.int().min(1), mostPerDay: z.int().min(1) });
export type Recharge = z.output<typeof storedRecharge>;

/** What is paid in at once. */
export const fundsAmount = amount.refine((given) => given >= smallestFunds, 'Enter at least 1.00.');

export const rechargeFields = z
  .object({
    /** The wallet is filled when it falls below this. */
    below: amount,
    /** By how much. */
    amount: fundsAmount,
    /** All recharges of a day (UTC) together. */
    mostPerDay: fundsAmount,
  })
  .refine(({ amount: each, mostPerDay }) => each <= mostPerDay, {
    path: ['mostPerDay'],
    message: 'The limit a day is below one recharge.',
  });

/** The specification's `credit_status`: 0 no wallet, 1 enough, 2 below the line at which it is filled. */
export function creditStatus(
  wallet: {
    readonly currency: string | null;
    readonly wallet: number;
    readonly credit: number;
    readonly recharge: Recharge | null;
  } | null,
): 0 | 1 | 2 {
  if (wallet === null || wallet.currency === null) return 0;
  const line = wallet.recharge === null ? 1 : toLedger({ amount: wallet.recharge.below });
  return wallet.wallet + wallet.credit < line ? 2 : 1;
}
