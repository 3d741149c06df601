import type { Audience } from '../../domain/notifications/fields.ts';
import { added, either, highest, latest } from '../engine/merge-policy.ts';
import { col, key, maybe, table } from '../engine/table.ts';

/** Where they live. Raise the version when a table or a fold changes. */
export const notificationModel = { name: 'notifications', version: 4 } as const;

/**
 * What was raised for a business: the lines under its people's bells. `count`: how many texts one stands for. `about`:
 * the place in the log of the newest of them; null: of the time when it was not said. `settled`: somebody has read the
 * conversation up to there, so it rings for nobody any more.
 */
export const notificationTable = table('notifications', {
  id: key('uuid'),
  businessId: col('uuid'),
  contactId: col('uuid'),
  kind: col('text'),
  title: col('text'),
  content: maybe('text'),
  link: maybe('text'),
  at: col('timestamptz'),
  position: col('bigint'),
  count: col('int'),
  about: maybe('bigint'),
  settled: col('boolean'),
});
/** The line of a contact that nobody has looked at: the next text goes into it. */
export const openLineTable = table('notification_open', {
  contactId: key('uuid'),
  businessId: col('uuid', latest),
  notificationId: col('uuid', latest),
});
/** The notifications that went into another's line. */
export const foldedTable = table('notification_folded', {
  id: key('uuid'),
  businessId: col('uuid'),
  intoId: col('uuid'),
});
export const notificationCountTable = table(
  'notification_counts',
  { businessId: key('uuid'), raised: col('bigint', added), unsettled: col('bigint', added) },
  { fillfactor: 50 },
);
/** How far each conversation has been read: a text that was read before its bell rang rings no more. */
export const readConversationTable = table(
  'notification_conversations',
  { contactId: key('uuid'), businessId: col('uuid'), readTo: col('bigint', highest) },
  { fillfactor: 85 },
);
/** What a user has done with one line. */
export const notificationStateTable = table('notification_states', {
  userId: key('uuid'),
  notificationId: key('uuid'),
  businessId: col('uuid'),
  deleted: col('boolean', either),
  position: col('bigint'),
});
/**
 * What the bell subtracts from the number of what is not settled, for a user of a business: of those, the ones up to a
 * mark, and the ones touched after it.
 */
export const bellTable = table('notification_users', {
  userId: key('uuid'),
  businessId: key('uuid'),
  readTo: col('bigint', latest),
  raisedTo: col('bigint', latest),
  touchedAfter: col('bigint', latest),
  deleted: col('bigint', latest),
});

/** Everybody who can be written to. `hidden`: how many were sent before this account was made. */
export const readerTable = table('readers', {
  userId: key('uuid'),
  channels: col('text[]'),
  joined: col('bigint'),
  readTo: col('bigint'),
  raisedTo: col('bigint'),
  touchedAfter: col('bigint'),
  deleted: col('bigint'),
  hidden: col('bigint'),
});
/** What operators and the platform sent. `recipients` are counted when it is sent: nobody who joins later sees it. */
export const sentTable = table('sent', {
  id: key('uuid'),
  channel: col('text'),
  audience: col('text').of<Audience>(),
  targetId: maybe('uuid'),
  kind: col('text'),
  title: col('text'),
  content: col('text'),
  link: maybe('text'),
  senderId: maybe('uuid'),
  at: col('timestamptz'),
  position: col('bigint'),
  recipients: col('bigint'),
  read: col('bigint'),
});
export const sentCountTable = table('sent_counts', { channel: key('text'), raised: col('bigint', added) });
export const sentStateTable = table('sent_states', {
  userId: key('uuid'),
  sentId: key('uuid'),
  deleted: col('boolean', either),
  position: col('bigint'),
});

export const notificationTables = [
  notificationTable,
  openLineTable,
  foldedTable,
  notificationCountTable,
  readConversationTable,
  notificationStateTable,
  bellTable,
  readerTable,
  sentTable,
  sentCountTable,
  sentStateTable,
] as const;

export const notificationIndexesAtOnce = (schema: string): string => `
  create index notifications_newest on ${schema}.notifications (business_id, position);
  create index notifications_of_contact on ${schema}.notifications (contact_id);
  create index notifications_unsettled on ${schema}.notifications (contact_id, position) where not settled;
  create index notification_open_by_business on ${schema}.notification_open (business_id);
  create index notification_states_by_position on ${schema}.notification_states (user_id, business_id, position);
  create index readers_by_channel on ${schema}.readers using gin (channels);
  create index sent_by_channel on ${schema}.sent (channel, position);
  create index sent_by_people on ${schema}.sent (position) where sender_id is not null;
  create index sent_states_by_position on ${schema}.sent_states (user_id, position)`;
