import { t } from './texts.ts';

/** An account in words; a business's by its name. */
export function accountWords({ account, business }: { readonly account: string; readonly business: string | null }) {
  if (account.startsWith('business:'))
    return t('wallets.account.business', { name: business ?? t('wallets.deletedBusiness') });
  return t(`wallets.account.${account}` as Parameters<typeof t>[0]);
}
