import { isIPv6 } from 'node:net';

/**
 * What a sign-in's device is called: as the browser says, or for programs, which say nothing, by where they are. So
 * leaving it out hides nothing.
 */
export const deviceOf = (given: string | undefined, ip: string): string =>
  given ?? `program-at-address:${clientOf(ip)}`;

/** What counts as one client for limits: an IPv4 address, or the /64 of an IPv6 address, all of which one subscriber has (RFC 6177). */
export function clientOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped !== null) return mapped[1]!;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = ip.split('%')[0]!.split('::');
  const groups = head === '' ? [] : head.split(':');
  const behind = tail === undefined || tail === '' ? [] : tail.split(':');
  const all =
    tail === undefined ? groups : (
      [...groups, ...Array.from({ length: Math.max(0, 8 - groups.length - behind.length) }, () => '0'), ...behind]
    );
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')}::/64`;
}
