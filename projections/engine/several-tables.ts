import type { StoredEvent } from '../../adapters/event-store/port.ts';
import type { Projector, Statement } from '../engine-types.ts';
import { perSchema } from './arrays.ts';

/** A table, as far as its rows are written by one upsert. */
interface Written {
  upsert(schema: string, alias: string): string;
  rows(): { toStatements(text: string): Statement[] };
}
/** The rows that a batch speaks of, by the names under which the tables were given. */
export type RowsOf<Tables extends Readonly<Record<string, Written>>> = {
  readonly [Name in keyof Tables]: ReturnType<Tables[Name]['rows']>;
};

/** The fold of a read model with several tables: `handle` merges rows, and one statement writes those of each table. */
export function foldInto<Tables extends Readonly<Record<string, Written>>>(
  tables: Tables,
  handle: (event: StoredEvent, rows: RowsOf<Tables>) => void,
): Projector['fold'] {
  const names = Object.keys(tables);
  const upserts = perSchema((schema) => names.map((name) => tables[name]!.upsert(schema, 't')));
  return (events, schema) => {
    const rows = Object.fromEntries(names.map((name) => [name, tables[name]!.rows()])) as RowsOf<Tables>;
    for (const event of events) handle(event, rows);
    const into = upserts(schema);
    return names.flatMap((name, at) => rows[name]!.toStatements(into[at]!));
  };
}
