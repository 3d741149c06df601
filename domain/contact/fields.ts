import { z } from 'zod';

const longestName = 100;
const enteredName = z
  .string()
  .trim()
  .max(longestName, `A name can have at most ${longestName} characters.`)
  .transform((name) => name.toWellFormed().replace(/\p{Cc}+/gu, ' '))
  .nullable();

/** What events say of a contact. */
export const storedContact = { name: z.string().max(longestName).nullable() } as const;

/** What people may enter, and what they are told otherwise. */
export const contactFields = { firstName: enteredName, lastName: enteredName } as const;
