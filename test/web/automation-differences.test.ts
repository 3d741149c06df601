import { expect, test } from 'vitest';
import { differences as saying } from '../../web/screens/business/automations/differences.ts';
import { noNames } from './automation-names.ts';
import {
  automationModel,
  type Document,
  freshNode,
  freshTrigger,
  type Node,
} from '../../web/screens/business/automations/model.ts';

/** What changed from one version of an automation to the next, in words. */
const step = (kind: Parameters<typeof freshNode>[0], name: string, next: string | null): Node =>
  ({ ...freshNode(kind), name, to: { ...freshNode(kind).to, next } }) as Node;
const drawn = (nodes: Document['nodes'], over: Partial<Document> = {}): Document => ({
  ...automationModel.emptyDocument,
  start: 'a',
  nodes,
  ...over,
});
const [a, b] = [step('Tag', 'Mark', 'b'), step('Wait', 'A day', null)];
const was = drawn({ a, b });
const differences = (before: Document, now: Document) => saying(before, now, noNames);

test('steps that came, went and changed are named; that others lead to them then says itself', () => {
  expect(differences(was, was)).toEqual([]);
  const changed = { ...a, tag: 'vip' } as Node;
  expect(differences(was, drawn({ a: changed, b }))).toEqual(['Changed: Mark']);
  const between = drawn({ a: step('Tag', 'Mark', 'c'), b, c: step('Tag', 'Mark more', 'b') });
  expect(differences(was, between)).toEqual(['Added: Mark more']);
  expect(differences(between, was)).toEqual(['Removed: Mark more']);
  expect(differences(was, drawn({ a: step('Tag', 'Mark', null), b }))).toEqual(['Next step changed: Mark']);
});

test('so is what starts it and who comes in again; of many steps the first are named', () => {
  const triggers = [{ on: freshTrigger('opted-in'), filter: { match: 'all' as const, groups: [] } }];
  expect(differences(was, { ...was, triggers, reentry: { kind: 'always' } })).toEqual([
    'Trigger changed',
    'Re-entry changed',
  ]);
  const many = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`n${at}`, step('Tag', `Tag ${at}`, null)]));
  expect(differences(was, drawn({ a, b, ...many }))).toEqual([
    'Added: Tag 0, Tag 1, Tag 2, Tag 3, Tag 4, Tag 5 …and 2 more',
  ]);
});

test('steps without a name of their own are told apart by what they do', () => {
  const waits = (amount: number): Node => ({
    ...(freshNode('Wait') as Extract<Node, { kind: 'Wait' }>),
    until: { kind: 'duration', amount, unit: 'days', zone: 'contact' },
  });
  const before = drawn({ a: waits(3), b: waits(7) });
  expect(differences(before, drawn({ a: waits(3), b: waits(9) }))).toEqual(['Changed: Wait: 9 days']);
});
