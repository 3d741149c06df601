import { z } from 'zod';
import { line } from '../kernel/fields.ts';

const color = /^#[0-9a-f]{6}$/;
const emptyIsNone = (given: unknown): unknown => (typeof given === 'string' && given.trim() === '' ? null : given);
/** A path on whatever host the page was opened on: a brand's page names no other host. */
const filePath = z.string().max(300);
const enteredPath = z.string().regex(/^\/media\/[A-Za-z0-9_-]{22}$/, 'Upload the picture first.');
const file = z.enum(['logo', 'favicon']);

/** What events say of a brand. */
export const storedBrand = {
  name: z.string().max(120).nullable(),
  color: z.string().regex(color).nullable(),
  file,
  url: filePath,
  /** The same picture at other widths, by width in px. */
  variants: z.record(z.string(), filePath),
} as const;

/** What people may enter, and what they are told otherwise. An empty field takes the choice away. */
export const brandFields = {
  name: z.preprocess(emptyIsNone, line('The brand’s name', 60).nullable()) as unknown as z.ZodType<
    string | null,
    string | null
  >,
  color: z.string().toLowerCase().regex(color, 'Give the colour as # and six hexadecimal digits.').nullable(),
  /** As typed: what makes it a domain or a subdomain is said by `chooseDomain` and `chooseSubdomain`. */
  domain: z.string().max(1_000, 'Domain format is invalid.').nullable(),
  subdomain: z.string().max(1_000, 'Subdomain format is invalid.').nullable(),
  file,
  url: enteredPath.nullable(),
  variants: z.record(z.string().regex(/^\d{1,5}$/), enteredPath),
} as const;
