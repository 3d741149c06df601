import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';

/** The key of the installation is not the one that encrypted this, or somebody altered it. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

const version = 1;
const versionByte = Buffer.of(version);
export const nonceBytes = 12;
const tagBytes = 16;
/** What sealing adds. */
export const sealBytes = 1 + nonceBytes + tagBytes;

/** A 256-bit key for one purpose, derived from `SECRET_KEY` (RFC 5869). Keys of two purposes tell nothing about each other. */
export function deriveKey(secretKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `beckon/${purpose}/v1`, 32));
}

const known = new WeakMap<Buffer, KeyObject>();

/** Node prepares a key given as bytes anew for every use, which takes longer than the decryption itself. */
function prepared(key: Buffer): KeyObject {
  let found = known.get(key);
  if (found === undefined) known.set(key, (found = createSecretKey(key)));
  return found;
}

/**
 * AES-256-GCM: version byte, nonce, tag, ciphertext. It only opens with the same `context`, which says what it is and whose.
 * `nonce`: random bytes that are used once, of whoever seals many and draws them together.
 */
export function seal(key: Buffer, context: string, plain: Buffer, nonce: Buffer = randomBytes(nonceBytes)): Buffer {
  const cipher = createCipheriv('aes-256-gcm', prepared(key), nonce).setAAD(Buffer.from(context));
  // In this mode all comes with `update`.
  const sealed = cipher.update(plain);
  cipher.final();
  return Buffer.concat([versionByte, nonce, cipher.getAuthTag(), sealed]);
}

/** Throws `SealBroken`. */
export function unseal(key: Buffer, context: string, sealed: Buffer): Buffer {
  try {
    if (sealed[0] !== version) throw new Error(`unknown version ${sealed[0]}`);
    const nonce = sealed.subarray(1, 1 + nonceBytes);
    const tag = sealed.subarray(1 + nonceBytes, sealBytes);
    const decipher = createDecipheriv('aes-256-gcm', prepared(key), nonce, { authTagLength: tagBytes })
      .setAAD(Buffer.from(context))
      .setAuthTag(tag);
    return Buffer.concat([decipher.update(sealed.subarray(sealBytes)), decipher.final()]);
  } catch (error) {
    throw new SealBroken(
      'A secret can not be opened: SECRET_KEY is not the one it was sealed with, or it was altered.',
      { cause: error },
    );
  }
}
