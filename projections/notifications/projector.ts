import type { StoredEvent } from '../../adapters/event-store/port.ts';
import { AllNotificationsRead, NotificationDeleted, NotificationRaised, NotificationRead, NotificationSent, notificationEvents } from '../../domain/notification/events.ts';
import { UserRegistered } from '../../domain/user/events.ts';
import type { LiveAnnouncement } from '../announcements.ts';
import { is, typesOf } from '../engine/events.ts';
import type { Announcement, Projector } from '../engine-types.ts';
import { channelOf } from './channels.ts';
import { createRaised, RaisedPart } from './raised.ts';
import { createSent, SentPart } from './sent.ts';

/**
 * What people see under the bell, and what each of them has done with it. Texts of one contact that nobody of the business has looked at are one line: the newest,
 * and how many. The events stay one for each text.
 */
export const notifications: Projector = {
  name: 'notifications',
  version: 2,
  handles: typesOf([UserRegistered, ...notificationEvents]),
  create: (schema) => [createRaised(schema), createSent(schema)].join(';'),
  fold: (events, schema) => {
    const parts: RaisedPart[] = [new RaisedPart()];
    const sent = new SentPart();
    for (const event of events) {
      const part = parts.at(-1)!;
      if (is(event, NotificationRaised)) {
        if (part.takesRaised(event)) continue;
        const next = new RaisedPart();
        next.takesRaised(event);
        parts.push(next);
      } else if (is(event, NotificationRead) || is(event, NotificationDeleted)) {
        part.touch(event);
        sent.touch(event);
      } else if (is(event, AllNotificationsRead)) {
        part.mark(event);
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
  const said: LiveAnnouncement = { type: 'notification', contactId: (event.data['contactId'] as string | undefined) ?? null, position: event.position.toString() };
  if (is(event, NotificationRaised)) return [{ businessId: event.data.businessId!, event: said }];
  if (is(event, NotificationSent)) return [{ bell: channelOf(event.data.audience!, event.data.targetId), event: said }];
  return event.type === UserRegistered.type ? [] : [{ bell: `user:${event.data['userId'] as string}`, event: said }];
}
