import { type Currency, usd } from '../kernel/money.ts';
import { type UsageTerms, usageTermsOf } from '../rates/rating.ts';
import type { Standing } from './standing.ts';

type Plan = Pick<Standing, 'plan' | 'included' | 'overage'>;

/** The currency that a payer's usage is priced in: its wallet's, which stays, else its plan's. */
export const usageCurrency = (ofWallet: Currency | null, { plan }: Pick<Plan, 'plan'>): Currency =>
  ofWallet ?? (plan?.terms.currency as Currency | undefined) ?? usd;

/** What a plan includes, and its prices of one more where they are in the currency that is priced in. */
export function usageTerms({ plan, included, overage }: Plan, currency: Currency): UsageTerms {
  if (plan === null || plan.terms.currency === currency) return usageTermsOf(included, overage);
  return { ...usageTermsOf(included, { ...overage, contacts: null }), overage: {} };
}
