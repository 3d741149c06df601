import { expect, it } from 'vitest';
import { z } from 'zod';
import { line } from '../../../domain/kernel/fields.ts';
import '../../../domain/kernel/issue-words.ts';

const told = (schema: z.ZodType, value: unknown): string | undefined =>
  schema.safeParse(value).error?.issues[0]?.message;

it.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, 'This is required.'],
  [z.enum(['sms', 'mms']), undefined, 'This is required.'],
  [z.union([z.string(), z.number()]), undefined, 'This is required.'],
  [z.string(), 7, 'Enter text.'],
  [z.number(), '7', 'Enter a number.'],
  [z.number(), Number.NaN, 'Enter a number.'],
  [z.int(), 1.5, 'Enter a whole number.'],
  [z.boolean(), null, 'Enter true or false.'],
  [z.array(z.string()), {}, 'Enter a list.'],
  [z.object({}), null, 'Enter an object.'],
  [z.undefined(), 1, 'This isn’t valid.'],
  [z.enum(['sms', 'mms']), 'fax', 'Choose one of these: sms, mms.'],
  [z.string().min(1), '', 'This can’t be empty.'],
  [z.string().min(2), 'a', 'Enter at least 2 characters.'],
  [z.string().max(1), 'ab', 'Enter at most 1 character.'],
  [z.array(z.string()).max(1000), Array.from({ length: 1001 }, () => ''), 'Enter at most 1,000 entries.'],
  [z.number().min(1), 0, 'Enter at least 1.'],
  [z.number().positive(), 0, 'Enter more than 0.'],
  [z.number().lt(5), 5, 'Enter less than 5.'],
  [z.number().multipleOf(0.5), 0.3, 'Enter a multiple of 0.5.'],
  [z.uuid(), 'x', 'This isn’t a valid ID.'],
  [z.email(), 'x', 'Enter an email address like ann@example.com.'],
  [z.string().regex(/a/), 'b', 'This isn’t in the right format.'],
  [z.strictObject({}), { a: 1 }, 'These fields aren’t known: a.'],
  [z.union([z.string(), z.number()]), true, 'This isn’t valid.'],
])('%# says %j: %s', (schema, value, words) => {
  expect(told(schema, value)).toBe(words);
});

it('leaves the words of a schema as they are', () => {
  expect(told(line('A name', 3), 'Bella')).toBe('A name can have at most 3 characters.');
});
