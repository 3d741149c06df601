import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import type { Divided, ProjectionRunner, ProjectionStatus, RebuildProgress } from '../projections/index.ts';
import { LogEndsEarlier } from '../adapters/event-store/port.ts';
import { adoptLog, loadCheckpoints } from '../workers/engine/checkpoints.ts';
import { adoptPublished } from '../workers/webhooks/log-index.ts';
import { tellError } from './error-serializer.ts';
import { type Config, readConfig, secretKeyFrom } from './config.ts';
import { dividedAmong } from './rebuild-partition.ts';

const usage = `npm run projections -- list                    how far each read model is
npm run projections -- rebuild NAME … | --all  build anew beside the live one, then take its place
                                               --processes N: divided by businesses among so many (default: half the cores)
npm run projections -- verify [NAME …]         build beside the live one and compare row by row (no NAME: all)
npm run projections -- resume NAME             let a paused read model try again
npm run projections -- adopt-log               take an event log that ends before the checkpoints for the right one (it was
                                               restored from an older backup): everything is rebuilt from it, and the
                                               workers go on from its end

Works beside a running application, with the same settings.`;

/** Returns the exit code: 0 done, 1 failed or wrongly called, 2 `verify` found differences. */
async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      all: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      processes: { type: 'string', default: String(halfTheCores()) },
    },
  });
  const [command, ...names] = positionals;
  const processes = Number(values.processes);
  if (
    values.help ||
    !(Number.isInteger(processes) && processes >= 1) ||
    command === undefined ||
    !['list', 'rebuild', 'verify', 'resume', 'adopt-log'].includes(command) ||
    (!['list', 'adopt-log', 'verify'].includes(command) && names.length === 0 && !values.all)
  ) {
    console.error(usage);
    return values.help ? 0 : 1;
  }
  const read = readConfig(process.env);
  if ('problems' in read) {
    for (const problem of read.problems) console.error(problem);
    return 1;
  }
  const missing = nothingAt(read.config);
  if (missing !== null) {
    console.error(missing);
    return 1;
  }
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  const { runner, all, adoptLog, divided, pausedWorkers, close } = await open(read.config, processes);
  try {
    if (command === 'list') for (const told of await pausedWorkers()) console.error(told);
    if (command === 'adopt-log') {
      await runner.rebuild(all, showProgress(), stopping.signal, { adoptLog: true, divided });
      const workers = await adoptLog();
      console.log(
        `All read models are rebuilt from this log. Workers that go on from its end: ${workers.join(', ') || 'none'}.`,
      );
      return 0;
    }
    return await run(
      command,
      values.all || (command === 'verify' && names.length === 0) ? all : names,
      runner,
      divided,
      stopping.signal,
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  } finally {
    await close();
  }
}

async function run(
  command: string,
  names: readonly string[],
  runner: ProjectionRunner,
  divided: Divided | undefined,
  signal: AbortSignal,
): Promise<number> {
  if (command === 'list') {
    const all = await runner.status();
    console.table(all.map(line));
    const what = advice(all);
    if (what !== undefined) console.error(what);
    return 0;
  }
  if (command === 'resume') {
    for (const name of names) console.log((await runner.resume(name)) ? `${name} goes on.` : `${name} was not paused.`);
    return 0;
  }
  if (command === 'rebuild') {
    await runner.rebuild(names, showProgress(), signal, { divided });
    console.log(`${names.join(', ')}: rebuilt and in use.`);
    return 0;
  }
  let differs = false;
  for (const name of names) {
    const differences = await runner.verify(name, showProgress(), signal);
    console.log(differences.length === 0 ? `${name}: equal.` : `${name}: DIFFERS.`);
    for (const { table, onlyLive, onlyRebuilt, examples } of differences) {
      differs = true;
      console.log(`  ${table}: ${onlyLive} rows only in the live one, ${onlyRebuilt} only in the rebuilt one.`);
      for (const row of examples.live) console.log(`    live    ${JSON.stringify(row)}`);
      for (const row of examples.rebuilt) console.log(`    rebuilt ${JSON.stringify(row)}`);
    }
  }
  return differs ? 2 : 0;
}

const line = ({ name, version, state, position, lag, error }: ProjectionStatus) => ({
  name,
  version,
  state: state === 'stopped' ? 'ok' : state,
  position,
  lag,
  error: error?.slice(0, 100) ?? '',
});

/** A folder without data is a slip: what is made new in it would be reported as fine. Null: there is something to work on. */
const nothingAt = ({ databaseUrl, dataDir }: Config): string | null =>
  databaseUrl !== null || existsSync(join(dataDir, 'postgres')) ?
    null
  : `There is no Beckon data in ${dataDir}. Set DATA_DIR to the folder that the application uses, or DATABASE_URL.`;

/** What is too long for a line of the table, once. */
const advice = (all: readonly ProjectionStatus[]): string | undefined =>
  all.find(({ state }) => state === 'ahead-of-log')?.error ?? undefined;

const count = (number: number): string => number.toLocaleString('en-US');

/** One line that renews itself on a terminal; else a line every five seconds. */
function showProgress(): (progress: RebuildProgress) => void {
  let shown = 0;
  return ({ phase, position, head, events, rate, secondsLeft }) => {
    const now = performance.now();
    if (phase !== 'done' && now - shown < (process.stderr.isTTY ? 200 : 5000)) return;
    shown = now;
    const share = head > 0n ? Number((position * 1000n) / head) / 10 : 100;
    const left = secondsLeft === null || phase === 'done' ? '' : `, ${secondsLeft} s left`;
    const text = `${phase}: ${count(events)} events (${share} % of the log), ${count(rate)} events/s${left}`;
    process.stderr.write(process.stderr.isTTY ? `\r\u001B[K${text}${phase === 'done' ? '\n' : ''}` : `${text}\n`);
  };
}

/** The other half is left to Postgres. */
const halfTheCores = (): number => Math.max(1, Math.floor(availableParallelism() / 2));

async function open(
  config: Config,
  processes: number,
): Promise<{
  runner: ProjectionRunner;
  /** How a rebuild is divided; undefined: it is not. */
  divided: Divided | undefined;
  all: readonly string[];
  /** Lets the workers go on from the end of the log; returns those that were ahead of it. */
  adoptLog(): Promise<readonly string[]>;
  /** The workers that can't go on, in words. */
  pausedWorkers(): Promise<readonly string[]>;
  close(): Promise<void>;
}> {
  const level = config.logLevel === 'info' ? 'warn' : config.logLevel;
  const log = pino({ level, base: null, serializers: { err: tellError } }, pino.destination(2));
  const closers: (() => Promise<unknown>)[] = [];
  let connectionString = config.databaseUrl;
  if (connectionString === null) {
    const { startEmbeddedPostgres } = await import('../adapters/database/embedded.ts');
    const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
    closers.unshift(() => postgres.stop());
    connectionString = postgres.connectionString;
  }
  const [
    { migrate },
    { createDatabase },
    { createLocalBus },
    { withCodec, createPostgresEventStore },
    { createSubjectKeys },
    { eventCatalogue },
    { createProjectionRunner, projectors },
  ] = await Promise.all([
    import('../migrations/index.ts'),
    import('../adapters/database/pool.ts'),
    import('../adapters/bus/index.ts'),
    import('../adapters/event-store/index.ts'),
    import('../adapters/vault/index.ts'),
    import('../domain/catalogue.ts'),
    import('../projections/index.ts'),
  ]);
  await migrate(connectionString);
  const database = createDatabase({ connectionString, log, max: 4, name: 'beckon-projections-cli' });
  closers.unshift(() => database.close());
  // Nobody needs to hear of what happens here: rebuilding announces nothing.
  const bus = createLocalBus({ log });
  closers.unshift(() => bus.close());
  const raw =
    config.eventStoreUrl === null ?
      createPostgresEventStore({ connectionString, bus, log })
    : (await import('../adapters/event-store/eventstoredb/index.ts')).createEventStoreDb({
        connectionString: config.eventStoreUrl,
        log,
      });
  const secretKey = secretKeyFrom(config);
  const store = withCodec(raw, {
    subjectKeys: createSubjectKeys({ db: database.db, secretKey }),
    catalogue: eventCatalogue,
  });
  closers.unshift(() => store.close());
  const runner = createProjectionRunner({ store, connectionString, bus, projectors, log });
  closers.unshift(() => runner.stop());
  return {
    runner,
    divided: dividedAmong(processes, { connectionString, eventStoreUrl: config.eventStoreUrl, secretKey }),
    all: projectors.map((one) => one.name),
    adoptLog: async () => {
      const end = await store.end();
      await adoptPublished(database.db, end);
      return adoptLog(database.db, end);
    },
    pausedWorkers: async () => {
      const checkpoints = await loadCheckpoints(database.db);
      const end = await store.end();
      return [...checkpoints].flatMap(([name, { position, paused }]) =>
        position > end ? [`The worker ${name} is ahead of the log: ${new LogEndsEarlier(position, end).message}`]
        : paused !== null ? [`The worker ${name} is paused: ${paused.reason}`]
        : [],
      );
    },
    close: async () => {
      for (const close of closers) await close();
    },
  };
}

process.exitCode = await main(process.argv.slice(2));
