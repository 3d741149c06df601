import type { Logger } from 'pino';
import type { Clock } from '../../adapters/clock/port.ts';
import type { SafeHttp } from '../../adapters/http/port.ts';
import type { EventStore } from '../../adapters/event-store/port.ts';
import type { CommandContext } from '../../commands/kernel/caller.ts';
import type { Commands } from '../../commands/catalogue.ts';
import type { ContactActivity } from '../../domain/automations/runs/facts.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { workerContext } from '../context.ts';
import { backstopMs, type Bell } from '../engine/wait.ts';
import type { Database } from '../engine/worker.ts';

/** What read models know of contacts that their own streams do not say. */
export interface ActivityReader {
  /** Whether they show everything up to `position`. */
  reached(position: bigint): Promise<boolean>;
  of(contactIds: readonly string[]): Promise<ReadonlyMap<string, ContactActivity>>;
}

export interface AutomationSettings {
  /**
   * How long a process that has nothing to do waits at most before it looks again without having been woken, in ms: it looks
   * when the next one is due.
   */
  readonly pollMs: number;
  /** How many runs are looked at together, and how many such batches at once. */
  readonly batch: number;
  readonly lanes: number;
  /** How long a look waits for what is in the log to have been handed on, in ms; then it is put off. */
  readonly patienceMs: number;
  /** What a process that takes a text in needs at most to write it down, in ms: nobody says before that that none came. */
  readonly writingMs: number;
  /** How often it is looked whether a day of contacts has to be handed out, in ms. */
  readonly daysMs: number;
}
export const defaultAutomationSettings: AutomationSettings = {
  pollMs: backstopMs,
  batch: 200,
  lanes: 2,
  patienceMs: 2_000,
  writingMs: 1_000,
  daysMs: 600_000,
};

export interface AutomationDependencies {
  readonly db: Database;
  readonly store: Pick<EventStore, 'head' | 'readAll' | 'readMany'>;
  readonly commands: Pick<Commands, 'automations'>;
  /** What read models know of contacts that their own streams do not say. */
  readonly beside: ActivityReader;
  /** How other systems are called; left out: they are not, for now. */
  readonly http?: Pick<SafeHttp, 'request'> | undefined;
  readonly settings: AutomationSettings;
  readonly bell: Bell;
  readonly clock: Clock;
  readonly log: Logger;
}

export const dayMs = 86_400_000;
/**
 * How long what was claimed stays a process's own without a word from it; it says so again three times as often. Short:
 * what a process had in hand that was killed waits no longer, and who looks at something twice does nothing twice.
 */
export const holdMs = 1_500;

/** Says again and again that what is being worked on is this process's own. Said too late, another does the same beside it. */
export async function whileWorking<T>(clock: Clock, work: () => Promise<T>, say: () => Promise<void>): Promise<T> {
  const over = new AbortController();
  const keep = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await clock.sleep(holdMs / 3, over.signal);
      if (!over.signal.aborted) await say().catch(() => undefined);
    }
  };
  const kept = keep().catch(() => undefined);
  try {
    return await work();
  } finally {
    over.abort();
    await kept;
  }
}

/** The context of one contact's run, or enrollment. */
export const contextOf = (
  tenant: { readonly agencyId: string | null; readonly businessId: string },
  ...cause: string[]
): CommandContext =>
  workerContext('automations', tenant, 'automations', cause, { correlationId: cause[0]!, causationId: null });

/**
 * The context of a batch over many tenants: it has none, so that nothing in it can be taken for the first one's. Each
 * event that comes of it names its own.
 */
export const batchContext = (...cause: string[]): CommandContext => ({
  caller: {
    role: 'system',
    actor: { kind: 'system', name: 'automations' },
    tenant: { agencyId: null, businessId: null },
  },
  commandId: uuidV5(namespaces.command, 'automations-batch', ...cause),
  correlationId: cause[0]!,
  causationId: null,
});

/** What is known of these contacts besides, up to a position of the log; null: the read models are behind. */
export async function activityOf(
  { beside }: Pick<AutomationDependencies, 'beside'>,
  contactIds: readonly string[],
  head: bigint,
): Promise<ReadonlyMap<string, ContactActivity> | null> {
  if (contactIds.length === 0) return new Map();
  return (await beside.reached(head)) ? beside.of([...new Set(contactIds)]) : null;
}
