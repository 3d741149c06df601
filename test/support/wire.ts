import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** What one statement did, as Postgres answered it. */
export interface Statement {
  readonly text: string;
  /** The `application_name` of its connection. */
  readonly by: string;
  /** Rows that came back. */
  returned: number;
  /** Rows that it inserted, updated, deleted or copied. */
  touched: number;
}

export interface Wire {
  /** The same database, through here. */
  readonly connectionString: string;
  /** What has been answered since the last call, and the round trips that it took. */
  take(): { readonly statements: readonly Statement[]; readonly roundTrips: number };
  /** Nothing is under way, here or by the word of the caller, and nothing follows from what was answered. */
  settled(isBusy?: () => boolean): Promise<void>;
  close(): Promise<void>;
}

/** A question that is not answered yet; null: the end of a round trip. */
type Asked = { readonly text: string; readonly simple: boolean } | null;

/** After so many turns in which nothing came or went, nothing is under way. */
const quietTurns = 6;

/**
 * Stands between the product and Postgres and counts what the protocol says (message formats of version 3.0), so that
 * neither the driver nor our code is touched and a whole process can be counted as well. A round trip is one Sync or
 * simple query with its ReadyForQuery. Setting up a connection (`set …`) is not counted: pools open them when they like.
 */
export async function openWire(connectionString: string): Promise<Wire> {
  const target = new URL(connectionString);
  /** Of a server that listens on a socket in a folder. */
  const folder = target.searchParams.get('host');
  const sockets = new Set<Socket>();
  let statements: Statement[] = [];
  let roundTrips = 0;
  let moves = 0;
  const waiting = new Set<readonly Asked[]>();

  const server = createServer((client) => {
    const postgres =
      folder === null ? connect(Number(target.port), target.hostname) : connect(`${folder}/.s.PGSQL.${target.port}`);
    const asked: Asked[] = [];
    const texts = new Map<string, string>();
    const portals = new Map<string, string>();
    let by = '';
    let returned = 0;
    let isSettingUp = false;
    waiting.add(asked);

    const ends = (touched: number): void => {
      const [now] = asked;
      if (now === undefined || now === null) return;
      isSettingUp = /^set /i.test(now.text);
      if (!isSettingUp) statements.push({ text: now.text, by, returned, touched });
      returned = 0;
      if (!now.simple) asked.shift();
    };
    const fromClient = messages((type, body) => {
      if (type === '') by = wordsOf(body.subarray(4)).find((_, at, all) => all[at - 1] === 'application_name') ?? '';
      else if (type === 'Q') asked.push({ text: wordsOf(body)[0]!, simple: true });
      else if (type === 'P') {
        const [name, text] = wordsOf(body) as [string, string];
        texts.set(name, text);
      } else if (type === 'B') {
        const [portal, name] = wordsOf(body) as [string, string];
        portals.set(portal, texts.get(name) ?? name);
      } else if (type === 'E') asked.push({ text: portals.get(wordsOf(body)[0]!) ?? '?', simple: false });
      else if (type === 'S') asked.push(null);
    }, true);
    const fromPostgres = messages((type, body) => {
      if (type === 'D') returned += 1;
      else if (type === 'C') ends(touchedBy(wordsOf(body)[0]!));
      else if (type === 'E' || type === 'I') ends(0);
      else if (type === 'Z' && asked.length > 0) {
        // What follows an error up to the Sync is passed over.
        while (asked.length > 0) {
          const one = asked.shift();
          if (one === null || one!.simple) break;
        }
        if (!isSettingUp) roundTrips += 1;
        isSettingUp = false;
      }
    }, false);
    for (const [from, to, read] of [
      [client, postgres, fromClient],
      [postgres, client, fromPostgres],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true);
      from.on('data', (chunk: Buffer) => {
        moves += 1;
        read(chunk);
        to.write(chunk);
      });
      from.on('error', () => to.destroy());
      from.on('end', () => to.end());
      from.on('close', () => {
        sockets.delete(from);
        waiting.delete(asked);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const throughPort = (port: number): string => {
    const url = Object.assign(new URL(connectionString), { host: `127.0.0.1:${port}` });
    url.searchParams.delete('host');
    return url.href;
  };
  return {
    connectionString: throughPort((server.address() as AddressInfo).port),
    take() {
      const taken = { statements, roundTrips };
      [statements, roundTrips] = [[], 0];
      return taken;
    },
    // By turns of the event loop, each of which takes in what has come: a busy machine makes them slower, not emptier.
    async settled(isBusy = () => false) {
      for (let quiet = 0; quiet < quietTurns; quiet += 1) {
        const before = moves;
        await new Promise((resolve) => setTimeout(resolve, 1));
        await new Promise((resolve) => setImmediate(resolve));
        if (moves !== before || isBusy() || [...waiting].some((asked) => asked.length > 0)) quiet = 0;
      }
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** `INSERT 0 5`, `UPDATE 3`, `COPY 7`; a select's count says what came back. */
const touchedBy = (tag: string): number => (/^(SELECT|FETCH)/.test(tag) ? 0 : Number(/ (\d+)$/.exec(tag)?.[1] ?? 0));

/** The texts of a message, each ended by a zero. */
const wordsOf = (body: Buffer): string[] => body.toString('utf8').split('\0');

/** Takes a stream apart. The first message of a client has no type. */
function messages(heard: (type: string, body: Buffer) => void, isClient: boolean): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let hasType = !isClient;
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (;;) {
      const head = hasType ? 1 : 0;
      if (rest.length < head + 4) return;
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) return;
      heard(hasType ? String.fromCharCode(rest[0]!) : '', rest.subarray(head + 4, length));
      hasType = true;
      rest = rest.subarray(length);
    }
  };
}
