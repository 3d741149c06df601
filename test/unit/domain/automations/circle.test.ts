import { describe, expect, it } from 'vitest';
import { circlesThrough } from '../../../../domain/automations/document/circle.ts';
import type { Document, Node, Reentry, TriggerOn } from '../../../../domain/automations/document/document.ts';
import { everybody } from '../../../../domain/contacts/filter.ts';
import { ask, drawn, end, id, off } from './make.ts';

const changes = (name: 'birthday' | 'first_name' | null): TriggerOn => ({
  kind: 'field-changed',
  to: null,
  field: name === null ? null : { of: 'contact', name },
});
const issues = (campaign: string): Node =>
  ({
    kind: 'Redemption',
    name: null,
    off: false,
    campaignId: id(campaign),
    body: '',
    to: { next: id('z'), failed: null },
  }) as Node;
const issued = (campaign: string): TriggerOn => ({ kind: 'coupon-issued', campaignId: id(campaign) });
const of = (on: TriggerOn, a: Node, reentry: Reentry = { kind: 'always' }): Document =>
  drawn({ a, z: end }, { triggers: [{ on, filter: everybody }], reentry });
const birthday = ask('z');
const through = (own: Document, ...others: Document[]) =>
  circlesThrough(
    { id: 'own', document: own },
    others.map((document, at) => ({ id: `other${at}`, document })),
  );

describe('automations that start themselves', () => {
  it('are found by a step that changes the field whose change starts it', () => {
    const link = { automation: 'own', node: id('a'), starts: 'own', trigger: 0 };
    expect(through(of(changes('birthday'), birthday))).toEqual([{ links: [link], endless: true }]);
    expect(through(of(changes(null), birthday))).toHaveLength(1);
    expect(through(of(changes('first_name'), birthday))).toEqual([]);
    expect(through(of(changes('birthday'), off(birthday)))).toEqual([]);
  });

  it('are none where people enter once, and not endless where days lie between', () => {
    expect(through(of(changes('birthday'), birthday, { kind: 'once' }))).toEqual([]);
    expect(through(of(changes('birthday'), birthday, { kind: 'after', days: 7 }))).toMatchObject([{ endless: false }]);
  });

  it('start each other', () => {
    const [own, other] = [of(issued('two'), issues('one')), of(issued('one'), issues('two'))];
    expect(through(own, other)).toEqual([
      {
        links: [
          { automation: 'own', node: id('a'), starts: 'other0', trigger: 0 },
          { automation: 'other0', node: id('a'), starts: 'own', trigger: 0 },
        ],
        // Each coupon is issued once.
        endless: false,
      },
    ]);
    expect(through(own, of(issued('one'), issues('three')))).toEqual([]);
    expect(through(own, of(issued('one'), issues('two'), { kind: 'once' }))).toEqual([]);
  });

  it('are told in bounds, however many there are', () => {
    const many = Array.from({ length: 60 }, () => of(changes(null), birthday));
    expect(through(of(changes(null), birthday), ...many)).toHaveLength(20);
  });
});
