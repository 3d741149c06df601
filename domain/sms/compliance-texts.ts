import { straightenPunctuation } from './segments.ts';

/**
 * The texts that the rules of messaging prescribe (CTIA Messaging Principles and Best Practices, 5.1.2 and 5.1.3; FCC
 * 47 CFR 64.1200(a)(12) for the one confirmation of an opt-out, which must hold no marketing). Each is one GSM-7
 * segment with a brand of up to 30 plain characters.
 */
export interface Brand {
  readonly name: string;
}

/** Confirms an opt-in: brand, that it recurs, frequency, rates, HELP and STOP. */
export const optInConfirmation = (brand: Brand): string =>
  `${brandName(brand)}: You're subscribed to recurring texts. Msg frequency varies. ` +
  'Msg & data rates may apply. Reply HELP for help, STOP to cancel.';

/** Asks who agreed on a page to say so once more by text, from the number itself. */
export const optInRequest = (brand: Brand): string =>
  `${brandName(brand)}: Reply Y to get our recurring texts. Msg frequency varies. Msg & data rates may apply. ` +
  'Reply HELP for help, STOP to cancel.';

/** The one and only answer to a stop. */
export const optOutConfirmation = (brand: Brand): string =>
  `${brandName(brand)}: You're unsubscribed and will get no more texts from us. Reply START to subscribe again.`;

/** Answers HELP: brand, what this is, how to reach a person, rates and STOP. */
export const helpAnswer = (brand: Brand): string =>
  `${brandName(brand)} texts: reply here with your question and we'll get back to you. ` +
  'Msg frequency varies. Msg & data rates may apply. Reply STOP to cancel.';

const brandName = (brand: Brand): string => straightenPunctuation(brand.name).replace(/\s+/gu, ' ').trim();
