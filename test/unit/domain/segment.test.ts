import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ContactFilter, FilterCondition } from '../../../domain/contacts/filter.ts';
import { fold } from '../../../domain/kernel/decider.ts';
import { BusinessId, SegmentId } from '../../../domain/kernel/ids.ts';
import { SegmentCreated, type SegmentEvent } from '../../../domain/segments/events.ts';
import { maxSegments, segmentFields } from '../../../domain/segments/fields.ts';
import { changeSegment, createSegment, deleteSegment, Segments } from '../../../domain/segments/segments.ts';

const businessId = BusinessId.parse(randomUUID());
const newId = () => SegmentId.parse(randomUUID());
const of = (...conditions: FilterCondition[]): ContactFilter => ({
  match: 'all',
  groups: [{ match: 'all', conditions }],
});
const within = (...ids: SegmentId[]) => of({ field: 'segment', has: 'none', ids });
const vip = of({ field: 'tag', has: 'any', values: ['vip'] });
const after = (...events: readonly (readonly SegmentEvent[])[]) => fold(Segments, events.flat());
const made = (filter: ContactFilter, segments: Segments = after()) => {
  const segmentId = newId();
  const events = createSegment({ businessId, segmentId, name: segmentId, filter }, segments);
  return { segmentId, events };
};

describe('the segments of a business', () => {
  it('are made once, have names of their own, and only news is news', () => {
    const segment = { businessId, segmentId: newId(), name: 'Guests', filter: vip };
    const segments = after(createSegment(segment, after()));
    expect(createSegment(segment, segments)).toEqual([]);
    expect(() => createSegment({ ...segment, segmentId: newId(), name: 'GUESTS' }, segments)).toThrow('this name');
    expect(changeSegment(segment, segments)).toEqual([]);
    expect(changeSegment({ ...segment, name: 'guests' }, segments)).toMatchObject([{ data: { name: 'guests' } }]);
    expect(deleteSegment(segment, segments)).toHaveLength(1);
    expect(deleteSegment(segment, after(createSegment(segment, after()), deleteSegment(segment, segments)))).toEqual(
      [],
    );
    expect(() => changeSegment({ ...segment, segmentId: newId() }, segments)).toThrow('does not exist');
  });

  it('need a condition: everybody is no segment', () => {
    expect(segmentFields.filter.safeParse({ match: 'all', groups: [] }).success).toBe(false);
    expect(segmentFields.filter.safeParse(vip).success).toBe(true);
  });

  it('may stand in each other, never in themselves', () => {
    const inner = made(vip);
    const outer = made(within(inner.segmentId), after(inner.events));
    const segments = after(inner.events, outer.events);
    const turned = { businessId, segmentId: inner.segmentId, name: 'x', filter: within(outer.segmentId) };
    expect(() => changeSegment(turned, segments)).toThrow('stand in itself');
    expect(() => changeSegment({ ...turned, filter: within(inner.segmentId) }, segments)).toThrow('stand in itself');
    expect(() => made(within(newId()), segments)).toThrow('does not exist');
    expect(() => deleteSegment({ businessId, segmentId: inner.segmentId }, segments)).toThrow('It is part of');
    const gone = deleteSegment({ businessId, segmentId: outer.segmentId }, segments);
    expect(
      deleteSegment({ businessId, segmentId: inner.segmentId }, after(inner.events, outer.events, gone)),
    ).toHaveLength(1);
  });

  it('are bounded in what they become in all, however they mention each other', () => {
    const twenty = (...ids: SegmentId[]): ContactFilter => ({
      match: 'any',
      groups: [{ match: 'any', conditions: Array.from({ length: 20 }, () => ({ field: 'segment', has: 'any', ids })) }],
    });
    const leaf = made(vip);
    const first = made(twenty(leaf.segmentId), after(leaf.events));
    const segments = after(leaf.events, first.events);
    // 20 × 20 are 400; 60 mentions of 20 are 1,200.
    const second = made(twenty(first.segmentId), segments);
    expect(second.events).toHaveLength(1);
    const wide: ContactFilter = {
      ...twenty(),
      groups: Array.from({ length: 3 }, () => twenty(first.segmentId).groups[0]!),
    };
    expect(() => made(wide, segments)).toThrow('at most 500 conditions');
    // From below: what stands in others can not grow them past the bound.
    const grown = {
      businessId,
      segmentId: leaf.segmentId,
      name: 'leaf',
      filter: { ...vip, groups: [...vip.groups, ...vip.groups] },
    };
    expect(() => changeSegment(grown, after(leaf.events, first.events, second.events))).toThrow(
      'at most 500 conditions',
    );
    // All of a business together.
    let all = after(leaf.events, first.events);
    const add = () => (all = fold(Segments, made(twenty(first.segmentId), all).events, all));
    for (let n = 0; n < 12; n += 1) add();
    expect(add).toThrow('at most 5000 conditions');
  });

  it('are saved and changed beside one that was stored before there was a bound', () => {
    const leaf = made(vip);
    const ids = Array.from({ length: 30 }, () => leaf.segmentId);
    const segmentId = newId();
    const filter = of(...Array.from({ length: 20 }, () => ({ field: 'segment', has: 'any', ids }) as const));
    const old = [SegmentCreated.create({ businessId, segmentId, name: 'Old', filter })];
    const segments = after(leaf.events, old);
    const renamed = changeSegment({ businessId, segmentId: leaf.segmentId, name: 'Leaf', filter: vip }, segments);
    expect(renamed).toHaveLength(1);
    expect(made(vip, segments).events).toHaveLength(1);
    expect(() => made(within(segmentId), segments)).toThrow('at most 500 conditions');
    expect(() => changeSegment({ businessId, segmentId, name: 'Old', filter }, segments)).toThrow('at most 500');
    expect(changeSegment({ businessId, segmentId, name: 'Old', filter: vip }, segments)).toHaveLength(1);
  });

  it('stand in each other four deep, from whichever end they grow', () => {
    let segments = after();
    let below = made(vip);
    const chain = [below.segmentId];
    for (let depth = 2; depth <= 4; depth++) {
      segments = new Map([...segments, ...after(below.events)]);
      below = made(within(below.segmentId), segments);
      chain.push(below.segmentId);
    }
    segments = new Map([...segments, ...after(below.events)]);
    expect(() => made(within(chain.at(-1)!), segments)).toThrow('At most 4');
    const leaf = made(of({ field: 'reachable', value: true }));
    segments = new Map([...segments, ...after(leaf.events)]);
    const deeper = { businessId, segmentId: chain[0]!, name: 'x', filter: within(leaf.segmentId) };
    expect(() => changeSegment(deeper, segments)).toThrow('At most 4');
  });

  it(`are ${maxSegments} at most`, () => {
    const segments = after(...Array.from({ length: maxSegments }, () => made(vip).events));
    expect(() => made(vip, segments)).toThrow('at most');
  });
});
