/**
 * A host name as it goes into comparisons: lower case, no port, no dot at the end. Null for what is no host name (a
 * header from outside may hold anything).
 */
export function hostName(value: string | undefined | null): string | null {
  if (value === undefined || value === null || value.length > 300) return null;
  const host = value
    .trim()
    .toLowerCase()
    .replace(/:\d{1,5}$/, '')
    .replace(/\.$/, '');
  return (
      host.length <= 253 &&
        (/^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(host) ||
          /^\[[0-9a-f:.]{2,45}\]$/.test(host))
    ) ?
      host
    : null;
}

const isAddress = (host: string): boolean => host.startsWith('[') || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host);

/**
 * The domain that agencies' subdomains stand before: the host of the public address, or `localhost` where that is an
 * IP address (browsers open `<name>.localhost` without any DNS).
 */
export function platformDomainOf(publicUrl: string): string {
  const host = new URL(publicUrl).hostname.toLowerCase();
  return isAddress(host) ? 'localhost' : host;
}

/**
 * Where the platform itself lives. `host` is that of the public address; `domain` is what subdomains of agencies
 * stand before, `url` the public address itself. Lower case, without ports.
 */
export interface PlatformHosts {
  readonly domain: string;
  readonly host: string;
  readonly url?: string;
}
export const platformHosts = (publicUrl: string, platformDomain: string | null | undefined = null): PlatformHosts => ({
  domain: (platformDomain ?? platformDomainOf(publicUrl)).toLowerCase(),
  host: new URL(publicUrl).hostname.toLowerCase(),
  url: publicUrl,
});

/** What a host name is to the platform: its own, an agency's subdomain, or a domain from elsewhere that may be an agency's. */
export type HostPlace =
  | { readonly kind: 'platform' }
  | { readonly kind: 'subdomain'; readonly subdomain: string }
  | { readonly kind: 'domain'; readonly domain: string };

export function placeOf(host: string, platform: PlatformHosts): HostPlace {
  if (host === platform.host || host === platform.domain || isAddress(host)) return { kind: 'platform' };
  const end = `.${platform.domain}`;
  if (host.endsWith(end)) {
    const subdomain = host.slice(0, -end.length);
    return subdomain.includes('.') ? { kind: 'platform' } : { kind: 'subdomain', subdomain };
  }
  return { kind: 'domain', domain: host };
}

/** Whether a host is the platform's own or lies below it: no agency can have it as its custom domain. */
export const isOfPlatform = (host: string, platform: PlatformHosts): boolean =>
  [platform.domain, platform.host].some((own) => host === own || host.endsWith(`.${own}`) || own.endsWith(`.${host}`));
