import { Currency, formatLedger, formatMoney, LedgerAmount } from '../../../../api/contract/money.ts';
import { t } from './texts.ts';

/** Money of a ledger to the cent, as lists show it. */
export const cents = (units: number, currency: string): string =>
  formatMoney({ amount: Math.floor(units / 10_000), currency: Currency.parse(currency) });
/** Every digit that counts. */
export const exactly = (units: number, currency: string): string =>
  formatLedger(LedgerAmount.parse(units), Currency.parse(currency));

/** An account in words; a business's by its name. */
export function accountWords({ account, business }: { readonly account: string; readonly business: string | null }) {
  if (account.startsWith('business:'))
    return t('wallets.account.business', { name: business ?? t('wallets.deletedBusiness') });
  return t(`wallets.account.${account}` as Parameters<typeof t>[0]);
}
