import { automationModel, type Document, type Node } from '../model.ts';
import { type Line, outlineOf, type Place, shownExits, targetOf } from '../outline.ts';
import { lead, putExit, targetAt } from './edit.ts';

/** An exit by which what was cut out went on: what follows is hung there. */
type Open = readonly [node: string, exit: string];
/** Steps that were copied or cut: they lead to each other and to nothing else. */
export interface Clip {
  readonly nodes: Readonly<Record<string, Node>>;
  readonly first: string;
  readonly open: readonly Open[];
}

const linesIn = (lines: readonly Line[]): readonly Line[] =>
  lines.flatMap((line) => (line.kind === 'step' ? [line, ...line.ways.flatMap((way) => linesIn(way.lines))] : [line]));
const stepsIn = (lines: readonly Line[]): readonly string[] =>
  linesIn(lines).flatMap((line) => (line.kind === 'step' ? [line.id] : []));

/** Steps, each with its ways as far as they are its own: up to where they come together. In the order of the list. */
export function blocksOf(document: Document, ids: Iterable<string>): readonly string[] {
  const { lines, goals, jumped, loose, order } = outlineOf(document);
  const wanted = new Set(ids);
  const found = new Set(
    linesIn([...lines, ...goals, ...jumped, ...loose]).flatMap((line) =>
      line.kind === 'step' && wanted.has(line.id) ? stepsIn([line]) : [],
    ),
  );
  return order.filter((id) => found.has(id));
}

const within = (document: Document, from: string, set: ReadonlySet<string>): readonly string[] => {
  const found = new Set<string>();
  const ahead = [from];
  for (let id = ahead.shift(); id !== undefined; id = ahead.shift()) {
    const node = automationModel.nodeOf(document, id);
    if (node === null || !set.has(id) || found.has(id)) continue;
    found.add(id);
    for (const exit of shownExits(node)) {
      const to = targetOf(node, exit);
      if (to !== null) ahead.push(to);
    }
  }
  return [...found];
};

/** Where what stands together goes on: to what follows it, or where its first way ends. */
function openOf(document: Document, ids: readonly string[], set: ReadonlySet<string>): readonly Open[] {
  const exits = ids.flatMap((id) => shownExits(document.nodes[id]!).map((exit) => [id, exit] as const));
  const targets = exits.map(([id, exit]) => targetOf(document.nodes[id]!, exit));
  const leaving = exits.filter((_, at) => targets[at] !== null && !set.has(targets[at]!));
  if (leaving.length > 0) return leaving;
  const ending = exits.find(([, exit], at) => targets[at] === null && exit !== 'failed');
  return ending === undefined ? [] : [ending];
}

const hang = (nodes: Readonly<Record<string, Node>>, open: readonly Open[], to: string | null) =>
  open.reduce<Readonly<Record<string, Node>>>(
    (all, [id, exit]) => ({ ...all, [id]: putExit(all[id]!, exit, to) }),
    nodes,
  );

/** Steps with their ways, as something that can be put elsewhere; those that did not follow each other do so then. */
export function clipOf(document: Document, ids: Iterable<string>): Clip | null {
  const all = blocksOf(document, ids);
  const set = new Set(all);
  const led = new Set(
    all.flatMap((id) => shownExits(document.nodes[id]!).map((exit) => targetOf(document.nodes[id]!, exit))),
  );
  const heads = all.filter((id) => !led.has(id));
  const [first = all[0]] = heads;
  if (first === undefined) return null;
  const chains = (heads.length === 0 ? [first] : heads).map((head) =>
    openOf(document, within(document, head, set), set),
  );
  let nodes: Readonly<Record<string, Node>> = Object.fromEntries(
    all.map((id) => {
      const node = document.nodes[id]!;
      // Where a step goes to by its own choice, it still goes to; all other ways out end here.
      if (node.kind === 'GoTo') return [id, node];
      const out = automationModel.exitsOf(node).filter(([, to]) => to !== null && !set.has(to));
      return [id, out.reduce<Node>((one, [exit]) => putExit(one, exit, null), node)];
    }),
  );
  for (const [at, open] of chains.entries()) if (at + 1 < chains.length) nodes = hang(nodes, open, heads[at + 1]!);
  return { nodes, first, open: chains.at(-1)! };
}

/** Whether something can stand at a place: behind an end nothing follows. */
export const fits = (document: Document, place: Place, clip: Clip): boolean =>
  clip.open.length > 0 || targetAt(document, place) === null;

function put(document: Document, place: Place, { nodes, first, open }: Clip): Document {
  const rest = targetAt(document, place);
  const led = lead(document, place, first);
  return { ...led, nodes: { ...led.nodes, ...hang(nodes, open, rest) } };
}

/** Copied steps under ids of their own. What they went on to by their own choice they do where it is still there. */
export function paste(document: Document, place: Place, clip: Clip, newId: () => string): Document {
  const ids = new Map(Object.keys(clip.nodes).map((id) => [id, newId()]));
  const known = (to: string | null): string | null =>
    to === null ? null : (ids.get(to) ?? (to in document.nodes ? to : null));
  const nodes = Object.fromEntries(
    Object.entries(clip.nodes).map(([id, node]) => [
      ids.get(id)!,
      automationModel.exitsOf(node).reduce<Node>((one, [exit, to]) => putExit(one, exit, known(to)), node),
    ]),
  );
  const open = clip.open.map(([id, exit]) => [ids.get(id)!, exit] as const);
  return put(document, place, { nodes, first: ids.get(clip.first)!, open });
}

/** The same steps at another place; the document as it is where they stand there already, or can not. */
export function move(document: Document, ids: Iterable<string>, place: Place): Document {
  const clip = clipOf(document, ids);
  if (clip === null) return document;
  const isMoved = (id: string | null): boolean => id !== null && id in clip.nodes;
  const from =
    place.kind === 'exit' ? [place.node]
    : place.kind === 'before' ? place.among
    : [];
  if (isMoved(targetAt(document, place)) || (from.length > 0 && from.every(isMoved))) return document;
  const [one] = clip.open.flatMap(([id, exit]) => targetOf(document.nodes[id]!, exit) ?? []);
  const follows = one ?? null;
  const left = Object.fromEntries(
    Object.entries(document.nodes).flatMap(([id, node]) => {
      if (isMoved(id)) return [];
      const leading = automationModel.exitsOf(node).filter(([, to]) => isMoved(to));
      return [[id, leading.reduce<Node>((now, [exit]) => putExit(now, exit, follows), node)] as const];
    }),
  );
  const start = isMoved(document.start) ? follows : document.start;
  const without = { ...document, start, nodes: left };
  return fits(without, place, clip) ? put(without, place, clip) : document;
}
