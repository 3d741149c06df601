import { reachable } from '../../../../../api/contract/automations.ts';
import { automationModel, type Document, type Node } from '../model.ts';
import { type Place, shownExits, targetOf } from '../outline.ts';

/** The step that a place leads to; null: none. */
export function targetAt(document: Document, place: Place): string | null {
  if (place.kind === 'start') return document.start;
  if (place.kind === 'before') return place.to;
  const node = automationModel.nodeOf(document, place.node);
  return node === null ? null : targetOf(node, place.exit);
}

const withExits = (node: Node, to: Readonly<Record<string, string | null>>): Node =>
  ({ ...node, to: { ...node.to, ...to } }) as Node;

/** Every exit that is shown leads there; of a condition, what followed stands on Yes. */
function leadingTo(node: Node, rest: string | null): Node {
  const { kind } = automationModel.planOf(node);
  if (kind === 'branch') return withExits(node, { yes: rest });
  if (kind === 'split') return withExits(node, Object.fromEntries(shownExits(node).map((exit) => [exit, rest])));
  return 'next' in node.to ? withExits(node, { next: rest }) : node;
}

/** Kinds behind which nothing follows: they stand only where a way ends. */
export const endsWay = (node: Node): boolean => ['end', 'jump'].includes(automationModel.planOf(node).kind);

/** What a place leads to becomes this step. */
export function lead(document: Document, place: Place, to: string | null): Document {
  if (place.kind === 'start') return { ...document, start: to };
  const nodes: Record<string, Node> = { ...document.nodes };
  for (const one of place.kind === 'exit' ? [place.node] : place.among) {
    const at = document.nodes[one];
    if (at === undefined) continue;
    const exits =
      place.kind === 'exit' ? [place.exit] : shownExits(at).filter((exit) => targetOf(at, exit) === place.to);
    nodes[one] = withExits(at, Object.fromEntries(exits.map((exit) => [exit, to])));
  }
  return { ...document, nodes };
}
export function insert(document: Document, place: Place, id: string, node: Node): Document {
  const led = lead(document, place, id);
  return { ...led, nodes: { ...led.nodes, [id]: leadingTo(node, targetAt(document, place)) } };
}

/** A goal that stands on no way. */
export const insertGoal = (document: Document, id: string, node: Node): Document => ({
  ...document,
  nodes: { ...document.nodes, [id]: node },
});

/**
 * Without a step: what led to it leads to what followed it. Steps of its other ways that nothing leads to any more go
 * with it.
 */
export function remove(document: Document, id: string): { readonly document: Document; readonly removed: number } {
  const node = automationModel.nodeOf(document, id);
  if (node === null) return { document, removed: 0 };
  const [main] = 'next' in node.to ? ['next'] : shownExits(node);
  const follows = main === undefined ? null : targetOf(node, main);
  const heir = follows === id ? null : follows;
  const before = reachable(document, [document.start]);
  const { [id]: _, ...others } = document.nodes;
  const nodes = Object.fromEntries(
    Object.entries(others).map(([key, one]) => {
      const leading = automationModel.exitsOf(one).filter(([, to]) => to === id);
      return [
        key,
        leading.length === 0 ? one : withExits(one, Object.fromEntries(leading.map(([exit]) => [exit, heir]))),
      ];
    }),
  );
  const start = document.start === id ? heir : document.start;
  const next = { ...document, start, nodes };
  const after = reachable(next, [start]);
  const kept = Object.fromEntries(
    Object.entries(nodes).filter(([key, { kind }]) => after.has(key) || !before.has(key) || kind === 'Goal'),
  );
  const cut = Object.fromEntries(
    Object.entries(kept).map(([key, one]) => {
      const lost = automationModel.exitsOf(one).filter(([, to]) => to !== null && !(to in kept) && to in nodes);
      return [key, lost.length === 0 ? one : withExits(one, Object.fromEntries(lost.map(([exit]) => [exit, null])))];
    }),
  );
  const count = Object.keys(document.nodes).length - Object.keys(cut).length;
  return { document: { ...next, nodes: cut }, removed: count };
}

export const putExit = (node: Node, exit: string, to: string | null): Node => withExits(node, { [exit]: to });
/** Yes and No the other way round. */
export const flip = (node: Node): Node =>
  node.kind === 'Condition' ? { ...node, to: { yes: node.to.no, no: node.to.yes } } : node;

/** Whether a step can stand twice in a row. */
export const canDouble = (node: Node): boolean => shownExits(node).length === 1;
/** The same again, right behind it. */
export const double = (document: Document, id: string, as: string): Document => {
  const node = document.nodes[id]!;
  return insert(document, { kind: 'exit', node: id, exit: 'next' }, as, node);
};
