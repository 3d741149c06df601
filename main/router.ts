// eslint-disable-next-line no-restricted-imports -- installations are in the private network, and come from the directory alone
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import { type Address, addressKey, type Directory, type Snapshot } from '../adapters/directory/port.ts';

export interface RouterOptions {
  readonly directory: Directory;
  /** Where a request goes that nothing in the directory names: the platform's own screens, sign-in. */
  readonly elsewhere: string;
  readonly log: Pick<Logger, 'warn'>;
  readonly host?: string;
  readonly port?: number;
  /** How old what is known of the directory may be, in ms. Default 250. */
  readonly freshMs?: number;
  /** How long a carrier's webhook is held while its agency moves, in ms. Default 8,000: Twilio waits 15 s. */
  readonly holdMs?: number;
}

export interface Router {
  readonly url: string;
  /** What went where, by cell; `held` and `refused` count webhooks that waited and requests that got 503. */
  readonly counts: { readonly forwarded: Map<string, number>; held: number; refused: number };
  close(): Promise<void>;
}

/** Webhooks of carriers are forms or JSON: a text of 10,000 emoji, percent-encoded, fits (api/webhooks/twilio.ts). */
const maxForm = 256 * 1024;
const retryAfterSeconds = 5;
const carrierPath = /^\/webhooks\/(twilio|bandwidth)\//;

class TooLarge extends Error {}

/**
 * Stands before all installations of a platform and sends each request to the one that has its agency: by the phone
 * number of a carrier's webhook, by the host, by what an API key begins with. While an agency moves its webhooks wait
 * a few seconds and everyone else gets 503 with Retry-After, so that nothing is decided in two places.
 */
export async function startRouter(options: RouterOptions): Promise<Router> {
  const { directory, elsewhere, log, host = '127.0.0.1', port = 0, freshMs = 250, holdMs = 8_000 } = options;
  let known: Snapshot = (await directory.since(-1n))!;
  let readAt = performance.now();
  let reading: Promise<void> | null = null;
  const counts = { forwarded: new Map<string, number>(), held: 0, refused: 0 };

  /** The directory, at most `freshMs` old. While it can't be asked what was known before counts. */
  async function fresh(maxAgeMs: number): Promise<Snapshot> {
    if (performance.now() - readAt > maxAgeMs)
      await (reading ??= directory
        .since(known.version)
        .then(
          (next) => {
            known = next ?? known;
            readAt = performance.now();
          },
          (error: unknown) => log.warn({ err: error }, 'the directory could not be read'),
        )
        .finally(() => (reading = null)));
    return known;
  }

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isCarrier = request.method === 'POST' && carrierPath.test(request.url ?? '');
    const body = isCarrier ? await formOf(request) : null;
    const addresses = body === null ? addressesOf(request) : numbersOf(body);
    const until = performance.now() + (isCarrier ? holdMs : 0);
    for (let waited = false; ; waited = true) {
      const cell = cellOf(await fresh(waited ? 0 : freshMs), addresses, elsewhere);
      if (cell !== null) {
        counts.forwarded.set(cell.name, (counts.forwarded.get(cell.name) ?? 0) + 1);
        return forward(cell.url, request, body, response);
      }
      if (isCarrier && !waited) counts.held += 1;
      if (performance.now() >= until || response.destroyed) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    counts.refused += 1;
    response.writeHead(503, { 'content-type': 'application/json', 'retry-after': String(retryAfterSeconds) });
    response.end(
      JSON.stringify({ error: { code: 'unavailable', message: 'This account is moving. Try again in a moment.' } }),
    );
  }

  const server = createServer((request, response) => {
    route(request, response).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) return void response.destroy();
      if (!(error instanceof TooLarge)) log.warn({ err: error }, 'a request could not be passed on');
      response.writeHead(error instanceof TooLarge ? 413 : 502).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    counts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Null: the agency is moving. */
function cellOf(
  { agencies, places, cells }: Snapshot,
  addresses: readonly Address[],
  elsewhere: string,
): { readonly name: string; readonly url: string } | null {
  const agencyId = addresses.map((address) => agencies.get(addressKey(address))).find((found) => found !== undefined);
  const place = agencyId === undefined ? undefined : places.get(agencyId);
  if (place?.state === 'moving') return null;
  const name = place?.cell ?? elsewhere;
  const url = cells.get(name);
  if (url === undefined) throw new Error(`The directory has no address of the cell ${name}.`);
  return { name, url };
}

/** Ours is the number that was texted, or the one that the status is about. */
const numbersOf = (body: Buffer): readonly Address[] => {
  if (body[0] === 0x5b) return ownersOf(body);
  const form = new URLSearchParams(body.toString());
  return ['To', 'From'].flatMap((field) => {
    const key = form.get(field);
    return key === null ? [] : [{ kind: 'number' as const, key }];
  });
};

/** Of a list of Bandwidth's events: the number of ours that each is about. */
function ownersOf(body: Buffer): readonly Address[] {
  try {
    const events = JSON.parse(body.toString()) as readonly ({
      readonly message?: { readonly owner?: unknown };
    } | null)[];
    const owners = events.map((event) => event?.message?.owner);
    return owners.filter((one): one is string => typeof one === 'string').map((key) => ({ kind: 'number', key }));
  } catch {
    return [];
  }
}

/** By the host, then by what stands before the first underscore of an API key (`acme_…`). */
function addressesOf({ headers }: IncomingMessage): readonly Address[] {
  const host = headers.host?.replace(/:\d+$/, '') ?? '';
  const key = /^Bearer ([a-z0-9]+)_/i.exec(headers.authorization ?? '')?.[1];
  return [{ kind: 'host', key: host }, ...(key === undefined ? [] : [{ kind: 'key' as const, key }])];
}

async function formOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if ((bytes += chunk.length) > maxForm) throw new TooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** As it came, the Host as well: signatures and brands are about the public address. */
function forward(base: string, request: IncomingMessage, body: Buffer | null, response: ServerResponse): Promise<void> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const passed = ask(
      { hostname, port, method: request.method, path: request.url, headers: request.headers, agent: false },
      (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        pipeline(answer, response).then(resolve, reject);
      },
    );
    passed.on('error', reject);
    response.on('close', () => passed.destroy());
    if (body === null) pipeline(request, passed).catch(reject);
    else passed.end(body);
  });
}
