import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import { messageIdOf } from '../../../domain/broadcasts/recipient.ts';
import type { Law } from '../action.ts';
import type { Taken } from '../outside/carrier.ts';
import type { World } from '../world.ts';
import { lookedAt, type Outgoing, outgoing } from './messages.ts';

interface Lived {
  readonly broadcastId: string;
  readonly businessId: string;
  readonly byEmail: boolean;
  readonly words: readonly StoredEvent[];
  readonly recipients: readonly string[];
  readonly leftOut: number;
}
/** Broadcasts that have begun, as the log has them. */
function lived(events: readonly StoredEvent[]): readonly Lived[] {
  const of = (id: unknown) =>
    events.filter(({ data, stream }) => data['broadcastId'] === id && !/^(message|mail)-/.test(stream));
  return events
    .filter(({ type }) => type === 'BroadcastStarted')
    .map(({ data: { broadcastId, businessId, sender } }) => {
      const words = of(broadcastId);
      const parts = words.filter(({ type }) => type === 'BroadcastAudienceFrozen');
      return {
        broadcastId: broadcastId as string,
        businessId: businessId as string,
        byEmail: sender === null,
        words: words.filter(({ type }) => type !== 'BroadcastAudienceFrozen'),
        recipients: parts.flatMap(({ data }) => data['recipients'] as string[]),
        leftOut: parts.reduce((sum, { data }) => sum + (data['leftOut'] as unknown[]).length, 0),
      };
    });
}
const messageOf = ({ businessId, broadcastId }: Lived, contactId: string): string =>
  messageIdOf(businessId as never, broadcastId as never, contactId as never);

/** What the stream of a text or an email says of where its recipient is, written down once more, apart from the domain's own. */
function endOf(said: readonly StoredEvent[], isStopped: boolean): string {
  const has = (...types: readonly string[]) => said.some(({ type }) => types.includes(type));
  const reason = said.find(({ type }) => type === 'MessageSuppressed' || type === 'EmailSuppressed')?.data['reason'];
  if (reason !== undefined) return reason === 'stopped' || reason === 'expired' ? reason : 'suppressed';
  if (said.length === 0) return isStopped ? 'stopped' : 'expired';
  if (has('MessageDelivered', 'EmailAccepted')) return 'delivered';
  return has('MessageFailed', 'EmailFailed', 'EmailOutcomeUnknown') ? 'undelivered' : 'sent';
}

/**
 * A broadcast comes to an end; whoever was frozen into its audience is there once, has one text or email at most and one end, and
 * the report is the sum of these ends. A number gets a broadcast once, whoever has it.
 */
export const broadcasts: Law = {
  name: 'a broadcast adds up',
  async check(world) {
    const events = await world.events();
    const streams = Map.groupBy(events, ({ stream }) => stream);
    // Where each text and email went.
    const reached = Map.groupBy(
      [
        ...world.carrier.taken.map(({ messageId, to }) => ({ id: messageId, to })),
        ...world.mail.letters.map(({ mailId, to }) => ({ id: mailId, to })),
      ],
      ({ id }) => id,
    );
    const problems: string[] = [];
    for (const one of lived(events)) {
      const { broadcastId, businessId, byEmail, words, recipients, leftOut } = one;
      const name = broadcastId.slice(0, 8);
      const times = (type: string) => words.filter((word) => word.type === type).length;
      const isStopped = times('BroadcastStopped') > 0;
      if (times('BroadcastStarted') !== 1) problems.push(`${name} started ${times('BroadcastStarted')} times`);
      if (!isStopped && times('BroadcastCompleted') !== 1)
        problems.push(`${name} has ${times('BroadcastCompleted')} ends`);
      if (new Set(recipients).size !== recipients.length) problems.push(`${name} has somebody twice in its audience`);
      const sums: Record<string, number> = { suppressed: leftOut };
      const numbers = new Set<string>();
      for (const contactId of recipients) {
        const messageId = messageOf(one, contactId);
        const end = endOf(streams.get(`${byEmail ? 'mail' : 'message'}-${messageId}`) ?? [], isStopped);
        sums[end] = (sums[end] ?? 0) + 1;
        for (const { to } of reached.get(messageId) ?? []) {
          if (numbers.has(to)) problems.push(`${name} went to ${to} twice`);
          numbers.add(to);
        }
      }
      const told: Record<string, number> = {};
      const { tallies } = await world.observer.readModels.broadcastReport(businessId, broadcastId);
      for (const { state, count } of tallies) {
        const shown =
          state !== 'waiting' ? state
          : isStopped ? 'stopped'
          : 'expired';
        told[shown] = (told[shown] ?? 0) + count;
      }
      if (told['sent'] ?? told['held']) problems.push(`${name} has recipients without an end`);
      for (const state of new Set([...Object.keys(sums), ...Object.keys(told)]))
        if ((sums[state] ?? 0) !== (told[state] ?? 0))
          problems.push(`${name} tells ${told[state] ?? 0} ${state}, counted ${sums[state] ?? 0}`);
    }
    return problems;
  },
};

/** A word that was in the log before the last look at a text keeps it back. */
export const nothingAfterAWord: Law = {
  name: 'nothing is sent after a word that keeps it back',
  async check(world) {
    const events = await world.events();
    const at = (event: StoredEvent): number => world.appendedAt.get(event.position) ?? Infinity;
    const texts = new Map(outgoing(events).map((text) => [text.messageId, text]));
    const erased = new Map(
      events.filter(({ type }) => type === 'ContactErased').map((event) => [event.data['contactId'], at(event)]),
    );
    const began = lived(events);
    return world.carrier.taken.flatMap((taken) => {
      const { messageId, sid } = taken;
      const text = texts.get(messageId);
      const problems: string[] = [];
      const say = (why: string): void =>
        void problems.push(`text ${messageId} (${sid.slice(-4)}) went out although ${why}`);
      if (text === undefined) return problems;
      const decidedAt = lookedAt(taken, text);
      if ((erased.get(text.contactId) ?? Infinity) < decidedAt) say('its contact had been erased');
      if (!mayGoToTheBlacklisted.has(text.purpose) && isListed(world, text, taken, decidedAt))
        say('its number is on the blacklist');
      const broadcastId = text.events[0]!.data['broadcastId'];
      const orders = began.find((one) => one.broadcastId === broadcastId)?.words ?? [];
      const last = orders.findLast((word) => ordersOf.has(word.type) && at(word) < decidedAt);
      if (last !== undefined && last.type !== 'BroadcastResumed') say(`its broadcast had been ${last.type}`);
      return problems;
    });
  },
};
const mayGoToTheBlacklisted = new Set(['opt-out-confirmation', 'help']);
const ordersOf = new Set(['BroadcastPaused', 'BroadcastResumed', 'BroadcastStopped']);
/** All the while from the last look until it was taken: the list is asked a little after the contact. */
const isListed = (world: World, { events }: Outgoing, { to, step: takenAt }: Taken, decidedAt: number): boolean =>
  world.blacklisted.some(
    ({ businessId, phone, from, to: until }) =>
      businessId === events[0]!.data['businessId'] && phone === to && from < decidedAt && takenAt < until,
  );
