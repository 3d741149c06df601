import type { Logger } from 'pino';
import type { Clock } from '../../adapters/clock/port.ts';
import type { EventStore } from '../../adapters/event-store/port.ts';
import type { CommandContext } from '../../commands/caller.ts';
import type { Commands } from '../../commands/catalogue.ts';
import type { Beside } from '../../domain/automation/facts.ts';
import { workerContext } from '../context.ts';
import type { Bell } from '../engine/wait.ts';
import type { Database } from '../engine/worker.ts';

/** What read models know of contacts that their own streams do not say. */
export interface BesideReader {
  /** Whether they show everything up to `position`. */
  reached(position: bigint): Promise<boolean>;
  of(
    contacts: readonly { readonly businessId: string; readonly contactId: string }[],
  ): Promise<ReadonlyMap<string, Beside>>;
}

export interface AutomationSettings {
  /** How long a process that has nothing to do waits before it looks again without having been woken, in ms. */
  readonly pollMs: number;
  /** How many runs are looked at together, and how many such batches at once. */
  readonly batch: number;
  readonly lanes: number;
  /** How long a look waits for what is in the log to have been handed on, in ms; then it is put off. */
  readonly patienceMs: number;
}
export const defaultAutomationSettings: AutomationSettings = { pollMs: 500, batch: 200, lanes: 2, patienceMs: 2_000 };

export interface AutomationDependencies {
  readonly db: Database;
  readonly store: Pick<EventStore, 'head'>;
  readonly commands: Pick<Commands, 'automations'>;
  readonly settings: AutomationSettings;
  readonly bell: Bell;
  readonly clock: Clock;
  readonly log: Logger;
}

/** How long a run stays a process's own without a word from it. */
export const holdMs = 60_000;
/** So often something is tried that fails by our own fault; then it is set aside, visibly. */
export const mostFailures = 8;

/** The context in which runs are looked at and let in; what they append says by itself whose it is. */
export const contextOf = (
  tenant: { readonly agencyId: string | null; readonly businessId: string },
  ...cause: string[]
): CommandContext =>
  workerContext('automations', tenant, 'automations', cause, { correlationId: cause[0]!, causationId: null });
