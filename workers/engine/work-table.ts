import { type RawBuilder, sql } from 'kysely';
import { prepared } from '../../adapters/database/prepared-statement.ts';
import type { Database } from './worker.ts';

/** SQL about a row, by the alias of its table. */
type Sql = RawBuilder<unknown>;

/** Rows that are meant. */
interface Those {
  readonly where: Sql;
  readonly order?: Sql;
  readonly limit?: number;
}
interface Changed<Row> {
  /** What was asked for by `returning`. */
  readonly rows: readonly Row[];
  readonly count: number;
}

/** Values that rows are written with, a list each: the type in Postgres, and one entry for each row. */
export type Columns = Readonly<Record<string, readonly [type: string, values: readonly unknown[]]>>;

export type WorkTable = ReturnType<typeof workTable>;

/**
 * A table of `ops` that several processes work on at once: how its rows are claimed and locked, said once for all of
 * them. `as`: what a row is called in SQL; `key`: the columns that name it.
 *
 * Two rules keep processes out of each other's way. A process that takes work passes over the rows that another has
 * locked (`free`). A process that must write certain rows waits for them, and locks them in the order of their keys
 * (`locked`), so that of two that write the same rows neither waits for the other.
 */
export function workTable(name: string, as: string, ...key: readonly [string, ...string[]]) {
  const table = sql`${sql.table(`ops.${name}`)} as ${sql.ref(as)}`;
  const column = (alias: string) => (one: string) => sql.ref(`${alias}.${one}`);
  const keys = sql.join(key.map(column(as)));
  const id = column(as)(key[0]);
  /** SQL: of a statement that joins `own`, the same row. */
  const isOwn = sql.join(
    key.map((one) => sql`${column(as)(one)} = ${column('own')(one)}`),
    sql` and `,
  );
  /** SQL: rows that no one has locked, to be joined as `own`. */
  const free = ({ where, order, limit }: Those, what: Sql = keys): Sql =>
    sql`(select ${what} from ${table} where ${where} ${order === undefined ? sql`` : sql`order by ${order}`}
      ${limit === undefined ? sql`` : sql`limit ${limit}`} for update skip locked)`;
  /** SQL: rows that are meant, all of them, locked one after another in the order of their keys. */
  const locked = (where: Sql): Sql => sql`(select ${keys} from ${table} where ${where} order by ${keys} for update)`;
  const run = async <Row>(db: Database, statement: Sql, returning?: Sql): Promise<Changed<Row>> => {
    const answered =
      await sql<Row>`${statement} ${returning === undefined ? sql`` : sql`returning ${returning}`}`.execute(db);
    return { rows: answered.rows, count: Number(answered.numAffectedRows ?? 0) };
  };
  return {
    name,
    /** The first column of its key: bare, and of a row. */
    key: sql.ref(key[0]),
    id,
    isOwn,
    free,
    locked,

    /** Claims free rows, in one statement: `set` says what makes them this process's own. */
    claim: <Row = never>(db: Database, { set, returning, ...those }: Those & { set: Sql; returning?: Sql }) =>
      run<Row>(
        db,
        sql`with own as materialized ${free(those)} update ${table} set ${set} from own where ${isOwn}`,
        returning,
      ),

    /** Deletes free rows. */
    remove: <Row = never>(db: Database, { returning, ...those }: Those & { returning?: Sql }) =>
      run<Row>(
        db,
        sql`with own as materialized ${free(those)} delete from ${table} using own where ${isOwn}`,
        returning,
      ),

    /**
     * Writes many rows in one statement, each with values of its own, which `set` calls `e.<column>`. The first of
     * `each` is their key. `where` says which may be written still; `andEach` says so with values.
     */
    writeEach<Row = never>(
      db: Database,
      of: { each: Columns; where: Sql; andEach?: Sql; set: Sql; returning?: Sql },
    ): Promise<Changed<Row>> {
      const lists = Object.values(of.each).map(([type, values]) => sql`${values}::${sql.raw(type)}[]`);
      const columns = sql.join(Object.keys(of.each).map((one) => sql.ref(one)));
      const those = sql`${id} = any(${lists[0]!}) and ${of.where}`;
      return run<Row>(
        db,
        sql`${prepared}update ${table} set ${of.set}
          from ${locked(those)} own join unnest(${sql.join(lists)}) as e (${columns}) using (${sql.ref(key[0])})
          where ${isOwn} and ${of.where} ${of.andEach === undefined ? sql`` : sql`and ${of.andEach}`}`,
        of.returning,
      );
    },

    /** Locks certain rows, of which several statements of a transaction write some each. */
    async lock(trx: Database, ids: readonly string[]): Promise<void> {
      if (ids.length > 0)
        await sql`${prepared}select from ${locked(sql`${id} = any(${ids}::uuid[])`)} own`.execute(trx);
    },
  };
}
