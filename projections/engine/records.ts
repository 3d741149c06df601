import type { StoredEvent } from '../../adapters/event-store/port.ts';
import type { Statement } from '../engine-types.ts';
import { latest } from './merge-policy.ts';
import { snake } from './snake.ts';
import {
  batch,
  col,
  type Column,
  type Columns,
  key,
  maybe,
  type Table,
  type WriteOf,
  type WrittenOf,
} from './table.ts';

/** The columns of a record that events change one by one: those that meet as `latest`. */
type Changing<C extends Columns> = { [N in keyof C]: C[N]['role'] extends 'meets' ? N : never }[keyof C];
/** What an event says of a record. Undefined: nothing. */
export type Change<C extends Columns> = { readonly [N in Changing<C>]?: WriteOf<C[N]> | undefined };

/** What is said of a record travels as one JSON object `p`, so that any mix of changes is one statement. */
const patches = batch({
  id: key('uuid'),
  created: col('boolean'),
  position: col('bigint'),
  /** Of the first event of the batch about it. */
  at: col('timestamptz'),
  revision: maybe('int'),
  p: col('jsonb').of<Record<string, unknown>>(),
});

/** What a batch says of records that are created once and then changed field by field: one patch each, the newest word on every column. */
export class RecordFold<C extends Columns> {
  readonly #patches = new Map<string, WrittenOf<typeof patches>>();

  // The table is named so that what is said is checked against it.
  constructor(_of: Table<C>) {}

  /**
   * `change`: only what changed; of a creation all of it. `own`: the event is of the record's own stream, whose
   * revision the record shows.
   */
  say(
    event: StoredEvent,
    id: string,
    change: Change<C>,
    { created = false, own = true }: { readonly created?: boolean; readonly own?: boolean } = {},
  ): void {
    let patch = this.#patches.get(id);
    if (!patch) {
      patch = { id, created: false, position: event.position, at: event.metadata.occurredAt, revision: null, p: {} };
      this.#patches.set(id, patch);
    }
    // A second creation is none.
    if (created && patch.created) return;
    if (created) patch.created = true;
    if (own) patch.revision = event.revision;
    for (const [name, value] of Object.entries(change)) if (value !== undefined) patch.p[snake(name)] = value;
  }

  /** The statements that write them, each over `recordsFrom`; none when there is nothing to write. */
  into(...texts: readonly string[]): Statement[] {
    if (this.#patches.size === 0) return [];
    const values = patches.values([...this.#patches.values()]);
    return texts.map((text) => ({ text, values }));
  }
}

/** The patches of a batch as a table `i(id, created, position, at, revision, p)`; its parameters come from `RecordFold.into`. */
export const recordsFrom = patches.from('i');

const changing = (table: Table<Columns>): [string, Column][] =>
  Object.entries(table.columns)
    .filter(([, { meet }]) => meet === latest)
    .map(([name, column]) => [snake(name), column]);
const valueOf = (name: string, { kind }: Column): string =>
  kind === 'jsonb' ? `i.p -> '${name}'` : `(i.p ->> '${name}')::${kind}`;

/** The columns that change, for the names of an insert, and their values from patch `i`, for its select. */
export const changingNames = <C extends Columns>(table: Table<C>): string =>
  changing(table)
    .map(([name]) => name)
    .join(', ');
export const changingValues = <C extends Columns>(table: Table<C>): string =>
  changing(table)
    .map(([name, column]) => valueOf(name, column))
    .join(', ');
/** For the set list of an update of `alias` from patch `i`: what is not in it stays. */
export const changes = <C extends Columns>(table: Table<C>, alias: string): string =>
  changing(table)
    .map(
      ([name, column]) => `${name} = case when i.p ? '${name}' then ${valueOf(name, column)} else ${alias}.${name} end`,
    )
    .join(', ');

/**
 * For the same set list: the zone that days are counted in follows the column `timezone`. One that Postgres does not
 * know is taken for UTC.
 */
export const changedZone = (alias: string): string => `case when i.p ? 'timezone'
          then coalesce((select z.name from pg_timezone_names z where z.name = i.p ->> 'timezone'), 'UTC')
          else ${alias}.zone end`;

/** The fields of an event's data that are called as these columns are. */
export function fieldsIn<C extends Columns>(columns: C, data: Readonly<Record<string, unknown>>): Change<C> {
  const found: Record<string, unknown> = {};
  for (const name of Object.keys(columns)) if (data[name] !== undefined) found[name] = data[name];
  return found as Change<C>;
}
