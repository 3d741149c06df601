import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import { Contact } from '../../../domain/contacts/contact.ts';
import type { ContactEvent } from '../../../domain/contacts/events.ts';
import { fold } from '../../../domain/kernel/decider.ts';
import { wordings } from '../../support/opt-out-wordings.ts';
import type { Law } from '../action.ts';
import { lookedAt, outgoing } from './messages.ts';

const marketing = new Set(['broadcast', 'automation', 'coupon-reminder']);
const meant = new Map(wordings.map(({ body, expected }) => [body, expected]));
const contactsIn = (events: readonly StoredEvent[]) =>
  Map.groupBy(
    events.filter(({ stream }) => stream.startsWith('contact-')),
    ({ data }) => data['contactId'] as string,
  );
const asOf = (events: readonly StoredEvent[]): Contact => fold(Contact, events as unknown as readonly ContactEvent[]);

/** Whatever its wording, a sure opt-out has opted its sender out when it has been dealt with. */
export const everyStopStops: Law = {
  name: 'an opt-out in any wording opts out',
  async check(world) {
    const events = await world.events();
    const contacts = contactsIn(events);
    return events
      .filter(({ type, data }) => type === 'MessageReceived' && meant.get(String(data['body'])) === 'stop')
      .flatMap(({ data, stream }) => {
        const rule = events.find((event) => event.stream === stream && event.type === 'MessageAnsweredAutomatically');
        const own = contacts.get(String(data['contactId'])) ?? [];
        const isGone = own.some(({ type }) => type === 'ContactErased' || type === 'ContactMergedInto');
        if (isGone) return [];
        if (rule?.data['rule'] !== 'opt-out') return [`“${String(data['body'])}” was not taken for an opt-out`];
        return (
            own.some(({ type, position }) => type === 'ContactOptedOut' && position < rule.position) ||
              own.some(({ type }) => type === 'ContactSuppressionKept' || type === 'ContactMerged')
          ) ?
            []
          : [`“${String(data['body'])}” has not opted its sender out`];
      });
  },
};

/** A text that looks like an opt-out, in the log before the last look at a marketing text, keeps that back until someone has looked. */
export const nothingWhileHeld: Law = {
  name: 'no marketing while a text looks like an opt-out',
  async check(world) {
    const events = await world.events();
    const texts = new Map(outgoing(events).map((text) => [text.messageId, text]));
    const contacts = contactsIn(events);
    const at = ({ position }: StoredEvent): number => world.appendedAt.get(position) ?? Infinity;
    return world.carrier.taken.flatMap((taken) => {
      const text = texts.get(taken.messageId);
      if (text === undefined || !marketing.has(text.purpose)) return [];
      const own = contacts.get(text.contactId) ?? [];
      const decidedAt = lookedAt(taken, text);
      const isHeld = (until: (event: StoredEvent) => boolean): boolean => {
        const contact = asOf(own.filter(until));
        return contact.status !== 'none' && contact.suspected !== null;
      };
      // Whoever is kept meanwhile may be written to: the contact is read a little after the text.
      return isHeld((event) => at(event) < decidedAt) && isHeld((event) => at(event) < taken.step) ?
          [`text ${taken.messageId} (${text.purpose}) went out although a text of its contact looks like an opt-out`]
        : [];
    });
  },
};
