import { z } from 'zod';
import { line, text } from '../kernel/fields.ts';

/**
 * Whom a notice is for: everybody, the people of a role, or those of one agency, one business, or one person
 * (`targetId`). Who that is, is decided when it is read; an account made later sees only what was sent after it was
 * made.
 */
export const Audience = z.enum(['all', 'agencies', 'businesses', 'admins', 'agency', 'business', 'user']);
export type Audience = z.output<typeof Audience>;

/** What an operator may enter, and what they are told otherwise. */
export const notificationFields = {
  title: line('The title', 120),
  content: text.pipe(
    z.string().trim().min(1, 'The text is missing.').max(2000, 'The text can have at most 2,000 characters.'),
  ),
  /** A path of the web application: never an address elsewhere (`//host` and `/\host` are such). */
  link: z
    .string()
    .regex(/^\/(?![/\\])[^\s\\]*$/, 'A link is a path of this application, such as /business/dashboard.')
    .max(300)
    .nullable(),
  /** Whom an operator may write to. */
  audience: Audience.exclude(['admins']),
  targetId: z.uuid('This is not a valid id.').toLowerCase().nullable(),
} as const;
