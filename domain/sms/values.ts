import { z } from 'zod';

/** A phone number as E.164: a plus and 7 to 15 digits. Short codes (3 to 6 digits) occur as senders only. */
export const E164 = z
  .string()
  .regex(/^\+[1-9]\d{6,14}$/, 'The phone number is not valid.')
  .brand('E164');
export type E164 = z.output<typeof E164>;

/** The most characters a text may have (the carriers' limit for a concatenated message). */
export const maxTextLength = 1600;

/** A keyword in its canonical form: upper case A–Z, 0–9, without spaces, punctuation or accents. */
export const Keyword = z
  .string()
  .regex(/^[\p{Lu}\p{Lo}\p{N}]{1,40}$/u, 'The keyword is not valid.')
  .brand('Keyword');
export type Keyword = z.output<typeof Keyword>;

/** What was attached to an MMS. `url` is where it can be fetched, `contentType` a MIME type. */
export const Media = z.object({ url: z.string(), contentType: z.string().nullable() });
export type Media = z.output<typeof Media>;
