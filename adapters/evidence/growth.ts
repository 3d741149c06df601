import type { StoredEvent } from '../event-store/port.ts';
import { contactEntry, contactOf, entryText, ownerOf } from './entries.ts';
import type { TreeKind } from './port.ts';
import { Frontier, type Hash, leafOf, tileSize } from './tree.ts';

/** A row of `ops.evidence_segments`: hashes of one tile from `first` on. */
export interface Segment {
  readonly level: number;
  readonly first: number;
  readonly hashes: Hash[];
  readonly positions: bigint[];
  readonly entries: Buffer[];
}

/** One tree, and what was added to it since it was written. */
export class GrowingTree {
  readonly owner: string;
  readonly kind: TreeKind;
  readonly frontier: Frontier;
  #segments: Segment[] = [];
  #last = new Map<number, Segment>();

  constructor(owner: string, kind: TreeKind, frontier = new Frontier()) {
    this.owner = owner;
    this.kind = kind;
    this.frontier = frontier;
  }

  add(entry: string | Buffer, position: bigint): void {
    const leaf = leafOf(entry);
    const segment = this.#put(0, this.frontier.size, leaf);
    segment.positions.push(position);
    if (this.kind === 'contacts' && typeof entry !== 'string') segment.entries.push(entry);
    this.frontier.append(leaf, (level, index, hash) => this.#put(level, index, hash));
  }

  /** What was added, to be written. What comes after it starts rows of its own. */
  take(): readonly Segment[] {
    const segments = this.#segments;
    this.#segments = [];
    this.#last = new Map();
    return segments;
  }

  #put(level: number, index: number, hash: Hash): Segment {
    let segment = this.#last.get(level);
    if (segment === undefined || index % tileSize === 0) {
      segment = { level, first: index, hashes: [], positions: [], entries: [] };
      this.#segments.push(segment);
      this.#last.set(level, segment);
    }
    segment.hashes.push(hash);
    return segment;
  }
}

export interface TreeName {
  readonly owner: string;
  readonly kind: TreeKind;
}
export const treeKey = ({ owner, kind }: TreeName): string => `${kind} ${owner}`;

/** The trees that a page of the log grows. */
export function treesOf(events: readonly StoredEvent[]): readonly TreeName[] {
  const owners = new Set<string>();
  const withContacts = new Set<string>();
  for (const event of events) {
    const owner = ownerOf(event);
    owners.add(owner);
    if (contactOf(event) !== null) withContacts.add(owner);
  }
  return [
    ...[...owners].map((owner) => ({ owner, kind: 'events' }) as const),
    ...[...withContacts].map((owner) => ({ owner, kind: 'contacts' }) as const),
  ];
}

/** Adds a page of the log to its trees, in its order. */
export function grow(trees: Iterable<GrowingTree>, events: readonly StoredEvent[]): void {
  const own = { events: new Map<string, GrowingTree>(), contacts: new Map<string, GrowingTree>() };
  for (const tree of trees) if (tree.kind !== 'checkpoints') own[tree.kind].set(tree.owner, tree);
  for (const event of events) {
    const owner = ownerOf(event);
    const text = entryText(event);
    own.events.get(owner)!.add(text, event.position);
    const contactId = contactOf(event);
    if (contactId !== null) own.contacts.get(owner)!.add(contactEntry(contactId, text), event.position);
  }
}
