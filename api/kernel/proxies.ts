import type { TrustedProxies } from '../dependencies.ts';

/**
 * For Fastify: whether the address at a hop may say whom it speaks for. Hop 0 is who is connected, hop 1 the last entry of
 * X-Forwarded-For, and so on: only what trusted proxies wrote is believed, so a header that the client sent changes nothing.
 */
export function trustOf(proxies: TrustedProxies): false | string[] | ((address: string, hop: number) => boolean) {
  if (proxies === null) return false;
  if ('addresses' in proxies) return [...proxies.addresses];
  const { hops } = proxies;
  return (_address, hop) => hop < hops;
}

/** How many Host headers a request has, of Node's `rawHeaders` (name, value, name, value …). */
export function hostHeaders(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}
