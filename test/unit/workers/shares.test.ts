import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Candidate, type Queue, share } from '../../../workers/delivery/text/shares.ts';

const queue = (tenant: string, sender: string, lanes: readonly number[], allowance = Infinity): Queue => {
  let left = allowance;
  return {
    tenant,
    sender,
    candidates: lanes.map((lane, index): Candidate => ({ messageId: `${sender}.${index}`, lane, segments: 1 })),
    take: (segments) => {
      if (left < segments) return false;
      left -= segments;
      return true;
    },
  };
};
const ids = (candidates: readonly Candidate[]) => candidates.map((candidate) => candidate.messageId);
const bulk = (count: number) => Array.from({ length: count }, () => 1);
const upTo = (slots: number) => ({ all: slots, bulk: slots });

describe('sharing the slots of a sender process', () => {
  it('gives each tenant one in turn, however much another has', () => {
    expect(ids(share([queue('A', 'a', bulk(100)), queue('B', 'b', [1])], upTo(4)))).toEqual([
      'a.0',
      'b.0',
      'a.1',
      'a.2',
    ]);
  });

  it('puts what a person waits for before all bulk', () => {
    expect(ids(share([queue('A', 'a', bulk(100)), queue('B', 'b', [0, 0, 1])], upTo(4)))).toEqual([
      'b.0',
      'b.1',
      'a.0',
      'b.2',
    ]);
  });

  it('takes no more of bulk than there is room for, and what people wait for besides', () => {
    const queues = () => [queue('A', 'a', [0, 0, 1, 1]), queue('B', 'b', [0, 1, 1])];
    expect(ids(share(queues(), { all: 6, bulk: 1 }))).toEqual(['a.0', 'b.0', 'a.1', 'a.2']);
    expect(ids(share(queues(), { all: 6, bulk: 0 }))).toEqual(['a.0', 'b.0', 'a.1']);
    expect(ids(share(queues(), { all: 2, bulk: 2 }))).toEqual(['a.0', 'b.0']);
  });

  it('takes a tenant with many numbers as one tenant', () => {
    const many = Array.from({ length: 5 }, (_, i) => queue('A', `a${i}`, bulk(10)));
    const chosen = ids(share([...many, queue('B', 'b', bulk(10))], upTo(10)));
    expect(chosen.filter((id) => id.startsWith('b'))).toHaveLength(5);
    expect(chosen.filter((id) => id.startsWith('a'))).toEqual(['a0.0', 'a1.0', 'a2.0', 'a3.0', 'a4.0']);
  });

  it('leaves a number alone that has to wait, and goes on with the others', () => {
    expect(
      ids(share([queue('A', 'a1', bulk(5), 1), queue('A', 'a2', bulk(5)), queue('B', 'b', bulk(5), 0)], upTo(4))),
    ).toEqual(['a1.0', 'a2.0', 'a2.1', 'a2.2']);
  });

  it('has laws: order within a number, no slot left idle, nobody two ahead of a tenant who still waits', () => {
    const queues = fc.array(
      fc.record({ tenant: fc.constantFrom('A', 'B', 'C'), urgent: fc.nat(5), bulk: fc.nat(20) }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(queues, fc.integer({ min: 1, max: 40 }), (shape, slots) => {
        const all = shape.map((one, index) =>
          queue(one.tenant, `${one.tenant}${index}`, [
            ...Array.from({ length: one.urgent }, () => 0),
            ...bulk(one.bulk),
          ]),
        );
        const chosen = share(all, upTo(slots));
        const total = shape.reduce((sum, one) => sum + one.urgent + one.bulk, 0);
        expect(chosen).toHaveLength(Math.min(slots, total));
        expect(new Set(ids(chosen)).size).toBe(chosen.length);
        for (const { sender } of all) {
          const own = ids(chosen).filter((id) => id.startsWith(`${sender}.`));
          expect(own).toEqual(own.map((_, index) => `${sender}.${index}`));
        }
        expect(chosen.map((candidate) => candidate.lane)).toEqual(chosen.map((candidate) => candidate.lane).sort());
        for (const lane of [0, 1]) {
          const got = (tenant: string) =>
            chosen.filter((candidate) => candidate.lane === lane && candidate.messageId.startsWith(tenant)).length;
          const had = (tenant: string) =>
            shape
              .filter((one) => one.tenant === tenant)
              .reduce((sum, one) => sum + (lane === 0 ? one.urgent : one.bulk), 0);
          for (const waiting of ['A', 'B', 'C'].filter((tenant) => got(tenant) < had(tenant))) {
            for (const other of ['A', 'B', 'C']) expect(got(other)).toBeLessThanOrEqual(got(waiting) + 1);
          }
        }
      }),
    );
  });
});
