import { z } from 'zod';
import { channelNames } from '../kernel/channels.ts';
import { optionalLine, readDayOfYear } from '../kernel/fields.ts';
import { personal } from '../kernel/personal.ts';
import { isUrl } from '../kernel/web-address.ts';
import {
  type Attribute,
  type AttributeKind,
  attributeNames,
  type AttributeName,
  attributes,
  eachAttribute,
  isLater,
  longestTyped,
  readChoice,
  type LaterName,
} from './attributes.ts';
import { maxTags } from './limits.ts';
import { readZip } from './states.ts';

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
export const Channel = z.enum(channelNames);
export type Channel = z.output<typeof Channel>;
/** `weekly`: one of each channel in seven days at most. */
export const Frequency = z.enum(['all', 'weekly']);
export type Frequency = z.output<typeof Frequency>;

/** What the timeline of a contact can be narrowed to. */
export const TimelineKind = z.enum([
  'message',
  'call',
  'mail',
  'consent',
  'preferences',
  'details',
  'conversation',
  'page',
  'coupon',
  'loop',
  'vote',
  'click',
  'broadcast',
  'privacy',
]);
export type TimelineKind = z.output<typeof TimelineKind>;

/** Of two contacts that are merged, what may be as the one or as the other has it. */
export const MergeField = z.enum(['phone', 'name', ...attributeNames]);
export type MergeField = z.output<typeof MergeField>;

const longestTag = 40;
const enteredTag = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'A tag needs a letter or a digit.')
  .max(longestTag, `A tag can have at most ${longestTag} characters.`)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} _-]*$/u, 'A tag is made of letters, digits, spaces, - and _.')
  .meta({ examples: ['vip'] });

const stored: Readonly<Record<AttributeKind, (max: number) => z.ZodString>> = {
  email: (max) => z.string().max(max),
  text: (max) => z.string().max(max),
  url: (max) => z.string().max(max),
  zip: (max) => z.string().max(max),
  choice: (max) => z.string().max(max),
  'day-of-year': () => storedDayOfYear,
};

/** What events say of a contact. */
export const storedContact = {
  name: personal(z.string().max(longestName).nullable()),
  tags: personal(z.array(z.string().max(longestTag)).max(maxTags)),
  email: personal(stored.email(attributes.email.max)),
  /** Besides name and number. Days of the year are `MM-DD`; `custom` is by the id of the question or the field. */
  details: {
    ...eachAttribute((_, { kind, max }) => personal(stored[kind](max).nullable())),
    custom: personal(z.record(z.string(), z.string().max(2_000)).nullable()),
  },
} as const;

/** Schemas of all attributes, those that came later as `optional` makes them. */
export const withLater = <Schema, Optional>(
  schemas: Readonly<Record<AttributeName, Schema>>,
  optional: (schema: Schema) => Optional,
) =>
  eachAttribute((name) => (isLater(name) ? optional(schemas[name]) : schemas[name])) as Readonly<
    Record<Exclude<AttributeName, LaterName>, Schema> & Record<LaterName, Optional>
  >;
const { custom: storedCustom, ...storedAttributes } = storedContact.details;
/** What an event says that tells everything of a person at once. One of before an attribute came leaves it out. */
export const storedWhole = {
  ...withLater(storedAttributes, (schema) => schema.optional()),
  custom: storedCustom,
} as const;

const emptyToNull = (text: string | null): string | null => (text === null || text.trim() === '' ? null : text.trim());
/** What is typed, read by `read`; null: it cannot be read. Empty: nothing. */
const readBy = (longest: number, read: (typed: string) => string | null, refusal: string) =>
  z
    .string()
    .max(longest)
    .nullable()
    .transform((typed, { addIssue }) => {
      const given = emptyToNull(typed);
      const value = given === null ? null : read(given);
      if (given !== null && value === null) addIssue(refusal);
      return value;
    });

type Entered = z.ZodType<string | null, string | null>;
/** What people may enter, by what it is. Days as mm/dd (specification, section 5). */
function enteredOf(attribute: Attribute): Entered {
  const { kind, label, max } = attribute;
  const longest = longestTyped(attribute);
  switch (kind) {
    case 'email':
      return z
        .string()
        .max(max)
        .nullable()
        .transform(emptyToNull)
        .pipe(z.email('Enter a valid email address.').nullable());
    case 'text':
      return optionalLine(label, max);
    case 'url':
      return optionalLine(label, max).refine((url) => url === null || isUrl(url), 'Domain format is invalid.');
    case 'day-of-year':
      return readBy(longest, readDayOfYear, 'Enter a day as mm/dd, for example 02/29.');
    case 'zip':
      return readBy(longest, readZip, 'Enter a ZIP code, like 94110.');
    case 'choice':
      return readBy(longest, (typed) => readChoice(attribute, typed), attribute.refusal);
  }
}

/** What people may enter, and what they are told otherwise. What is empty is taken away. */
export const contactFields = {
  ...eachAttribute((_, attribute) => enteredOf(attribute)),
  /** By the id of the custom field; empty: taken away. */
  custom: z.record(z.uuid('This field does not exist.'), z.string().max(2_000, 'This is too long.')),
  firstName: enteredName,
  lastName: enteredName,
  tags: z.array(enteredTag).max(maxTags, `A contact can have at most ${maxTags} tags.`),
} as const;
