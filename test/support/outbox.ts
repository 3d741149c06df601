import { type Kysely, type RawBuilder, sql } from 'kysely';

/**
 * The tables of what waits to be sent, for tests that look into them or put rows there: the one place of the tests that
 * knows how the tables and their columns are called.
 */

/** A text that waits, as a test names it. Ids are UUIDs. */
export interface TextRow {
  readonly id: string;
  readonly businessId: string;
  readonly agencyId: string | null;
  readonly contactId: string;
  readonly broadcastId: string | null;
  readonly variant: number | null;
  readonly sender: string;
  readonly lane: number;
  readonly segments: number;
  readonly position: string;
  readonly state: string;
  /** Made of the state by the database: `pending`, `in hand`, … */
  readonly stage: string;
  readonly dueAt: Date;
  readonly deferred: boolean;
  readonly holder: string | null;
  readonly attempts: number;
  readonly lookups: number;
  readonly faults: number;
  readonly note: string | null;
  readonly sendingAt: Date | null;
  readonly firstSendingAt: Date | null;
  readonly doneAt: Date | null;
  readonly providerMessageId: string | null;
  /** Of the allowance: the month that it counts for, how many units, and whether they are counted. */
  readonly month: string | null;
  readonly units: number | null;
  readonly counted: boolean;
}

/** An email that waits. */
export interface EmailRow {
  readonly id: string;
  /** A business's, or a user's account email. */
  readonly businessId: string | null;
  readonly userId: string | null;
  readonly agencyId: string | null;
  readonly contactId: string | null;
  readonly broadcastId: string | null;
  readonly variant: number | null;
  readonly tenant: string | null;
  readonly lane: number;
  readonly repeatable: boolean;
  readonly kind: string;
  readonly position: string;
  readonly state: string;
  readonly dueAt: Date;
  readonly holder: string | null;
  readonly attempts: number;
  readonly unknowns: number;
  readonly faults: number;
  readonly note: string | null;
  readonly tokenRef: string | null;
  readonly requestedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly sendingAt: Date | null;
  readonly doneAt: Date | null;
  /** Null: its outcome is not an event yet. */
  readonly recordedAt: Date | null;
  readonly provider: string | null;
  readonly providerMessageId: string | null;
}

/** A broadcast under way. */
export interface BroadcastRow {
  readonly id: string;
  readonly businessId: string;
  readonly sender: string | null;
  readonly phase: string;
  readonly paused: boolean;
  readonly dueAt: Date;
  readonly startedAt: Date | null;
  readonly expiresAt: Date | null;
}

type Value = string | number | bigint | boolean | Date | null | RawBuilder<unknown>;
type Written<Row> = { readonly [F in keyof Row]?: Value };
/** Each field is so; of a list, one of them. */
type Where<Row> = { readonly [F in keyof Row]?: Value | readonly string[] };

/** `named`: columns that are not called what a test calls them, in small letters. */
function queueTable<Row extends { readonly id: string }>(name: string, named: { readonly [F in keyof Row]?: string }) {
  type Field = Extract<keyof Row, string>;
  const column = (field: Field): string => named[field] ?? field.replace(/[A-Z]/g, (big) => `_${big.toLowerCase()}`);
  const table = sql.table(name);
  const entries = <V>(given: { readonly [F in keyof Row]?: V }): readonly (readonly [Field, V])[] =>
    Object.entries<V>(given as Record<Field, V>).map(([field, value]) => [field as Field, value]);
  const those = (where: Where<Row>, not: Where<Row>): RawBuilder<unknown> => {
    const are = (given: Where<Row>) =>
      entries<Value | readonly string[] | undefined>(given).map(([field, value]) =>
        Array.isArray(value) ? sql`${sql.ref(column(field))}::text = any(${value})`
        : value === null ? sql`${sql.ref(column(field))} is null`
        : sql`${sql.ref(column(field))} = ${value}`,
      );
    return sql.join([sql`true`, ...are(where), ...are(not).map((is) => sql`not (${is})`)], sql` and `);
  };
  return {
    /** For statements about the table itself: locks, statistics, joins. */
    name,
    table,
    column,
    columns: <F extends Field>(...fields: readonly F[]) =>
      Object.fromEntries(fields.map((field) => [field, column(field)])) as { readonly [G in F]: string },
    ref: (field: Field) => sql.ref(column(field)),
    /** Those fields of the rows, in the order of `by`. */
    async rows<DB, F extends Field>(
      db: Kysely<DB>,
      fields: readonly F[],
      { where = {}, not = {}, by = 'id' as Field }: { where?: Where<Row>; not?: Where<Row>; by?: Field } = {},
    ): Promise<readonly Pick<Row, F>[]> {
      const shown = sql.join(fields.map((field) => sql`${sql.ref(column(field))} as ${sql.ref(field)}`));
      const found = await sql<Pick<Row, F>>`select ${shown} from ${table} where ${those(where, not)}
        order by ${sql.ref(column(by))}, ${sql.ref(column('id' as Field))}`.execute(db);
      return found.rows;
    },
    async count<DB>(db: Kysely<DB>, where: Where<Row> = {}, not: Where<Row> = {}): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from ${table} where ${those(where, not)}`.execute(db);
      return rows[0]!.count;
    },
    /** `times`: so many alike; an id is then made by `sql`. */
    async put<DB>(db: Kysely<DB>, row: Written<Row>, times = 1): Promise<void> {
      const written = entries<Value | undefined>(row);
      await sql`insert into ${table} (${sql.join(written.map(([field]) => sql.ref(column(field))))})
        select ${sql.join(written.map(([, value]) => value))} from generate_series(1, ${times}::int)`.execute(db);
    },
    /** Answers how many rows were changed. */
    async change<DB>(db: Kysely<DB>, to: Written<Row>, where: Where<Row> = {}, not: Where<Row> = {}): Promise<number> {
      const written = entries<Value | undefined>(to).map(([field, value]) => sql`${sql.ref(column(field))} = ${value}`);
      const { numAffectedRows } = await sql`
        update ${table} set ${sql.join(written)} where ${those(where, not)}`.execute(db);
      return Number(numAffectedRows);
    },
    async remove<DB>(db: Kysely<DB>, where: Where<Row> = {}): Promise<void> {
      await sql`delete from ${table} where ${those(where, {})}`.execute(db);
    },
  };
}

export const texts = queueTable<TextRow>('ops.outbox', { id: 'message_id' });
export const emails = queueTable<EmailRow>('ops.mails', { id: 'mail_id' });
export const broadcasts = queueTable<BroadcastRow>('ops.broadcasts', { id: 'broadcast_id' });
