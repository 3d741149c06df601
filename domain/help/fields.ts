import { z } from 'zod';
import { emailAddress, line, optionalLine, paragraphs } from '../kernel/fields.ts';
import { isUrl } from '../kernel/web-address.ts';

/** At most this many entries are kept in the changelog; older ones leave it. */
export const maxNews = 50;

/** What events say. */
export const storedSupport = {
  text: z.string().max(1_000),
  email: z.string().max(254).nullable(),
  phone: z.string().max(40).nullable(),
  link: z.string().max(500).nullable(),
} as const;
export const storedNews = { title: z.string().max(120), body: z.string().max(5_000) } as const;

const emptyIsNone = (given: unknown): unknown => (typeof given === 'string' && given.trim() === '' ? null : given);

/** What the operator may enter. Empty fields are not shown. */
export const supportFields = {
  text: paragraphs('The text', 1_000),
  email: z.preprocess(emptyIsNone, emailAddress.nullable()) as unknown as z.ZodType<string | null, string | null>,
  phone: optionalLine('The phone number', 40),
  link: z.preprocess(
    emptyIsNone,
    z
      .string()
      .trim()
      .max(500)
      .refine((given) => /^https?:\/\//iu.test(given) && isUrl(given), 'Enter a link that begins with https://.')
      .nullable(),
  ) as unknown as z.ZodType<string | null, string | null>,
} as const;
export const newsFields = {
  title: line('The title', 120),
  body: paragraphs('The text', 5_000).pipe(z.string().trim().min(1, 'Write something.')),
} as const;
