import type { Clock } from '../../adapters/clock/port.ts';

/** So much time ahead of its turn the last look at a text is taken, at most. */
const aheadMs = 250;
/** While as many requests are under way as may be, up to so many times as many are made ready for their turn. */
export const maxAhead = 4;

/**
 * How many are made ready while others are on their way: as many as have ended in the last quarter of a second, so that
 * a quick carrier is fed by few large statements, and before a slow one nobody's last look is old; half of what may be
 * under way at the least.
 */
export function createAhead(clock: Pick<Clock, 'elapsed'>, concurrency: number) {
  let since = clock.elapsed();
  let ended = 0;
  let ahead = Math.ceil(concurrency / 2);
  return {
    ended() {
      ended += 1;
    },
    ahead(): number {
      const passed = clock.elapsed() - since;
      if (passed >= aheadMs) {
        ahead = Math.ceil(Math.min(Math.max((ended * aheadMs) / passed, concurrency / 2), concurrency * maxAhead));
        [since, ended] = [clock.elapsed(), 0];
      }
      return ahead;
    },
  };
}
