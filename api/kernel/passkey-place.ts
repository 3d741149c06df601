import type { FastifyRequest } from 'fastify';
import { hostName } from '../../domain/whitelabels/hosts.ts';
import { ApiError } from './errors.ts';
import type { ApiParts } from './parts.ts';
import type { PasskeyPlace } from './steps.ts';

/**
 * The host that a request came to, if it is the platform's own or a brand's: passkeys belong to it, and work nowhere
 * else. Browsers make none for an IP address.
 */
export async function passkeyPlace(
  { brands, config }: Pick<ApiParts, 'brands' | 'config'>,
  request: Pick<FastifyRequest, 'headers'>,
): Promise<PasskeyPlace> {
  const given = request.headers.host;
  const host = hostName(given);
  const { platform } = brands;
  const isIp = host === null || host.startsWith('[') || /^[\d.]+$/u.test(host);
  const known = !isIp && (host === platform.host || host === platform.domain || (await brands.agencyOf(host)) !== null);
  if (!known) {
    const message = 'Passkeys don’t work at this address. Open the product at its usual one.';
    throw new ApiError('validation_failed', message, { fields: { host: [message] } });
  }
  const { protocol } = new URL(config.publicUrl);
  return { host, origin: new URL(`${protocol}//${given!.trim().toLowerCase()}`).origin };
}
