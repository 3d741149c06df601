import { z } from 'zod';

const things: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
};

const formats: Readonly<Record<string, string>> = {
  email: 'Enter an email address like ann@example.com.',
  url: 'Enter a web address like https://example.com.',
  uuid: 'This isn’t a valid ID.',
  date: 'Enter a date like 2026-01-31.',
  datetime: 'Enter a date and time like 2026-01-31T09:00:00Z.',
  json_string: 'This isn’t valid JSON.',
};

const counted = (count: number | bigint, origin: string): string => {
  const number = count.toLocaleString('en-US');
  if (origin === 'string') return `${number} ${number === '1' ? 'character' : 'characters'}`;
  return ['array', 'set', 'map'].includes(origin) ? `${number} ${number === '1' ? 'entry' : 'entries'}` : number;
};

/** What is wrong with a value and what to enter instead, for schemas that have no message of their own. */
export function issueWords(issue: z.core.$ZodRawIssue): string {
  // What isn't there is missing, whatever it would have to be.
  if (issue.input === undefined && ['invalid_type', 'invalid_value', 'invalid_union'].includes(issue.code ?? ''))
    return 'This is required.';
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected in things ? `Enter ${things[issue.expected]!}.` : 'This isn’t valid.';
    case 'invalid_value':
      return `Choose one of these: ${issue.values.slice(0, 30).map(String).join(', ')}.`;
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'This can’t be empty.';
      return `Enter ${issue.inclusive ? 'at least' : 'more than'} ${counted(issue.minimum, issue.origin)}.`;
    case 'too_big':
      return `Enter ${issue.inclusive ? 'at most' : 'less than'} ${counted(issue.maximum, issue.origin)}.`;
    case 'not_multiple_of':
      return `Enter a multiple of ${String(issue.divisor)}.`;
    case 'invalid_format':
      return formats[issue.format] ?? 'This isn’t in the right format.';
    case 'unrecognized_keys':
      return `These fields aren’t known: ${issue.keys.slice(0, 30).join(', ')}.`;
    default:
      return 'This isn’t valid.';
  }
}

// Of the process that loads this file: browsers check by messages of their own, and do without schemas where they can.
z.config({ customError: issueWords });
