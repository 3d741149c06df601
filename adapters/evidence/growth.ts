import type { StoredEvent } from '../event-store/port.ts';
import { leavesOf, ownerOf } from './entries.ts';
import type { TreeKind } from './port.ts';
import { Frontier, leafHash, tileSize } from './tree.ts';

/** A row of `ops.evidence_segments`: hashes of one tile from `first` on. */
export interface Segment {
  readonly level: number;
  readonly first: number;
  readonly hashes: Buffer[];
  readonly positions: bigint[];
  readonly entries: Buffer[];
}

/** One tree, and what a batch adds to it. */
export class GrowingTree {
  readonly owner: string;
  readonly kind: TreeKind;
  readonly frontier: Frontier;
  readonly segments: Segment[] = [];
  readonly #last = new Map<number, Segment>();

  constructor(owner: string, kind: TreeKind, frontier = new Frontier()) {
    this.owner = owner;
    this.kind = kind;
    this.frontier = frontier;
  }

  add(entry: Buffer, position: bigint): void {
    const leaf = leafHash(entry);
    const segment = this.#put(0, this.frontier.size, leaf);
    segment.positions.push(position);
    if (this.kind === 'contacts') segment.entries.push(entry);
    this.frontier.append(leaf, (level, index, hash) => this.#put(level, index, hash));
  }

  #put(level: number, index: number, hash: Buffer): Segment {
    let segment = this.#last.get(level);
    if (segment === undefined || index % tileSize === 0) {
      segment = { level, first: index, hashes: [], positions: [], entries: [] };
      this.segments.push(segment);
      this.#last.set(level, segment);
    }
    segment.hashes.push(hash);
    return segment;
  }
}

export const treeKey = (owner: string, kind: TreeKind): string => `${kind} ${owner}`;

/** Which trees a page of the log grows, with what it adds to each in its order. */
export function leavesByTree(
  events: readonly StoredEvent[],
): ReadonlyMap<
  string,
  { readonly owner: string; readonly kind: TreeKind; readonly leaves: (readonly [entry: Buffer, position: bigint])[] }
> {
  const trees = new Map<string, { owner: string; kind: TreeKind; leaves: [Buffer, bigint][] }>();
  for (const event of events) {
    const owner = ownerOf(event);
    for (const [kind, entry] of leavesOf(event)) {
      const key = treeKey(owner, kind);
      let tree = trees.get(key);
      if (tree === undefined) trees.set(key, (tree = { owner, kind, leaves: [] }));
      tree.leaves.push([entry, event.position]);
    }
  }
  return trees;
}
