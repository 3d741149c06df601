import { z } from 'zod';
import { apiNames, apiNamesOf } from '../../contacts/attributes.ts';
import { FilterCondition } from '../../contacts/filter.ts';
import { filterLimits } from '../../contacts/limits.ts';

/** What steps and triggers are made of: ids, times, days, fields and conditions. */

/** Something of the business, by its id; null: none was chosen. */
export const chosen = z.uuid().toLowerCase().nullable();
export const short = z.string().max(200);

/** A wall clock's time of a day, `09:00`. */
export const TimeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Give a time, such as 09:00.');
export const TimeUnit = z.enum(['minutes', 'hours', 'days', 'weeks', 'months']);
export const Duration = z.object({ amount: z.number().int().min(1).max(3_650), unit: TimeUnit });
export type Duration = z.output<typeof Duration>;
/** Specification, section 9. */
export const defaultWait: Duration = { amount: 1, unit: 'days' };

/** Whose clock is meant. The contact's is told by area code, ZIP code and state; where these lie in several zones, the latest counts. */
export const ZoneOf = z.enum(['business', 'contact']);
export type ZoneOf = z.output<typeof ZoneOf>;

const singleDays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export const Weekday = z.enum([...singleDays, 'weekdays', 'weekends']);
export type Weekday = z.output<typeof Weekday>;
/** As luxon and ISO 8601 number them: 1 is Monday. */
export const numbersOf = (days: readonly Weekday[]): ReadonlySet<number> =>
  new Set(
    days.flatMap((day) =>
      day === 'weekdays' ? [1, 2, 3, 4, 5]
      : day === 'weekends' ? [6, 7]
      : [singleDays.indexOf(day) + 1],
    ),
  );

/** Something that a contact is asked for, or that changes. */
export const ContactField = z.discriminatedUnion('of', [
  z.object({ of: z.literal('contact'), name: z.enum(['first_name', 'last_name', ...apiNames]) }),
  z.object({ of: z.literal('custom'), id: chosen }),
]);
export type ContactField = z.output<typeof ContactField>;

/** So many days after (before: below zero) a day that is known of a contact, at a time. */
export const DayAt = z.object({
  day: z.discriminatedUnion('of', [
    z.object({ of: z.enum(apiNamesOf('day-of-year')) }),
    z.object({ of: z.literal('custom'), id: chosen, yearly: z.boolean() }),
  ]),
  offset: z.number().int().min(-365).max(365),
  at: TimeOfDay,
  zone: ZoneOf,
});
export type DayAt = z.output<typeof DayAt>;

const options = (from: number, to: number) => z.array(z.number().int().min(from).max(to)).max(to - from + 1);
/** The time that it is then. Of each list any; an empty one says nothing. Options: specification, section 9. */
export const ClockCondition = z.object({
  field: z.literal('clock'),
  zone: ZoneOf,
  hours: options(0, 23),
  days: options(1, 31),
  months: options(1, 12),
  years: z.array(z.number().int().min(2_000).max(9_999)).max(11),
  weekdays: z.array(Weekday).max(9),
});
/** How many years a condition can look ahead: those that are offered are this one and so many more. */
export const yearsAhead = 10;
export const Check = z.discriminatedUnion('field', [FilterCondition, ClockCondition]);
export type Check = z.output<typeof Check>;
const together = z.enum(['all', 'any']);
/** As a filter of contacts, with the clock besides. */
export const Checks = z.object({
  match: together,
  groups: z
    .array(z.object({ match: together, conditions: z.array(Check).min(1).max(filterLimits.conditions) }))
    .max(filterLimits.groups),
});
export type Checks = z.output<typeof Checks>;

/** Whether both are the same field. */
export const sameField = (one: ContactField, other: ContactField): boolean =>
  one.of === 'custom' ?
    other.of === 'custom' && one.id === other.id
  : other.of === 'contact' && one.name === other.name;

/** The day that is meant at first. */
export const freshDay: DayAt = { day: { of: 'birthday' }, offset: 0, at: '10:00', zone: 'contact' };
