import { z } from 'zod';
import { apiNames } from './attributes.ts';
import { line } from '../kernel/fields.ts';

/** Keys and places in lists with dots between them, as in `customer.phones.0`. */
export const HookPath = z.string().trim().min(1, 'Say where it stands.').max(200);

/** So much may be sent to an address at once. */
export const longestHookBody = 256 * 1024;

/** What of a contact can be taken from what is sent: `phone` or `email` says whose it is. */
export const hookTargets = ['first_name', 'last_name', 'phone', ...apiNames] as const;

/** Which place fills which field: one of the above, or a custom field by its id. */
export const HookField = z.object({
  path: HookPath,
  to: z.discriminatedUnion('of', [
    z.object({ of: z.literal('contact'), name: z.enum(hookTargets) }),
    z.object({ of: z.literal('custom'), id: z.uuid().toLowerCase() }),
  ]),
});
export const HookMapping = z.array(HookField).max(50);
export type HookMapping = z.output<typeof HookMapping>;

/** What people enter of an address besides. */
export const hookFields = { name: line('The name', 80) } as const;

/** What stands at a place of what was sent, as text; null: nothing that can be written in a field. */
export function valueAt(body: unknown, path: string): string | null {
  const found = path
    .split('.')
    .reduce<unknown>(
      (at, key) =>
        typeof at === 'object' && at !== null && Object.hasOwn(at, key) ?
          (at as Record<string, unknown>)[key]
        : undefined,
      body,
    );
  const text = typeof found === 'number' || typeof found === 'boolean' ? String(found) : found;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null;
}
