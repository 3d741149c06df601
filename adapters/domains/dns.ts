import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

/** What a question to the DNS brought: what is there, that there is nothing, or that nobody could say (`failed`, with the reason). */
export type Answer =
  | { readonly kind: 'found'; readonly values: readonly string[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly reason: string };

export interface Dns {
  cname(host: string): Promise<Answer>;
  /** IPv4 and IPv6 addresses, in one spelling each. */
  addresses(host: string): Promise<Answer>;
  txt(host: string): Promise<Answer>;
}

/** `servers`: `address` or `address:port` (IPv6 in brackets); left out: those of the system. `timeoutMs` is for one try of two. */
export function createDns({
  servers,
  timeoutMs = 3_000,
}: { readonly servers?: readonly string[] | undefined; readonly timeoutMs?: number | undefined } = {}): Dns {
  const resolver = (): Resolver => {
    const made = new Resolver({ timeout: timeoutMs, tries: 2 });
    if (servers !== undefined && servers.length > 0) made.setServers(servers);
    return made;
  };
  const ask = async (question: (resolver: Resolver) => Promise<readonly string[]>): Promise<Answer> => {
    try {
      const values = await question(resolver());
      return values.length > 0 ? { kind: 'found', values } : { kind: 'none' };
    } catch (error) {
      const { code = 'EUNKNOWN' } = error as NodeJS.ErrnoException;
      return code === 'ENODATA' || code === 'ENOTFOUND' ? { kind: 'none' } : { kind: 'failed', reason: code };
    }
  };
  return {
    cname: (host) =>
      ask(async (from) => (await from.resolveCname(host)).map((name) => name.toLowerCase().replace(/\.$/, ''))),
    txt: (host) => ask(async (from) => (await from.resolveTxt(host)).map((chunks) => chunks.join(''))),
    addresses: async (host) => {
      const [four, six] = await Promise.all([ask((from) => from.resolve4(host)), ask((from) => from.resolve6(host))]);
      const values = [four, six].flatMap((answer) => (answer.kind === 'found' ? answer.values : [])).map(spelled);
      // One half of the truth would call a domain ours that sends every second visitor elsewhere.
      const failed = [four, six].find((answer) => answer.kind === 'failed');
      if (failed !== undefined) return failed;
      return values.length > 0 ? { kind: 'found', values } : { kind: 'none' };
    },
  };
}

/** An address in one spelling, so that two can be compared. */
export function spelled(address: string): string {
  return isIP(address) === 6 ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;
}
