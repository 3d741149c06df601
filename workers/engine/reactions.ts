import type { Logger } from 'pino';
import type { Bus } from '../../adapters/bus/port.ts';
import type { Clock } from '../../adapters/clock/port.ts';
import type { Leases } from '../../adapters/database/lease.ts';
import type { EventStore } from '../../adapters/event-store/port.ts';
import type { Tracing } from '../../adapters/tracing/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import type { Channel } from '../../domain/kernel/channels.ts';
import type { Breaker } from './breaker.ts';
import type { Presence } from './presence.ts';
import type { TimerHandler } from './timers.ts';
import type { Wakes } from './wakes.ts';
import type { Database, Worker } from './worker.ts';

/** What every room of the workers is built from. What a room needs besides, its declaration says. */
export interface Services extends Pick<Wakes, 'bells' | 'wake'> {
  /** With the codec on: look-ups need the numbers and the text. */
  readonly store: EventStore;
  readonly db: Database;
  readonly bus: Bus;
  readonly commands: Commands;
  readonly leases: Leases;
  readonly clock: Clock;
  readonly now: () => Date;
  readonly log: Logger;
  readonly tracing: Tracing;
  /** Texts and emails that this process has in its hands, by id. */
  readonly inHand: Readonly<Record<Channel, Map<string, Promise<void>>>>;
  /** Whether the carrier answers this process. */
  readonly breaker: Breaker;
  readonly config: WorkersSettings;
}

/** Settings that no single room owns. Times in milliseconds. */
export interface WorkersSettings {
  /** Where the carrier reaches us, without a trailing slash. */
  readonly publicUrl: string;
  /** Tells this process from all others, also from an earlier one of itself. Default: random. */
  readonly holder?: string;
  /** How long a dead process's work stays its own. Default 6,000. */
  readonly leaseMs?: number;
  /** How often an event is tried before its worker pauses, and the first wait between tries. Default 5, 100 ms. */
  readonly attempts?: number;
  readonly retryMs?: number;
  /**
   * How often what no one rings for is looked at: leases of others, timers, emails, visits of links, segments whose
   * contacts have changed, reply times that pass. Default 1,000, 2,000, 5,000, 3,000, 500, 15,000.
   */
  readonly polls?: {
    readonly leasesMs?: number;
    readonly timersMs?: number;
    readonly emailMs?: number;
    readonly linkVisitsMs?: number;
    readonly segmentsMs?: number;
    readonly overdueMs?: number;
  };
  /** How long ended messages stay in the outbox, and ended runs among the runs, in days. Default 14. */
  readonly keepEndedDays?: number;
}

/** A process that runs: `stopping` fires first, `cut` when requests under way may wait no longer. */
export interface Running {
  readonly presence: Presence;
  readonly stopping: AbortSignal;
  readonly cut: AbortSignal;
}

/** What one room of the workers does by itself. */
export interface Reactions {
  /** Who follows the log, and for which events. A name is its checkpoint and its lease: it stays as it was stored. */
  readonly follows?: readonly Worker[];
  /** What runs until the process stops. */
  readonly loops?: readonly ((running: Running) => Promise<void>)[];
  /** Who fires which kind of timer. A kind stays as it was stored. */
  readonly timers?: Readonly<Record<string, TimerHandler>>;
  /** Forgets, every hour, what had ended by then. */
  tidy?(endedBefore: Date): Promise<unknown>;
}

/**
 * Who follows the log, and who fires which timers, of all rooms. Throws when two share a name: one of the followers would
 * never get the lease of their checkpoint, and one of the handlers never its timers.
 */
export function combine(
  rooms: readonly (Reactions & { readonly name: string })[],
): Required<Pick<Reactions, 'follows' | 'timers'>> {
  const owners = new Map<string, string>();
  const claim = (what: string, room: string): void => {
    const owner = owners.get(what);
    if (owner !== undefined) throw new Error(`${owner} and ${room} both have ${what}.`);
    owners.set(what, room);
  };
  for (const { name, follows = [], timers = {} } of rooms) {
    for (const worker of follows) claim(`a worker named ${worker.name}`, name);
    for (const kind of Object.keys(timers)) claim(`timers of the kind ${kind}`, name);
  }
  return {
    follows: rooms.flatMap(({ follows = [] }) => follows),
    timers: Object.fromEntries(rooms.flatMap(({ timers = {} }) => Object.entries(timers))),
  };
}

/** A room's declaration. `Needs`: what it needs of the composition besides `Services`. */
export interface Declaration<in Needs> {
  readonly name: string;
  build(services: Services & Needs): Reactions;
}

export const reactions = <Needs = unknown>(
  name: string,
  build: (services: Services & Needs) => Reactions,
): Declaration<Needs> => ({ name, build });

/** What all of these need together: a room that needs more does not compile until it is given that. */
export type NeedsOf<Declarations extends readonly unknown[]> =
  [Declarations[number]] extends [Declaration<infer Needs>] ? Needs : never;
