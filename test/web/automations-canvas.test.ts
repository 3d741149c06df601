import { describe, expect, test } from 'vitest';
import { automationTemplates } from '../../domain/automations/document/templates.ts';
import { blocksOf, clipOf, move, paste } from '../../web/screens/business/automations/builder/clip.ts';
import { insert } from '../../web/screens/business/automations/builder/edit.ts';
import { layoutOf, shapeOf } from '../../web/screens/business/automations/canvas/layout.ts';
import type { Spot } from '../../web/screens/business/automations/canvas/spot.ts';
import { Views } from '../../web/screens/business/automations/canvas/views.ts';
import { walk, walkToWay, type Way } from '../../web/screens/business/automations/canvas/walk.ts';
import { automationModel, type Document, freshNode, type Node } from '../../web/screens/business/automations/model.ts';
import { outlineOf, shownExits } from '../../web/screens/business/automations/outline.ts';

/** The steps of an automation as a drawing: where they stand, how the keyboard goes through it, and how they are moved. */
const documents = automationTemplates.map(({ key, document }) => [key, document] as const);
const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const numbered = () => {
  let number = 900;
  return () => idOf((number += 1));
};

describe.each(documents)('%s', (_key, document) => {
  const { spots, wires } = layoutOf(document);
  test('each step stands once, nothing lies on anything else, and what leads on leads down', () => {
    const steps = spots.flatMap((spot) => (spot.kind === 'step' ? [spot.id] : []));
    expect(steps.toSorted()).toEqual(Object.keys(document.nodes).toSorted());
    const apart = (a: Spot, b: Spot) =>
      a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
    for (const [at, one] of spots.entries())
      for (const other of spots.slice(at + 1)) expect([one.id, other.id, apart(one, other)]).toContain(true);
    const found = new Map(spots.map((spot) => [spot.id, spot]));
    for (const { from, to } of wires)
      expect(found.get(to)!.y).toBeGreaterThanOrEqual(found.get(from)!.y + found.get(from)!.height);
  });
  test('it has the same places as the list, and ways stand from left to right as they are read', () => {
    const listed = new Set<string>();
    const collect = (lines: ReturnType<typeof outlineOf>['lines']): void => {
      for (const line of lines) {
        listed.add(JSON.stringify(line.place));
        if (line.kind === 'step') for (const way of line.ways) collect(way.lines);
      }
    };
    const { lines, goals, loose } = outlineOf(document);
    for (const all of [lines, goals, loose]) collect(all);
    const drawn = new Set(spots.flatMap(({ place }) => (place === null ? [] : [JSON.stringify(place)])));
    // What stands apart has no button before its first step.
    if (goals.length === 0) expect([...drawn].toSorted()).toEqual([...listed].toSorted());
    else for (const place of drawn) expect(listed).toContain(place);
    for (const [id, node] of Object.entries(document.nodes)) {
      const ways = shownExits(node).flatMap((exit) => spots.filter((spot) => spot.id === `way:${id}:${exit}`));
      expect(ways.map(({ x }) => x)).toEqual(ways.map(({ x }) => x).toSorted((a, b) => a - b));
    }
  });
  test('words move nothing', () => {
    const renamed = {
      ...document,
      nodes: Object.fromEntries(
        Object.entries(document.nodes).map(([id, node]) => [id, { ...node, name: 'A long name '.repeat(6) } as Node]),
      ),
    };
    expect(shapeOf(renamed)).toBe(shapeOf(document));
    expect(layoutOf(renamed)).toEqual(layoutOf(document));
  });
  test('the arrow keys come to every step on a way', () => {
    const reached = new Set(['start']);
    const ahead = ['start'];
    for (let id = ahead.shift(); id !== undefined; id = ahead.shift())
      for (const way of ['up', 'down', 'left', 'right'] as const) {
        const to = walk({ spots, wires }, id, way);
        if (to !== null && !reached.has(to)) ahead.push(to);
        if (to !== null) reached.add(to);
      }
    expect([...reached].toSorted()).toEqual([...Object.keys(document.nodes), 'start'].toSorted());
  });
  test('wherever a step is moved to, no step is lost, doubled or cut off', () => {
    for (const id of Object.keys(document.nodes))
      for (const { place } of spots) {
        if (place === null) continue;
        const next = move(document, [id], place);
        expect(Object.keys(next.nodes).toSorted()).toEqual(Object.keys(document.nodes).toSorted());
        expect(outlineOf(next).loose).toEqual([]);
      }
  });
  test('a copy stands beside what it was copied from, under ids of its own', () => {
    for (const id of Object.keys(document.nodes)) {
      const clip = clipOf(document, [id])!;
      if (clip.open.length === 0) continue;
      const next = paste(document, { kind: 'start' }, clip, numbered());
      expect(Object.keys(next.nodes)).toHaveLength(Object.keys(document.nodes).length + Object.keys(clip.nodes).length);
      expect(outlineOf(next).loose).toEqual([]);
      expect(clip).toEqual(clipOf(document, [id]));
      const targets = Object.values(next.nodes).flatMap((node) => automationModel.exitsOf(node).map(([, to]) => to));
      expect(targets.filter((to) => to !== null && !(to in next.nodes))).toEqual([]);
    }
  });
});

/** Steps one behind the other, by what they tag. */
function line(...tags: readonly string[]): Document {
  return tags.reduceRight<Document>((document, tag, at) => {
    const node = { ...freshNode('Tag'), tag } as Node;
    return insert(document, { kind: 'start' }, idOf(at), node);
  }, automationModel.emptyDocument);
}
const tagsOf = (document: Document): readonly string[] =>
  outlineOf(document).order.map((id) => (document.nodes[id] as { readonly tag: string }).tag);

test('a step is moved down and up, and several together', () => {
  const document = line('a', 'b', 'c', 'd');
  expect(tagsOf(move(document, [idOf(0)], { kind: 'exit', node: idOf(2), exit: 'next' }))).toEqual([
    'b',
    'c',
    'a',
    'd',
  ]);
  expect(tagsOf(move(document, [idOf(3)], { kind: 'start' }))).toEqual(['d', 'a', 'b', 'c']);
  expect(tagsOf(move(document, [idOf(0), idOf(1)], { kind: 'exit', node: idOf(3), exit: 'next' }))).toEqual([
    ...['c', 'd', 'a', 'b'],
  ]);
  // Where it stands already, nothing happens: not even a step of undo.
  expect(move(document, [idOf(1)], { kind: 'exit', node: idOf(0), exit: 'next' })).toBe(document);
  expect(move(document, [idOf(1)], { kind: 'exit', node: idOf(1), exit: 'next' })).toBe(document);
});
test('copied steps that did not follow each other do so where they are pasted', () => {
  const document = line('a', 'b', 'c', 'd');
  const clip = clipOf(document, [idOf(3), idOf(1)])!;
  const next = paste(document, { kind: 'exit', node: idOf(0), exit: 'next' }, clip, numbered());
  expect(tagsOf(next)).toEqual(['a', 'b', 'd', 'b', 'c', 'd']);
});
test('a condition goes with the steps of its ways, and nothing is put behind an end', () => {
  const plain = line('a', 'b');
  const split = insert(plain, { kind: 'start' }, idOf(7), freshNode('Condition'));
  const inside = insert(split, { kind: 'exit', node: idOf(7), exit: 'no' }, idOf(8), freshNode('End'));
  expect(blocksOf(inside, [idOf(7)])).toEqual([idOf(7), idOf(0), idOf(1), idOf(8)]);
  const ended = clipOf(inside, [idOf(8)])!;
  expect(ended.open).toEqual([]);
  expect(move(inside, [idOf(8)], { kind: 'start' })).toBe(inside);
});
test('what is said again draws nothing again: hearers hear of what changed, and the rest stays the same object', () => {
  const views = new Views<{ readonly name: string }>();
  views.put(
    new Map([
      ['a', { name: 'one' }],
      ['b', { name: 'two' }],
    ]),
  );
  const [a, b] = [views.of('a'), views.of('b')];
  let heard = 0;
  views.subscribe(() => (heard += 1));
  views.put(
    new Map([
      ['a', { name: 'one' }],
      ['b', { name: 'two' }],
    ]),
  );
  expect(heard).toBe(0);
  views.put(
    new Map([
      ['a', { name: 'one' }],
      ['b', { name: 'three' }],
    ]),
  );
  expect(heard).toBe(1);
  expect(views.of('a')).toBe(a);
  expect(views.of('b')).not.toBe(b);
});

describe('where it is gone on elsewhere', () => {
  const at = (kind: Node['kind'], to: object): Node => ({ ...freshNode(kind), to }) as Node;
  /** 1 parts: 2, 3, which goes back to 1, or on with 4, 5, which goes on with 2. */
  const document: Document = {
    ...automationModel.emptyDocument,
    start: idOf(0),
    nodes: {
      [idOf(0)]: at('Tag', { next: idOf(1), failed: null }),
      [idOf(1)]: at('Condition', { yes: idOf(2), no: idOf(4) }),
      // Between two others, in one row with them.
      [idOf(7)]: at('GoTo', { next: idOf(0) }),
      [idOf(2)]: at('Tag', { next: idOf(3), failed: null }),
      [idOf(3)]: at('GoTo', { next: idOf(0) }),
      [idOf(4)]: {
        ...freshNode('Split'),
        shares: [30, 30, 40],
        to: { a: idOf(5), b: idOf(7), c: idOf(6), d: null, e: null },
      } as Node,
      [idOf(5)]: at('GoTo', { next: idOf(2) }),
      [idOf(6)]: at('Tag', { next: null, failed: null }),
    },
  };
  const { spots, jumps, wires } = layoutOf(document);

  test('a line leads there from each step that says so, past all that stands between', () => {
    expect(jumps.map(({ from, to }) => [from, to]).toSorted()).toEqual([
      [idOf(3), idOf(0)],
      [idOf(5), idOf(2)],
      [idOf(7), idOf(0)],
    ]);
    for (const { from, to, points } of jumps)
      for (const [n, end] of points.slice(1).entries()) {
        const begin = points[n]!;
        const crossed = spots.filter(
          ({ id, x, y, width, height }) =>
            id !== from &&
            id !== to &&
            Math.min(begin.x, end.x) < x + width &&
            Math.max(begin.x, end.x) > x &&
            Math.min(begin.y, end.y) < y + height &&
            Math.max(begin.y, end.y) > y,
        );
        expect([from, to, crossed.map(({ id }) => id)]).toEqual([from, to, []]);
      }
  });
  test('it begins and ends at what it leads from and to', () => {
    const found = new Map(spots.map((spot) => [spot.id, spot]));
    const touches = ({ x, y, width, height }: Spot, point: { readonly x: number; readonly y: number }) =>
      point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height;
    for (const { from, to, points } of jumps)
      expect([touches(found.get(from)!, points[0]!), touches(found.get(to)!, points.at(-1)!)]).toEqual([true, true]);
  });
  test('it moves nothing: without it, all stands where it stood', () => {
    const ends = Object.fromEntries(
      Object.entries(document.nodes).map(([id, node]) => [id, node.kind === 'GoTo' ? at('End', {}) : node]),
    );
    const plain = layoutOf({ ...document, nodes: ends });
    expect(plain.spots.map(({ x, y }) => [x, y])).toEqual(spots.map(({ x, y }) => [x, y]));
    expect(plain.wires).toEqual(wires);
    expect(plain.jumps).toEqual([]);
  });
});

test('arrows lead into empty ways, from one to the next, and back to their step', () => {
  const step = idOf(1);
  const fork = { ...freshNode('Condition'), to: { yes: null, no: null } } as Node;
  const document: Document = { triggers: [], reentry: { kind: 'once' }, start: step, nodes: { [step]: fork } };
  const layout = layoutOf(document);
  const ways = layout.spots.filter(({ kind }) => kind === 'way').map(({ id }) => id);
  const on = (from: string, way: Way) => walkToWay(layout, from, way);
  expect(ways).toHaveLength(2);
  expect(on(step, 'down')).toBe(ways[0]);
  expect(on(ways[0]!, 'right')).toBe(ways[1]);
  expect(on(ways[1]!, 'left')).toBe(ways[0]);
  expect(on(ways[1]!, 'right')).toBeNull();
  expect(on(ways[1]!, 'up')).toBe(step);
});
