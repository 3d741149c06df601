import { z } from 'zod';
import { optionalLine } from '../kernel/fields.ts';
import { personal } from '../kernel/personal.ts';

/** `black`: gets nothing and joins nothing. `white`: is never taken for a duplicate or for spam. */
export const lists = ['black', 'white'] as const;
export const ListKind = z.enum(lists);
export type ListKind = z.output<typeof ListKind>;

/** What stands on a list. `domain`: all addresses of a host and of those below it. */
export const entryKinds = ['phone', 'email', 'domain'] as const;
export const EntryKind = z.enum(entryKinds);
export type EntryKind = z.output<typeof EntryKind>;

/** So many can be put on a list at once. */
export const maxConcurrent = 2_000;
const longestValue = 254;
const longestNote = 200;

/** What events say of an entry. */
export const storedEntry = {
  value: personal(z.string().max(longestValue)),
  note: personal(z.string().max(longestNote).nullable()),
} as const;

/** What people may enter. */
export const entryFields = {
  value: z
    .string()
    .trim()
    .min(1, 'Give a number, an email address or a domain.')
    .max(longestValue, `An entry can have at most ${longestValue} characters.`),
  note: optionalLine('The note', longestNote),
} as const;
