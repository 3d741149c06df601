import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { pino } from 'pino';
import { migrate, migrationNames } from '../migrations/index.ts';
import { type Contents, BackupRefused, restoreBackup, verifyBackup, writeBackup } from './backup.ts';
import { type Config, readConfig } from './config.ts';
import { tellError } from './error-serializer.ts';

const usage = `npm run backup -- FILE          write everything to FILE, beside a running application
npm run backup -- verify FILE   read a backup and compare its checksums
npm run restore -- FILE         fill an empty DATA_DIR (and an empty database, with DATABASE_URL)

With the same settings as the application.`;

/** Returns the exit code: 0 done, 1 failed or wrongly called. */
async function main(args: readonly string[]): Promise<number> {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
  const [command, ...rest] = positionals;
  const isVerify = command === 'backup' && rest[0] === 'verify' && rest.length === 2;
  const file = isVerify ? rest[1] : rest[0];
  if (file === undefined || (!isVerify && rest.length !== 1) || (command !== 'backup' && command !== 'restore')) {
    console.error(usage);
    return 1;
  }
  const read = readConfig(process.env);
  if ('problems' in read) {
    for (const problem of read.problems) console.error(problem);
    return 1;
  }
  try {
    const path = resolve(file);
    if (isVerify) console.log(`${path} is whole: ${inWords(await verifyBackup(path))}.`);
    else if (command === 'restore')
      console.log(`Restored to ${read.config.dataDir}: ${inWords(await restore(read.config, path))}.`);
    else {
      console.log(`Wrote ${path}: ${inWords(await backup(read.config, path))}.`);
      const { s3 } = read.config;
      if (s3 !== null)
        console.log(`The files in the bucket ${s3.bucket} aren't in it: copy the bucket with its own tools.`);
    }
    return 0;
  } catch (error) {
    const isSaid = error instanceof BackupRefused || (error as Error).name === 'EmbeddedPostgresError';
    console.error(isSaid ? (error as Error).message : error);
    return 1;
  }
}

const inWords = ({ madeAt, events, tables, files, bytes }: Contents): string =>
  `events up to ${events.toLocaleString('en-US')}, ${tables} tables and ${files} files, ` +
  `${(bytes / 1_000_000).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB, as of ${madeAt}`;

/** The log of a server of its own is kept with that server's tools: half of it in two places would fit together by luck. */
function refuseEventStore({ eventStoreUrl }: Config): void {
  if (eventStoreUrl !== null)
    throw new BackupRefused(
      'With EVENT_STORE_URL the events are in that server: back up both servers with their own tools (docs/operations.md).',
    );
}

async function embedded(dataDir: string, log: pino.Logger) {
  const { startEmbeddedPostgres } = await import('../adapters/database/embedded.ts');
  const { connectionString, stop } = await startEmbeddedPostgres({ dataDir, log });
  return { connectionString, close: () => stop() };
}
const quietLog = () => pino({ level: 'warn', base: null, serializers: { err: tellError } }, pino.destination(2));

/** For the health page. Before the migration that makes the table, it is left out. */
async function noteBackup(connectionString: string, { events, bytes }: Contents): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ known: boolean }>(`select to_regclass('ops.backups') is not null as known`);
    if (rows[0]!.known)
      await client.query(
        `insert into ops.backups (finished_at, events, bytes) values (now(), $1, $2) on conflict (only_row) do update set
          finished_at = excluded.finished_at, events = excluded.events, bytes = excluded.bytes`,
        [events, bytes],
      );
  } finally {
    await client.end();
  }
}

async function backup(config: Config, file: string): Promise<Contents> {
  refuseEventStore(config);
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === null && !existsSync(join(dataDir, 'postgres')))
    throw new BackupRefused(
      `There is no Beckon data in ${dataDir}. Set DATA_DIR to the folder that the application uses, or DATABASE_URL.`,
    );
  const { connectionString, close } =
    databaseUrl === null ?
      await embedded(dataDir, quietLog())
    : { connectionString: databaseUrl, close: async () => {} };
  try {
    const written = await writeBackup({ connectionString, dataDir }, file, new Date());
    await noteBackup(connectionString, written);
    return written;
  } finally {
    await close();
  }
}

function restore(config: Config, file: string): Promise<Contents> {
  refuseEventStore(config);
  const { databaseUrl, dataDir } = config;
  return restoreBackup(file, {
    dataDir,
    open: async (at) =>
      databaseUrl === null ? embedded(at, quietLog()) : { connectionString: databaseUrl, close: async () => {} },
    migrate: (connectionString, upTo) => migrate(connectionString, upTo),
    knownMigrations: migrationNames,
  });
}

process.exitCode = await main(process.argv.slice(2));
