import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { scheduledTextEvents } from '../../domain/livechat/events.ts';
import { MessageRoutedToInbox, MessageReceived } from '../../domain/messages/events.ts';
import { chatTeamEvents } from '../../domain/livechat/team/events.ts';
import { forgetting } from '../engine/erasures.ts';
import { is, typesOf } from '../engine/events.ts';
import { createAll } from '../engine/table.ts';
import { betweenZones, zoneEvents, zoneStatements, zoneTable } from '../engine/business-zones.ts';
import type { LiveAnnouncement } from '../announcements.ts';
import type { Announcement, Projector, Rows } from '../engine-types.ts';
import { forgetConversations } from './forget.ts';
import { mergeConversations } from './merge.ts';
import { underSurvivors } from '../engine/merges.ts';
import { MessageFold, timelineEvents } from './messages.ts';
import { ReplyTimeFold } from './reply-times.ts';
import { ScheduledFold } from './scheduled.ts';
import {
  conversationCountTable,
  conversationIndexes,
  conversationIndexesAtOnce,
  conversationModel,
  conversationOwnerTable,
  conversationTable,
  messageDayTable,
  messageStatusTable,
  messageTable,
  recordDayTable,
  replyTimeTable,
  scheduledTextTable,
  turnTable,
} from '../tables/livechat.ts';
import { ConversationFold, conversationOwnEvents } from './threads.ts';

const create = createAll(
  zoneTable,
  messageTable,
  recordDayTable,
  messageDayTable,
  messageStatusTable,
  conversationTable,
  conversationCountTable,
  conversationOwnerTable,
  scheduledTextTable,
  replyTimeTable,
  turnTable,
);

/**
 * Live chat: conversations, the messages in them and the tallies of both. One read model, so that a conversation never
 * shows a message that is not there, and both are on screen after one commit.
 */
const remembered: Projector = {
  ...conversationModel,
  byBusiness: true,
  handles: typesOf([
    ...zoneEvents,
    ...timelineEvents,
    ...conversationOwnEvents,
    ...scheduledTextEvents,
    ...chatTeamEvents,
  ]),
  empty: {
    message_statuses: 'count = 0',
    record_days: '(count, quantity) = (0, 0)',
    message_days: '(received, sent, delivered, failed, suppressed, segments) = (0, 0, 0, 0, 0, 0)',
    conversation_owners: '(open, closed, needs_reply, failed) = (0, 0, 0, 0)',
    conversation_counts: '(open, closed, needs_reply, failed, unread_messages) = (0, 0, 0, 0, 0)',
  },
  create: (schema) => `${create(schema)};${conversationIndexesAtOnce(schema)}`,
  index: conversationIndexes,
  fold: (events, schema) =>
    betweenZones(events, (event) => event.type.startsWith('Message')).flatMap(({ zones, events: part }) => {
      const messages = new MessageFold();
      const threads = new ConversationFold();
      const scheduled = new ScheduledFold();
      const times = new ReplyTimeFold(zones.map(({ businessId }) => businessId));
      for (const event of part) {
        messages.add(event);
        threads.add(event);
        scheduled.add(event);
        times.add(event);
      }
      return [
        ...zoneStatements(zones, schema),
        ...times.statements(schema),
        ...messages.statements(schema),
        ...threads.statements(schema),
        ...scheduled.statements(schema),
      ];
    }),
  announce,
};

export const conversations: Projector = forgetting(underSurvivors(remembered, mergeConversations), forgetConversations);

const statusWords: Readonly<Record<string, string>> = {
  MessageReceived: 'received',
  MessageQueued: 'queued',
  MessageAccepted: 'accepted',
  MessageSent: 'sent',
  MessageDelivered: 'delivered',
  MessageFailed: 'failed',
  MessageSuppressed: 'suppressed',
  MessageDeferred: 'held',
  MessageOutcomeUnknown: 'unknown',
};

/** Of the time when every text was for people at once. */
const isUnsorted = (event: StoredEvent): boolean => is(event, MessageReceived) && event.data.leftToPeople === true;

/** Of no conversation. */
const ofZones: ReadonlySet<string> = new Set(typesOf(zoneEvents));
const ofTeams: ReadonlySet<string> = new Set(typesOf(chatTeamEvents));

function announce(events: readonly StoredEvent[], answers: readonly Rows[]): readonly Announcement[] {
  const unread = new Map<unknown, number>();
  for (const row of answers.flat())
    if ('business_unread' in row) unread.set(row['contact_id'], Number(row['business_unread']));
  const said: Announcement[] = [];
  const say = (businessId: string, event: LiveAnnouncement): number => said.push({ businessId, event });
  for (const event of events) {
    if (ofZones.has(event.type)) continue;
    const { businessId, contactId, messageId } = event.data as {
      businessId: string;
      contactId: string;
      messageId: string;
    };
    const position = event.position.toString();
    if (ofTeams.has(event.type)) {
      say(businessId, { type: 'team-changed', position });
      continue;
    }
    const status = statusWords[event.type];
    const count = unread.get(contactId);
    const known = count === undefined ? {} : { unread: count };
    // It is on the screen as it comes; news for people, with the count that it makes, once it is said to be for them.
    if (event.type === MessageRoutedToInbox.type || isUnsorted(event))
      say(businessId, { type: 'new-message', contactId, messageId, position, ...known });
    else if (status !== undefined) say(businessId, { type: 'message-changed', contactId, messageId, status, position });
    else say(businessId, { type: 'conversation-changed', contactId, position, ...known });
  }
  return said;
}
