import { z } from 'zod';
import { apiNames } from '../contacts/attributes.ts';
import { contactFields } from '../contacts/fields.ts';

/** What files of contacts may be. */
export const limits = {
  /** Bytes of a file as it is uploaded. */
  fileBytes: 200 * 2 ** 20,
  /** Bytes of the table that comes out of a workbook or another encoding. */
  contentBytes: 512 * 2 ** 20,
  columns: 200,
  /** Characters of one row. */
  rowLength: 256 * 1024,
  rows: 2_000_000,
} as const;

/** What a column can hold besides the custom fields of the business (`custom:<id>`). `name`: first and last in one. */
export const ownTargets = [
  'first_name',
  'last_name',
  'name',
  'phone',
  ...apiNames,
  'tags',
  // Says for texts, for emails, or for both whether its person has agreed.
  'agreed',
  'agreed_texts',
  'agreed_emails',
  // Says that its person has opted out of both, or of one.
  'opted_out',
  'opted_out_texts',
  'opted_out_emails',
  // Since when a consent holds, or no longer holds, and where it was given, as the system before knew it.
  'consent_texts_at',
  'consent_texts_source',
  'consent_emails_at',
  'consent_emails_source',
] as const;
export type OwnTarget = (typeof ownTargets)[number];
export type Target = OwnTarget | `custom:${string}`;
export const isOwnTarget = (target: string): target is OwnTarget => (ownTargets as readonly string[]).includes(target);
/** The custom field that a column is for; null: it is for one of the contact's own. */
export const customIdOf = (target: string): string | null =>
  target.startsWith('custom:') ? target.slice('custom:'.length) : null;

/**
 * What becomes of a value where the contact has one already. `never`: it is set for who is new and for nobody else;
 * `fill`: where nothing is there.
 */
export const policies = ['overwrite', 'fill', 'never'] as const;
export const Policy = z.enum(policies);
export type Policy = z.output<typeof Policy>;
/** What becomes of a value that is there, unless someone chooses otherwise: a file takes nothing away. */
export const usual: Policy = 'fill';

const target = z
  .string()
  .max(50)
  .refine(
    (given) => isOwnTarget(given) || /^custom:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.test(given),
    'This column is for a field that does not exist.',
  );
/** Which of the two numbers of a day comes first. */
export const DayOrder = z.enum(['month', 'day']);
export type DayOrder = z.output<typeof DayOrder>;

/**
 * What the days of a column tell about that: so many have the month first (`05/17`), so many the day (`17/05`), and of
 * so many nobody can tell (`05/06`). No example: those are days of people.
 */
export const storedDayEvidence = z.object({
  column: z.number().int().nonnegative(),
  month: z.number().int().nonnegative(),
  day: z.number().int().nonnegative(),
  either: z.number().int().nonnegative(),
});
export type DayEvidence = z.output<typeof storedDayEvidence>;

/** `days`: of a column of days; left out: as its values and the business have them. */
const column = z.object({ target: target.nullable(), policy: Policy, days: DayOrder.optional() });
/** `days` left out: the month comes first. */
export const storedColumn = z.object({
  target: z.string().max(50).nullable(),
  policy: Policy,
  days: DayOrder.optional(),
});
export type PlannedColumn = z.output<typeof storedColumn>;

/** Countries that numbers without a country code can be of: ISO 3166-1 alpha-2. */
export const storedCountry = z.string().regex(/^[A-Z]{2}$/, 'Choose a country.');

/** What people may enter. */
export const planFields = {
  columns: z.array(column).min(1, 'Say what the columns hold.').max(limits.columns),
  country: storedCountry,
  tags: contactFields.tags,
  campaignIds: z
    .array(z.uuid('This campaign does not exist.').toLowerCase())
    .max(20, 'At most 20 keywords can be given at once.'),
  consent: z.object({ texts: z.boolean(), emails: z.boolean() }),
  suppress: z.object({ texts: z.boolean(), emails: z.boolean() }).default({ texts: false, emails: false }),
} as const;

export const delimiters = [',', ';', '\t', '|'] as const;
/** How a file is to be read. Null: as it seems to be meant. */
export const readingFields = {
  delimiter: z.enum(delimiters, 'Choose what stands between the values.').nullable(),
  header: z.number().int().min(0).max(1_000, 'The names of the columns are in one of the first 1,000 rows.').nullable(),
  sheet: z.string().max(100).nullable(),
} as const;
export const storedReading = z.object({
  delimiter: z.enum(delimiters).nullable(),
  header: z.number().int().nonnegative().nullable(),
  sheet: z.string().max(100).nullable(),
});
export type Reading = z.output<typeof storedReading>;

/** Why a file is refused. `line` counts from 1. */
export const refusals = [
  'empty',
  'no-rows',
  'not-a-table',
  'too-many-columns',
  'row-too-long',
  'broken-quote',
  'too-many-rows',
  'too-large',
  'workbook-broken',
  'workbook-encrypted',
  'workbook-too-large',
  'missing',
  // Of ours, each time it was tried.
  'our-fault',
] as const;
export const Refusal = z.enum(refusals);
export type Refusal = z.output<typeof Refusal>;

/** What can be wrong with a row. The first group leaves the whole row out, the second one value. */
export const rowProblems = ['nobody', 'duplicate', 'over-limit', 'erased'] as const;
export const valueProblems = [
  'bad-phone',
  'bad-email',
  'bad-day',
  'bad-website',
  'bad-state',
  'bad-zip',
  'bad-choice',
  'bad-tag',
  'too-many-tags',
  'too-long',
  'bad-custom',
  'bad-answer',
  'extra-cells',
  'second-value',
] as const;
export const Problem = z.enum([...rowProblems, ...valueProblems]);
export type Problem = z.output<typeof Problem>;

/** How many rows came to what: the one list of it, which events, tables and queries are made from. */
export const countNames = [
  'created',
  'changed',
  'unchanged',
  // Rows that hold nobody: neither a number nor an address that could be read.
  'refused',
  'duplicates',
  'overLimit',
  // Of all, those who stay opted out although the file would have them in.
  'keptOut',
  // Who agreed to texts, and to emails, by this import and had not before.
  'texts',
  'emails',
  // Single values that were left out.
  'valuesLeft',
  // Rows whose person the file opts out of texts or emails.
  'optedOut',
] as const;
export type CountName = (typeof countNames)[number];
export type Counts = Readonly<Record<CountName, number>>;
const each = <T>(value: T) => Object.fromEntries(countNames.map((name) => [name, value])) as Record<CountName, T>;
const count = z.number().int().nonnegative();
/** `optedOut` left out: a file of before that was read. */
export const storedCounts = z.object({ ...each(count), optedOut: count.default(0) });
export const nothingCounted: Counts = each(0);
/** Every row comes to exactly one of these. */
export const rowsOf = ({ created, changed, unchanged, refused, duplicates, overLimit }: Counts): number =>
  created + changed + unchanged + refused + duplicates + overLimit;
export const sumOf = (one: Counts, other: Counts): Counts =>
  Object.fromEntries(countNames.map((name) => [name, one[name] + other[name]])) as Record<CountName, number>;

/** What a rehearsal found in a column: so many rows have this, for example these (rows count from 1, the header is none). */
export const storedFinding = z.object({
  column: z.number().int().nonnegative().nullable(),
  problem: Problem,
  count,
  rows: z.array(z.number().int().positive()).max(5),
});
export type Finding = z.output<typeof storedFinding>;

/** What the work on a file waits for, or has come to. */
export const stages = [
  'received',
  'refused',
  'read',
  'rehearsing',
  'rehearsed',
  'importing',
  'finished',
  'failed',
  'undoing',
  'undone',
] as const;
export type Stage = (typeof stages)[number];
