import { z } from 'zod';
import { text } from '../kernel/fields.ts';
import { maxTextLength } from '../sms/values.ts';

/** So many may a business have. */
export const maxSnippets = 200;
const longestName = 40;

/** What events say of a snippet. */
export const storedSnippet = { name: z.string().max(longestName), body: z.string().max(maxTextLength) } as const;

/** What people may enter. */
export const snippetFields = {
  /** What is typed behind `/`. */
  name: text.pipe(
    z
      .string()
      .trim()
      .toLowerCase()
      .min(1, 'Give it a name.')
      .max(longestName, `The name can have at most ${longestName} characters.`)
      .regex(/^[\p{L}\p{N}_-]+$/u, 'Use letters, digits, - and _ only: it is typed behind /.'),
  ),
  body: text.pipe(
    z
      .string()
      .trim()
      .min(1, 'Write something.')
      .max(maxTextLength, `A snippet can have at most ${maxTextLength.toLocaleString('en-US')} characters.`),
  ),
} as const;
