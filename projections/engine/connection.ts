import pg from 'pg';
import type { Rows, Statement } from '../engine-types.ts';
import { Batch } from './batch.ts';

export interface ConnectionOptions {
  readonly connectionString: string;
  /** Shown in pg_stat_activity. */
  readonly name: string;
  /** Plan prepared statements once, whatever the size of the batch: live batches are small and many. */
  readonly genericPlans: boolean;
}

let statementCount = 0;
/** Names of prepared statements, by text. The texts of a process are few: they are fixed per schema. */
const statementNames = new Map<string, string>();
function nameOf(text: string): string {
  let name = statementNames.get(text);
  if (name === undefined) statementNames.set(text, (name = `p${++statementCount}`));
  return name;
}

/**
 * One connection on which the statements of a transaction travel together: one round trip per batch. The server notices within
 * about 12 s when this process's machine is gone and lets its locks go.
 */
export class Connection {
  readonly #client: pg.Client;
  #lost: Error | null = null;

  private constructor(client: pg.Client) {
    this.#client = client;
    client.on('error', (error) => {
      this.#lost ??= error;
    });
    client.on('end', () => {
      this.#lost ??= new Error('The database connection has ended.');
    });
  }

  static async open({ connectionString, name, genericPlans }: ConnectionOptions): Promise<Connection> {
    const client = new pg.Client({
      connectionString,
      application_name: name,
      pipeline: true,
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      options: [
        // A read model that loses its last moments in a crash of the server loses its checkpoint with them, and reads them again.
        '-c jit=off',
        '-c synchronous_commit=off',
        '-c tcp_keepalives_idle=5',
        '-c tcp_keepalives_interval=2',
        '-c tcp_keepalives_count=3',
        ...(genericPlans ? ['-c plan_cache_mode=force_generic_plan'] : []),
      ].join(' '),
    });
    const connection = new Connection(client);
    await client.connect();
    return connection;
  }

  get isLost(): boolean {
    return this.#lost !== null;
  }

  /** One statement by itself. */
  async query<R = Record<string, unknown>>(text: string, values: readonly unknown[] = []): Promise<R[]> {
    const result = await this.#client.query({ text, values: [...values] });
    return (Array.isArray(result) ? (result.at(-1) as pg.QueryResult).rows : result.rows) as R[];
  }

  /**
   * All statements in one transaction, sent together. Returns their answers once everything has committed. Throws what the first
   * failing statement said; then nothing has been written (when the connection broke: perhaps nothing).
   */
  async transaction(statements: readonly Statement[]): Promise<Rows[]> {
    const batch = new Batch(statements.map(({ text, values }) => ({ name: nameOf(text), text, values })));
    this.#client.query(batch);
    return [...(await batch.answers)];
  }

  async close(): Promise<void> {
    this.#lost ??= new Error('closed');
    // A server that is gone never says goodbye.
    await Promise.race([
      this.#client.end().catch(() => {}),
      new Promise((resolve) => setTimeout(resolve, 1000).unref()),
    ]);
  }
}
