import { describe, it } from 'vitest';
import { NotificationId } from '../../../domain/kernel/ids.ts';
import {
  NotificationDeleted,
  NotificationRaised,
  NotificationRead,
  AllNotificationsRead,
} from '../../../domain/notifications/events.ts';
import {
  deleteNotification,
  Notification,
  NotificationInbox,
  raise,
  readAll,
  readNotification,
} from '../../../domain/notifications/notification.ts';
import { given } from '../../support/given.ts';
import { businessId, contactId, otherUserId, userId } from './fixtures.ts';

describe('a notification', () => {
  const notificationId = NotificationId.parse('00000000-0000-4000-8000-000000000088');
  const raised = {
    notificationId,
    businessId,
    contactId,
    kind: 'message' as const,
    title: 'New message',
    content: 'Hello',
    link: null,
  };
  const event = NotificationRaised.create(raised);
  const mine = { notificationId, businessId, userId };
  it('is raised once, and read and deleted once by each person', () => {
    given(Notification)
      .when((state) => raise(raised, state))
      .then([event]);
    given(Notification, [event])
      .when((state) => raise(raised, state))
      .thenNothing();
    given(Notification, [event])
      .when((state) => readNotification({ userId, businessId }, state))
      .then([NotificationRead.create(mine)]);
    given(Notification, [event, NotificationRead.create(mine)])
      .when((state) => readNotification({ userId, businessId }, state))
      .thenNothing();
    given(Notification, [event, NotificationRead.create(mine)])
      .when((state) => readNotification({ userId: otherUserId, businessId }, state))
      .then([{ type: 'NotificationRead' }]);
    given(Notification, [event])
      .when((state) => deleteNotification({ userId, businessId }, state))
      .then([NotificationDeleted.create(mine)]);
    given(Notification, [event, NotificationDeleted.create(mine)])
      .when((state) => deleteNotification({ userId, businessId }, state))
      .thenNothing();
    given(Notification, [event, NotificationDeleted.create(mine)])
      .when((state) => readNotification({ userId, businessId }, state))
      .thenNothing();
    given(Notification)
      .when((state) => readNotification({ userId, businessId }, state))
      .thenNothing();
  });
  it('all are read up to a position, never back', () => {
    const all = AllNotificationsRead.create({ businessId, userId, upToPosition: '9' });
    given(NotificationInbox)
      .when((state) => readAll({ businessId, userId, upToPosition: '9' }, state))
      .then([all]);
    given(NotificationInbox, [all])
      .when((state) => readAll({ businessId, userId, upToPosition: '8' }, state))
      .thenNothing();
  });
});
