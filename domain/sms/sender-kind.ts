export type SenderKind = 'long-code' | 'toll-free' | 'short-code';

/** North American toll-free prefixes (NANPA: 800, 833, 844, 855, 866, 877, 888). */
const tollFree = /^\+1(?:800|833|844|855|866|877|888)\d{7}$/;

export function kindOf(sender: string): SenderKind {
  if (tollFree.test(sender)) return 'toll-free';
  return /^\d{3,6}$/.test(sender) ? 'short-code' : 'long-code';
}

export const isTollFreeNumber = (number: string): boolean => kindOf(number) === 'toll-free';
