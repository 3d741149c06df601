import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';
import { digest } from './digest.ts';

/**
 * Where the personal fields of a stored event are: `data.$personal`. `of` is whose they are, `fields` their names,
 * `sealed` the base64 of nonce (12 bytes), tag (16) and ciphertext of their JSON object, AES-256-GCM (NIST SP 800-38D)
 * with the event's id as additional data. `sealed` is null when the person was erased before the event was written.
 * `commit` is what the fields are proven by one at a time (`commitments.ts`); events from before it have none, nor has one
 * of a person who was erased before.
 */
export interface Envelope {
  readonly of: string;
  readonly fields: readonly string[];
  readonly sealed: string | null;
  readonly commit?: string;
}

export const envelopeField = '$personal';

/**
 * The nonce is taken from the key, the id and the content (as in SIV, RFC 5297): never the same for two contents, and
 * the same bytes when the same event is appended again, so that the store recognises a repeat. Behind a secret of fixed
 * length and cut to less than half of what it is, a plain hash is as good as a keyed one (chop-MD; Coron, Dodis, Malinaud,
 * Puniya 2005): a tenth of an import was HMAC.
 */
export function seal(key: KeyObject, eventId: string, personal: string): string {
  const [id, plain] = [Buffer.from(eventId), Buffer.from(personal)];
  const nonce = digest('sha256', Buffer.concat([key.export(), nonceLabel, id, zero, plain])).subarray(0, 12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(id);
  const body = cipher.update(plain);
  cipher.final();
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
}

/** The JSON that was sealed. Throws when it was sealed with another key, for another event, or altered. */
export function unseal(key: KeyObject, eventId: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), gcm);
  decipher.setAAD(Buffer.from(eventId));
  decipher.setAuthTag(bytes.subarray(12, 28));
  const plain = decipher.update(bytes.subarray(28));
  decipher.final();
  return plain.toString();
}

const gcm = { authTagLength: 16 };
const [nonceLabel, zero] = [Buffer.from('event envelope nonce'), Buffer.alloc(1)];
