import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import pg from 'pg';
import { projectors } from '../../projections/index.ts';
import { schemaOf } from '../../projections/engine-types.ts';
import { textColumn } from '../../projections/engine/arrays.ts';
import type { PartitionCost } from '../../main/rebuild-partition.ts';
import type { BenchResult } from './result.ts';
import { seedHistory } from './support/history.ts';
import { benchPostgres, processorTimeOf } from './support/postgres.ts';

interface Rebuilt {
  readonly seconds: number;
  readonly before: number;
  readonly phases: Record<string, number>;
  /** Of the process that was asked first, then of those it divided the work among. */
  readonly costs: readonly PartitionCost[];
}

/** Processes that a divided rebuild is measured with. */
const processes = 2;
/** What an event may take in the log with its indexes: docs/scale.md counts with it. */
const maxBytes = 1_200;
/** Rows of one upsert of the baseline. */
const page = 2_000;

/**
 * Rebuild of all read models from `events` events, against raw batched upserts of the very rows that come out, into
 * tables and indexes of the same making. The baseline knows its rows beforehand: it decrypts, folds and counts
 * nothing.
 */
export async function run({ events = 100_000 }: { readonly events?: number } = {}): Promise<BenchResult[]> {
  const postgres = await benchPostgres();
  try {
    const secretKey = randomBytes(32).toString('hex');
    await seedHistory(postgres.connectionString, secretKey, events);
    const spent = processorTimeOf(postgres.processId);
    const rebuilt = await rebuildElsewhere(postgres.connectionString, secretKey, 1);
    const inPostgres = spent();
    const stored = await storedBytes(postgres.connectionString);
    const raw = await upsertAll(postgres.connectionString);
    const rawInPostgres = spent() - inPostgres;
    const before = spent();
    const divided = await rebuildElsewhere(postgres.connectionString, secretKey, processes);
    const dividedInPostgres = spent() - before;
    const [rate, baseline] = [raw.rows / rebuilt.seconds, raw.rows / raw.seconds];
    const ratio = rate / baseline;
    const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20);
    const count = (number: number): string => Math.round(number).toLocaleString('en-US');
    const perEvent = (seconds: number): string => `${((seconds * 1e6) / events).toFixed(1)} µs`;
    const here = ({ costs }: Rebuilt): string => costs.map(({ cpuSeconds }) => perEvent(cpuSeconds)).join(' + ');
    const peakOf = ({ costs }: Rebuilt): number => Math.max(...costs.map(({ peak }) => peak));
    const peak = Math.max(peakOf(rebuilt), peakOf(divided));
    // Where Postgres has the same cores, two processes can only use what one leaves idle.
    const scaled = availableParallelism() >= 2 * processes ? 1.4 : 0.9;
    const phases = Object.entries(rebuilt.phases).map(([name, at]) => `${name} ${(at / 1000).toFixed(1)}`);
    return [
      {
        name: `rebuild of all read models from ${count(events)} events`,
        ratio,
        target: { atLeast: 0.6 },
        unit: 'rows/s',
        measured: rate,
        baseline,
        pass: ratio >= 0.6,
        detail:
          `${rebuilt.seconds.toFixed(1)} s for ${count(events)} events (${count(events / rebuilt.seconds)} events/s); ` +
          `processor time per event ${here(rebuilt)} here and ${perEvent(inPostgres)} in Postgres; ` +
          `phases began at ${phases.join(', ')} s. Raw upserts ${raw.seconds.toFixed(1)} s ` +
          `(${perEvent(rawInPostgres)} in Postgres) for ${count(raw.rows)} rows in ${raw.tables} tables, pages of ${page}.`,
      },
      {
        name: `the same by ${processes} processes, against one`,
        ratio: rebuilt.seconds / divided.seconds,
        target: { atLeast: scaled },
        unit: 'events/s',
        measured: events / divided.seconds,
        baseline: events / rebuilt.seconds,
        pass: rebuilt.seconds / divided.seconds >= scaled,
        detail:
          `${divided.seconds.toFixed(1)} s; processor time per event ${here(divided)} here (the one that waits, then the ` +
          `partitions) and ${perEvent(dividedInPostgres)} in Postgres; ${availableParallelism()} cores for all of them.`,
      },
      {
        name: 'memory of a rebuild, per process',
        ratio: peak / 2 ** 20 / 400,
        target: { atMost: 400 },
        unit: 'MB resident at the peak',
        measured: megabytes(peak),
        baseline: megabytes(rebuilt.before),
        pass: peak <= 400 * 2 ** 20,
        detail: `One process ${megabytes(peakOf(rebuilt))}, each of ${processes} at most ${megabytes(peakOf(divided))}.`,
      },
      {
        name: 'bytes of a stored event',
        ratio: stored.log / maxBytes,
        target: { atMost: 1 },
        unit: 'bytes',
        measured: stored.log,
        baseline: maxBytes,
        pass: stored.log <= maxBytes,
        detail:
          `Baseline: the limit. Data ${stored.data}, metadata ${stored.metadata}; with its row ${stored.heap}, with indexes ` +
          `${stored.log}. Read models of an event: rows ${stored.rows}, with indexes ${stored.models}, in ${stored.tables} tables.`,
      },
    ];
  } finally {
    await postgres.remove();
  }
}

/** What the log and the read models take on disk, for each event of the log. */
async function storedBytes(connectionString: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<
      Record<'data' | 'metadata' | 'heap' | 'log' | 'rows' | 'models' | 'tables', number>
    >(
      `with log as (
          select count(*) as events, avg(octet_length(data::text)) as data, avg(octet_length(metadata::text)) as metadata
            from es.events
        ), models as (
          select count(*) as tables, sum(pg_relation_size(c.oid)) as rows,
              sum(pg_relation_size(c.oid) + pg_indexes_size(c.oid)) as models
            from pg_class c join pg_namespace n on n.oid = c.relnamespace
            where n.nspname like 'rm\\_%' and c.relkind = 'r'
        )
        select round(data)::int as data, round(metadata)::int as metadata, tables::int,
            (pg_relation_size('es.events') / events)::int as heap,
            ((pg_relation_size('es.events') + pg_indexes_size('es.events')) / events)::int as log,
            round(rows / events)::int as rows, round(models / events)::int as models
          from log, models`,
    );
    return rows[0]!;
  } finally {
    await client.end();
  }
}

function rebuildElsewhere(connectionString: string, secretKey: string, by: number): Promise<Rebuilt> {
  return new Promise((resolve, reject) => {
    // As `npm run projections` does it: young objects get 16 MB, which saves 100 MB resident and costs no time.
    const child = fork(new URL('./support/rebuild-process.ts', import.meta.url), {
      stdio: 'inherit',
      execArgv: ['--max-semi-space-size=16'],
    });
    child.once('message', (message) => resolve(message as Rebuilt));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The rebuilding process ended with ${code}.`)));
    child.send({ connectionString, secretKey, processes: by });
  });
}

/** The baseline. Only the making and the running of the upserts is on the clock, not the reading of the rows. */
export async function upsertAll(connectionString: string): Promise<{ seconds: number; rows: number; tables: number }> {
  const from = new pg.Client({ connectionString });
  const into = new pg.Client({ connectionString });
  await from.connect();
  await into.connect();
  let [spent, rows, tables] = [0, 0, 0];
  try {
    await into.query('set jit = off');
    for (const projector of projectors) {
      const schema = `raw_${projector.name}`;
      await into.query(`create schema ${schema}; ${projector.create(schema)}; ${projector.index?.(schema) ?? ''}`);
      const { rows: found } = await from.query<{ table: string; columns: string[]; types: string[]; keys: string[] }>(
        `select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns,
            array_agg(format_type(a.atttypid, null) order by a.attnum) as types,
            (
              select array_agg(k.attname::text)
                from pg_index i join pg_attribute k on k.attrelid = c.oid and k.attnum = any(i.indkey)
                where i.indrelid = c.oid and i.indisprimary
            ) as keys
          from pg_class c join pg_namespace n on n.oid = c.relnamespace
            join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and a.attgenerated = ''
          where n.nspname = $1 and c.relkind = 'r' group by c.oid, c.relname`,
        [schemaOf(projector)],
      );
      for (const { table, columns, types, keys } of found) {
        tables += 1;
        const others = columns.filter((column) => !keys.includes(column));
        const values = columns.map((column, index) => `${column}::${types[index]}`);
        const arrays = columns.map((_, index) => `$${index + 1}::${castOf(types[index]!)}[]`);
        const updates = others.map((column) => `${column} = excluded.${column}`);
        const upsert = `insert into ${schema}.${table} (${columns.join(', ')})
          select ${values.join(', ')} from unnest(${arrays.join(', ')}) as x(${columns.join(', ')})
          on conflict (${keys.join(', ')}) do ${others.length === 0 ? 'nothing' : `update set ${updates.join(', ')}`}`;
        await from.query('begin');
        const order = columns.includes('position') ? 'order by position' : '';
        const texts = columns.map((column) => `${column}::text`).join(', ');
        await from.query(`declare rows cursor for select ${texts} from ${schemaOf(projector)}.${table} ${order}`);
        for (;;) {
          const { rows: some } = await from.query<Array<string | null>>({
            text: `fetch ${page} from rows`,
            rowMode: 'array',
          });
          if (some.length === 0) break;
          const began = performance.now();
          await into.query({
            name: `${schema}.${table}`,
            text: upsert,
            values: columns.map((_, index) => textColumn(some, (row) => row[index]!)),
          });
          spent += performance.now() - began;
          rows += some.length;
        }
        await from.query('commit');
      }
    }
  } finally {
    await from.end();
    await into.end();
  }
  return { seconds: spent / 1000, rows, tables };
}

/** Arrays of arrays do not exist: those columns travel as text. */
const castOf = (type: string): string => (type.endsWith('[]') || type === 'jsonb' ? 'text' : type);

if (process.argv[1] === import.meta.filename) {
  for (const result of await run({ events: Number(process.argv[2] ?? 100_000) })) console.log(result);
}
