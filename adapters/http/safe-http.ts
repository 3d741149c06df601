import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import type { Agent, Dispatcher } from 'undici';
import { isPublicAddress } from './addresses.ts';
import { RequestFailed, RequestRefused, type SafeHttp, type SafeRequest, type SafeResponse } from './port.ts';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}
/** The addresses of a host name. Throws when it has none. */
export type Resolver = (hostname: string) => Promise<readonly ResolvedAddress[]>;

export interface SafeHttpOptions {
  /**
   * Hosts that may be reached although they are not public, for the sandbox and for tests: `127.0.0.1:3001`, or
   * `127.0.0.1` for all its ports.
   */
  readonly allow?: readonly string[];
  readonly resolver?: Resolver;
}

const systemResolver: Resolver = async (hostname) =>
  (await systemLookup(hostname, { all: true, verbatim: true })).map(({ address, family }) => ({
    address,
    family: family === 6 ? 6 : 4,
  }));

const redirectStatuses = new Set([301, 302, 303, 307, 308]);
/** What must not travel on to another origin. */
const boundToOrigin = new Set(['authorization', 'cookie', 'proxy-authorization']);
const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * The one client for addresses that tenants give (OWASP ASVS 5.0, 1.3.6). A name is resolved once, at the moment of
 * connecting, all its addresses are checked, and the socket is opened to one of exactly those: a name that answers
 * differently the next time (DNS rebinding) gains nothing. undici is loaded when first needed.
 */
export function createSafeHttp({ allow = [], resolver = systemResolver }: SafeHttpOptions = {}): SafeHttp {
  const allowed = new Set(allow.map((entry) => entry.toLowerCase()));
  const isAllowed = (hostname: string, port: string): boolean =>
    allowed.has(hostname) || allowed.has(`${hostname}:${port}`);

  /** One agent for the public internet, and one for each host that is allowed by name: the check at connect time knows which it serves. */
  const agents = new Map<string, Promise<Agent>>();
  const agentFor = (hostname: string, port: string): Promise<Agent> => {
    const trusted = isAllowed(hostname, port);
    const key = trusted ? `${hostname}:${port}` : 'public';
    let agent = agents.get(key);
    if (agent === undefined) {
      agent = import('undici').then(
        ({ Agent }) =>
          new Agent({
            connections: 16,
            connect: { lookup: checkedLookup(resolver, trusted), timeout: 10_000 },
            maxResponseSize: -1,
          }),
      );
      agents.set(key, agent);
      agent.catch(() => agents.delete(key));
    }
    return agent;
  };

  const once = async (
    url: URL,
    options: SafeRequest,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<SafeResponse> => {
    const host = bareHost(url);
    const port = portOf(url);
    if (isIP(host) !== 0 && !isPublicAddress(host) && !isAllowed(host, port)) throw refusal(url.hostname);
    const [{ request }, dispatcher] = await Promise.all([import('undici'), agentFor(host, port)]);
    const response = await request(url, {
      dispatcher,
      method: (options.method ?? 'GET') as Dispatcher.HttpMethod,
      headers: { ...headers },
      body: options.body ?? null,
      signal,
    });
    return {
      status: response.statusCode,
      headers: plainHeaders(response.headers),
      body: await bounded(response.body, options.maxBytes ?? 1 << 20),
      url: url.href,
    };
  };

  return {
    async check(address) {
      const url = acceptable(address);
      const host = bareHost(url);
      if (isAllowed(host, portOf(url))) return;
      const found =
        isIP(host) === 0 ?
          await resolver(host).catch((error: unknown): never => {
            throw new RequestFailed('unreachable', `${host} has no address.`, { neverSent: true, cause: error });
          })
        : [{ address: host }];
      if (found.length === 0) throw new RequestFailed('unreachable', `${host} has no address.`, { neverSent: true });
      if (!found.every((one) => isPublicAddress(one.address))) throw refusal(url.hostname);
    },
    async request(address, options = {}) {
      let url = acceptable(address);
      let headers: Readonly<Record<string, string>> = options.headers ?? {};
      let current = options;
      const deadline = AbortSignal.timeout(options.timeoutMs ?? 10_000);
      const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline;
      for (let followed = 0; ; followed++) {
        const response = await once(url, current, headers, signal).catch((error: unknown): never => {
          throw failureOf(error, deadline, options.signal);
        });
        const target = redirectStatuses.has(response.status) ? response.headers.location : undefined;
        if (target === undefined || (options.redirects ?? 0) === 0) return response;
        if (followed === options.redirects)
          throw new RequestFailed('too-many-redirects', `More than ${options.redirects} redirects.`);
        const next = acceptable(target, url);
        if (next.origin !== url.origin)
          headers = Object.fromEntries(
            Object.entries(headers).filter(([name]) => !boundToOrigin.has(name.toLowerCase())),
          );
        // RFC 9110, 15.4: a 303 is fetched with GET, and so, by all clients' custom, is a POST after 301 and 302.
        if (response.status === 303 || (response.status < 303 && current.method === 'POST')) {
          headers = Object.fromEntries(
            Object.entries(headers).filter(([name]) => !name.toLowerCase().startsWith('content-')),
          );
          const { body: _, ...rest } = current;
          current = { ...rest, method: current.method === 'HEAD' ? 'HEAD' : 'GET' };
        }
        url = next;
      }
    },
    async close() {
      const open = [...agents.values()];
      agents.clear();
      await Promise.all(
        open.map((agent) =>
          agent.then(
            (one) => one.destroy(),
            () => {},
          ),
        ),
      );
    },
  };
}

/** Resolves, checks every address, and hands on only what was checked. One private address among them spoils them all. */
function checkedLookup(resolver: Resolver, trusted: boolean): LookupFunction {
  return (hostname, options, done) => {
    resolver(hostname)
      .then((addresses) => {
        const wanted = addresses.filter(
          ({ family }) =>
            options.family === undefined ||
            options.family === 0 ||
            Number(String(options.family).replace('IPv', '')) === family,
        );
        const first = wanted[0];
        if (first === undefined)
          return done(Object.assign(new Error(`${hostname} has no address.`), { code: 'ENOTFOUND' }), []);
        if (!trusted && addresses.some(({ address }) => !isPublicAddress(address))) return done(refusal(hostname), []);
        if (options.all)
          done(
            null,
            wanted.map(({ address, family }) => ({ address, family })),
          );
        else done(null, first.address, first.family);
      })
      .catch((error: unknown) => done(error as Error, []));
  };
}

function acceptable(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href);
  if (url === null) throw new RequestRefused('This is no address.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new RequestRefused('Only http and https addresses are asked.');
  if (url.username !== '' || url.password !== '')
    throw new RequestRefused('An address with a user name in it is not asked.');
  return url;
}

const refusal = (host: string): RequestRefused => new RequestRefused(`${host} does not lead to the public internet.`);
const bareHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');
const portOf = (url: URL): string => url.port || (url.protocol === 'https:' ? '443' : '80');

function plainHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), typeof value === 'string' ? value : value.join(', ')]],
    ),
  );
}

async function bounded(body: AsyncIterable<Buffer> & { destroy(): void }, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > maxBytes) {
      body.destroy();
      throw new RequestFailed('too-large', `The answer is larger than ${maxBytes} bytes.`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts, size);
}

function failureOf(error: unknown, deadline: AbortSignal, given: AbortSignal | undefined): Error {
  if (error instanceof RequestRefused || error instanceof RequestFailed) return error;
  if (given?.aborted) return new RequestFailed('aborted', 'Stopped.', { cause: error });
  if (deadline.aborted) return new RequestFailed('timeout', 'No answer in time.', { cause: error });
  const { code, syscall, errors } = error as { code?: string; syscall?: string; errors?: readonly { code?: string }[] };
  const unreachable =
    [code, ...(errors ?? []).map((one) => one.code)].some((one) => one !== undefined && neverConnected.has(one)) ||
    syscall === 'connect';
  return unreachable ?
      new RequestFailed('unreachable', `Not reachable (${code ?? 'no connection'}).`, { neverSent: true, cause: error })
    : new RequestFailed(
        'broken',
        `The exchange broke off (${code ?? (error instanceof Error ? error.name : 'unknown')}).`,
        { cause: error },
      );
}
