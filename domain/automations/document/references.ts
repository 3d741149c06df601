import type { ContactFilter } from '../../contacts/filter.ts';
import { type Node, nodeWithoutOwner, withNodeReferred } from '../steps/index.ts';
import { withTriggerReferred } from '../triggers/index.ts';
import { type Refer, type ReferenceKind, withConditionsReferred } from '../values/references.ts';
import type { Document } from './document.ts';

export { nowhere, type ReferenceKind } from '../values/references.ts';

/** The document with everything that it names exchanged for what `refer` says; null: for nothing. */
export const withReferences = (document: Document, refer: Refer): Document => ({
  ...document,
  triggers: document.triggers.map(({ on, filter }) => ({
    on: withTriggerReferred(on, refer),
    filter: { ...filter, groups: filter.groups.map((group) => withConditionsReferred(group, refer)) },
  })),
  nodes: Object.fromEntries(Object.entries(document.nodes).map(([id, node]) => [id, withNodeReferred(node, refer)])),
});

/** All that something names, by kind, each once. */
export type References = ReadonlyMap<ReferenceKind, ReadonlySet<string>>;
export const referencesOf = (document: Document): References => named((refer) => void withReferences(document, refer));
export const referencesOfNode = (node: Node): References => named((refer) => void withNodeReferred(node, refer));
export const referencesOfFilter = (filter: ContactFilter): References =>
  named((refer) => void filter.groups.forEach((group) => withConditionsReferred(group, refer)));

function named(look: (refer: Refer) => void): References {
  const found = new Map<ReferenceKind, Set<string>>();
  look((kind, id) => {
    found.set(kind, (found.get(kind) ?? new Set()).add(id));
    return id;
  });
  return found;
}

/** The same under other ids, wherever it names its own steps. */
export function withStepIds(document: Document, idOf: (id: string) => string): Document {
  const own = (id: string | null): string | null => (id !== null && Object.hasOwn(document.nodes, id) ? idOf(id) : id);
  const { nodes, start, ...rest } = withReferences(document, (kind, id) => (kind === 'source' ? own(id) : id));
  return {
    ...rest,
    start: own(start),
    nodes: Object.fromEntries(
      Object.entries(nodes).map(([id, node]) => [
        idOf(id),
        { ...node, to: Object.fromEntries(Object.entries(node.to).map(([exit, to]) => [exit, own(to)])) } as Node,
      ]),
    ),
  };
}

/**
 * What another business may have of it: the steps under ids of their own, and nothing that is the giver's: what it names
 * there, where it calls, whom it tells, which pictures it shows. Publishing says what has to be chosen again.
 */
export function withoutOwner(document: Document, idOf: (id: string) => string): Document {
  const own = (id: string): boolean => Object.hasOwn(document.nodes, id);
  const bare = withReferences(document, (kind, id) => (kind === 'source' && own(id) ? id : null));
  const nodes = Object.entries(bare.nodes).map(([id, node]): [string, Node] => [id, nodeWithoutOwner(node)]);
  return withStepIds({ ...bare, nodes: Object.fromEntries(nodes) }, idOf);
}
