import { createHash } from 'node:crypto';

/**
 * Chance that repeats: a number in [0, 1) that depends on the seed and the words given, not on what else goes on. Two
 * runs with one seed and the same messages decide alike, however their requests interleave.
 */
export type Chance = (...about: readonly (string | number)[]) => number;

export function createChance(seed: string): Chance {
  return (...about) =>
    createHash('sha1')
      .update(`${seed}\u0000${about.join('\u0000')}`)
      .digest()
      .readUInt32BE(0) /
    2 ** 32;
}

/** 32 hexadecimal digits from the seed and the words given, as in the carrier's identifiers. */
export type Digits = (...about: readonly (string | number)[]) => string;

export function createDigits(seed: string): Digits {
  return (...about) =>
    createHash('md5')
      .update(`${seed}\u0000${about.join('\u0000')}`)
      .digest('hex');
}
