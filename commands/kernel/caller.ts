import type { Position } from '../../adapters/event-store/port.ts';
import type { Actor, Tenant } from '../../domain/kernel/event.ts';

export type Role = 'admin' | 'agency' | 'business' | 'public' | 'carrier' | 'system';

/** Those who act for the platform itself. */
export const platform = ['admin', 'system'] as const;
/** Those who look after businesses. */
export const operators = ['admin', 'system', 'agency'] as const;
/** Somebody signed in. */
export const people = ['admin', 'agency', 'business'] as const;
/** Somebody signed in, or a part of the system on their behalf. */
export const peopleAndSystem = ['admin', 'system', 'agency', 'business'] as const;
export const anybody = ['admin', 'system', 'agency', 'business', 'public', 'carrier'] as const;

/** Who asks. The tenant comes from the session (or the number a text came in on), never from the request's body. */
export interface Caller {
  readonly role: Role;
  readonly actor: Actor;
  readonly tenant: Tenant;
}

export interface CommandContext {
  readonly caller: Caller;
  /** Repeating a command with the same id causes nothing twice and gives the same result. */
  readonly commandId: string;
  readonly correlationId: string;
  readonly causationId: string | null;
}

export interface CommandOutcome<R = undefined> {
  /** Up to where a read model must have come to show what this command did; null when nothing changed. */
  readonly position: Position | null;
  readonly result: R;
}
