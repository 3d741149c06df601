import { describe, expect, it } from 'vitest';
import type { Document, Node, TriggerOn } from '../../../../domain/automations/document/document.ts';
import { overlapsOf } from '../../../../domain/automations/document/overlap.ts';
import { everybody } from '../../../../domain/contacts/filter.ts';
import { ask, condition, drawn, id, off, tag, text, wait } from './make.ts';

const by = (on: TriggerOn, nodes: Readonly<Record<string, Node>> = { a: text(null) }): Document =>
  drawn(nodes, { triggers: [{ on, filter: everybody }] });
const optedIn = (keyword: string | null, campaign: string | null = null): TriggerOn => ({
  kind: 'opted-in',
  keyword,
  campaignId: campaign === null ? null : id(campaign),
});
const meet = (one: TriggerOn, other: TriggerOn) => overlapsOf(by(one), by(other)).length > 0;

describe('two automations', () => {
  it('are told of when one thing sets off both, and both text within minutes', () => {
    const other = by(optedIn(null), { a: tag('b'), b: condition(null, 'c'), c: ask(null) });
    expect(overlapsOf(by(optedIn('PIZZA')), other)).toEqual([{ triggers: [0, 0], nodes: [id('a'), id('c')] }]);
  });

  it('are apart when they mean different things', () => {
    expect(meet(optedIn('pizza '), optedIn('PIZZA'))).toBe(true);
    expect(meet(optedIn('PIZZA'), optedIn('PASTA'))).toBe(false);
    expect(meet(optedIn('PIZZA', 'one'), optedIn('PIZZA', 'other'))).toBe(false);
    expect(meet(optedIn(null), { kind: 'contact-created' })).toBe(false);
    const says = (...words: string[]): TriggerOn => ({ kind: 'text-received', words, whole: false });
    expect(meet(says('book', 'table'), says('Table'))).toBe(true);
    expect(meet(says('book'), says('table'))).toBe(false);
    expect(meet(says('book'), says())).toBe(true);
    const points = (count: number): TriggerOn => ({ kind: 'points-reached', campaignId: null, points: count });
    expect(meet(points(10), points(20))).toBe(true);
    expect(meet({ kind: 'by-hand' }, { kind: 'by-hand' })).toBe(false);
    const date = (offset: number): TriggerOn => ({
      kind: 'date',
      when: { day: { of: 'birthday' }, offset, at: '09:00', zone: 'contact' },
    });
    expect(meet(date(0), date(0))).toBe(true);
    expect(meet(date(0), date(-7))).toBe(false);
  });

  it('are apart when one of them texts later, or not at all', () => {
    const after = (amount: number, unit: 'minutes' | 'hours') =>
      by(optedIn(null), { a: wait('b', { kind: 'duration', amount, unit, zone: 'business' }), b: text(null) });
    const other = by(optedIn(null));
    expect(overlapsOf(after(10, 'minutes'), other)).toHaveLength(1);
    expect(overlapsOf(after(11, 'minutes'), other)).toEqual([]);
    expect(overlapsOf(after(1, 'hours'), other)).toEqual([]);
    expect(overlapsOf(by(optedIn(null), { a: off(text('b')), b: tag(null) }), other)).toEqual([]);
  });
});
