import type { Law } from '../action.ts';
import { lookedAt, outgoing } from './messages.ts';

const allowed = new Set(['opt-out-confirmation', 'help']);

/**
 * An opt-out that was in the log before the last look at a text keeps it back. What was decided a moment before it may
 * be on its way: that is the difference between two systems, and the carrier's own list is behind it.
 */
export const nothingAfterOptOut: Law = {
  name: 'nothing is sent after an opt-out',
  async check(world) {
    const events = await world.events();
    const texts = new Map(outgoing(events).map((text) => [text.messageId, text]));
    const consents = events.filter(({ type }) => type === 'ContactOptedOut' || type === 'ContactOptedIn');
    return world.carrier.taken.flatMap((taken) => {
      const { messageId, sid } = taken;
      const text = texts.get(messageId);
      if (text === undefined || allowed.has(text.purpose)) return [];
      const decidedAt = lookedAt(taken, text);
      const own = consents
        .filter(({ data }) => data['contactId'] === text.contactId)
        .map(({ type, position }) => ({ type, at: world.appendedAt.get(position) ?? Infinity }));
      const last = own.findLast(({ at }) => at < decidedAt);
      // Whoever comes back meanwhile may be written to: the contact is read a little after the text.
      if (own.some(({ type, at }) => type === 'ContactOptedIn' && at >= decidedAt && at < taken.step)) return [];
      return last?.type === 'ContactOptedOut' ?
          [
            `text ${messageId} (${text.purpose}, ${sid.slice(-4)}) went out although its contact had opted out before the last look`,
          ]
        : [];
    });
  },
};
