import { hash, randomBytes } from 'node:crypto';
import { UserId } from '../../domain/kernel/ids.ts';

/** A link's token: whose it is (16 bytes) and 256 random bits, as 64 characters of base64url. Only its SHA-256 is kept with the user. */
export function newToken(userId: string): string {
  return Buffer.concat([Buffer.from(userId.replaceAll('-', ''), 'hex'), randomBytes(32)]).toString('base64url');
}

export const hashOfToken = (token: string): string => hash('sha256', token, 'base64url');

/** Whose token it says it is; null: it is none. Only the hash proves it. */
export function userOfToken(token: string): UserId | null {
  if (!/^[\w-]{64}$/.test(token)) return null;
  const hex = Buffer.from(token, 'base64url').subarray(0, 16).toString('hex');
  const found = UserId.safeParse(
    `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`,
  );
  return found.success ? found.data : null;
}
