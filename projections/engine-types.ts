import type { Transaction } from 'kysely';
import type { StoredEvent } from '../adapters/event-store/port.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each projector knows its own tables only
export type ReadModelTransaction = Transaction<any>;

/**
 * Builds one read model. Its tables live in a Postgres schema of their own, `schema`, which the engine chooses: `rm_<name>_v<version>`
 * when live, another while a rebuild runs beside it. All SQL must go through `trx.withSchema(schema)` or name that schema.
 */
export interface Projector {
  readonly name: string;
  /** Raise it when the tables or the meaning of the handlers change: a new version builds beside the old one. */
  readonly version: number;
  readonly handles: readonly string[];
  create(trx: ReadModelTransaction, schema: string): Promise<void>;
  /** Indexes that are cheaper to make after a rebuild than during it. */
  index?(trx: ReadModelTransaction, schema: string): Promise<void>;
  /** Folds a batch, in order, with set-based SQL. Rows and checkpoint commit together. Pure but for `trx`. */
  handle(events: readonly StoredEvent[], trx: ReadModelTransaction, schema: string): Promise<void>;
  /** What of a batch the people on screen should hear of, after it has committed. Only called live, never in a rebuild. */
  announce?(events: readonly StoredEvent[]): readonly { readonly businessId: string; readonly event: unknown }[];
}
