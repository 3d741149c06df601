import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import type { Law } from '../action.ts';
import type { World } from '../world.ts';

/** So long a text may be on its way to somebody, from who is here to who is given it, in ms: until then both may differ. */
const handedOnMs = 60_000;

const isAutomatic = ({ type, data }: StoredEvent): boolean =>
  type === 'ConversationAssigned' && data['why'] === 'automatic';

/** The events of a stream before one of its own. */
const before = (stream: readonly StoredEvent[], event: StoredEvent): readonly StoredEvent[] =>
  stream.slice(0, stream.indexOf(event));

/**
 * A text gives its conversation to one person at the most, never takes it from somebody who has it, and never gives it
 * to whoever is away, has gone or was not chosen. Where somebody is here all the time, nobody's text is left to nobody.
 */
export const sharedConversations: Law = {
  name: 'a conversation is given to one who is here',
  async check(world) {
    const events = await world.events();
    const elapsed = (event: StoredEvent): number => world.timeline.elapsedAt(world.appendedAt.get(event.position) ?? 0);
    const problems: string[] = [];
    const streams = Map.groupBy(
      events.filter(({ stream }) => stream.startsWith('conversation-')),
      ({ stream }) => stream,
    );
    const given = events.filter(isAutomatic);
    for (const [cause, own] of Map.groupBy(given, ({ metadata }) => metadata.causationId))
      if (own.length > 1) problems.push(`the text ${cause} gave its conversation out ${own.length} times`);
    const team = events.filter(({ stream }) => stream.startsWith('chatTeam-'));
    for (const event of given) {
      const { assigneeId, businessId } = event.data;
      const [who, whose] = [String(assigneeId).slice(0, 8), event.stream.slice(0, 21)];
      const past = before(streams.get(event.stream)!, event);
      const last = past.findLast(({ type }) => type === 'ConversationAssigned');
      const closed = past.findLast(({ type }) => type === 'ConversationClosed');
      if (last?.data['assigneeId'] != null && (closed === undefined || closed.position < last.position))
        problems.push(`${whose} goes to ${who} although ${String(last.data['assigneeId']).slice(0, 8)} has it`);
      if (assigneeId === null) continue;
      const said = team.filter((one) => one.data['businessId'] === businessId);
      // What was said within that time may have been known or not.
      const known = said.filter((one) => elapsed(one) < elapsed(event) - handedOnMs);
      const late = said.filter((one) => !known.includes(one) && one.position < event.position);
      const presence = (one: StoredEvent) => /^ChatPerson/u.test(one.type) && one.data['userId'] === assigneeId;
      if (known.findLast(presence)?.type === 'ChatTeammateWentAway' && !late.some(presence))
        problems.push(`${whose} goes to ${who}, who is away`);
      const chosen = (one: StoredEvent) => one.type === 'ChatAssignmentChanged';
      const choice = known.findLast(chosen);
      if (!late.some(chosen) && !isChosen(choice, assigneeId))
        problems.push(`${whose} goes to ${who}, who was not chosen`);
      if (world.wasGone(String(assigneeId), elapsed(event) - handedOnMs, elapsed(event)))
        problems.push(`${whose} goes to ${who}, who is not at the product`);
    }
    return [...problems, ...leftToNobody(world, events, streams)];
  },
};

const isChosen = (choice: StoredEvent | undefined, userId: unknown): boolean =>
  choice !== undefined && choice.data['mode'] !== 'off' && (choice.data['people'] as unknown[]).includes(userId);

/** Texts that came after the only choice of a team, one of whom has always been here. */
function leftToNobody(
  world: World,
  events: readonly StoredEvent[],
  streams: ReadonlyMap<string, readonly StoredEvent[]>,
): readonly string[] {
  return events
    .filter(({ type }) => type === 'ChatAssignmentChanged')
    .flatMap((choice, _, all) => {
      const { businessId } = choice.data;
      if (all.some((one) => one !== choice && one.data['businessId'] === businessId)) return [];
      const isSteady = (userId: unknown): boolean =>
        isChosen(choice, userId) &&
        !world.wasGone(String(userId), 0, Infinity) &&
        !events.some(({ type, data }) => type === 'ChatTeammateWentAway' && data['userId'] === userId);
      if (!(choice.data['people'] as unknown[]).some(isSteady)) return [];
      const over = new Set(
        events
          .filter(({ type }) => type === 'ContactErased' || type === 'ContactMergedInto')
          .map(({ data }) => data['contactId']),
      );
      return events
        .filter(({ type, data }) => type === 'MessageRoutedToInbox' && data['businessId'] === businessId)
        .filter(({ data, position }) => position > choice.position && !over.has(data['contactId']))
        .flatMap(({ data: { contactId, messageId } }) => {
          const own = streams.get(`conversation-${String(contactId)}`) ?? [];
          const isServed = own.some(
            ({ type, data }) =>
              (type === 'ConversationAssigned' && data['assigneeId'] !== null) || type === 'ConversationClosed',
          );
          return isServed ? [] : [`the text ${String(messageId)} was left to nobody`];
        });
    });
}

/** Whoever waits too long is told of once for each time that they wait. */
export const overdueOnce: Law = {
  name: 'an overdue answer is told once',
  async check(world) {
    const events = await world.events();
    const waits = Map.groupBy(
      events.filter(({ type }) => type === 'MessageRoutedToInbox'),
      ({ data }) => String(data['contactId']),
    );
    const told = Map.groupBy(
      events.filter(({ type, data }) => type === 'NotificationSent' && data['kind'] === 'overdue'),
      ({ data }) => `${String(data['link'])} to ${String(data['targetId'])}`,
    );
    return [...told].flatMap(([of, notices]) => {
      const contactId = /contact=([\w-]+)/u.exec(of)?.[1] ?? '';
      const most = waits.get(contactId)?.length ?? 0;
      return notices.length > most ? [`${of}: told ${notices.length} times, waited ${most} times`] : [];
    });
  },
};
