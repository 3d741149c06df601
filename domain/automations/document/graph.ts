import { type Document, exitOf, exitsOf, nodeOf } from './document.ts';
import { atOnce } from './exits.ts';

/** The steps that a way from these comes to. Each step and exit is looked at once. */
export function reachable(document: Document, from: readonly (string | null)[]): ReadonlySet<string> {
  const found = new Set<string>();
  const open = from.filter((id) => id !== null);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const node = nodeOf(document, id);
    if (node === null || found.has(id)) continue;
    found.add(id);
    for (const [exit] of exitsOf(node)) {
      const to = exitOf(node, exit);
      if (to !== null && !found.has(to)) open.push(to);
    }
  }
  return found;
}

/**
 * Steps that lead back to themselves without any time passing, each group once, in the order of the document: a run in one
 * of them would never rest. Strongly connected components (Tarjan 1972), without recursion: a chain may be long.
 */
export function restlessCycles(document: Document): readonly (readonly string[])[] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const cycles: string[][] = [];
  const ids = Object.keys(document.nodes);
  const edges = (id: string): readonly string[] =>
    atOnce(document.nodes[id]!).filter((to) => nodeOf(document, to) !== null);

  for (const root of ids) {
    if (index.has(root)) continue;
    const path: { readonly id: string; readonly to: readonly string[]; next: number }[] = [];
    const visit = (id: string): void => {
      index.set(id, index.size);
      low.set(id, index.get(id)!);
      stack.push(id);
      onStack.add(id);
      path.push({ id, to: edges(id), next: 0 });
    };
    visit(root);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const to = top.to[top.next];
      top.next += 1;
      if (to !== undefined) {
        if (!index.has(to)) visit(to);
        else if (onStack.has(to)) low.set(top.id, Math.min(low.get(top.id)!, index.get(to)!));
        continue;
      }
      path.pop();
      const parent = path.at(-1);
      if (parent !== undefined) low.set(parent.id, Math.min(low.get(parent.id)!, low.get(top.id)!));
      if (low.get(top.id) !== index.get(top.id)) continue;
      const group = stack.splice(stack.lastIndexOf(top.id));
      for (const id of group) onStack.delete(id);
      if (group.length > 1 || top.to.includes(top.id)) cycles.push(group);
    }
  }
  return cycles;
}
