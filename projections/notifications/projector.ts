import type { StoredEvent } from '../../adapters/event-store/port.ts';
import {
  AllNotificationsRead,
  NotificationDeleted,
  NotificationRaised,
  NotificationRead,
  NotificationSent,
  notificationEvents,
} from '../../domain/notification/events.ts';
import { UserRegistered } from '../../domain/user/events.ts';
import type { LiveAnnouncement } from '../announcements.ts';
import { is, typesOf } from '../engine/events.ts';
import { createAll } from '../engine/table.ts';
import type { Announcement, Projector } from '../engine-types.ts';
import { channelOf } from './channels.ts';
import { RaisedPart } from './raised.ts';
import { SentPart } from './sent.ts';
import { notificationIndexesAtOnce, notificationModel, notificationTables } from './table.ts';

const create = createAll(...notificationTables);

/**
 * What people see under the bell, and what each of them has done with it. Texts of one contact that nobody of the
 * business has looked at are one line: the newest, and how many. The events stay one for each text.
 */
export const notifications: Projector = {
  ...notificationModel,
  handles: typesOf([UserRegistered, ...notificationEvents]),
  create: (schema) => `${create(schema)};${notificationIndexesAtOnce(schema)}`,
  fold: (events, schema) => {
    // Each business goes through the parts at its own pace: where one begins a new part, the others need not.
    const parts: RaisedPart[] = [];
    const reached = new Map<string | null, number>();
    const partOf = (businessId: string | null, further = 0): RaisedPart => {
      const index = (reached.get(businessId) ?? 0) + further;
      reached.set(businessId, index);
      return (parts[index] ??= new RaisedPart());
    };
    const sent = new SentPart();
    for (const event of events) {
      if (is(event, NotificationRaised)) {
        const businessId = event.data.businessId!;
        if (!partOf(businessId).takesRaised(event)) partOf(businessId, 1).takesRaised(event);
      } else if (is(event, NotificationRead) || is(event, NotificationDeleted)) {
        partOf(event.data.businessId).touch(event);
        sent.touch(event);
      } else if (is(event, AllNotificationsRead)) {
        partOf(event.data.businessId).mark(event);
        sent.mark(event);
      } else if (is(event, NotificationSent)) sent.send(event);
      else if (is(event, UserRegistered)) sent.join(event);
    }
    return [...parts.flatMap((part) => part.statements(schema)), ...sent.statements(schema)];
  },
  announce: (events) => events.flatMap(announcementOf),
};

/** What a business's people all see rings at the business; what one has done with it rings where that one looks. */
function announcementOf(event: StoredEvent): readonly Announcement[] {
  const said: LiveAnnouncement = {
    type: 'notification',
    contactId: (event.data['contactId'] as string | undefined) ?? null,
    position: event.position.toString(),
  };
  if (is(event, NotificationRaised)) return [{ businessId: event.data.businessId!, event: said }];
  if (is(event, NotificationSent)) return [{ bell: channelOf(event.data.audience!, event.data.targetId), event: said }];
  return event.type === UserRegistered.type ? [] : [{ bell: `user:${event.data['userId'] as string}`, event: said }];
}
