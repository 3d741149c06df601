import { shownExits } from '../../../../api/contract/automations.ts';
import { automationModel, type Document, type Node } from './model.ts';

/** Where a step can be put: first, behind an exit of a step, or before the step at which several ways meet again. */
export type Place =
  | { readonly kind: 'start' }
  | { readonly kind: 'exit'; readonly node: string; readonly exit: string }
  | { readonly kind: 'before'; readonly to: string; readonly among: readonly string[] };

export interface Way {
  readonly exit: string;
  readonly lines: readonly Line[];
}
/** A line of the list: a step with its ways, or how a way goes on after its last step. */
export type Line =
  | {
      readonly kind: 'step';
      readonly id: string;
      readonly node: Node;
      /** Before it. */
      readonly place: Place;
      readonly ways: readonly Way[];
    }
  | { readonly kind: 'end'; readonly place: Place }
  /** At a step that stands elsewhere in the list; `meets`: right below, where the ways come together. */
  | { readonly kind: 'goes'; readonly to: string; readonly place: Place; readonly meets: boolean };

export interface Outline {
  readonly lines: readonly Line[];
  /** Goals that stand on no way: they are reached from anywhere. */
  readonly goals: readonly Line[];
  /** What a jump alone leads to. */
  readonly jumped: readonly Line[];
  /** What nothing leads to. */
  readonly loose: readonly Line[];
  /** All steps in the order in which they are shown. */
  readonly order: readonly string[];
}

export { shownExits };
export const targetOf = (node: Node, exit: string): string | null =>
  (node.to as Readonly<Record<string, string | null>>)[exit] ?? null;

/** A document as a list with indented ways: each step once, in the order in which it is come by. */
export function outlineOf(document: Document): Outline {
  const placed = new Set<string>();
  const node = (id: string): Node | null => automationModel.nodeOf(document, id);

  /** What can be reached from a step without what is placed already, nearest first. */
  const reach = (from: string): readonly string[] => {
    const found = new Set<string>();
    const open = [from];
    for (let id = open.shift(); id !== undefined; id = open.shift()) {
      const at = node(id);
      if (at === null || found.has(id) || placed.has(id)) continue;
      found.add(id);
      for (const exit of shownExits(at)) {
        const to = targetOf(at, exit);
        if (to !== null) open.push(to);
      }
    }
    return [...found];
  };
  /** The nearest step at which all ways that go on meet. */
  const meeting = (targets: readonly string[]): string | null => {
    if (targets.length < 2) return null;
    const [first, ...others] = targets.map(reach);
    const sets = others.map((ids) => new Set(ids));
    return first!.find((id) => sets.every((set) => set.has(id))) ?? null;
  };

  const walk = (begin: Place, first: string | null, stops: ReadonlySet<string>): Line[] => {
    const lines: Line[] = [];
    let place = begin;
    let to = first;
    for (;;) {
      const at = to === null ? null : node(to);
      if (to === null) {
        lines.push({ kind: 'end', place });
        return lines;
      }
      if (at === null || stops.has(to) || placed.has(to)) {
        lines.push({ kind: 'goes', to, place, meets: stops.has(to) });
        return lines;
      }
      const id = to;
      placed.add(id);
      const exits = shownExits(at);
      if (exits.length < 2) {
        lines.push({ kind: 'step', id, node: at, place, ways: [] });
        const [exit] = exits;
        if (exit === undefined) return lines;
        place = { kind: 'exit', node: id, exit };
        to = targetOf(at, exit);
        continue;
      }
      const targets = exits.flatMap((exit) => targetOf(at, exit) ?? []);
      const meet = meeting(targets);
      const before = new Set(placed);
      const within = meet === null ? stops : new Set([...stops, meet]);
      const ways = exits.map((exit) => ({
        exit,
        lines: walk({ kind: 'exit', node: id, exit }, targetOf(at, exit), within),
      }));
      lines.push({ kind: 'step', id, node: at, place, ways });
      if (meet === null || stops.has(meet)) return lines;
      place = { kind: 'before', to: meet, among: [id, ...[...placed].filter((one) => !before.has(one))] };
      to = meet;
    }
  };
  const none = new Set<string>();
  const lines = walk({ kind: 'start' }, document.start, none);
  const apart = (of: (node: Node) => boolean): Line[] =>
    Object.keys(document.nodes)
      .filter((id) => of(document.nodes[id]!))
      .flatMap((id) => (placed.has(id) ? [] : walk({ kind: 'start' }, id, none)));
  const goals = apart(({ kind }) => kind === 'Goal');
  // What is come to by a jump may jump on: `placed` grows while it is gone through.
  const jumped: Line[] = [];
  for (const id of placed) {
    const at = node(id);
    if (at?.kind === 'GoTo' && at.to.next !== null && node(at.to.next) !== null && !placed.has(at.to.next))
      jumped.push(...walk({ kind: 'start' }, at.to.next, none));
  }
  const targets = new Set(
    Object.values(document.nodes).flatMap((one) => automationModel.exitsOf(one).map(([, to]) => to)),
  );
  const heads = Object.keys(document.nodes).filter((id) => !placed.has(id) && !targets.has(id));
  const loose = [...heads.flatMap((id) => walk({ kind: 'start' }, id, none)), ...apart(() => true)];
  return { lines, goals, jumped, loose, order: [...placed] };
}
