import pg from 'pg';
import type { Rows } from '../engine-types.ts';

/** What of the driver's connection is used here. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  readonly submittedNamedStatements: Record<string, string>;
  close(what: { readonly type: 'S'; readonly name: string }): void;
  sync(): void;
}

interface Named {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Named statements with one Sync behind the last of them: the server takes them as one transaction, all or nothing, and
 * answers once (PostgreSQL manual, "Extended Query", "Pipelining"). Sent one by one between begin and commit each of
 * them is answered by itself, and both sides wake up for every answer. Extends the driver's class, since only that may be pipelined.
 */
export class Batch extends pg.Query {
  /** The rows of each statement, once everything has committed. */
  readonly answers: Promise<readonly Rows[]>;
  readonly #statements: readonly Named[];
  readonly #fresh: string[] = [];

  constructor(statements: readonly Named[]) {
    const { promise, resolve, reject } = Promise.withResolvers<readonly Rows[]>();
    super('', (error, results) => {
      if (error) reject(error);
      else resolve([results as unknown as pg.QueryResult].flat().map(({ rows }) => rows as Rows));
    });
    this.answers = promise;
    this.#statements = statements;
  }

  override readonly submit = (connection: unknown): void => {
    const wire = connection as Wire;
    const known = wire.submittedNamedStatements;
    // The driver's query writes its statement as ever, and the Sync that would end the transaction stays away.
    const quiet = Object.create(wire, { sync: { value: () => {} } }) as pg.Connection;
    wire.stream.cork();
    for (const { name, text, values } of this.#statements) {
      if (known[name] === undefined) this.#fresh.push(name);
      new pg.Query({ name, text, values: [...values] }).submit(quiet);
    }
    wire.sync();
    wire.stream.uncork();
  };

  /** Called by the driver. What was prepared on the way may be there or not: it is taken away, to be prepared again. */
  handleError(error: Error, connection: Wire): void {
    for (const name of this.#fresh) {
      delete connection.submittedNamedStatements[name];
      connection.close({ type: 'S', name });
    }
    (this as unknown as { callback(error: Error): void }).callback(error);
  }
}
