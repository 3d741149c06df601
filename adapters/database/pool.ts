import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { PipelinedBegin } from './pipelined-begin.ts';
import { preparedName } from './prepared-statement.ts';

export interface PoolOptions {
  readonly connectionString: string;
  readonly log: Pick<Logger, 'warn'>;
  /** The most connections at once. Default 10. */
  readonly max?: number;
  /** Shown in pg_stat_activity. */
  readonly name?: string;
  /** `bigint` columns as BigInt. Left out: as decimal strings, as pg does by itself. */
  readonly bigint?: boolean;
  /**
   * Queries of one connection leave without waiting for the answers of those before. Not for Kysely, which asks one
   * after another anyway.
   */
  readonly pipeline?: boolean;
  /** How long a query waits for a server that is away just now (being restarted, failing over). Default 5,000 ms. */
  readonly patienceMs?: number;
}

const int8 = 20;

/** States of a server that is not there yet: nothing has been asked of it, so asking again is safe. */
const passing = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  '57P03',
  '57P01',
  '57P02',
  '53300',
]);

/** Whether a query ended because the connection or the server was lost. What it did is open then, unless it only read. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: string }).code;
  if (code !== undefined && (passing.has(code) || code.startsWith('08'))) return true;
  return /Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|not queryable/.test(
    error.message,
  );
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/**
 * Connections that come and go without anybody falling over: a lost one is logged and replaced, and a caller waits,
 * bounded, for a server that is being restarted. An error in the middle of a query still reaches its caller.
 */
class PatientPool extends pg.Pool {
  readonly #patienceMs: number;
  #ended = false;

  constructor(config: pg.PoolConfig, patienceMs: number) {
    super(config);
    this.#patienceMs = patienceMs;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    const connecting = this.#connect();
    if (!callback) return connecting;
    connecting.then(
      (client) => callback(undefined, client, (release) => client.release(release)),
      (error: unknown) => callback(error as Error, undefined, () => {}),
    );
  }

  async #connect(): Promise<pg.PoolClient> {
    const until = performance.now() + this.#patienceMs;
    for (let pause = 20; ; pause = Math.min(pause * 2, 250)) {
      try {
        return await super.connect();
      } catch (error) {
        if (this.#ended || !isConnectionError(error) || performance.now() > until) throw error;
        await sleep(pause);
      }
    }
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | void {
    this.#ended = true;
    return callback ? super.end(callback) : super.end();
  }
}

type Asking = (asked: unknown, ...rest: readonly unknown[]) => unknown;

/** What the driver answers to `begin`, `commit` and `rollback`. */
const answered = (command: string) => Promise.resolve({ command, rowCount: null, rows: [] });

/**
 * Prepares what is to be kept (`kept.ts`). Kysely's `begin` waits for the first statement and leaves with it
 * (`begun.ts`); where none comes before the end, nothing is asked of the server. All else goes as it came.
 */
class OwnClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const ask = this.query.bind(this) as Asking;
    let begins = false;
    this.query = ((asked, ...rest) => {
      const isOfKysely = rest.length === 1 && Array.isArray(rest[0]);
      if (asked === 'begin' && isOfKysely) {
        begins = true;
        return answered('BEGIN');
      }
      const name = typeof asked === 'string' ? preparedName(asked) : null;
      const named = name === null ? {} : { name };
      if (!begins) return ask(name === null ? asked : { ...named, text: asked }, ...rest);
      begins = false;
      if (asked === 'commit' || asked === 'rollback') return answered(asked.toUpperCase());
      if (typeof asked !== 'string' || !isOfKysely) {
        void (ask('begin') as Promise<unknown>).catch(() => {});
        return ask(asked, ...rest);
      }
      return new Promise((resolve, reject) => {
        const values = rest[0] as unknown[];
        ask(
          new PipelinedBegin({ ...named, text: asked, values }, (error, result) =>
            error ? reject(error) : resolve(result),
          ),
        );
      });
    }) as Asking as typeof this.query;
  }
}

export function createPool({
  connectionString,
  log,
  max = 10,
  name = 'beckon',
  bigint = false,
  pipeline = false,
  patienceMs = 5000,
}: PoolOptions): pg.Pool {
  const types: pg.CustomTypesConfig = {
    // pg passes oids and parsers of any kind through here; only int8 in text form is ours.
    getTypeParser: ((oid: number, format: 'text' | 'binary') =>
      oid === int8 && format !== 'binary' ?
        BigInt
      : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
  };
  const pool = new PatientPool(
    {
      Client: OwnClient,
      connectionString,
      max,
      application_name: name,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      // Longer than loops sleep: to open one again costs more than many questions.
      idleTimeoutMillis: 300_000,
      pipeline,
      ...(bigint ? { types } : {}),
    },
    patienceMs,
  );
  pool.on('error', (error) => {
    if (!pool.ending) log.warn({ err: error, pool: name }, 'a database connection was lost');
  });
  // Also while it is checked out and between two statements, when nobody else listens: unheard, it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

export interface Database<Tables> {
  readonly pool: pg.Pool;
  readonly db: Kysely<Tables>;
  close(): Promise<void>;
}

/** A pool, and Kysely over it. */
export function createDatabase<Tables = unknown>(options: PoolOptions): Database<Tables> {
  const pool = createPool(options);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { pool, db, close: () => db.destroy() };
}
