import { Currency, formatMoney } from '../../api/contract/money.ts';

/** An amount in the currency's smallest unit, as people write it: `$49.00`. */
export const moneyOf = (amount: number, currency: string): string =>
  formatMoney({ amount, currency: Currency.parse(currency) });
