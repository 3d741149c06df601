import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';

/** Who signs: a name, and an Ed25519 key. */
export interface Signer {
  readonly name: string;
  /** `<name>+<id in hex>+<base64 of 0x01 and the public key>`: how people are given it (C2SP signed-note). */
  readonly verifierKey: string;
  /** The text with a blank line and the signature after it. `text` ends with a line feed. */
  sign(text: string): string;
}

/** A new private key, PKCS #8 as PEM. */
export const newKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

export function createSigner(name: string, pem: string): Signer {
  const privateKey = createPrivateKey(pem);
  // What comes before the key's 32 bytes says that it is one of Ed25519.
  const own = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).subarray(-32);
  const key = Buffer.concat([Buffer.of(1), own]);
  const id = createHash('sha256').update(`${name}\n`).update(key).digest().subarray(0, 4);
  return {
    name,
    verifierKey: `${name}+${id.toString('hex')}+${key.toString('base64')}`,
    sign(text) {
      const signature = sign(null, Buffer.from(text), privateKey);
      return `${text}\n— ${name} ${Buffer.concat([id, signature]).toString('base64')}\n`;
    },
  };
}

/** C2SP tlog-checkpoint. */
export const checkpointText = (origin: string, size: number, root: Buffer): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`;

/** C2SP tlog-proof. */
export const proofText = (index: number, path: readonly Buffer[], checkpoint: string): string =>
  `c2sp.org/tlog-proof@v1\nindex ${index}\n${path.map((hash) => `${hash.toString('base64')}\n`).join('')}\n${checkpoint}`;
