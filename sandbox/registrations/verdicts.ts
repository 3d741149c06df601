/** What a reviewer would say, so that what is refused in earnest is refused here. */

export interface Refused {
  readonly code: number;
  readonly description: string;
  readonly fields: readonly string[];
}

export const words: Readonly<Record<number, Omit<Refused, 'code'>>> = {
  30795: {
    description: 'The tax id does not match the legal company name.',
    fields: ['business_registration_number', 'business_name'],
  },
  30801: { description: 'The business address could not be verified.', fields: ['address_sids'] },
  30886: { description: 'The campaign description does not say what is sent.', fields: ['DESCRIPTION'] },
  30890: { description: 'The help message names no way to reach you.', fields: ['HELP_MESSAGE'] },
  30892: { description: 'A message sample uses a public link shortener.', fields: ['MESSAGE_SAMPLES'] },
  30893: { description: 'The message samples do not match the use case.', fields: ['MESSAGE_SAMPLES'] },
  30882: {
    description: 'The terms and conditions are missing or cannot be opened.',
    fields: ['TERMS_AND_CONDITIONS_URL'],
  },
  30883: { description: 'The content is not allowed.', fields: [] },
  30896: { description: 'The opt-in information is missing or wrong.', fields: ['MESSAGE_FLOW'] },
  30908: { description: 'The privacy policy is missing or cannot be opened.', fields: ['PRIVACY_POLICY_URL'] },
  30909: { description: 'The call to action does not say how people opt in.', fields: ['MESSAGE_FLOW'] },
  30915: { description: 'A sole proprietor with a tax id registers as another brand type.', fields: ['BRAND_TYPE'] },
  30898: { description: 'The tax id is registered with too many brands.', fields: ['business_registration_number'] },
};
export const refusedWith = (code: number): Refused => ({
  code,
  ...(words[code] ?? { description: `Refused with the code ${code}.`, fields: [] }),
});

const shorteners = /\b(bit\.ly|tinyurl\.com|goo\.gl|t\.co|ow\.ly|is\.gd|rebrand\.ly)\//i;

/** A reviewer takes for ever over an EIN that ends in 0002. */
export const isNeverDecided = (business: Readonly<Record<string, unknown>>): boolean =>
  /0002$/.test(String(business['business_registration_number'] ?? '').replace(/\D/g, ''));

/** The first code to a mobile phone that ends in 0000 never arrives; a second one does. */
export const isUnanswered = (person: Readonly<Record<string, unknown>>, codes: number): boolean =>
  codes < 2 && /0000$/.test(String(person['mobile_phone_number'] ?? ''));

/** An EIN that ends in 0001 belongs to another business. */
export function judgeBrand(business: Readonly<Record<string, unknown>>): Refused | null {
  const number = String(business['business_registration_number'] ?? '').replace(/\D/g, '');
  if (number.length !== 9 || number.endsWith('0001')) return refusedWith(30795);
  return null;
}

export function judgeCampaign(fields: Readonly<Record<string, unknown>>): Refused | null {
  const samples = fields['message_samples'] as readonly string[];
  if (samples.some((sample) => shorteners.test(sample))) return refusedWith(30892);
  if (!/\bstop\b/i.test(String(fields['message_flow']))) return refusedWith(30909);
  if (String(fields['privacy_policy_url'] ?? '') === '') return refusedWith(30908);
  if (String(fields['terms_and_conditions_url'] ?? '') === '') return refusedWith(30882);
  return null;
}
