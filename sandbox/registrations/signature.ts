import { createHash } from 'node:crypto';
import { signature } from '../carrier/signature.ts';

/**
 * A signed post of JSON: the body's SHA-256 stands in the address, which is what is signed. Source:
 * https://www.twilio.com/docs/usage/security#validating-requests.
 */
export function jsonSignature(
  authToken: string,
  destination: string,
  body: string,
): { readonly url: string; readonly signature: string } {
  const hash = createHash('sha256').update(body).digest('hex');
  const url = `${destination}${destination.includes('?') ? '&' : '?'}bodySHA256=${hash}`;
  return { url, signature: signature(authToken, url, {}) };
}
