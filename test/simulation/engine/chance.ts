import { seededChance } from '../../support/chance.ts';

/** Everything that a seed decides. */
export interface Chance {
  /** From 0 to 1. */
  next(): number;
  /** From `least` to `most`. */
  between(least: number, most: number): number;
  /** A whole number from `least` to `most`, both included. */
  int(least: number, most: number): number;
  /** With a likelihood from 0 to 1. */
  is(likelihood: number): boolean;
  one<T>(of: readonly T[]): T;
  /** One of these, by their weights. */
  weighted<T extends { readonly weight: number }>(of: readonly T[]): T;
  uuid(): string;
  /** Another one, which what this one gives from now on does not change. */
  fork(): Chance;
}

export function createChance(seed: number): Chance {
  const next = seededChance(seed);
  const chance: Chance = {
    next,
    between: (least, most) => least + next() * (most - least),
    int: (least, most) => least + Math.floor(next() * (most - least + 1)),
    is: (likelihood) => next() < likelihood,
    one: (of) => of[Math.floor(next() * of.length)]!,
    weighted: (of) => {
      let left = next() * of.reduce((sum, { weight }) => sum + weight, 0);
      return of.find(({ weight }) => (left -= weight) < 0) ?? of.at(-1)!;
    },
    uuid: () => {
      const hex = Array.from({ length: 32 }, () => Math.floor(next() * 16).toString(16)).join('');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
    fork: () => createChance(Math.floor(next() * 2 ** 31)),
  };
  return chance;
}
