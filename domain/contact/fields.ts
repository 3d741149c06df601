import { z } from 'zod';

const longestName = 100;
const enteredName = z
  .string()
  .trim()
  .max(longestName, `A name can have at most ${longestName} characters.`)
  .transform((name) => name.toWellFormed().replace(/\p{Cc}+/gu, ' '))
  .nullable();

/** A day of the year as events hold it, `MM-DD`; 02-29 is one. What people type becomes one by `readDayOfYear`. */
export const storedDayOfYear = z.string().regex(/^\d{2}-\d{2}$/);

/** By which somebody is written to. */
export const Channel = z.enum(['text', 'mail']);
export type Channel = z.output<typeof Channel>;
/** `weekly`: one of each channel in seven days at most. */
export const Frequency = z.enum(['all', 'weekly']);
export type Frequency = z.output<typeof Frequency>;

const longestTag = 40;
const mostTags = 20;
const enteredTag = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'A tag needs a letter or a digit.')
  .max(longestTag, `A tag can have at most ${longestTag} characters.`)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} _-]*$/u, 'A tag is made of letters, digits, spaces, - and _.')
  .meta({ examples: ['vip'] });

/** What events say of a contact. */
export const storedContact = {
  name: z.string().max(longestName).nullable(),
  tags: z.array(z.string().max(longestTag)).max(mostTags),
  email: z.string().max(254),
  /** Besides name and number. Days of the year are `MM-DD`; `custom` is by the id of the question or the field. */
  details: {
    email: z.string().max(254).nullable(),
    birthday: storedDayOfYear.nullable(),
    anniversary: storedDayOfYear.nullable(),
    companyName: z.string().max(120).nullable(),
    website: z.string().max(200).nullable(),
    custom: z.record(z.string(), z.string().max(2_000)).nullable(),
  },
} as const;

/** What people may enter, and what they are told otherwise. */
export const contactFields = {
  firstName: enteredName,
  lastName: enteredName,
  tags: z.array(enteredTag).max(mostTags, `A contact can have at most ${mostTags} tags.`),
} as const;
