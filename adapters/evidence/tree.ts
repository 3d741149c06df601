import { latin1Digest } from '../event-store/codec/digest.ts';

/** Hashes of one tile: 256, of leaves or of whole tiles of the level below. */
export const tileSize = 256;

/** 32 bytes, each as a character of Latin-1: they take a third of the time of a buffer, and the collector finds them at once. */
export type Hash = string;
export const bytesOfHashes = (hashes: readonly Hash[]): Buffer => Buffer.from(hashes.join(''), 'latin1');

/** RFC 6962, 2.1. An entry that is text is hashed as UTF-8. */
export const leafOf = (entry: string | Buffer): Hash =>
  latin1Digest('sha256', typeof entry === 'string' ? `\0${entry}` : Buffer.concat([zero, entry]));
const zero = Buffer.of(0);
export const leafHash = (entry: string | Buffer): Buffer => Buffer.from(leafOf(entry), 'latin1');

/** 0x01 and two hashes, written over each time: a node per leaf is hashed, and none of these bytes is kept. */
const node = Buffer.alloc(65, 1);
function nodeOf(left: Hash, right: Hash): Hash {
  node.write(left, 1, 'latin1');
  node.write(right, 33, 'latin1');
  return latin1Digest('sha256', node);
}
export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  node.set(left, 1);
  node.set(right, 33);
  return Buffer.from(latin1Digest('sha256', node), 'latin1');
}

/** What of a tree is needed to append: the roots of its whole parts, the largest first. */
export class Frontier {
  readonly peaks: Hash[];
  size: number;

  constructor(size = 0, peaks: readonly Hash[] = []) {
    this.size = size;
    this.peaks = [...peaks];
  }

  /** `whole`: told of each subtree of 256 to the power of `level` leaves that is whole now, lower levels first. */
  append(leaf: Hash, whole?: (level: number, index: number, hash: Hash) => void): void {
    let hash = leaf;
    let index = this.size;
    for (let height = 1; index % 2 === 1; height += 1) {
      hash = nodeOf(this.peaks.pop()!, hash);
      index = (index - 1) / 2;
      if (height % 8 === 0) whole?.(height / 8, index, hash);
    }
    this.peaks.push(hash);
    this.size += 1;
  }

  get root(): Buffer {
    const [last, ...others] = this.peaks.toReversed();
    const root =
      last === undefined ? latin1Digest('sha256', '') : others.reduce((right, left) => nodeOf(left, right), last);
    return Buffer.from(root, 'latin1');
  }
}

/** A frontier as it is stored: its peaks one after the other. */
export const frontierOf = (size: number, peaks: Buffer): Frontier =>
  new Frontier(
    size,
    Array.from({ length: peaks.length / 32 }, (_, n) => peaks.toString('latin1', n * 32, n * 32 + 32)),
  );

/** The number of leaves on the left of a tree of `size` > 1. */
export function splitOf(size: number): number {
  let left = 1;
  while (left * 2 < size) left *= 2;
  return left;
}

/** The hash of the leaves from `low` to before `high`, a subtree. */
export type HashOf = (low: number, high: number) => Buffer;

/** From the leaf's sibling up to the root's child (RFC 6962, 2.1.1). */
export function inclusionPath(index: number, size: number, hashOf: HashOf): readonly Buffer[] {
  const path: Buffer[] = [];
  for (let [low, high] = [0, size]; high - low > 1;) {
    const middle = low + splitOf(high - low);
    const [isLeft, sibling] = index < middle ? [true, hashOf(middle, high)] : [false, hashOf(low, middle)];
    path.unshift(sibling);
    if (isLeft) high = middle;
    else low = middle;
  }
  return path;
}

/**
 * One proof for many leaves, in the order of a walk from left to right: the hash of each largest subtree that has none of
 * them. `indexes` grow. Ten thousand paths would say the same hashes again and again.
 */
export function manyPath(indexes: readonly number[], size: number, hashOf: HashOf): readonly Buffer[] {
  const hashes: Buffer[] = [];
  let next = 0;
  const walk = (low: number, high: number): void => {
    if (next >= indexes.length || indexes[next]! >= high) hashes.push(hashOf(low, high));
    else if (high - low === 1) next += 1;
    else {
      const middle = low + splitOf(high - low);
      walk(low, middle);
      walk(middle, high);
    }
  };
  if (size > 0) walk(0, size);
  return hashes;
}

/** Which tiles `hashesIn` asks for, to prove these leaves: their own on each level, and those at the right edge. */
export function tilesFor(indexes: readonly number[], size: number): ReadonlyMap<number, readonly number[]> {
  const tiles = new Map<number, number[]>();
  for (let [level, entries] = [0, size]; entries > 0; level += 1, entries = Math.floor(entries / tileSize)) {
    const wanted = new Set(indexes.map((index) => Math.floor(index / tileSize ** (level + 1))));
    wanted.add(Math.floor(entries / tileSize));
    tiles.set(level, [...wanted]);
  }
  return tiles;
}

/** Subtrees out of tiles. `tile`: the hashes of one, one after the other. */
export function hashesIn(tile: (level: number, index: number) => Buffer): HashOf {
  const entry = (level: number, index: number): Buffer => {
    const at = (index % tileSize) * 32;
    return tile(level, Math.floor(index / tileSize)).subarray(at, at + 32);
  };
  const hashOf: HashOf = (low, high) => {
    const count = high - low;
    let level = 0;
    while (count % tileSize ** (level + 1) === 0 && low % tileSize ** (level + 1) === 0) level += 1;
    if (count === tileSize ** level) return entry(level, low / count);
    const middle = low + splitOf(count);
    return nodeHash(hashOf(low, middle), hashOf(middle, high));
  };
  return hashOf;
}
