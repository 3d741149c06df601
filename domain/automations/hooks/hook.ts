import { type Aggregate, unchanged } from '../../kernel/decider.ts';
import { same } from '../../kernel/edit.ts';
import { DomainError } from '../../kernel/errors.ts';
import type { AutomationHookId, BusinessId } from '../../kernel/ids.ts';
import {
  AutomationHookDeleted,
  AutomationHookCreated,
  AutomationHookMapped,
  AutomationHookRenamed,
  AutomationHookSecretChanged,
  type AutomationHookCallEvent,
  type AutomationHookEvent,
} from '../events.ts';
import type { HookMapping } from '../../contacts/sent-fields.ts';

/** An address that other systems call: whoever knows its secret says that something happened to a contact. */
export interface ExistingHook {
  readonly status: 'made';
  readonly hookId: AutomationHookId;
  readonly businessId: BusinessId;
  /** SHA-256 in hex. */
  readonly secretHash: string;
  /** Empty: nobody has said yet where the contact stands in what is sent. */
  readonly mapping: HookMapping;
  readonly name: string | null;
}
export type AutomationHook = { readonly status: 'none' | 'deleted' } | ExistingHook;

export const AutomationHook: Aggregate<AutomationHook, AutomationHookEvent> = {
  initial: { status: 'none' },
  evolve: (hook, event) => {
    if (event.type === 'AutomationHookCreated')
      return hook.status === 'none' ? { status: 'made', ...event.data, mapping: [], name: null } : hook;
    if (hook.status !== 'made') return hook;
    switch (event.type) {
      case 'AutomationHookMapped':
        return { ...hook, mapping: event.data.mapping };
      case 'AutomationHookRenamed':
        return { ...hook, name: event.data.name };
      case 'AutomationHookSecretChanged':
        return { ...hook, secretHash: event.data.secretHash };
      case 'AutomationHookDeleted':
        return { status: 'deleted' };
      default:
        return unchanged(hook, event);
    }
  },
};

export const makeHook = (
  command: { readonly hookId: AutomationHookId; readonly businessId: BusinessId; readonly secretHash: string },
  hook: AutomationHook,
): readonly AutomationHookEvent[] => (hook.status === 'none' ? [AutomationHookCreated.create(command)] : []);

export function existingHook(hook: AutomationHook): ExistingHook {
  if (hook.status !== 'made') throw new DomainError('not_found', 'There is no such address.');
  return hook;
}

export function nameHook(
  { name }: { readonly name: string | null },
  state: AutomationHook,
): readonly AutomationHookEvent[] {
  const { hookId, businessId, name: before } = existingHook(state);
  return name === before ? [] : [AutomationHookRenamed.create({ hookId, businessId, name })];
}
/** The one before is refused from then on. */
export function changeHookSecret(
  { secretHash }: { readonly secretHash: string },
  state: AutomationHook,
): readonly AutomationHookEvent[] {
  const { hookId, businessId, secretHash: before } = existingHook(state);
  return secretHash === before ? [] : [AutomationHookSecretChanged.create({ hookId, businessId, secretHash })];
}
/** Deleted already: nothing more is said. */
export const deleteHook = (state: AutomationHook): readonly AutomationHookEvent[] =>
  state.status === 'made' ? [AutomationHookDeleted.create({ hookId: state.hookId, businessId: state.businessId })] : [];

/** Without a number or an address nobody could be found, or made. */
export function mapHook(
  { mapping }: { readonly mapping: HookMapping },
  state: AutomationHook,
): readonly AutomationHookEvent[] {
  const hook = existingHook(state);
  if (!mapping.some(({ to }) => to.of === 'contact' && (to.name === 'phone' || to.name === 'email'))) {
    const message = 'Say where the phone number stands, or the email address.';
    throw new DomainError('validation_failed', message, { mapping: [message] });
  }
  const { hookId, businessId } = hook;
  return same(mapping, hook.mapping) ? [] : [AutomationHookMapped.create({ hookId, businessId, mapping })];
}

/** One call of an address: it is heard once. */
export type AutomationHookCall = { readonly status: 'none' | 'received' };
export const AutomationHookCall: Aggregate<AutomationHookCall, AutomationHookCallEvent> = {
  initial: { status: 'none' },
  evolve: () => ({ status: 'received' }),
  isOver: ({ status }) => status === 'received',
};
