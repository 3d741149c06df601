import { describe, expect, it } from 'vitest';
import { createPlaces, NoTurn, type Turns } from '../../../api/kernel/places.ts';

const words = { yours: 'yours', all: 'all' };
const limits = { most: 2, waiting: 2, patienceMs: 60_000, words };
/** No other process. */
const alone: Turns = (_tenant, _patienceMs, work) => work();
const stays = () => new AbortController().signal;
/** Work that is over when it is said to be. */
function work() {
  const { promise, resolve } = Promise.withResolvers<void>();
  let begun = false;
  return {
    end: resolve,
    isBegun: () => begun,
    run: async () => {
      begun = true;
      await promise;
    },
  };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('places', () => {
  it('are one for each who asks, in the order of asking, and who is third is told so', async () => {
    const places = createPlaces(limits, alone);
    const [first, second] = [work(), work()];
    const one = places.within('a', stays(), first.run);
    const other = places.within('a', stays(), second.run);
    await expect(places.within('a', stays(), work().run)).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'yours',
    });
    await turn();
    expect([first.isBegun(), second.isBegun()]).toEqual([true, false]);
    first.end();
    await one;
    await turn();
    expect(second.isBegun()).toBe(true);
    second.end();
    await other;
  });

  it('are so many for all together, and so many wait', async () => {
    const places = createPlaces(limits, alone);
    const works = ['a', 'b', 'c', 'd'].map((tenant) => ({ tenant, ...work() }));
    const all = works.map(({ tenant, run }) => places.within(tenant, stays(), run));
    await turn();
    expect(works.map(({ isBegun }) => isBegun())).toEqual([true, true, false, false]);
    await expect(places.within('e', stays(), work().run)).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'all',
    });
    works[1]!.end();
    await all[1];
    await turn();
    expect(works.map(({ isBegun }) => isBegun())).toEqual([true, true, true, false]);
    for (const { end } of works) end();
    await Promise.all(all);
  });

  it('are not kept for who has gone away, nor by work that fails, and nobody waits for ever', async () => {
    const places = createPlaces({ ...limits, patienceMs: 20 }, alone);
    const first = work();
    const one = places.within('a', stays(), first.run);
    const going = new AbortController();
    const gone = places.within('a', going.signal, work().run);
    going.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    await expect(places.within('a', stays(), work().run)).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'yours',
    });
    first.end();
    await one;
    await expect(places.within('a', stays(), () => Promise.reject(new Error('fails')))).rejects.toThrow('fails');
    await expect(places.within('a', stays(), () => Promise.resolve('works'))).resolves.toBe('works');
  });

  it('are given back where another process does not give way in time', async () => {
    let isBusy = true;
    const places = createPlaces(limits, (_tenant, _patienceMs, work) =>
      isBusy ? Promise.reject(new NoTurn()) : work(),
    );
    const refused = { code: 'rate_limited', message: 'yours' };
    await expect(places.within('a', stays(), work().run)).rejects.toMatchObject(refused);
    isBusy = false;
    await expect(places.within('a', stays(), () => Promise.resolve('works'))).resolves.toBe('works');
  });
});
