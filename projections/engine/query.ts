import { type Kysely, type RawBuilder, sql } from 'kysely';
import { schemaOf } from '../engine-types.ts';
import type { Readers, Scope } from './scoped-readers.ts';
import { snake } from './snake.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the queries name their tables themselves
export type AnyDatabase = Kysely<any>;

/** The read models as one scope may read them. */
export interface ReadDatabase {
  /** Runs a query. Aborting `signal` cancels it in the server too and rejects with the signal's reason. */
  ask<Row>(query: RawBuilder<Row>, signal?: AbortSignal): Promise<readonly Row[]>;
  /** Decides which calendar month it is. */
  readonly now: () => Date;
}

/**
 * Behind the second wall: every query sees what the scope may see, whatever it says itself. `owner`: no wall, for
 * single rows by key about who is signed in; there is no tenant yet, they say which.
 */
export const within = (
  db: AnyDatabase,
  readers: Readers,
  scope: Scope | 'owner',
  now: () => Date = () => new Date(),
): ReadDatabase => ({
  now,
  ask: async (query, signal) => {
    if (scope !== 'owner') return readers.run(scope, query.compile(db), signal);
    const { rows } = await query.execute(db, signal ? { signal, inflightQueryAbortStrategy: 'cancel query' } : {});
    return rows;
  },
});

/**
 * A question to the read models: what it takes, whose rows it may see, what it answers. `reads`, which the database enforces:
 *
 * - `business`: the rows of the business that the first argument names;
 * - `operator`: all rows, to read and not to write, for what goes across tenants. Why, stands beside the query;
 * - `owner`: see `within`;
 * - or found from what is given.
 */
export interface Query<Given extends readonly unknown[], Answer> {
  readonly reads: 'business' | 'operator' | 'owner' | ((...given: Given) => Scope | 'owner');
  readonly run: (db: ReadDatabase, ...given: Given) => Promise<Answer>;
}
export const query = <Given extends readonly unknown[], Answer>(made: Query<Given, Answer>): Query<Given, Answer> =>
  made;

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- any question
type Queries = Readonly<Record<string, Query<any, unknown>>>;

/** The questions as they are asked: bound to their scope. */
export type QueriesOf<Q extends Queries> = {
  readonly [Name in keyof Q]: Q[Name] extends Query<infer Given, infer Answer> ? (...given: Given) => Promise<Answer>
  : never;
};

/** Binds each question to whom it may read for. */
export function bind<Q extends Queries>(queries: Q, database: (scope: Scope | 'owner') => ReadDatabase): QueriesOf<Q> {
  const bound = Object.entries(queries).map(([name, { reads, run }]) => [
    name,
    (...given: readonly unknown[]) => {
      const scope =
        typeof reads === 'function' ? reads(...given)
        : reads === 'business' ? { businessId: given[0] as string }
        : reads;
      return run(database(scope), ...given);
    },
  ]);
  return Object.fromEntries(bound) as QueriesOf<Q>;
}

/** The tables of a live read model, ready to be put into SQL. */
export const tablesIn = (model: Parameters<typeof schemaOf>[0]) => {
  const schema = schemaOf(model);
  return (table: { readonly name: string }): RawBuilder<unknown> => sql.table(`${schema}.${table.name}`);
};

/** A row as it leaves the read models: instants as ISO 8601 in UTC. */
export type Dated<Row> = {
  [N in keyof Row]: Row[N] extends Date ? string
  : Row[N] extends Date | null ? string | null
  : Row[N];
};
export function dated<Row extends object>(row: Row): Dated<Row> {
  const copy = { ...row } as Record<string, unknown>;
  for (const name in copy) if (copy[name] instanceof Date) copy[name] = copy[name].toISOString();
  return copy as Dated<Row>;
}

export interface Named {
  id: string;
  name: string;
}

export interface Listed<View> {
  readonly data: readonly View[];
  readonly total: number;
}

/** A page of rows. `page` begins at 1. */
export interface Page {
  readonly page: number;
  readonly perPage: number;
}

/** Totals of a search are counted up to here, so that a word that matches everything costs no more than this. */
export const maxCount = 10_000;

/** A page far down is cut off here: who needs it, narrows the search. */
export const offsetOf = (page: number, perPage: number): number => Math.min((page - 1) * perPage, 1_000_000);

/**
 * What a person typed, as patterns for the column `search` (lower-case names and digits): the words as they are, and,
 * when it holds at least three digits, the digits alone, so that `(415) 555-0100` finds a number.
 */
export function searchPatterns(typed: string): string[] {
  const escape = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
  const words = typed.trim().toLowerCase().replaceAll('\u0000', '');
  const digits = words.replace(/\D/g, '');
  const patterns = words === '' ? [] : [`%${escape(words)}%`];
  if (digits.length >= 3 && digits !== words && /^[\d\s()+./-]+$/.test(words)) patterns.push(`%${digits}%`);
  return patterns;
}

/** Days of a zone (`2026-11-21`), both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}
/** The longest period that can be asked for, in days. */
const maxDays = 1100;
/** How many days they are. Throws where that is too many, or none. */
export function lengthOf({ from, to }: Days): number {
  const length = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  if (!(length >= 1 && length <= maxDays)) throw new RangeError(`A period has 1 to ${maxDays} days, not ${length}.`);
  return length;
}

/** Whether a column holds one of the patterns. No patterns: everything does. */
export const matches = (column: RawBuilder<unknown>, patterns: readonly string[]): RawBuilder<unknown> =>
  patterns.length === 0 ?
    sql`true`
  : sql`(${sql.join(
      patterns.map((pattern) => sql`${column} like ${pattern}`),
      sql` or `,
    )})`;

/** For each sort of a list the columns that it orders by. A sort that is missing, or a column, does not compile. */
export type Orders<Sort extends string, Row> = Readonly<Record<Sort, readonly (keyof Row & string)[]>>;

/** What follows `order by`. */
export const orderBy = (alias: string, columns: readonly string[], desc: boolean): RawBuilder<unknown> =>
  sql.join(columns.map((column) => sql`${sql.ref(`${alias}.${snake(column)}`)} ${direction(desc)}`));
export const direction = (desc: boolean): RawBuilder<unknown> => sql.raw(desc ? 'desc' : 'asc');

/** A row that carries the number of all rows of its list. */
interface Counted {
  readonly total: number;
}

/** A page and the number of all rows in one question. Only a page beyond the end asks for the number alone. */
export async function listed<Row extends object>(
  db: ReadDatabase,
  page: (total: RawBuilder<unknown>) => RawBuilder<Row>,
  total: RawBuilder<unknown>,
): Promise<{ data: Row[]; total: number }> {
  const rows = (await db.ask(page(sql`(${total}) as total`))) as readonly (Row & Counted)[];
  if (rows.length > 0)
    return { data: rows.map(({ total: _, ...row }) => row as unknown as Row), total: rows[0]!.total };
  const [counted] = await db.ask(sql<Counted>`select (${total}) as total`);
  return { data: [], total: counted?.total ?? 0 };
}

/** The ids of a page of two lists, one behind the other. Each is SQL from FROM on; it selects by `id` and is ordered by `order`. */
export async function inTwoParts(
  db: ReadDatabase,
  parts: readonly {
    readonly id: RawBuilder<unknown>;
    readonly from: RawBuilder<unknown>;
    readonly order: RawBuilder<unknown>;
  }[],
  { page, perPage }: Page,
): Promise<readonly string[]> {
  const ids: string[] = [];
  let offset = offsetOf(page, perPage);
  for (const [index, { id, from, order }] of parts.entries()) {
    const rows = await db.ask(
      sql<Named>`select ${id} as id ${from} order by ${order} limit ${perPage - ids.length} offset ${offset}`,
    );
    ids.push(...rows.map((row) => row.id));
    if (ids.length === perPage || index === parts.length - 1) return ids;
    const [counted] = await db.ask(sql<{ count: number }>`select count(*)::int as count ${from}`);
    offset = Math.max(0, offset - (counted?.count ?? 0));
  }
  return ids;
}
