import { type RawBuilder, sql } from 'kysely';
import type { Statement } from '../engine-types.ts';
import { json, plainColumn, textColumn } from './arrays.ts';
import type { MergePolicy } from './merge-policy.ts';
import { snake } from './snake.ts';

/** What a column of each Postgres type is read as, and what a batch fills it with. A bigint is read as decimal digits. */
interface Values {
  readonly uuid: { readonly read: string; readonly write: string };
  readonly text: { readonly read: string; readonly write: string };
  readonly int: { readonly read: number; readonly write: number };
  readonly smallint: { readonly read: number; readonly write: number };
  readonly bigint: { readonly read: string; readonly write: bigint | number };
  readonly boolean: { readonly read: boolean; readonly write: boolean };
  readonly timestamptz: { readonly read: Date; readonly write: string };
  readonly date: { readonly read: Date; readonly write: string };
  readonly jsonb: { readonly read: object; readonly write: object };
  readonly 'text[]': { readonly read: readonly string[]; readonly write: readonly string[] };
}
export type Kind = keyof Values;

/** `given`: every row says it. `meets`: a row may say it, and it meets what was said before. `made`: Postgres makes it of the others. */
type Role = 'given' | 'meets' | 'made';

export interface Column<Read = unknown, Write = unknown, R extends Role = Role> {
  readonly kind: Kind;
  readonly role: R;
  readonly isKey: boolean;
  readonly isNullable: boolean;
  readonly meet: MergePolicy | null;
  /** SQL: the value of a column that is made, or the one that a row has where nothing is said. */
  readonly expression: string | null;
  /** The same column, holding only some values of its type. */
  of<Narrow>(): Column<Null<Read> | Narrow, Null<Write> | Narrow, R>;
  /** The same column, with what a row holds when a statement says nothing of it. */
  default(expression: string): Column<Read, Write, R>;
  /** For types alone. */
  readonly reads?: Read;
  readonly writes?: Write;
}
type Null<T> = T extends null ? null : never;
export type Columns = Readonly<Record<string, Column>>;

function make<Read, Write, R extends Role>(
  column: Pick<Column<Read, Write, R>, 'kind' | 'role' | 'isKey' | 'isNullable' | 'meet' | 'expression'>,
): Column<Read, Write, R> {
  // eslint-disable-next-line no-restricted-syntax -- `of` changes only the types, which stand nowhere at run time
  return { ...column, of: () => make(column as never), default: (expression) => make({ ...column, expression }) };
}
type Read<K extends Kind> = Values[K]['read'];
type Write<K extends Kind> = Values[K]['write'];
const plain = { isKey: false, isNullable: false, meet: null, expression: null } as const;

/** The primary key, or a part of it. */
export const key = <K extends Kind>(kind: K) =>
  make<Read<K>, Write<K>, 'given'>({ ...plain, kind, role: 'given', isKey: true });

/** Never null. Without a way to meet it stays what the row began with. */
export function col<K extends Kind>(kind: K): Column<Read<K>, Write<K>, 'given'>;
export function col<K extends Kind>(kind: K, meet: MergePolicy): Column<Read<K>, Write<K>, 'meets'>;
export function col(kind: Kind, meet: MergePolicy | null = null): Column {
  return make({ ...plain, kind, role: meet === null ? 'given' : 'meets', meet });
}

/** May be null: nobody has said it yet. */
export function maybe<K extends Kind>(kind: K): Column<Read<K> | null, Write<K> | null, 'given'>;
export function maybe<K extends Kind>(kind: K, meet: MergePolicy): Column<Read<K> | null, Write<K> | null, 'meets'>;
export function maybe(kind: Kind, meet: MergePolicy | null = null): Column {
  return make({ ...plain, kind, role: meet === null ? 'given' : 'meets', isNullable: true, meet });
}

/** Postgres makes it of the row's other columns and stores it. Never null. */
export const made = <K extends Kind>(kind: K, expression: string) =>
  make<Read<K>, never, 'made'>({ ...plain, kind, role: 'made', expression });

type Written<C extends Columns> = { [N in keyof C]: C[N]['role'] extends 'made' ? never : N }[keyof C];
type Given<C extends Columns> = { [N in keyof C]: C[N]['role'] extends 'given' ? N : never }[keyof C];
export type WriteOf<C> = C extends Column<unknown, infer W> ? W : never;
type ReadOf<C> = C extends Column<infer R> ? R : never;

/** A row as a query reads it. */
export type RowOf<T extends Batch<Columns>> = { [N in keyof T['columns']]: ReadOf<T['columns'][N]> };
/** A row as a batch writes it, whole. */
export type WrittenOf<T extends Batch<Columns>> = { [N in Written<T['columns']>]: WriteOf<T['columns'][N]> };
/** What one event says of a row: the columns that every row has, and any that meet. */
export type SaidOf<T extends Batch<Columns>> = { readonly [N in Given<T['columns']>]: WriteOf<T['columns'][N]> } & {
  readonly [N in Exclude<Written<T['columns']>, Given<T['columns']>>]?: WriteOf<T['columns'][N]>;
};

/** Arrays of arrays do not exist in Postgres, and jsonb is text on its way. */
const travelsAs = (kind: Kind): Kind => (kind === 'jsonb' || kind === 'text[]' ? 'text' : kind);

/** Rows on their way into Postgres: one array per column, unnested there. */
export interface Batch<C extends Columns> {
  readonly columns: C;
  /** `(select … from unnest($1::uuid[], …)) <alias>`: the batch as a table, after FROM. */
  from(alias: string): string;
  /** The parameters of `from`. */
  values(rows: readonly WrittenOf<Batch<C>>[]): string[];
}

export function batch<C extends Columns>(columns: C): Batch<C> {
  const written = Object.entries(columns).filter(([, { role }]) => role !== 'made');
  const names = written.map(([name]) => snake(name));
  const casts = written.map(([name, { kind }]) => (travelsAs(kind) === kind ? snake(name) : `${snake(name)}::${kind}`));
  const arrays = written.map(([, { kind }], index) => `$${index + 1}::${travelsAs(kind)}[]`);
  return {
    columns,
    from: (alias) =>
      `(select ${casts.join(', ')} from unnest(${arrays.join(', ')}) as unnested(${names.join(', ')})) as ${alias}`,
    values: (rows) =>
      written.map(([name, { kind }]) => arrayOf(rows as readonly Readonly<Record<string, unknown>>[], name, kind)),
  };
}

/** Columns of a batch as Postgres array literals. */
function arrayOf(rows: readonly Readonly<Record<string, unknown>>[], name: string, kind: Kind): string {
  switch (kind) {
    case 'text':
      return textColumn(rows, (row) => row[name] as string | null);
    case 'jsonb':
      return textColumn(rows, (row) => (row[name] === null ? null : json(row[name])));
    case 'text[]':
      return textColumn(rows, (row) => {
        const items = row[name] as readonly string[] | null;
        return items === null ? null : textColumn(items, (item) => item);
      });
    default:
      return plainColumn(rows, (row) => row[name] as string | number | bigint | boolean | null);
  }
}

/** A table of a read model, declared once: how it is made, filled and read. SQL that is special names it, and says the rest itself. */
export interface Table<C extends Columns> extends Batch<C> {
  readonly name: string;
  in(schema: string): string;
  /** `create table …`. */
  create(schema: string): string;
  /** The names of the columns that are written, separated by commas, in the order of `from`. */
  readonly names: string;
  /** What the `set` of `on conflict … do update` says: each column by its way to meet. `alias`: the table's. */
  meet(alias: string, schema: string): string;
  /** Puts what `source` selects (by default the batch) into the table; what is there already meets it. `alias` names the table. */
  upsert(schema: string, alias: string, source?: string): string;
  /** A batch of some of the columns, for a statement of its own. */
  batch<N extends keyof C & string>(...names: N[]): Batch<Pick<C, N>>;
  /** The rows that a batch of events speaks of. */
  rows(): Rows<C>;
  /** Columns for the list of a select, under their own names. */
  select<N extends keyof C & string>(alias: string, ...names: N[]): Selection<Pick<RowOf<Batch<C>>, N>>;
}

/** Part of the list of a select, which knows what it selects. */
export type Selection<Row> = RawBuilder<Row>;
export type SelectedOf<S> = S extends RawBuilder<infer Row> ? Row : never;

export function table<C extends Columns>(
  name: string,
  columns: C,
  { fillfactor }: { readonly fillfactor?: number } = {},
): Table<C> {
  const entries = Object.entries(columns);
  const keys = entries.filter(([, { isKey }]) => isKey).map(([column]) => snake(column));
  const whole = batch(columns);
  const names = entries
    .filter(([, { role }]) => role !== 'made')
    .map(([column]) => snake(column))
    .join(', ');
  const definition = ([column, { kind, role, isKey, isNullable, expression }]: [string, Column]): string =>
    `${snake(column)} ${kind}${
      isKey ?
        keys.length === 1 ?
          ' primary key'
        : ''
      : isNullable ? ''
      : ' not null'
    }${
      expression === null ? ''
      : role === 'made' ? ` generated always as (${expression}) stored`
      : ` default ${expression}`
    }`;
  const meet = (alias: string, schema: string): string =>
    entries
      .flatMap(([column, { meet: way }]) =>
        way === null ?
          []
        : [
            `${snake(column)} = ${way.sql(`${alias}.${snake(column)}`, `excluded.${snake(column)}`, { alias, schema })}`,
          ],
      )
      .join(', ');
  return {
    ...whole,
    name,
    names,
    in: (schema) => `${schema}.${name}`,
    create: (schema) => `
      create table ${schema}.${name} (
        ${[...entries.map(definition), ...(keys.length > 1 ? [`primary key (${keys.join(', ')})`] : [])].join(',\n        ')}
      )${fillfactor === undefined ? '' : ` with (fillfactor = ${fillfactor})`}`,
    meet,
    upsert: (schema, alias, source = `select * from ${whole.from('said')}`) => {
      const assignments = meet(alias, schema);
      return `insert into ${schema}.${name} as ${alias} (${names}) ${source}
        on conflict (${keys.join(', ')}) do ${assignments === '' ? 'nothing' : `update set ${assignments}`}`;
    },
    batch: (...some) =>
      batch(Object.fromEntries(some.map((column) => [column, columns[column]])) as Pick<C, (typeof some)[number]>),
    rows: () => new Rows(whole),
    select: (alias, ...some) =>
      sql.join(some.map((column) => sql`${sql.ref(`${alias}.${snake(column)}`)} as ${sql.ref(column)}`)),
  };
}

/** The rows that a batch of events speaks of, by key: what is said of one twice meets here as it would in the table. */
export class Rows<C extends Columns> {
  readonly #batch: Batch<C>;
  readonly #keys: readonly string[];
  readonly #nothing: Readonly<Record<string, unknown>>;
  readonly #rows = new Map<unknown, Record<string, unknown>>();

  constructor(of: Batch<C>) {
    this.#batch = of;
    const entries = Object.entries(of.columns);
    this.#keys = entries.filter(([, { isKey }]) => isKey).map(([name]) => name);
    this.#nothing = Object.fromEntries(
      entries.filter(([, { role }]) => role !== 'made').map(([name, { meet }]) => [name, meet?.identity ?? null]),
    );
  }

  merge(said: SaidOf<Batch<C>>): void {
    const given = said as Readonly<Record<string, unknown>>;
    const key = this.#keys.length === 1 ? given[this.#keys[0]!] : this.#keys.map((name) => given[name]).join(' ');
    const row = this.#rows.get(key);
    if (!row) {
      this.#rows.set(key, { ...this.#nothing, ...given });
      return;
    }
    for (const name in given) {
      const { meet } = this.#batch.columns[name]!;
      if (meet !== null) row[name] = meet.fold(row[name], given[name]);
    }
  }

  get size(): number {
    return this.#rows.size;
  }
  /** The statement that writes them; none when there is nothing to write. */
  toStatements(text: string): Statement[] {
    if (this.#rows.size === 0) return [];
    return [{ text, values: this.#batch.values([...this.#rows.values()] as unknown as WrittenOf<Batch<C>>[]) }];
  }
}

/** The statements that make these tables. */
export const createAll =
  (...tables: readonly Pick<Table<Columns>, 'create'>[]) =>
  (schema: string): string =>
    tables.map((one) => one.create(schema)).join(';');
