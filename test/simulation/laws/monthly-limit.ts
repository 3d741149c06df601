import type { Law } from '../action.ts';
import { outgoing } from './messages.ts';

/** They go out whatever the plan says, and count. */
const owed = new Set(['opt-out-confirmation', 'opt-in-confirmation', 'help']);
const nearMs = 600_000;

/** Counted at the carrier: what a business sends in a month is no more than its plan allows, besides what it owes. */
export const monthlyLimit: Law = {
  name: 'a month’s limit is held',
  async check(world) {
    const texts = new Map(outgoing(await world.events()).map((text) => [text.messageId, text]));
    return world.cast.shops.flatMap(({ businessId, name, zone, monthlyMessages }) => {
      if (monthlyMessages === null) return [];
      const inMonth = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit' });
      const used = new Map<string, number>();
      for (const { messageId, takenAt, wall } of world.carrier.taken) {
        const text = texts.get(messageId);
        const queued = text?.events[0]!.data;
        if (queued?.['businessId'] !== businessId || owed.has(text!.purpose)) continue;
        const at = world.cast.start.getTime() + takenAt;
        // Counted a moment before, in the month that was over when it came to the carrier, or by clocks that were set.
        const [month, ...others] = [at, at - nearMs, wall, wall - nearMs].map((instant) => inMonth.format(instant));
        if (others.every((other) => other === month))
          used.set(month!, (used.get(month!) ?? 0) + Number(queued['segments'] ?? 1));
      }
      return [...used]
        .filter(([, units]) => units > monthlyMessages)
        .map(([month, units]) => `${name} sent ${units} of ${monthlyMessages} in ${month}`);
    });
  },
};
