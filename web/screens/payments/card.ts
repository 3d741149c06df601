import type { PaymentMethod } from '../../../api/contract/payments.ts';
import { useProfile } from '../../session/profile.tsx';
import { t } from './texts.ts';

/** Where the cards of the one who is signed in stand. */
export const useHere = (): string =>
  useProfile().role === 'Agency' ? '/agency/payment-methods' : '/business/payment-methods';

const brands: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** What people call it: `Visa ending in 4242`. */
export const nameOf = ({ brand, last4 }: Pick<PaymentMethod, 'brand' | 'last4'>): string =>
  brand === null || last4 === null ?
    t('cards.unnamed')
  : t('cards.ending', { brand: brands[brand] ?? `${brand.charAt(0).toUpperCase()}${brand.slice(1)}`, last4 });

/** As it is on the card: `12/2031`. Null: it doesn't expire. */
export const expiryOf = ({ exp_month, exp_year }: Pick<PaymentMethod, 'exp_month' | 'exp_year'>): string | null =>
  exp_month === null || exp_year === null ? null : `${String(exp_month).padStart(2, '0')}/${exp_year}`;

const sentences = { valid: 'cards.expires', expiring: 'cards.expiring', expired: 'cards.expired' } as const;
/** Null: it doesn't expire. */
export function expirySentence(card: PaymentMethod): string | null {
  const when = expiryOf(card);
  return when === null ? null : t(sentences[card.state], { when });
}
