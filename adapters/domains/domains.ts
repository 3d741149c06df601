import { isIP } from 'node:net';
import { certificateAt, type EdgeOptions } from './certificate.ts';
import { createDns, spelled } from './dns.ts';
import type { DomainNames, Domains } from './port.ts';

export interface DomainsOptions {
  /** The host that domains have to lead to: the platform's own, a name or an address. */
  readonly publicHost: string;
  /** Where TLS ends; null: nowhere, this installation speaks plain HTTP. */
  readonly edge: EdgeOptions | null;
  /** DNS servers, `address` or `address:port`; left out: the system's. */
  readonly dnsServers?: readonly string[] | undefined;
  /** For one try of a DNS question, in ms. */
  readonly dnsTimeoutMs?: number | undefined;
  readonly now?: () => Date;
}

/** How many CNAMEs in a row are followed. */
const longestChain = 6;
const pattern = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const tokenPattern = /^[A-Za-z0-9_-]{16,100}$/;

/**
 * Looks at domains through the DNS and the installation's own edge. No shell, no process, no connection to an address
 * that an answer names.
 */
export function createDomains({
  publicHost,
  edge,
  dnsServers,
  dnsTimeoutMs,
  now = () => new Date(),
}: DomainsOptions): Domains {
  const dns = createDns({ servers: dnsServers, timeoutMs: dnsTimeoutMs });
  const home = publicHost.toLowerCase();
  const bare = home.replace(/^\[|\]$/g, '');
  const homeAddresses = async (): Promise<readonly string[]> => {
    if (isIP(bare) !== 0) return [spelled(bare)];
    const answer = await dns.addresses(home);
    return answer.kind === 'found' ? answer.values : [];
  };
  const unasked = (host: string, reason: string): DomainNames => ({
    pointsHere: null,
    ownershipProved: null,
    problem: `The DNS could not be asked about ${host} (${reason}). It will be asked again.`,
  });

  /** Where a host leads. `where` names what is there instead, for the person who has to change it. */
  async function leadsTo(
    host: string,
  ): Promise<{ readonly here: boolean | null; readonly where: string | null; readonly reason: string | null }> {
    let name = host;
    for (let links = 0; links < longestChain; links += 1) {
      const answer = await dns.cname(name);
      if (answer.kind === 'failed') return { here: null, where: null, reason: answer.reason };
      if (answer.kind === 'none') break;
      name = answer.values[0]!;
      if (name === home) return { here: true, where: null, reason: null };
    }
    const [answer, ours] = await Promise.all([dns.addresses(host), homeAddresses()]);
    if (answer.kind === 'failed') return { here: null, where: null, reason: answer.reason };
    if (answer.kind === 'none') return { here: false, where: name === host ? null : name, reason: null };
    const elsewhere = answer.values.filter((address) => !ours.includes(address));
    return { here: elsewhere.length === 0, where: name === host ? (elsewhere[0] ?? null) : name, reason: null };
  }

  return {
    async names(host, token) {
      if (host.length > 253 || !pattern.test(host) || !tokenPattern.test(token))
        return unasked('this domain', 'its name is not valid');
      const [lead, txt] = await Promise.all([leadsTo(host), dns.txt(`_brand-verification.${host}`)]);
      const ownershipProved =
        txt.kind === 'failed' ? null : txt.kind === 'found' && txt.values.some((value) => value.trim() === token);
      const problem =
        lead.here === null ? unasked(host, lead.reason!).problem
        : ownershipProved === null ? unasked(`_brand-verification.${host}`, (txt as { reason: string }).reason).problem
        : !lead.here ?
          lead.where === null ?
            `${host} leads nowhere yet. Add the DNS records that are listed; changes can take an hour to be seen.`
          : `${host} leads to ${lead.where.slice(0, 100)}, not here. Change its DNS record as listed.`
        : !ownershipProved ?
          txt.kind === 'none' ?
            `The TXT record _brand-verification.${host} is missing. Add it as listed.`
          : `The TXT record _brand-verification.${host} says something else. Change it as listed.`
        : null;
      return { pointsHere: lead.here, ownershipProved, problem };
    },

    async certificate(host) {
      if (host.length > 253 || !pattern.test(host))
        return { valid: null, expiresAt: null, problem: 'This domain’s name is not valid.' };
      if (edge === null)
        return {
          valid: false,
          expiresAt: null,
          problem:
            'This installation is not behind a server for TLS, so no certificate can be obtained. See the operations page.',
        };
      return certificateAt(host, edge, now);
    },
  };
}
