import { createCipheriv, createDecipheriv, createHmac, type KeyObject } from 'node:crypto';

/**
 * Where the personal fields of a stored event are: `data.$personal`. `of` is whose they are, `fields` their names,
 * `sealed` the base64 of nonce (12 bytes), tag (16) and ciphertext of their JSON object, AES-256-GCM (NIST SP 800-38D)
 * with the event's id as additional data. `sealed` is null when the person was erased before the event was written.
 */
export interface Envelope {
  readonly of: string;
  readonly fields: readonly string[];
  readonly sealed: string | null;
}

export const envelopeField = '$personal';

/**
 * Seals a JSON object, given as text. The nonce is taken from the key, the id and the content (as in SIV, RFC 5297): never
 * the same for two contents, and the same bytes when the same event is appended again, so that the store recognises a repeat.
 */
export function seal(key: KeyObject, eventId: string, personal: string): string {
  const plain = Buffer.from(personal);
  const nonce = createHmac('sha256', nonceKey(key)).update(eventId).update('\0').update(plain).digest().subarray(0, 12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(eventId));
  const body = cipher.update(plain);
  cipher.final();
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
}

/** Throws when it was sealed with another key, for another event, or altered. */
export function unseal(key: KeyObject, eventId: string, sealed: string): Record<string, unknown> {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), gcm);
  decipher.setAAD(Buffer.from(eventId));
  decipher.setAuthTag(bytes.subarray(12, 28));
  const plain = decipher.update(bytes.subarray(28));
  decipher.final();
  return JSON.parse(plain.toString()) as Record<string, unknown>;
}

const gcm = { authTagLength: 16 };
const nonceKeys = new WeakMap<KeyObject, Buffer>();

/** Only writing needs it; a rebuild reads with very many keys. */
function nonceKey(key: KeyObject): Buffer {
  let found = nonceKeys.get(key);
  if (found === undefined)
    nonceKeys.set(key, (found = createHmac('sha256', key).update('event envelope nonce').digest()));
  return found;
}
