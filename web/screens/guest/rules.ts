import { t } from './texts.ts';

/*
 * What can be said before anything is sent. The contract's schemas decide, on the server; these say the plain cases in
 * its own words, so that a sign-in needs no schema library. A test holds the two together: nothing that the contract
 * takes is refused here.
 */

export const emailFault = (email: string): string | null =>
  /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email.trim()) ? null : t('login.badEmail');

export const passwordFault = (password: string): string | null => (password === '' ? t('login.noPassword') : null);

/** The fewest characters a new password has. */
const shortest = 8;
export const newPasswordFault = (password: string): string | null =>
  [...password].length < shortest ? t('password.tooShort') : null;
