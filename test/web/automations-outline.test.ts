import { describe, expect, test } from 'vitest';
import { automationTemplates } from '../../domain/automations/document/templates.ts';
import { double, flip, insert, remove } from '../../web/screens/business/automations/builder/edit.ts';
import { documentIn, sectionsOf } from '../../web/screens/business/automations/builder/sections.ts';
import { type Document, freshNode, type Node } from '../../web/screens/business/automations/model.ts';
import { type Line, outlineOf } from '../../web/screens/business/automations/outline.ts';

/** The steps of an automation as a list with indented ways, and what is done to them there. */
const documents = automationTemplates.map(({ key, document }) => [key, document] as const);
const added = '11111111-1111-4111-8111-111111111111';

const linesOf = (lines: readonly Line[]): readonly Line[] =>
  lines.flatMap((line) => (line.kind === 'step' ? [line, ...line.ways.flatMap((way) => linesOf(way.lines))] : [line]));
const all = (document: Document) => {
  const { lines, goals, jumped, loose } = outlineOf(document);
  return linesOf([...lines, ...goals, ...jumped, ...loose]);
};
const steps = (document: Document) => all(document).flatMap((line) => (line.kind === 'step' ? [line.id] : []));

describe.each(documents)('%s', (_key, document) => {
  test('each step stands in the list once, none is left over', () => {
    expect(steps(document).toSorted()).toEqual(Object.keys(document.nodes).toSorted());
    expect(outlineOf(document).loose).toEqual([]);
  });
  test('a step can be put at every place of the list: nothing is lost by it, and taking it away leaves what was', () => {
    for (const { place } of all(document)) {
      if (place.kind === 'start' && document.start === null) continue;
      const next = insert(document, place, added, freshNode('Tag'));
      expect(steps(next).toSorted()).toEqual([...Object.keys(document.nodes), added].toSorted());
      expect(outlineOf(next).loose).toEqual([]);
      expect(remove(next, added)).toEqual({ document, removed: 1 });
    }
  });
  test('whatever is taken away, nothing leads to what is gone, and nothing is cut off', () => {
    for (const id of Object.keys(document.nodes)) {
      const { document: next, removed } = remove(document, id);
      expect(removed).toBeGreaterThan(0);
      expect(id in next.nodes).toBe(false);
      expect(outlineOf(next).loose).toEqual([]);
      const targets = Object.values(next.nodes).flatMap(({ to }) => Object.values(to) as (string | null)[]);
      expect(targets.filter((to) => to !== null && !(to in next.nodes))).toEqual([]);
    }
  });
  test('it is the same as the sections that it is saved by', () => {
    expect(documentIn(sectionsOf(document))).toEqual(document);
  });
});

test('a condition that is dropped into a line puts the rest on Yes; flipped, on No', () => {
  const [, welcome] = documents[0]!;
  const next = insert(welcome, { kind: 'start' }, added, freshNode('Condition'));
  expect(next.nodes[added]!.to).toEqual({ yes: welcome.start, no: null });
  expect(flip(next.nodes[added]!).to).toEqual({ yes: null, no: welcome.start });
});

test('a copy of a step stands right behind it', () => {
  const [, welcome] = documents[0]!;
  const next = double(welcome, welcome.start!, added);
  expect(next.nodes[welcome.start!]!.to).toMatchObject({ next: added });
  expect(next.nodes[added]).toEqual(welcome.nodes[welcome.start!]);
});

test('what a jump alone leads to is not cut off: it stands by itself, with what it jumps to in turn', () => {
  const [, welcome] = documents[0]!;
  const to = (next: string | null) => ({ ...freshNode('GoTo'), to: { next } }) as Node;
  const text = (next: string | null) => ({ ...freshNode('Notification'), to: { next, failed: null } }) as Node;
  const drawn = (nodes: Document['nodes']): Document => ({ ...welcome, start: 'a', nodes });
  const { lines, jumped, loose, order } = outlineOf(
    drawn({ a: to('b'), b: text('c'), c: to('d'), d: text(null), e: text(null) }),
  );
  const ids = (of: readonly Line[]) => linesOf(of).flatMap((line) => (line.kind === 'step' ? [line.id] : []));
  expect([ids(lines), ids(jumped), ids(loose)]).toEqual([['a'], ['b', 'c', 'd'], ['e']]);
  expect(order.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
  // A jump to what stands elsewhere, or nowhere, makes nothing.
  expect(outlineOf(drawn({ a: text('b'), b: to('a') })).jumped).toEqual([]);
  expect(outlineOf(drawn({ a: to('gone') })).jumped).toEqual([]);
});
