import { z } from 'zod';
import type { CommandContext } from '../kernel/caller.ts';
import type { CommandServices } from '../kernel/unit-of-work.ts';

/** That something happened at the payment provider, and to what. */
export const Hint = z.object({
  object: z.object({ type: z.string(), id: z.string().nullable() }),
  customerId: z.string().nullable(),
  previousCustomerId: z.string().nullable(),
});
export type Hint = z.output<typeof Hint>;

/** Fetches what a hint is about and writes the difference; false: it is about none of ours. */
export type Listener = (world: CommandServices, context: CommandContext, hint: Hint) => Promise<boolean>;
