import { z } from 'zod';

/** Keys and places in lists with dots between them, as in `customer.phones.0`. */
export const HookPath = z.string().trim().min(1, 'Say where it stands.').max(200);

/** So much may be sent to an address at once. */
export const longestHookBody = 256 * 1024;

/** What of a contact can be taken from what is sent: `phone` or `email` says whose it is. */
export const hookTargets = [
  'phone',
  'email',
  'first_name',
  'last_name',
  'birthday',
  'anniversary',
  'company_name',
  'website',
] as const;

/** Which place fills which field: one of the above, or a custom field by its id. */
export const HookMapping = z
  .array(
    z.object({
      path: HookPath,
      to: z.discriminatedUnion('of', [
        z.object({ of: z.literal('contact'), name: z.enum(hookTargets) }),
        z.object({ of: z.literal('custom'), id: z.uuid().toLowerCase() }),
      ]),
    }),
  )
  .max(50);
export type HookMapping = z.output<typeof HookMapping>;
