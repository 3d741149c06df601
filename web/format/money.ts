import { Currency, formatMoney, LedgerAmount, toMoney } from '../../api/contract/money.ts';

/** An amount in the currency's smallest unit, as people write it: `$49.00`. */
export const moneyOf = (amount: number, currency: string): string =>
  formatMoney({ amount, currency: Currency.parse(currency) });
/** An amount in 1/10,000 of the smallest unit, to the cent, as it would be charged. */
export const centsOf = (units: number, currency: string): string =>
  formatMoney(toMoney(LedgerAmount.parse(units), Currency.parse(currency)).money);
