import { carrierCode } from '../codes.ts';
import { isFreeMail, shorteners } from '../screening.ts';
import { type useCaseCategories, type TollfreeField, type TollfreeForm } from './fields.ts';

/** What reviewers refuse, found before anything is submitted: by field, what to change. */
export type Problems = Partial<Record<TollfreeField, string>>;

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
  if (isFreeMail(form.contactEmail) && form.businessType !== 'SOLE_PROPRIETOR')
    problems.contactEmail = 'Use an email address on your own domain: reviewers refuse free mailboxes.';
  return problems;
}

/** What a refusal is about, and how it is cleared. `field`: what to change; null: nothing that a form can say. */
export interface RefusalWords {
  readonly field: TollfreeField | null;
  readonly text: string;
}
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
  const known = carrierCode(code);
  if (known !== null) return { field: known.tollfreeField ?? null, text: `${known.text} ${known.cure}` };
  return { field: byWords.find(([pattern]) => pattern.test(reason))?.[1] ?? null, text: reason };
}
