import { BlockList, isIP } from 'node:net';

/**
 * What no tenant's address may lead to: everything in the registries of special addresses (IANA, RFC 6890 and its
 * successors), private networks, this machine, the metadata services of clouds.
 */
const refusedV4 = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['168.63.129.16', 32], // Azure's host, reachable from every machine of that cloud
] as const)
  refusedV4.addSubnet(network, prefix, 'ipv4');

/**
 * Of IPv6 only global unicast may be reached at all; these parts of it lead elsewhere (Teredo and 6to4 carry an IPv4
 * address; the rest is not routed).
 */
const globalV6 = new BlockList();
globalV6.addSubnet('2000::', 3, 'ipv6');
const refusedV6 = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  refusedV6.addSubnet(network, prefix, 'ipv6');
const mappedV4 = new BlockList();
mappedV4.addSubnet('::ffff:0:0', 96, 'ipv6');

/** Whether an address (IPv4 or IPv6, as text) is on the public internet. What can't be read is not. */
export function isPublicAddress(address: string): boolean {
  const plain = address.split('%', 1)[0] ?? '';
  switch (isIP(plain)) {
    case 4:
      return !refusedV4.check(plain, 'ipv4');
    case 6: {
      if (mappedV4.check(plain, 'ipv6')) return isPublicAddress(mappedPart(plain));
      return globalV6.check(plain, 'ipv6') && !refusedV6.check(plain, 'ipv6');
    }
    default:
      return false;
  }
}

/** The IPv4 address in `::ffff:a.b.c.d`, however it is written. */
function mappedPart(address: string): string {
  const dotted = /(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  if (dotted !== undefined) return dotted;
  const [high = 0, low = 0] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split(':')
    .slice(-2)
    .map((part) => parseInt(part, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
