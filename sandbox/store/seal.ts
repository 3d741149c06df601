import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

/** Keeps a secret in a file: `seal` gives text that only `open` with the same key makes readable; `open` gives null for anything else. */
export interface Seal {
  seal(text: string): string;
  open(sealed: string): string | null;
}

const ivBytes = 12;
const tagBytes = 16;

/** AES-256-GCM with a key derived from the given secret. */
export function createSeal(secret: string): Seal {
  const key = createHmac('sha256', secret).update('sandbox files').digest();
  return {
    seal(text) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64url');
    },
    open(sealed) {
      try {
        const bytes = Buffer.from(sealed, 'base64url');
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes));
        decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
        return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
      } catch {
        return null;
      }
    },
  };
}
