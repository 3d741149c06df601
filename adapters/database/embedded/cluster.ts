import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  type Binaries,
  canEnter,
  chooseServerUser,
  EmbeddedPostgresError,
  findBinaries,
  makeEnterable,
  type ServerUser,
  sharedRoot,
} from './binaries.ts';
import { commandOf, isAlive, waitForEnd } from './processes.ts';

/**
 * One Postgres data folder and whatever runs on it. Everything is found again from the disk, so that any process, at any time,
 * can pick up a server that another one has left behind.
 */
export interface Cluster {
  readonly home: string;
  readonly data: string;
  readonly user: ServerUser | null;
  readonly binaries: Binaries;
  readonly password: string;
}

export interface Running {
  readonly pid: number;
  readonly port: number;
  /** The child, when this process started it; null when the server was there already. */
  readonly child: ChildProcess | null;
}

/** `relaxed`: an acknowledged commit may be lost when the machine (not the server) dies. For throw-away test data only. */
export type Durability = 'full' | 'relaxed';

export interface ClusterOptions {
  /** A folder of the software; the server keeps everything in `postgres` below it. */
  readonly dataDir: string;
  readonly durability: Durability;
  readonly maxConnections: number;
  readonly onLog: (line: string) => void;
}

export const superuser = 'beckon';

/** Makes the folders, the secret and the data where they are missing. Call it holding the lock. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const home = join(resolve(options.dataDir), 'postgres');
  makeEnterable(home);
  const linked = join(home, 'location');
  const here = existsSync(linked) ? readFileSync(linked, 'utf8').trim() : join(home, 'data');
  const user = chooseServerUser(here);
  const data = existsSync(here) ? here : placeFor(here, user, linked, options.onLog);
  const binaries = findBinaries(user, options.onLog);
  const cluster: Cluster = { home, data, user, binaries, password: secret(home, data) };
  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(cluster, options);
  const version = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim();
  if (version !== binaries.majorVersion) {
    throw new EmbeddedPostgresError(
      `The data in ${data} were written by Postgres ${version}, the installed one is ${binaries.majorVersion}. ` +
        `Start the release that wrote them, or move the folder away to start empty.`,
    );
  }
  return cluster;
}

/** Where new data go: below DATA_DIR, or, when the server's user can't get there, where it can, with a note left behind. */
function placeFor(wanted: string, user: ServerUser | null, note: string, onLog: (line: string) => void): string {
  if (!user || canEnter(dirname(wanted), user)) return wanted;
  const elsewhere = join(sharedRoot, `data-${randomBytes(6).toString('hex')}`);
  makeEnterable(sharedRoot);
  onLog(
    `The user "${user.name}", whom Postgres runs as, can't enter ${dirname(wanted)}. Its data go to ${elsewhere}; ${note} says so.`,
  );
  writeFileSync(note, `${elsewhere}\n`);
  return elsewhere;
}

function secret(home: string, data: string): string {
  const file = join(home, 'password');
  try {
    if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new EmbeddedPostgresError(
      `${file} can't be read by this user. Start as the user that made it (${ownerOf(file)}), or choose another DATA_DIR.`,
      { cause: error },
    );
  }
  if (existsSync(join(data, 'PG_VERSION'))) {
    throw new EmbeddedPostgresError(
      `${file} is missing, and without it the data in ${data} can't be opened. ` +
        `Put it back from a backup, or move ${home} away to start empty.`,
    );
  }
  const fresh = randomBytes(32).toString('base64url');
  writeFileSync(file, fresh, { mode: 0o600, flag: 'wx' });
  return fresh;
}

const ownerOf = (file: string): string => `uid ${statSync(file).uid}`;

/** Into a folder beside, moved into place when complete: a start that dies half way leaves nothing that looks like data. */
async function initialise({ data, user, binaries, password }: Cluster, options: ClusterOptions): Promise<void> {
  const fresh = `${data}.new`;
  const pwfile = `${data}.pw`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  rmSync(pwfile, { force: true });
  writeFileSync(pwfile, password, { mode: 0o600 });
  if (user) for (const path of [fresh, pwfile]) chownSync(path, user.uid, user.gid);
  try {
    await run(
      binaries.initdb,
      [
        `--pgdata=${fresh}`,
        `--username=${superuser}`,
        `--pwfile=${pwfile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
        ...(options.durability === 'relaxed' ? ['--no-sync'] : []),
      ],
      fresh,
      user,
    );
    renameSync(fresh, data);
  } finally {
    rmSync(pwfile, { force: true });
    rmSync(fresh, { recursive: true, force: true });
  }
}

function run(program: string, args: readonly string[], cwd: string, user: ServerUser | null): Promise<void> {
  return new Promise((done, fail) => {
    let output = '';
    const child = spawn(program, args, {
      cwd,
      env: environment(),
      ...identity(user),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const collect = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-4000);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', fail);
    child.on('close', (code, signal) => {
      if (code === 0) done();
      else fail(new EmbeddedPostgresError(`${program} ended with ${code ?? signal}:\n${output.trim()}`));
    });
  });
}

/** The server gets no part of our environment: it holds secrets. */
const environment = (): NodeJS.ProcessEnv =>
  process.platform === 'win32' ?
    { SystemRoot: process.env['SystemRoot'] }
  : { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
const identity = (user: ServerUser | null): { uid?: number; gid?: number } =>
  user ? { uid: user.uid, gid: user.gid } : {};

/**
 * A server on this data that answers to our secret: the one that runs, or a new one. One that runs but can't be talked to is stopped first.
 * With `port` it is on that port or nowhere. Call it holding the lock.
 */
export async function ensureRunning(cluster: Cluster, options: ClusterOptions, port: number | null): Promise<Running> {
  const found = await adopt(cluster, options);
  if (found) return found;
  const giveUpAt = Date.now() + 60_000;
  for (let attempt = 0; ; attempt++) {
    const chosen = port ?? (await choosePort(cluster, attempt));
    const started = await start(cluster, options, chosen);
    if (started.kind === 'ready') {
      writeFileSync(join(cluster.home, 'port'), String(chosen));
      return started.running;
    }
    const blocked = started.kind === 'port-busy' ? port !== null || attempt > 20 : Date.now() > giveUpAt;
    if (blocked || started.kind === 'failed')
      throw new EmbeddedPostgresError(`Postgres did not start:\n${started.output}`);
    if (started.kind === 'still-dying') await sleep(50);
  }
}

/** What `postmaster.pid` says, null when there is no such file. Lines: pid, data folder, start time, port, …, state. */
export function readPidFile(data: string): { pid: number; port: number; state: string } | null {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Math.abs(Number(lines[0])), port: Number(lines[3] ?? 0), state: (lines[7] ?? '').trim() };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new EmbeddedPostgresError(
      `The data in ${data} belong to another user (${ownerOf(data)}). Start as that user, or choose another DATA_DIR.`,
      { cause: error },
    );
  }
}

async function adopt(cluster: Cluster, options: ClusterOptions): Promise<Running | null> {
  const stillStartingUntil = Date.now() + 60_000;
  for (;;) {
    const file = readPidFile(cluster.data);
    if (!file || !isAlive(file.pid)) return null;
    const command = commandOf(file.pid);
    if (command !== '' && !command.includes('postgres')) {
      // The number was given to somebody else, after a restart of the machine or the container.
      rmSync(join(cluster.data, 'postmaster.pid'), { force: true });
      return null;
    }
    if (file.state === 'ready' && (await answers(cluster, file.port))) {
      options.onLog(
        `Using the Postgres that already runs on ${cluster.data} (process ${file.pid}, port ${file.port}).`,
      );
      return { pid: file.pid, port: file.port, child: null };
    }
    if (file.state === 'ready' || Date.now() > stillStartingUntil) {
      options.onLog(`A Postgres runs on ${cluster.data} (process ${file.pid}) but does not answer; stopping it.`);
      await stopServer(file.pid, 6_000);
      return null;
    }
    await sleep(20); // Starting or stopping.
  }
}

/** Whether the server on a port is the one on our data: it knows our secret and names our folder. */
async function answers(cluster: Cluster, port: number): Promise<boolean> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const client = new pg.Client({
      ...address(cluster, port),
      database: 'postgres',
      connectionTimeoutMillis: 2000,
      query_timeout: 2000,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query<{ data_directory: string }>('show data_directory');
      return realpathSync(rows[0]!.data_directory) === realpathSync(cluster.data);
    } catch {
      await sleep(100);
    } finally {
      await client.end().catch(() => {});
    }
  }
  return false;
}

export const address = (cluster: Cluster, port: number) => ({
  host: '127.0.0.1',
  port,
  user: superuser,
  password: cluster.password,
});

type Started = { kind: 'ready'; running: Running } | { kind: 'port-busy' | 'still-dying' | 'failed'; output: string };

async function start(cluster: Cluster, options: ClusterOptions, port: number): Promise<Started> {
  const logFile = join(cluster.home, 'server.log');
  if (existsSync(logFile) && statSync(logFile).size > 10_000_000) renameSync(logFile, `${logFile}.1`);
  const log = openSync(logFile, 'a', 0o600);
  const from = fstatSync(log).size;
  chmodSync(logFile, 0o600);
  // A session of its own: Ctrl-C in the terminal is for us, and we stop the server when we have finished with it.
  const child = spawn(
    cluster.binaries.postgres,
    ['-D', cluster.data, '-p', String(port), ...settings(cluster, options)],
    { cwd: cluster.data, env: environment(), ...identity(cluster.user), detached: true, stdio: ['ignore', log, log] },
  );
  closeSync(log);
  child.unref();
  let ended: string | null = null;
  child.on('error', (error) => {
    ended = error.message;
  });
  child.on('exit', (code, signal) => {
    ended ??= `ended with ${code ?? signal}`;
  });
  for (;;) {
    const file = ended === null ? readPidFile(cluster.data) : null;
    if (file && file.pid === child.pid && file.state === 'ready')
      return { kind: 'ready', running: { pid: file.pid, port, child } };
    if (ended !== null) break;
    await sleep(5);
  }
  const output = `${logSince(logFile, from)}\n(${ended})`.trim();
  if (/could not bind|could not create any TCP\/IP sockets/.test(output)) return { kind: 'port-busy', output };
  // A server that was killed leaves children for a moment, which still hold the shared memory.
  if (/pre-existing shared memory block|lock file .* already exists/.test(output))
    return { kind: 'still-dying', output };
  return { kind: 'failed', output };
}

/**
 * Where the server also listens on a socket file, beside its data: a system call costs a fraction of what it costs over
 * TCP. Null where the path is too long for one (107 bytes on Linux) or has characters that the setting would take
 * apart; then TCP alone does.
 */
const socketFolder = ({ data }: Cluster): string | null =>
  process.platform !== 'win32' && /^[\w/.-]+$/.test(data) && Buffer.byteLength(join(data, '.s.PGSQL.65535')) <= 100 ?
    data
  : null;

/** The folder of the socket of a running server; null when it has none (one that an earlier release started, for example). */
export const socketOf = (cluster: Cluster, port: number): string | null => {
  const folder = socketFolder(cluster);
  return folder !== null && existsSync(join(folder, `.s.PGSQL.${port}`)) ? folder : null;
};

function settings(cluster: Cluster, { durability, maxConnections }: ClusterOptions): string[] {
  // An eighth of what there is. The ids of contacts and messages lead all over their indexes: where those do not fit,
  // each recipient of a large broadcast reads pages and writes others back. A page takes memory once it is used.
  const most = durability === 'full' ? 2_048 : 256;
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  const megabytes = Math.max(32, Math.min(most, Math.floor(memory / 2 ** 20 / 8)));
  const values: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: socketFolder(cluster) ?? '',
    password_encryption: 'scram-sha-256',
    max_connections: String(maxConnections),
    shared_buffers: `${megabytes}MB`,
    effective_cache_size: `${megabytes * 4}MB`,
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    random_page_cost: '1.1',
    jit: 'off',
    max_parallel_workers_per_gather: '1',
    wal_buffers: '16MB',
    // After each checkpoint every page is written to the log whole once more: of a broadcast to many a sixth of what
    // Postgres spends, with one each 65,000 recipients. Beginning again after a crash reads at most so much.
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    min_wal_size: '80MB',
    wal_compression: 'on',
    checkpoint_completion_target: '0.9',
    max_wal_senders: '0',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // No statement and no value of a row in the log: they may hold personal data.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    ...(durability === 'full' ?
      { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' }
    : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** The last port when it is free, else one below the range that systems hand out to clients (32768 on). */
async function choosePort({ home }: Cluster, attempt: number): Promise<number> {
  const kept = attempt === 0 && existsSync(join(home, 'port')) ? Number(readFileSync(join(home, 'port'), 'utf8')) : 0;
  for (let port = kept || randomInt(15_000, 32_000); ; port = randomInt(15_000, 32_000)) {
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen({ port, host: '127.0.0.1' }, () => server.close(() => done(true)));
  });
}

/**
 * Fast shutdown: sessions are ended, everything is written out. Harder when that takes longer than `withinMs` in all;
 * it has ended then, and begins again from its log.
 */
export async function stopServer(pid: number, withinMs = 11_000): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', withinMs - 2_000],
    ['SIGQUIT', 1_000],
    ['SIGKILL', 1_000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      return;
    }
    if (await waitForEnd(pid, patienceMs)) return;
  }
}

export const lastLog = (cluster: Cluster): string => logSince(join(cluster.home, 'server.log'), -2000);

/** The log from an offset on, at most 4,000 characters; a negative offset counts from its end. */
function logSince(file: string, from: number): string {
  try {
    const handle = openSync(file, 'r');
    try {
      const size = fstatSync(handle).size;
      const begin = Math.max(from < 0 ? size + from : from, size - 4000, 0);
      const buffer = Buffer.alloc(Math.max(0, size - begin));
      readSync(handle, buffer, 0, buffer.length, begin);
      return buffer.toString('utf8').trim();
    } finally {
      closeSync(handle);
    }
  } catch {
    return '';
  }
}
