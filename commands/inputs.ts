import { z } from 'zod';
import { storable } from '../domain/sms/text.ts';
import { Media } from '../domain/sms/values.ts';

/** Text from outside that is kept as it came, made storable (no U+0000, no half of a surrogate pair). */
export const Text = z.string().transform(storable);

/** A line that people fill in: trimmed; control characters are refused with a clear message. */
export const Line = (what: string, longest: number) =>
  z
    .string()
    .trim()
    .min(1, `${what} is missing.`)
    .max(longest, `${what} can have at most ${longest} characters.`)
    .refine((text) => !/\p{Cc}/u.test(text) && text.isWellFormed(), `${what} holds characters that can’t be kept.`);

export const StorableMedia = z.object({ url: Text, contentType: Text.nullable() }).pipe(Media);
