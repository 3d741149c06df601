import { z } from 'zod';
import { emailAddress, optionalLine, paragraphs } from '../kernel/fields.ts';

/** What an agency writes on its bills, such as how to pay them. */
const longestNote = 500;
export const storedBillNote = z.string().max(longestNote).nullable();
export const billFields = {
  isOn: z.boolean(),
  note: z.preprocess(
    (given) => (typeof given === 'string' && given.trim() === '' ? null : given),
    paragraphs('The note', longestNote).nullable(),
  ) as unknown as z.ZodType<string | null, string | null>,
} as const;

/** Who gets bills and the news of payments. */
export const billingContactFields = {
  name: optionalLine('The name', 100),
  email: emailAddress.nullable(),
  copies: z.array(emailAddress).max(5, 'Add up to 5 addresses.'),
} as const;
