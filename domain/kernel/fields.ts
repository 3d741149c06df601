import { z } from 'zod';

/**
 * What fields of several aggregates are made of. This file and every `fields.ts` run in browsers as well: they hold shapes, rules and messages and nothing
 * that needs a server.
 */

/** A place in the event log as it travels: decimal digits of a signed 64-bit integer, which has at most 19. */
export const PositionText = z
  .string()
  .regex(/^\d{1,19}$/, 'This is not a position.')
  .refine((digits) => digits.length < 19 || digits <= '9223372036854775807', 'This is not a position.');
