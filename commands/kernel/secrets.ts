import { createHash, timingSafeEqual } from 'node:crypto';

/** What is kept of a secret: enough to know it again. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Whether this is the secret of an address; the time it takes says nothing. */
export const isSecretOf = ({ secretHash }: { readonly secretHash: string }, secret: string): boolean =>
  timingSafeEqual(Buffer.from(secretHash, 'hex'), Buffer.from(hashOf(secret), 'hex'));
