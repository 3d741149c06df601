import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Readers, Scope } from './readers.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the queries name their tables themselves
type AnyDatabase = Kysely<any>;

/** A database as one tenant, or an operator, may read it: see `within`. */
class Bound {
  readonly db: AnyDatabase;
  readonly readers: Readers;
  readonly scope: Scope;
  constructor(db: AnyDatabase, readers: Readers, scope: Scope) {
    this.db = db;
    this.readers = readers;
    this.scope = scope;
  }
}
export type { Bound };

/** What queries are asked of: only by `ask`. */
export type ReadDatabase = AnyDatabase | Bound;

/** The same database behind the second wall: every query asked of it sees what the scope may see, whatever it says itself. */
export const within = (db: AnyDatabase, readers: Readers, scope: Scope): ReadDatabase => new Bound(db, readers, scope);

/** Runs a query. Aborting `signal` cancels it in the server too and rejects with the signal's reason. */
export async function ask<R>(db: ReadDatabase, query: RawBuilder<R>, signal?: AbortSignal): Promise<readonly R[]> {
  if (db instanceof Bound) return db.readers.run<R>(db.scope, query.compile(db.db), signal);
  const { rows } = await query.execute(db, signal ? { signal, inflightQueryAbortStrategy: 'cancel query' } : {});
  return rows;
}

/** The tables of a read model, ready to be put into SQL. */
export const tablesIn =
  (schema: string) =>
  (table: string): RawBuilder<unknown> =>
    sql.table(`${schema}.${table}`);

/** An instant as the API writes it. */
export const iso = (date: Date): string => date.toISOString();
export const isoOrNull = (date: Date | null): string | null => date?.toISOString() ?? null;

/** Totals of a search are counted up to here, so that a word that matches everything costs no more than this. */
export const mostCounted = 10_000;

/** A page far down is cut off here: who needs it, narrows the search. */
export const offsetOf = (page: number, perPage: number): number => Math.min((page - 1) * perPage, 1_000_000);

/**
 * What a person typed, as patterns for the column `search` (lower-case names and digits): the words as they are, and, when it holds at least three
 * digits, the digits alone, so that `(415) 555-0100` finds a number.
 */
export function searchPatterns(typed: string): string[] {
  const escape = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
  const words = typed.trim().toLowerCase().replaceAll('\u0000', '');
  const digits = words.replace(/\D/g, '');
  const patterns = words === '' ? [] : [`%${escape(words)}%`];
  if (digits.length >= 3 && digits !== words && /^[\d\s()+./-]+$/.test(words)) patterns.push(`%${digits}%`);
  return patterns;
}

/** A row that carries the number of all rows of its list. */
export interface Counted {
  readonly total: number;
}

/**
 * A page and the number of all rows in one question: `page` selects `(total) as total` beside its columns. Only a page beyond the end asks for the number alone.
 */
export async function listed<R extends Counted, V>(
  db: ReadDatabase,
  page: RawBuilder<R>,
  total: RawBuilder<unknown>,
  view: (row: Omit<R, 'total'>) => V,
): Promise<{ data: V[]; total: number }> {
  const rows = await ask(db, page);
  if (rows.length > 0) return { data: rows.map(({ total: _, ...row }) => view(row)), total: rows[0]!.total };
  const [counted] = await ask(db, sql<Counted>`select (${total}) as total`);
  return { data: [], total: counted?.total ?? 0 };
}
