import type { Logger } from 'pino';
import type { EventStore, Position } from '../../adapters/event-store/port.ts';
import { type Projector, schemaOf } from '../engine-types.ts';
import { Build, type RebuildProgress } from './build.ts';
import { Connection } from './connection.ts';
import { tryLock } from './locks.ts';
import { refuseShorterLog } from './rebuild.ts';
import { dropSchema, ensureSchema, tablesOf } from './schemas.ts';

/** Rows of a table that are in one of the two only. Examples hold at most five rows each, as JSON. `keys`: theirs, in words. */
export interface Difference {
  readonly table: string;
  readonly onlyLive: number;
  readonly onlyRebuilt: number;
  readonly keys: readonly string[];
  readonly examples: { readonly live: readonly unknown[]; readonly rebuilt: readonly unknown[] };
}

export interface VerifyOptions {
  readonly store: EventStore;
  readonly connectionString: string;
  readonly log: Pick<Logger, 'warn' | 'error' | 'info'>;
  readonly projector: Projector;
  readonly onProgress: (progress: RebuildProgress) => void;
  readonly signal: AbortSignal;
  readonly window?: number | undefined;
}

/** Builds a copy and compares it with the live one, both at the live one's checkpoint. The live one waits only for the last few events. */
export async function verifyProjector({
  store,
  connectionString,
  log,
  projector,
  onProgress,
  signal,
  window,
}: VerifyOptions): Promise<readonly Difference[]> {
  const live = schemaOf(projector);
  const copy = `${live}__verify`;
  const open = (): Promise<Connection> =>
    Connection.open({ connectionString, name: 'beckon-verify', genericPlans: false });
  const control = await open();
  const compare = await open();
  try {
    await ensureSchema(control, projector, live);
    await refuseShorterLog(control, store, [live]);
    if (!(await tryLock(control, copy))) throw new Error(`${projector.name} is being verified already.`);
    const build = await Build.begin(control, {
      store,
      connectionString,
      log,
      projectors: [projector],
      schemaFor: () => copy,
      onProgress,
      signal,
      window,
    });
    try {
      const reached = async (): Promise<Position> =>
        BigInt(
          (
            await control.query<{ position: string }>(
              `select position::text from ops.projection_checkpoints where schema = $1`,
              [live],
            )
          )[0]!.position,
        );
      await build.fill(await reached(), 'events');
      await build.fill(await reached(), 'catching-up');
      await control.query('begin');
      const [row] = await control.query<{ position: string }>(
        `select position::text from ops.projection_checkpoints where schema = $1 for update`,
        [live],
      );
      await build.fill(BigInt(row!.position), 'comparing');
      // From here on this transaction sees both as they are now, while the live one goes on.
      await compare.query('begin isolation level repeatable read read only');
      await compare.query('select 1');
      await control.query('commit');
      return await differences(compare, projector, live, copy);
    } finally {
      await compare.query('rollback').catch(() => {});
      await control.query('rollback').catch(() => {});
      await dropSchema(control, copy).catch(() => {});
    }
  } finally {
    await compare.close();
    await control.close();
  }
}

/** Compares all tables of two schemas of a projector, row by row. */
export async function differences(
  connection: Connection,
  projector: Projector,
  live: string,
  rebuilt: string,
): Promise<readonly Difference[]> {
  const found: Difference[] = [];
  const tables = await tablesOf(connection, rebuilt);
  for (const [table, columns] of tables) {
    const list = columns.map((column) => `"${column}"`).join(', ');
    const empty = projector.empty?.[table];
    const where = empty === undefined ? '' : `where not (${empty})`;
    const sums = await connection.query<{ sum: string }>(
      [live, rebuilt]
        .map(
          (schema) =>
            `select count(*)::text || ':' || coalesce(sum(hashtextextended(row(${list})::text, 0)::numeric),
              0)::text as sum from ${schema}."${table}" ${where}`,
        )
        .join(' union all '),
    );
    if (sums[0]!.sum === sums[1]!.sum) continue;
    const [onlyLive, onlyRebuilt] = [
      await missing(connection, `"${table}" ${where}`, live, rebuilt, list),
      await missing(connection, `"${table}" ${where}`, rebuilt, live, list),
    ];
    const key = await keyOf(connection, `${live}."${table}"`);
    const some = [...onlyLive.examples, ...onlyRebuilt.examples] as readonly Readonly<Record<string, unknown>>[];
    found.push({
      table,
      onlyLive: onlyLive.count,
      onlyRebuilt: onlyRebuilt.count,
      keys: [...new Set(some.map((row) => key.map((column) => `${column} ${String(row[column])}`).join(', ')))],
      examples: { live: onlyLive.examples, rebuilt: onlyRebuilt.examples },
    });
  }
  return found;
}

/** The columns of a table's primary key. */
async function keyOf(connection: Connection, table: string): Promise<readonly string[]> {
  const rows = await connection.query<{ name: string }>(
    `select a.attname::text as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      where i.indrelid = $1::regclass and i.indisprimary order by a.attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** The rows that are here and not there. */
async function missing(
  connection: Connection,
  table: string,
  here: string,
  there: string,
  list: string,
): Promise<{ count: number; examples: unknown[] }> {
  const [row] = await connection.query<{ count: string; examples: unknown[] | null }>(
    `with missing as (select ${list} from ${here}.${table} except all select ${list} from ${there}.${table})
     select (select count(*) from missing)::text as count,
       (select jsonb_agg(to_jsonb(example)) from (select * from missing limit 5) example) as examples`,
  );
  return { count: Number(row!.count), examples: row!.examples ?? [] };
}
