import { type Document, exitOf, isOff, type Node, nodeOf, planOf } from './document.ts';
import { parts } from './exits.ts';

/** What everybody comes by who comes in, in order: to the first step at which ways part, or `most` of them. */
export function upcomingSteps(
  document: Document,
  most: number,
): { readonly steps: readonly Node[]; readonly goesOn: boolean } {
  const steps: Node[] = [];
  const seen = new Set<string>();
  for (let id = document.start; id !== null && !seen.has(id);) {
    seen.add(id);
    const node = nodeOf(document, id);
    if (node === null) break;
    const plan = planOf(node);
    if (plan.kind === 'end') break;
    if (!isOff(node) && plan.kind !== 'jump' && plan.kind !== 'goal') {
      if (steps.length === most) return { steps, goesOn: true };
      steps.push(node);
      if (parts(plan)) return { steps, goesOn: true };
    }
    id = exitOf(node, 'next');
  }
  return { steps, goesOn: false };
}
