import { streams } from '../../../domain/streams.ts';
import type { Law } from '../action.ts';
import { textRate } from '../cast.ts';
import { outgoing } from './messages.ts';

/** A text that was decided on while the wallet was opened may be free. */
const settlesMs = 60_000;
/** By clocks that were set. */
const nearMs = 2 * 3_600_000;

/** Nothing is sent that nobody pays for, and nothing is paid twice: what the carrier took is what wallets booked. */
export const paidTexts: Law = {
  name: 'what is sent is paid once',
  async check(world) {
    const { start, shops, payers } = world.cast;
    const events = await world.events();
    const texts = new Map(outgoing(events).map((text) => [text.messageId, text]));
    const { from } = textRate(start);
    const problems: string[] = [];
    for (const { payer, name } of payers) {
      const own = await world.observer.store.read(streams.wallet(payer));
      const opened = own.find(({ type }) => type === 'WalletOpened');
      const openedMs =
        opened === undefined ? Infinity : world.timeline.elapsedAt(world.appendedAt.get(opened.position)!);
      const { usage } = world.books.get(payer.id)!;
      /** Running totals, by hold: what a plan includes is among them. */
      const totals = new Map<string, number>();
      for (const { type, data } of own)
        if (type === 'HoldCaptured' && !usage.has(String(data['holdId'])))
          for (const { quantity } of data['totals'] as readonly { readonly quantity: number }[])
            totals.set(String(data['holdId']), Math.max(totals.get(String(data['holdId'])) ?? 0, quantity));
      const booked = [...totals.values()].reduce((sum, quantity) => sum + quantity, 0);
      let [least, most] = [0, 0];
      for (const { businessId, zone } of shops.filter(({ agencyId }) => agencyId === payer.id)) {
        const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
        for (const { messageId, takenAt, wall } of world.carrier.taken) {
          const queued = texts.get(messageId)?.events[0]!.data;
          if (queued?.['businessId'] !== businessId) continue;
          const units = Number(queued['segments'] ?? 1);
          const hasRate = day.format(Math.min(wall, start.getTime() + takenAt) - nearMs) >= from;
          if (hasRate && takenAt > openedMs + settlesMs) least += units;
          most += units;
        }
      }
      if (booked < least || booked > most)
        problems.push(`${name}: the carrier took ${least} to ${most} segments, and ${booked} are booked`);
    }
    return problems;
  },
};
