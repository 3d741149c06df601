import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { same } from '../kernel/edit.ts';
import { DomainError } from '../kernel/errors.ts';
import type { AutomationHookId, BusinessId } from '../kernel/ids.ts';
import { AutomationHookMade, AutomationHookMapped, type AutomationHookEvent } from './events.ts';
import type { HookMapping } from './hook-fields.ts';

/** An address that other systems call: whoever knows its secret says that something happened to a contact. */
export interface ExistingHook {
  readonly status: 'made';
  readonly hookId: AutomationHookId;
  readonly businessId: BusinessId;
  /** SHA-256 in hex. */
  readonly secretHash: string;
  /** Empty: nobody has said yet where the contact stands in what is sent. */
  readonly mapping: HookMapping;
}
export type AutomationHook = { readonly status: 'none' } | ExistingHook;

export const AutomationHook: Aggregate<AutomationHook, AutomationHookEvent> = {
  initial: { status: 'none' },
  evolve: (hook, event) => {
    if (event.type === 'AutomationHookMade')
      return hook.status === 'none' ? { status: 'made', ...event.data, mapping: [] } : hook;
    if (hook.status === 'none') return hook;
    switch (event.type) {
      case 'AutomationHookMapped':
        return { ...hook, mapping: event.data.mapping };
      default:
        return unchanged(hook, event);
    }
  },
};

export const makeHook = (
  command: { readonly hookId: AutomationHookId; readonly businessId: BusinessId; readonly secretHash: string },
  hook: AutomationHook,
): readonly AutomationHookEvent[] => (hook.status === 'none' ? [AutomationHookMade.create(command)] : []);

export function existingHook(hook: AutomationHook): ExistingHook {
  if (hook.status === 'none') throw new DomainError('not_found', 'There is no such address.');
  return hook;
}

/** Without a number or an address nobody could be found, or made. */
export function mapHook(
  { mapping }: { readonly mapping: HookMapping },
  state: AutomationHook,
): readonly AutomationHookEvent[] {
  const hook = existingHook(state);
  if (!mapping.some(({ to }) => to.of === 'contact' && (to.name === 'phone' || to.name === 'email'))) {
    const message = 'Say where the phone number stands, or the e-mail address.';
    throw new DomainError('validation_failed', message, { mapping: [message] });
  }
  const { hookId, businessId } = hook;
  return same(mapping, hook.mapping) ? [] : [AutomationHookMapped.create({ hookId, businessId, mapping })];
}

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
