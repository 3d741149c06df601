import { z } from 'zod';
import { emailAddress, line, optionalLine, paragraphs } from '../../kernel/fields.ts';

/** What a toll-free verification is asked with (Twilio, `/v1/Tollfree/Verifications`). */

export const useCaseCategories = [
  'TWO_FACTOR_AUTHENTICATION',
  'ACCOUNT_NOTIFICATIONS',
  'CUSTOMER_CARE',
  'CHARITY_NONPROFIT',
  'DELIVERY_NOTIFICATIONS',
  'FRAUD_ALERT_MESSAGING',
  'EVENTS',
  'HIGHER_EDUCATION',
  'K12',
  'MARKETING',
  'POLLING_AND_VOTING_NON_POLITICAL',
  'POLITICAL_ELECTION_CAMPAIGNS',
  'PUBLIC_SERVICE_ANNOUNCEMENT',
  'SECURITY_ALERT',
] as const;
export const optInTypes = ['WEB_FORM', 'VIA_TEXT', 'MOBILE_QR_CODE', 'PAPER_FORM', 'VERBAL', 'IMPORT'] as const;
export const businessTypes = [
  'PRIVATE_PROFIT',
  'PUBLIC_PROFIT',
  'SOLE_PROPRIETOR',
  'NON_PROFIT',
  'GOVERNMENT',
] as const;
export const registrationAuthorities = ['EIN', 'CBN', 'CRN', 'PROVINCIAL_NUMBER', 'NEQ', 'VAT', 'OTHER'] as const;
/** Texts a month, as the carrier writes them. */
export const messageVolumes = [
  '10',
  '100',
  '1,000',
  '10,000',
  '100,000',
  '250,000',
  '500,000',
  '750,000',
  '1,000,000',
  '5,000,000',
  '10,000,000+',
] as const;

const text = z.string();
const maybeText = z.string().nullable();
/** What events hold. */
export const StoredTollfreeForm = z.object({
  businessName: text,
  doingBusinessAs: maybeText,
  website: text,
  street: text,
  city: text,
  state: text,
  postalCode: text,
  country: text,
  contactFirstName: text,
  contactLastName: text,
  contactEmail: text,
  contactPhone: text,
  businessType: text,
  registrationNumber: maybeText,
  registrationAuthority: maybeText,
  registrationCountry: maybeText,
  useCaseCategories: z.array(text),
  useCaseSummary: text,
  messageSample: text,
  optInType: text,
  optInImageUrls: z.array(text),
  optInConfirmation: maybeText,
  messageVolume: text,
  privacyUrl: maybeText,
  termsUrl: maybeText,
  ageGated: z.boolean(),
  additionalInformation: maybeText,
});
export type TollfreeForm = Readonly<z.output<typeof StoredTollfreeForm>>;
export type TollfreeField = keyof TollfreeForm & string;

const required = (what: string, least: number, most: number) =>
  paragraphs(what, most)
    .pipe(z.string().trim())
    .refine((given) => given.length >= least, `${what} needs at least ${least} characters.`);
const address = (what: string) =>
  z.string().trim().max(500).refine(isWebAddress, `${what} needs a full address, like https://example.com.`);
const optionalAddress = (what: string) =>
  z
    .string()
    .trim()
    .max(500)
    .nullable()
    .transform((given) => (given === '' ? null : given))
    .refine(
      (given) => given === null || isWebAddress(given),
      `${what} needs a full address, like https://example.com.`,
    );

function isWebAddress(given: string): boolean {
  if (!URL.canParse(given)) return false;
  const { protocol, hostname } = new URL(given);
  // On a developer's machine the pages are there; a real carrier's are opened first.
  const isNamed = hostname === 'localhost' || /^[^.].*\.[a-z0-9-]{2,}$/i.test(hostname);
  return (protocol === 'https:' || protocol === 'http:') && isNamed;
}

/** What people may enter. What reviewers refuse besides is in `tollfree-checks.ts`. */
export const tollfreeFields = {
  businessName: line('The legal name', 255),
  doingBusinessAs: optionalLine('The trade name', 255),
  website: address('The website'),
  street: line('The street', 255),
  city: line('The city', 100),
  state: line('The state', 100),
  postalCode: line('The postal code', 20),
  country: z
    .string()
    .trim()
    .regex(/^[A-Z]{2}$/, 'Choose a country.'),
  contactFirstName: line('The first name', 100),
  contactLastName: line('The last name', 100),
  contactEmail: emailAddress,
  contactPhone: z
    .string()
    .trim()
    .transform((given) => given.replace(/[\s().-]/g, ''))
    .pipe(z.string().regex(/^\+[1-9]\d{6,14}$/, 'Enter the phone with its country code, like +1 202 555 0100.')),
  businessType: z.enum(businessTypes, 'Choose what kind of business it is.'),
  registrationNumber: optionalLine('The registration number', 100),
  registrationAuthority: z.enum(registrationAuthorities, 'Choose who issued the number.').nullable(),
  registrationCountry: z
    .string()
    .trim()
    .regex(/^([A-Z]{2})?$/, 'Choose a country.')
    .nullable()
    .transform((given) => (given === '' ? null : given)),
  useCaseCategories: z
    .array(z.enum(useCaseCategories))
    .min(1, 'Choose what you text about.')
    .max(useCaseCategories.length)
    .transform((given) => useCaseCategories.filter((one) => given.includes(one))),
  useCaseSummary: required('The description', 40, 500),
  messageSample: required('The sample', 20, 1000),
  optInType: z.enum(optInTypes, 'Choose how people opt in.'),
  optInImageUrls: z
    .array(address('The proof'))
    .min(1, 'Show reviewers how people opt in: give at least one address.')
    .max(5, 'Give at most 5 addresses.'),
  optInConfirmation: optionalLine('The confirmation', 320),
  messageVolume: z.enum(messageVolumes, 'Choose how many texts you send a month.'),
  privacyUrl: optionalAddress('The privacy policy'),
  termsUrl: optionalAddress('The terms'),
  ageGated: z.boolean(),
  additionalInformation: optionalLine('The note', 500),
} as const;
export const TollfreeFormInput = z.object(tollfreeFields);
export type TollfreeInput = z.output<typeof TollfreeFormInput>;
