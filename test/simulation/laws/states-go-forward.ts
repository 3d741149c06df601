import type { Law } from '../action.ts';
import { outgoing } from './messages.ts';

/** Written down once more, apart from the domain's own: what may follow what in a text's life. */
const rank: Readonly<Record<string, number>> = {
  MessageQueued: 0,
  MessageDeferred: 1,
  MessageOutcomeUnknown: 1,
  MessageAccepted: 2,
  MessageSent: 3,
  MessageFailed: 4,
  MessageDelivered: 5,
  MessageSuppressed: 6,
};

/** Late, doubled and reordered news never moves a text back. */
export const statesGoForward: Law = {
  name: 'a text’s state never goes back',
  async check(world) {
    return outgoing(await world.events())
      .filter(({ types }) =>
        types.some((type, index) => {
          const [last, now] = [rank[types[index - 1] ?? 'MessageQueued']!, rank[type]!];
          return index > 0 && (now < last || (now === last && now !== 1) || (type === 'MessageSuppressed' && last > 1));
        }),
      )
      .map(({ messageId, types }) => `text ${messageId} went ${types.join(', ')}`);
  },
};
