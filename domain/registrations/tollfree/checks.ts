import { type useCaseCategories, type TollfreeField, type TollfreeForm } from './fields.ts';

/** What reviewers refuse, found before anything is submitted: by field, what to change. */
export type Problems = Partial<Record<TollfreeField, string>>;

/** Public shorteners, which carriers filter (error 30893). */
const shorteners = /\b(?:bit\.ly|tinyurl\.com|goo\.gl|t\.co|ow\.ly|is\.gd|buff\.ly|rebrand\.ly|cutt\.ly|rb\.gy)\b/i;
const freeMail = /@(?:gmail|yahoo|hotmail|outlook|aol|icloud)\./i;

const words = (name: string): readonly string[] =>
  name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2 && !['the', 'and', 'inc', 'llc', 'ltd', 'corp', 'company'].includes(word));
/** The brand is named: one word of it that says something is enough. */
const names = (text: string, ...brands: readonly (string | null)[]): boolean => {
  const wanted = brands.flatMap((brand) => (brand === null ? [] : words(brand)));
  return wanted.length === 0 || wanted.some((word) => text.toLowerCase().includes(word));
};

export function tollfreeProblems(form: TollfreeForm): Problems {
  const problems: Problems = {};
  const marketing = form.useCaseCategories.includes('MARKETING' satisfies (typeof useCaseCategories)[number]);
  if (!names(form.messageSample, form.businessName, form.doingBusinessAs))
    problems.messageSample = 'Name your business in the sample: reviewers refuse texts that don’t say who sends them.';
  else if (marketing && !/\bstop\b/i.test(form.messageSample))
    problems.messageSample = 'Say in the sample how to opt out, such as “Reply STOP to opt out”.';
  else if (shorteners.test(form.messageSample))
    problems.messageSample = 'Use a link on your own domain: reviewers refuse public link shorteners.';
  if (form.businessType !== 'SOLE_PROPRIETOR') {
    if (form.registrationNumber === null)
      problems.registrationNumber = 'Enter the number that your business is registered under, such as its EIN.';
    else if (form.registrationAuthority === 'EIN' && !/^\d{2}-?\d{7}$/.test(form.registrationNumber))
      problems.registrationNumber = 'An EIN has 9 digits.';
    if (form.registrationAuthority === null) problems.registrationAuthority = 'Choose who issued the number.';
    if (form.registrationCountry === null) problems.registrationCountry = 'Choose where the business is registered.';
  }
  if (form.privacyUrl === null) problems.privacyUrl = 'Give the address of your privacy policy: reviewers open it.';
  if (form.termsUrl === null) problems.termsUrl = 'Give the address of your terms: reviewers open them.';
  if (freeMail.test(form.contactEmail) && form.businessType !== 'SOLE_PROPRIETOR')
    problems.contactEmail = 'Use an email address on your own domain: reviewers refuse free mailboxes.';
  return problems;
}

/** What a refusal is about, and how it is cleared. `field`: what to change; null: nothing that a form can say. */
export interface RefusalWords {
  readonly field: TollfreeField | null;
  readonly text: string;
}
const byCode: Readonly<Record<number, RefusalWords>> = {
  30460: { field: 'useCaseSummary', text: 'Texts about debt collection are not allowed on toll-free numbers.' },
  30461: { field: 'useCaseSummary', text: 'Texts about crypto currency are not allowed on toll-free numbers.' },
  30462: { field: 'useCaseSummary', text: 'Texts about reducing debt are not allowed on toll-free numbers.' },
  30463: { field: 'useCaseSummary', text: 'Texts about this kind of loan are not allowed on toll-free numbers.' },
  30464: { field: 'useCaseSummary', text: 'Texts about gambling are not allowed on toll-free numbers.' },
  30465: { field: 'useCaseSummary', text: 'Texts about this kind of job or income are not allowed.' },
  30466: { field: 'useCaseSummary', text: 'The reviewers found this use to be against the rules of the carriers.' },
  30475: {
    field: 'optInImageUrls',
    text: 'The reviewers could not see how people opt in. Show the form or its words.',
  },
  30481: { field: 'businessName', text: 'The legal name doesn’t match the registration number.' },
  30501: { field: 'additionalInformation', text: 'Political texts need a token of Campaign Verify.' },
  30544: {
    field: 'optInType',
    text: 'The opt-in doesn’t say what people will get. Say the purpose where they opt in.',
  },
  30824: { field: null, text: 'The seven days for corrections are over. Submitting again starts a new review.' },
  30874: { field: 'useCaseSummary', text: 'Alcohol, tobacco, firearms or adult content needs an age gate.' },
  30879: { field: null, text: 'The carrier account doesn’t hold this number.' },
  30882: { field: 'termsUrl', text: 'The reviewers could not open your terms.' },
  30908: { field: 'privacyUrl', text: 'The reviewers could not open your privacy policy.' },
};
/** By what the carrier's words speak of, where the code says nothing. */
const byWords: readonly (readonly [RegExp, TollfreeField])[] = [
  [/opt.?in|consent/i, 'optInImageUrls'],
  [/website|url/i, 'website'],
  [/sample|message content/i, 'messageSample'],
  [/legal name|business name/i, 'businessName'],
  [/ein|registration number|tax/i, 'registrationNumber'],
  [/address/i, 'street'],
  [/e-?mail/i, 'contactEmail'],
  [/privacy/i, 'privacyUrl'],
  [/terms/i, 'termsUrl'],
  [/use case|summary|description/i, 'useCaseSummary'],
];

/** A refusal in words for people. What no one has written down yet keeps the carrier's words. */
export function refusalWords({
  code,
  reason,
}: {
  readonly code: number | null;
  readonly reason: string;
}): RefusalWords {
  const known = code === null ? undefined : byCode[code];
  if (known !== undefined) return known;
  return { field: byWords.find(([pattern]) => pattern.test(reason))?.[1] ?? null, text: reason };
}
