import { type Document, exitOf, hasOtherwise, isOff, type Node, nodeOf } from './document.ts';

/** What everybody comes by who comes in, in order: to the first step at which ways part, or `most` of them. */
export function ahead(document: Document, most: number): { readonly steps: readonly Node[]; readonly goesOn: boolean } {
  const steps: Node[] = [];
  const seen = new Set<string>();
  for (let id = document.start; id !== null && !seen.has(id);) {
    seen.add(id);
    const node = nodeOf(document, id);
    if (node === null || node.kind === 'End') break;
    if (!isOff(node) && node.kind !== 'GoTo' && node.kind !== 'Goal') {
      if (steps.length === most) return { steps, goesOn: true };
      steps.push(node);
      if (parts(node)) return { steps, goesOn: true };
    }
    id = exitOf(node, 'next');
  }
  return { steps, goesOn: false };
}

const parts = (node: Node): boolean =>
  node.kind === 'Condition' ||
  node.kind === 'Split' ||
  node.kind === 'CollectContactData' ||
  node.kind === 'ImageUpload' ||
  (node.kind === 'Wait' && hasOtherwise(node));
