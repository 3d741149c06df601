import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { batchOf, json } from './arrays.ts';

/** The types of a record's columns. What an event sets of them travels as one JSON object, so that any mix of changes is one statement. jsonb columns are never null. */
export type RecordColumns = Readonly<Record<string, 'text' | 'int' | 'boolean' | 'uuid' | 'timestamptz' | 'jsonb'>>;

interface Patch {
  readonly id: string;
  readonly position: bigint;
  created: boolean;
  revision: number | null;
  readonly set: Record<string, unknown>;
}

const batch = batchOf<Patch>({
  id: ['uuid', (patch) => patch.id],
  created: ['bool', (patch) => patch.created],
  position: ['bigint', (patch) => patch.position],
  revision: ['int', (patch) => patch.revision],
  p: ['jsonb', (patch) => json(patch.set)],
});

/** What a batch says of records that are created once and then changed field by field: one patch each, the newest word on every column. */
export class RecordFold {
  readonly #patches = new Map<string, Patch>();

  /** `columns`: only what changed; of a creation all of them. `own`: the event is of the record's own stream, whose revision the record shows. */
  add(
    event: StoredEvent,
    id: string,
    columns: Readonly<Record<string, unknown>>,
    { created = false, own = true }: { readonly created?: boolean; readonly own?: boolean } = {},
  ): void {
    let patch = this.#patches.get(id);
    if (!patch)
      this.#patches.set(id, (patch = { id, position: event.position, created: false, revision: null, set: {} }));
    // A second creation is none.
    if (created && patch.created) return;
    if (created) patch.created = true;
    if (own) patch.revision = event.revision;
    for (const [column, value] of Object.entries(columns)) if (value !== undefined) patch.set[column] = value;
  }

  get size(): number {
    return this.#patches.size;
  }
  values(): string[] {
    return batch.values([...this.#patches.values()]);
  }
}

/** The patches of a batch as a table `name(id, created, position, revision, p)`; its values come from `RecordFold.values`. */
export const recordsFrom = `(select x.id, x.created, x.position, x.revision, ${batch.cast('x', 'p')} as p from ${batch.from('x')})`;

const valueOf = (column: string, type: string): string =>
  type === 'jsonb' ? `i.p -> '${column}'` : `(i.p ->> '${column}')::${type}`;
/** For the select list of an insert: the columns of patch `i`. */
export const valuesOf = (columns: RecordColumns): string =>
  Object.entries(columns)
    .map(([column, type]) => valueOf(column, type))
    .join(', ');
/** For the set list of an update of `table` from patch `i`: what is not in it stays. */
export const assignmentsOf = (table: string, columns: RecordColumns): string =>
  Object.entries(columns)
    .map(
      ([column, type]) =>
        `${column} = case when i.p ? '${column}' then ${valueOf(column, type)} else ${table}.${column} end`,
    )
    .join(', ');
export const definitionsOf = (columns: RecordColumns, notNull: readonly string[]): string =>
  Object.entries(columns)
    .map(
      ([column, type]) =>
        `${column} ${type}${notNull.includes(column) || type === 'boolean' || type === 'jsonb' ? ' not null' : ''}`,
    )
    .join(', ');
