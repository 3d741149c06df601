import { z } from 'zod';

/**
 * The words under which people agree, with the company's name in them. Which of the three applies follows from what
 * the page asks for; a business may write its own instead (`actionButton.Disclaimer`, `[COMPANY]` is its name).
 */
export const disclaimers = {
  sms:
    'I agree to get recurring automated marketing texts from [COMPANY] at the number I give. Consent is no condition ' +
    'of a purchase. Msg frequency varies. Msg & data rates may apply. Reply HELP for help, STOP to cancel.',
  email: 'I agree to get marketing emails from [COMPANY]. I can unsubscribe at any time with the link in every email.',
  both:
    'I agree to get recurring automated marketing texts and emails from [COMPANY] at the number and the address I ' +
    'give. Consent is no condition of a purchase. Msg frequency varies. Msg & data rates may apply. Reply HELP for ' +
    'help, STOP to cancel texts; every email has a link to unsubscribe.',
} as const;
export type Disclaimer = keyof typeof disclaimers;

/** Which disclaimer a page needs; null: it asks neither for a number nor for an address. */
export const disclaimerFor = (asks: { readonly phone: boolean; readonly email: boolean }): Disclaimer | null =>
  asks.phone && asks.email ? 'both'
  : asks.phone ? 'sms'
  : asks.email ? 'email'
  : null;

/** The exact words that are shown, and kept as proof. `own`: the business's, empty for ours. Null: nothing to agree to. */
export function consentText(
  asks: { readonly phone: boolean; readonly email: boolean },
  own: string,
  company: string,
): string | null {
  const kind = disclaimerFor(asks);
  if (kind === null) return null;
  const words = own.trim() === '' ? disclaimers[kind] : own.trim();
  return words.replaceAll('[COMPANY]', () => company);
}

/** The words in the two steps of a popup, each of which asks for one thing. */
export const popupConsent = (
  page: { readonly emailStep?: { Disclaimer: string }; readonly phoneStep?: { Disclaimer: string } },
  company: string,
) => ({
  email: consentText({ phone: false, email: true }, page.emailStep?.Disclaimer ?? '', company)!,
  phone: consentText({ phone: true, email: false }, page.phoneStep?.Disclaimer ?? '', company)!,
});

/** What somebody agreed to on a page, as it is kept. */
export const GivenConsent = z.object({
  /** The exact words that stood there. */
  text: z.string(),
  /** Whether there was a box, and whether it was ticked: null without a box. */
  ticked: z.boolean().nullable(),
  /** Whether this is a consent to texts and to emails. */
  texts: z.boolean(),
  emails: z.boolean(),
});
export type GivenConsent = z.output<typeof GivenConsent>;
