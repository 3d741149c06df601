import { Currency, formatLedger, formatMoney, LedgerAmount, toMoney } from '../../api/contract/money.ts';

/** An amount in the currency's smallest unit, as people write it: `$49.00`. */
export const moneyOf = (amount: number, currency: string): string =>
  formatMoney({ amount, currency: Currency.parse(currency) });
/** An amount in 1/10,000 of the smallest unit, to the cent, as it would be charged. */
export const centsOf = (units: number, currency: string): string =>
  formatMoney(toMoney(LedgerAmount.parse(units), Currency.parse(currency)).money);
/** The same with every digit that counts: `$0.0079`. */
export const exactMoney = (units: number, currency: string): string =>
  formatLedger(LedgerAmount.parse(units), Currency.parse(currency));
/** What a wallet holds, in 1/10,000 of the smallest unit: a part of a cent can't be spent. */
export const balanceOf = (units: number, currency: string): string => moneyOf(Math.floor(units / 10_000), currency);
