import { plain } from '../../../plain/texts.ts';
import { catalogue } from '../../../messages/translate.ts';

/** What is said around the forms of the payment provider. */
export const texts = catalogue(plain, {
  'provider.card': 'Card form',
  'provider.unloaded': 'The card form didn’t load. Check your connection, or allow js.stripe.com in your browser.',
  'provider.bank': 'Confirm at your bank',
  'provider.bankText': 'Your bank asks you to confirm this payment.',
});
export const { t, maybe } = texts;
