/** Money as forms read it and screens write it. Amounts are in the currency's smallest unit, those of the ledger in 1/10,000 of it. */
export {
  Currency,
  formatLedger,
  formatMoney,
  LedgerAmount,
  moneyProblems,
  parseMoney,
  plainLedger,
  plainMoney,
  toMoney,
} from '../../domain/kernel/money.ts';
