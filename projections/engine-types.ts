import type { StoredEvent } from '../adapters/event-store/port.ts';

/**
 * One SQL statement. The same `text` is prepared once per connection, so keep what varies in `values`. The statements of a batch
 * are sent without waiting for each other's answers.
 */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What a statement answered. bigint columns are decimal strings. */
export type Rows = readonly Readonly<Record<string, unknown>>[];

/**
 * Something that people should hear of: goes out on the bus as it is, to those of a business
 * (`subjects.live(businessId)`), to those a bell rings for (`subjects.bell(channel)`, see
 * projections/notifications/channels), or to whoever watches a vote (`subjects.vote(campaignId)`).
 */
export type Announcement = ({ readonly businessId: string } | { readonly bell: string } | { readonly vote: string }) & {
  readonly event: Readonly<Record<string, unknown>> & { readonly type: string };
};

/**
 * Builds one read model. Its tables live in a Postgres schema of their own, `schema`, which the engine chooses: `rm_<name>_v<version>`
 * when live, another while a rebuild runs beside it. Every statement must name that schema.
 */
export interface Projector {
  readonly name: string;
  /** Raise it when the tables or the meaning of the handlers change: a new version builds beside the old one. */
  readonly version: number;
  readonly handles: readonly string[];
  /**
   * Every event it handles names one business, in `data.businessId`, and changes rows of that business alone: a rebuild
   * may divide the businesses among processes. Left out: all of its events in their one order.
   */
  readonly byBusiness?: true;
  /** Statements that make the tables, separated by semicolons. */
  create(schema: string): string;
  /** Rows that say no more than no row at all would, as an SQL condition by table: tallies that have come back to zero. */
  readonly empty?: Readonly<Record<string, string>>;
  /** Indexes that nothing needs while the tables are being filled. Made after a rebuild, and at once when live. */
  index?(schema: string): string;
  /**
   * Folds a batch, in order, into a few set-based statements. Pure: what it needs to know of earlier batches, its SQL reads from its own
   * tables. However the feed is cut into batches, the rows come out the same. Rows and checkpoint commit together.
   */
  fold(events: readonly StoredEvent[], schema: string): readonly Statement[];
  /**
   * What of a batch the people on screen should hear of, after it has committed; `answers` are those of the statements. Only called when
   * the batch is new to everybody, never in a rebuild.
   */
  announce?(events: readonly StoredEvent[], answers: readonly Rows[]): readonly Announcement[];
}

/** `rm_<name>_v<version>`: where a read model lives. */
export const schemaOf = (projector: Pick<Projector, 'name' | 'version'>): string =>
  `rm_${projector.name}_v${projector.version}`;
