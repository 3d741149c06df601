import type { Problem } from '../../domain/uploads/fields.ts';

/** What is wrong with a row or a value, and what to do, in words. The web and the downloaded file say the same. */
export const problemWords: Readonly<Record<Problem, { readonly what: string; readonly cure: string }>> = {
  nobody: {
    what: 'No way to reach them: no readable phone number or email address.',
    cure: 'The row is left out. Add a number or an address.',
  },
  duplicate: { what: 'The same person stands in an earlier row.', cure: 'The first row counts, this one is left out.' },
  'over-limit': {
    what: 'The plan has no room for more contacts.',
    cure: 'The row is skipped. Ask your account manager to raise the limit.',
  },
  erased: { what: 'This person asked to be forgotten.', cure: 'The row is left out.' },
  'bad-phone': {
    what: 'Not a phone number.',
    cure: 'Add the country code (+1 415 555 0100), or choose another country for the file.',
  },
  'bad-email': { what: 'Not an email address.', cure: 'The row is kept without it.' },
  'bad-day': {
    what: 'Not a date.',
    cure: 'Check whether the month or the day comes first, or write dates like 1992-02-29.',
  },
  'bad-website': { what: 'Not a website.', cure: 'The row is kept without it.' },
  'bad-state': { what: 'Not a U.S. state.', cure: 'Write states as two letters, for example CA.' },
  'bad-zip': { what: 'Not a ZIP code.', cure: 'Write ZIP codes as five digits, for example 94110.' },
  'bad-choice': { what: 'Not one of the choices.', cure: 'Correct the value. The row is kept without it.' },
  'bad-tag': {
    what: 'Not tags.',
    cure: 'Tags are made of letters, digits, spaces, - and _, with commas between them.',
  },
  'too-many-tags': { what: 'More than 20 tags.', cure: 'The first 20 are kept.' },
  'too-long': { what: 'Too long for this field.', cure: 'The row is kept without it.' },
  'bad-custom': { what: 'Does not fit the custom field.', cure: 'Correct the value, or choose another field.' },
  'bad-answer': { what: 'Neither yes nor no.', cure: 'Counted as no: consent needs a clear yes.' },
  'second-value': { what: 'More than one value.', cure: 'The first one is imported.' },
  'extra-cells': { what: 'More values than columns.', cure: 'What stands beyond the last column is left out.' },
};

export function problemText(problem: string, column: string | null): string {
  const words = problemWords[problem as Problem] as (typeof problemWords)[Problem] | undefined;
  if (words === undefined) return problem;
  return column === null ? words.what : `${column}: ${words.what}`;
}
