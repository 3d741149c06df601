import { z } from 'zod';
import { paragraphs } from '../kernel/fields.ts';

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
