import { Readable } from 'node:stream';
import pg from 'pg';

/** What of the driver's connection is used here; its types leave it out. */
interface Wire {
  readonly stream: NodeJS.WritableStream & { pause(): void; resume(): void; readonly writableNeedDrain: boolean };
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}
type Done = (error: Error | undefined) => void;

class CopyOut extends pg.Query {
  readonly #take: (chunk: Buffer, wire: Wire) => void;
  constructor(text: string, take: (chunk: Buffer, wire: Wire) => void, done: Done) {
    super({ text } as pg.QueryConfig, done);
    this.#take = take;
  }
  handleCopyData(message: { readonly chunk: Buffer }, wire: Wire): void {
    this.#take(message.chunk, wire);
  }
}

class CopyIn extends pg.Query {
  readonly #source: AsyncIterable<Buffer>;
  constructor(text: string, source: AsyncIterable<Buffer>, done: Done) {
    super({ text } as pg.QueryConfig, done);
    this.#source = source;
  }
  handleCopyInResponse(wire: Wire): void {
    void this.#pour(wire);
  }
  async #pour(wire: Wire): Promise<void> {
    try {
      for await (const chunk of this.#source) {
        wire.sendCopyFromChunk(chunk);
        if (wire.stream.writableNeedDrain) await new Promise<void>((go) => wire.stream.once('drain', () => go()));
      }
      wire.endCopyFrom();
    } catch (error) {
      wire.sendCopyFail(error instanceof Error ? error.message : 'the source failed');
    }
  }
}

/** The rows that a `copy … to stdout` sends, as they come; no faster than they are read. */
export function copyOut(client: pg.Client, text: string): Readable {
  let paused: Wire | null = null;
  const goOn = () => {
    paused?.stream.resume();
    paused = null;
  };
  const out = new Readable({ read: goOn });
  client.query(
    new CopyOut(
      text,
      (chunk, wire) => {
        // The driver reads what comes next into the same memory: what waits here is a copy.
        if (out.push(Buffer.from(chunk))) return;
        paused = wire;
        wire.stream.pause();
      },
      (error) => {
        // The end may have come with the rows that paused the line: nobody asks for more, and the next query would wait.
        goOn();
        if (error) out.destroy(error);
        else out.push(null);
      },
    ),
  );
  return out;
}

/** Sends rows to a `copy … from stdin`, and resolves when the server has taken them all. */
export const copyIn = (client: pg.Client, text: string, source: AsyncIterable<Buffer>): Promise<void> =>
  new Promise((resolve, reject) => {
    client.query(new CopyIn(text, source, (error) => (error ? reject(error) : resolve())));
  });
