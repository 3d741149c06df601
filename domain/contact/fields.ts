import { z } from 'zod';
import { optionalLine, readDayOfYear } from '../kernel/fields.ts';
import { personal } from '../kernel/personal.ts';
import { isUrl } from '../kernel/web-address.ts';
import { readState, readZip } from './states.ts';

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

/** What the timeline of a contact can be narrowed to. */
export const TimelineKind = z.enum([
  'message',
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
export const MergeField = z.enum([
  'phone',
  'email',
  'name',
  'birthday',
  'anniversary',
  'companyName',
  'website',
  'state',
  'zip',
]);
export type MergeField = z.output<typeof MergeField>;

const longestTag = 40;
export const mostTags = 20;
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
  name: personal(z.string().max(longestName).nullable()),
  tags: personal(z.array(z.string().max(longestTag)).max(mostTags)),
  email: personal(z.string().max(254)),
  /** Besides name and number. Days of the year are `MM-DD`; `custom` is by the id of the question or the field. */
  details: {
    email: personal(z.string().max(254).nullable()),
    birthday: personal(storedDayOfYear.nullable()),
    anniversary: personal(storedDayOfYear.nullable()),
    companyName: personal(z.string().max(120).nullable()),
    website: personal(z.string().max(200).nullable()),
    /** Where they live: two letters of a state, and a ZIP code. */
    state: personal(z.string().max(2).nullable()),
    zip: personal(z.string().max(10).nullable()),
    custom: personal(z.record(z.string(), z.string().max(2_000)).nullable()),
  },
} as const;

const emptyToNull = (text: string | null): string | null => (text === null || text.trim() === '' ? null : text.trim());
/** A day of the year as people type it, mm/dd (specification, section 5). */
const enteredDay = z
  .string()
  .max(20)
  .nullable()
  .transform((typed, { addIssue }) => {
    const given = emptyToNull(typed);
    const day = given === null ? null : readDayOfYear(given);
    if (given !== null && day === null) addIssue('Enter a day as mm/dd, for example 02/29.');
    return day;
  });
const enteredState = z
  .string()
  .max(40)
  .nullable()
  .transform((typed, { addIssue }) => {
    const given = emptyToNull(typed);
    const state = given === null ? null : readState(given);
    if (given !== null && state === null) addIssue('Enter a U.S. state, like CA.');
    return state;
  });
const enteredZip = z
  .string()
  .max(20)
  .nullable()
  .transform((typed, { addIssue }) => {
    const given = emptyToNull(typed);
    const zip = given === null ? null : readZip(given);
    if (given !== null && zip === null) addIssue('Enter a ZIP code, like 94110.');
    return zip;
  });
const enteredEmail = z.string().max(254).nullable().transform(emptyToNull);

/** What people may enter, and what they are told otherwise. */
export const contactFields = {
  /** Empty: none. */
  email: enteredEmail.pipe(z.email('Enter a valid e-mail address.').nullable()),
  birthday: enteredDay,
  anniversary: enteredDay,
  companyName: optionalLine('The name of the business', 120),
  website: optionalLine('The website', 200).refine((url) => url === null || isUrl(url), 'Domain format is invalid.'),
  state: enteredState,
  zip: enteredZip,
  /** By the id of the custom field; empty: taken away. */
  custom: z.record(z.uuid('This field does not exist.'), z.string().max(2_000, 'This is too long.')),
  firstName: enteredName,
  lastName: enteredName,
  tags: z.array(enteredTag).max(mostTags, `A contact can have at most ${mostTags} tags.`),
} as const;
