/** What becomes of a card: by its number, as at Stripe in test mode. */
export interface CardFate {
  readonly number: string;
  readonly brand: 'visa' | 'mastercard' | 'amex' | 'discover';
  readonly funding: 'credit' | 'debit';
  /** Why it is refused when it is saved or charged; null: it is good. */
  readonly refusal: CardRefusal | null;
  /** Only charging it fails: it can be saved. */
  readonly savesAnyway?: boolean;
  /** `unless-saved`: asks once, when it is saved or charged; `always`: at every payment; null: never. */
  readonly authentication: 'unless-saved' | 'always' | null;
  /** Charged, and then disputed as fraudulent. */
  readonly isDisputed?: boolean;
  /** The name of the ready-made payment method, such as `pm_card_visa`. */
  readonly token: string;
  readonly says: string;
}

export interface CardRefusal {
  readonly code: string;
  readonly declineCode: string | null;
  readonly message: string;
}

const declined = (declineCode: string, message = 'Your card was declined.'): CardRefusal => ({
  code: 'card_declined',
  declineCode,
  message,
});
const visa = { brand: 'visa', funding: 'credit', refusal: null, authentication: null } as const;

export const testCards: readonly CardFate[] = [
  { ...visa, number: '4242424242424242', token: 'pm_card_visa', says: 'Works' },
  { ...visa, number: '4000056655665556', funding: 'debit', token: 'pm_card_visa_debit', says: 'Works, debit' },
  { ...visa, number: '5555555555554444', brand: 'mastercard', token: 'pm_card_mastercard', says: 'Works' },
  { ...visa, number: '378282246310005', brand: 'amex', token: 'pm_card_amex', says: 'Works' },
  { ...visa, number: '6011111111111117', brand: 'discover', token: 'pm_card_discover', says: 'Works' },
  {
    ...visa,
    number: '4000000000000002',
    refusal: declined('generic_decline'),
    token: 'pm_card_visa_chargeDeclined',
    says: 'Declined',
  },
  {
    ...visa,
    number: '4000000000009995',
    refusal: declined('insufficient_funds', 'Your card has insufficient funds.'),
    token: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    says: 'Declined: insufficient funds',
  },
  {
    ...visa,
    number: '4000000000009987',
    refusal: declined('lost_card'),
    token: 'pm_card_visa_chargeDeclinedLostCard',
    says: 'Declined: lost',
  },
  {
    ...visa,
    number: '4000000000009979',
    refusal: declined('stolen_card'),
    token: 'pm_card_visa_chargeDeclinedStolenCard',
    says: 'Declined: stolen',
  },
  {
    ...visa,
    number: '4000000000000069',
    refusal: { code: 'expired_card', declineCode: null, message: 'Your card has expired.' },
    token: 'pm_card_chargeDeclinedExpiredCard',
    says: 'Declined: expired',
  },
  {
    ...visa,
    number: '4000000000000127',
    refusal: { code: 'incorrect_cvc', declineCode: null, message: "Your card's security code is incorrect." },
    token: 'pm_card_chargeDeclinedIncorrectCvc',
    says: 'Declined: wrong security code',
  },
  {
    ...visa,
    number: '4000000000000119',
    refusal: {
      code: 'processing_error',
      declineCode: null,
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
    token: 'pm_card_chargeDeclinedProcessingError',
    says: 'Declined: processing error',
  },
  {
    ...visa,
    number: '4000000000000341',
    refusal: declined('generic_decline'),
    savesAnyway: true,
    token: 'pm_card_chargeCustomerFail',
    says: 'Can be saved, then every charge is declined',
  },
  {
    ...visa,
    number: '4000002500003155',
    authentication: 'unless-saved',
    token: 'pm_card_authenticationRequiredOnSetup',
    says: '3-D Secure once: when it is saved, or at its first payment',
  },
  {
    ...visa,
    number: '4000000000003220',
    authentication: 'unless-saved',
    token: 'pm_card_threeDSecure2Required',
    says: '3-D Secure 2 is required',
  },
  {
    ...visa,
    number: '4000000000003063',
    authentication: 'unless-saved',
    token: 'pm_card_threeDSecureRequired',
    says: '3-D Secure is required',
  },
  {
    ...visa,
    number: '4000002760003184',
    authentication: 'always',
    token: 'pm_card_authenticationRequired',
    says: '3-D Secure at every payment, also a saved card’s',
  },
  {
    ...visa,
    number: '4000008260003178',
    authentication: 'unless-saved',
    refusal: declined('insufficient_funds', 'Your card has insufficient funds.'),
    savesAnyway: true,
    token: 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    says: '3-D Secure, then declined: insufficient funds',
  },
  {
    ...visa,
    number: '4000008400001629',
    authentication: 'unless-saved',
    refusal: declined('generic_decline'),
    savesAnyway: true,
    token: 'pm_card_threeDSecureRequiredChargeDeclined',
    says: '3-D Secure, then declined',
  },
  {
    ...visa,
    number: '4000000000000259',
    isDisputed: true,
    token: 'pm_card_createDispute',
    says: 'Works, and is disputed as fraudulent',
  },
];

export const cardOf = (number: string): CardFate | null => testCards.find((card) => card.number === number) ?? null;
export const cardByToken = (token: string): CardFate | null => testCards.find((card) => card.token === token) ?? null;

export function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return number.length >= 12 && number.length <= 19 && sum % 10 === 0;
}
