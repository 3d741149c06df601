/** Public link shorteners, which carriers filter (30892, 30893). */
export const shorteners =
  /\b(bit\.ly|tinyurl\.com|goo\.gl|t\.co|ow\.ly|is\.gd|buff\.ly|rebrand\.ly|cutt\.ly|shorturl\.at|tiny\.cc|rb\.gy)(\/|\b)/i;

/** A mailbox that says nothing of a company. */
export const isFreeMail = (email: string): boolean =>
  /@(gmail|yahoo|hotmail|outlook|aol|icloud|proton|live)\.[a-z.]+$/i.test(email);
