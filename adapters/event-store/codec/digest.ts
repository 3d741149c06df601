import * as crypto from 'node:crypto';

/** In one call where Node has it (20.12, 21.7). */
export const digest = (algorithm: 'sha256' | 'sha384', bytes: Buffer): Buffer<ArrayBuffer> =>
  typeof crypto.hash === 'function' ?
    crypto.hash(algorithm, bytes, 'buffer')
  : crypto.createHash(algorithm).update(bytes).digest();
