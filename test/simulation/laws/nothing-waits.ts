import type { Law } from '../action.ts';
import { whatWaits } from '../rest.ts';

/** Once the outside is well again and time has passed, nothing is left to do, and nobody has given up. */
export const nothingWaits: Law = {
  name: 'nothing waits for ever',
  async check(world) {
    const { waiting } = await whatWaits(world);
    return waiting;
  },
};
