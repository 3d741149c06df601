import { join, resolve } from 'node:path';
import pg from 'pg';
import type { Logger } from 'pino';
import { createOutage } from './outage.ts';
import { EmbeddedPostgresError } from './embedded/binaries.ts';
import {
  address,
  type Cluster,
  type ClusterOptions,
  type Durability,
  ensureRunning,
  lastLog,
  openCluster,
  type Running,
  socketOf,
  stopServer,
} from './embedded/cluster.ts';
import { keepWatch } from './embedded/keeper.ts';
import { isAlive, withLockFile } from './embedded/processes.ts';
import { isUsed, registerUse } from './embedded/users.ts';

export { EmbeddedPostgresError };
export type { Durability } from './embedded/cluster.ts';

export interface EmbeddedPostgresOptions {
  readonly dataDir: string;
  readonly log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
  /** Made where it is missing. Default `beckon`. */
  readonly database?: string;
  /** Default `full`: an acknowledged commit is on the disk. */
  readonly durability?: Durability;
  readonly maxConnections?: number;
  /** Start it again when it dies. Default true. */
  readonly supervise?: boolean;
  /** End it with the last process that uses it also when that one is killed. Default true. */
  readonly keepWatch?: boolean;
}

export interface EmbeddedPostgres {
  readonly connectionString: string;
  readonly port: number;
  /** True when the server was running already. */
  readonly adopted: boolean;
  /** The server's process now; another one after it has been restarted. */
  pid(): number;
  /** False while a server that died is being started again. */
  isUp(): boolean;
  /**
   * Lets go of the server; the last process that uses it stops it, and then this resolves when it has ended. A server
   * that takes longer than `withinMs` to write everything out is ended harder: it begins again from its log.
   */
  stop(withinMs?: number): Promise<void>;
}

/**
 * A Postgres of our own below `dataDir`, started when it does not run, used as it is when it does (several processes share one). It is
 * started again, on the same port, whenever it dies, and ends with the last process that uses it, also when that one is
 * killed. Throws `EmbeddedPostgresError`.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log } = options;
  const home = join(resolve(options.dataDir), 'postgres');
  const lock = join(home, 'lock');
  const database = options.database ?? 'beckon';
  const clusterOptions: ClusterOptions = {
    dataDir: options.dataDir,
    durability: options.durability ?? 'full',
    maxConnections: options.maxConnections ?? 100,
    onLog: (line) => log.info(line),
  };
  const { cluster, first, leave, letGo } = await withLockFile(lock, async () => {
    const opened = await openCluster(clusterOptions);
    const started = await ensureRunning(opened, clusterOptions, null);
    const letGo = options.keepWatch === false ? () => {} : keepWatch(resolve(options.dataDir));
    return { cluster: opened, first: started, leave: registerUse(home), letGo };
  }).catch((error: unknown) => {
    const { code, path } = error as NodeJS.ErrnoException;
    if (code !== 'EACCES' && code !== 'EPERM') throw error;
    throw new EmbeddedPostgresError(
      `This user may not use ${path ?? home}. Start as the user that made it, or choose another DATA_DIR.`,
      { cause: error },
    );
  });
  await createDatabase(cluster, first.port, database);

  let running: Running = first;
  let up = true;
  let stopping = false;
  let restarting: Promise<void> | null = null;

  const supervised = options.supervise ?? true;
  if (supervised) watch(running);
  // A server that is not our child tells nobody when it ends.
  const poll =
    supervised ?
      setInterval(() => {
        if (!isAlive(running.pid)) died();
      }, 250).unref()
    : null;

  function watch({ child }: Running): void {
    if (!child) return;
    child.once('exit', died);
    if (child.exitCode !== null || child.signalCode !== null) died();
  }

  function died(): void {
    if (stopping || restarting) return;
    up = false;
    log.error({ pid: running.pid, lastLog: lastLog(cluster) }, 'Postgres has ended; starting it again');
    restarting = restart();
  }

  async function restart(): Promise<void> {
    const outage = createOutage(log, 'Postgres');
    for (let pause = 50; !stopping; pause = Math.min(pause * 2, 2000)) {
      try {
        await withLockFile(lock, async () => {
          if (stopping) return;
          running = await ensureRunning(cluster, clusterOptions, first.port);
          up = true;
        });
        if (stopping) return;
        outage.works();
        log.info({ pid: running.pid, port: running.port }, 'Postgres is back');
        restarting = null;
        watch(running);
        return;
      } catch (error) {
        outage.failed(error);
        await new Promise((done) => setTimeout(done, pause));
      }
    }
  }

  return {
    connectionString: connectionString(cluster, first.port, database),
    port: first.port,
    adopted: first.child === null,
    pid: () => running.pid,
    isUp: () => up,
    stop: async (withinMs) => {
      if (stopping) return;
      stopping = true;
      if (poll) clearInterval(poll);
      await restarting;
      await withLockFile(lock, async () => {
        leave();
        if (!isUsed(home)) await stopServer(running.pid, withinMs);
      });
      letGo();
      up = false;
    },
  };
}

const connectionString = (cluster: Cluster, port: number, database: string): string => {
  const { host, user, password } = address(cluster, port);
  const socket = socketOf(cluster, port);
  return `postgres://${user}:${password}@${host}:${port}/${database}${socket === null ? '' : `?host=${encodeURIComponent(socket)}`}`;
};

async function createDatabase(cluster: Cluster, port: number, database: string): Promise<void> {
  const client = new pg.Client({ connectionString: connectionString(cluster, port, 'postgres') });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(database)}`);
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code !== '42P04' && code !== '23505') throw error; // Another start made it meanwhile.
  } finally {
    await client.end();
  }
}
