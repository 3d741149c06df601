import type { Law } from '../action.ts';

/** Counted at the carrier: what was asked for once, it took once. */
export const nobodyTwice: Law = {
  name: 'the carrier saw none twice',
  async check(world) {
    const byMessage = Map.groupBy(world.carrier.taken, ({ messageId }) => messageId);
    return [...byMessage]
      .filter(([, taken]) => taken.length > 1)
      .map(
        ([messageId, taken]) =>
          `text ${messageId} was taken ${taken.length} times: ${taken.map(({ sid }) => sid.slice(-4)).join(', ')}`,
      );
  },
};
