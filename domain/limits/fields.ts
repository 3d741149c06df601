import { z } from 'zod';

/** What a tenant needs for something: nothing, a subscription in good standing, or that and a feature. */
export type Need = 'nothing' | 'standing' | LimitedFeature;
export type LimitedFeature = 'livechat' | 'loop';

/** What a payer can be told of: usage of a month, contacts that it has, and what is left in its wallet. */
export const alertKinds = ['messages', 'mms', 'emails', 'contacts', 'minutes', 'balance'] as const;
export type AlertKind = (typeof alertKinds)[number];

/** So many per cents, and so many numbers, of each kind. */
export const mostThresholds = 5;
const byKind = <T extends z.ZodType>(each: T) =>
  z.object(Object.fromEntries(alertKinds.map((kind) => [kind, each])) as unknown as Readonly<Record<AlertKind, T>>);

/** `percents`: of what the plan includes. `numbers`: pieces of a month; of the balance, amounts in the smallest unit. */
const stored = z.object({ percents: z.array(z.int()), numbers: z.array(z.int()) });
export const storedThresholds = byKind(stored);
export type Thresholds = z.output<typeof storedThresholds>;

/** What people may enter. */
export const thresholdFields = {
  percents: z
    .array(
      z
        .number('Enter whole percentages.')
        .int('Enter whole percentages.')
        .min(1, 'A percentage is at least 1.')
        .max(1000, 'A percentage is at most 1,000.'),
    )
    .max(mostThresholds, `Enter at most ${mostThresholds}.`),
  numbers: z
    .array(
      z
        .number('Enter whole numbers.')
        .int('Enter whole numbers.')
        .min(1, 'A number is at least 1.')
        .max(1_000_000_000_000, 'This number is too high.'),
    )
    .max(mostThresholds, `Enter at most ${mostThresholds}.`),
} as const;
export const enteredThresholds = byKind(z.object(thresholdFields));
