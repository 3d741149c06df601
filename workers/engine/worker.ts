import type { Kysely, Transaction } from 'kysely';
import type { StoredEvent } from '../../adapters/event-store/port.ts';

// Workers know the tables of schema `ops` by hand-written SQL; Kysely carries connections and transactions.
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- see above: no table type is used
export type Database = Kysely<any>;
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- see above
export type OpsTransaction = Transaction<any>;

/**
 * A worker follows the feed from its checkpoint and reacts to the events it handles, in order. It sees every event at least once, and
 * must cause the same when it sees one again: the ids of what it causes derive from the event.
 */
export type Worker = RecordingWorker | CommandingWorker;

interface WorkerBase {
  readonly name: string;
  readonly handles: readonly string[];
  /** The most events that are handled at once. Default 500. */
  readonly batchSize?: number;
  /** How often it is written down at most that only events of no interest came by, in ms. Default 5,000. */
  readonly idleCheckpointMs?: number;
}

/** Writes rows of its own. Rows and checkpoint commit together, so that its rows are written once. */
export interface RecordingWorker extends WorkerBase {
  readonly kind: 'recording';
  record(events: readonly StoredEvent[], trx: OpsTransaction): Promise<void>;
  /** After the commit: wake whoever waits for the rows. */
  committed?(): void;
}

/** Issues commands, whose ids derive from the events; the checkpoint follows when all have been carried out. */
export interface CommandingWorker extends WorkerBase {
  readonly kind: 'commanding';
  issue(events: readonly StoredEvent[]): Promise<void>;
}
