/** What of a limit has to be used before people are told, in per cent: each once a month. */
export const alertPercents = [90, 100] as const;
export type AlertPercent = (typeof alertPercents)[number];

/** A limit that is nearly used, or used up. */
export interface Used {
  readonly kind: 'messages' | 'contacts';
  readonly used: number;
  readonly limit: number;
}

/** The highest step that was reached; null: none. Who passes both at once is told of the one that matters. */
export const stepOf = ({ used, limit }: Pick<Used, 'used' | 'limit'>): AlertPercent | null =>
  alertPercents.findLast((percent) => used * 100 >= limit * percent) ?? null;

const count = (of: number): string => of.toLocaleString('en-US');

/** What people of the business are told. `agency`: whom to ask for more; null: it pays for itself. */
export function alertWords(
  { kind, used, limit }: Used,
  step: AlertPercent,
  agency: { readonly name: string; readonly email: string | null } | null,
): { readonly title: string; readonly content: string } {
  const what = kind === 'messages' ? 'messages this month' : 'contacts';
  const ask =
    agency === null ? 'Choose a larger plan to raise the limit.'
    : agency.email === null || agency.email === '' ? `Ask ${agency.name} to raise the limit.`
    : `Email ${agency.name} at ${agency.email} to raise the limit.`;
  const then =
    step < 100 ? ''
    : kind === 'messages' ? 'Campaigns pause until the limit is raised or the next month begins. '
    : 'You can’t add more. People who opt in themselves are recorded, but campaigns skip them. ';
  return {
    title: step < 100 ? `You’ve used ${step}% of your ${what}` : `You’ve used all your ${what}`,
    content: `${count(used)} of ${count(limit)} ${what} are used. ${then}${ask}`,
  };
}
