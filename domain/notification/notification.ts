import type { z } from 'zod';
import { type Aggregate, unchanged } from '../kernel/decider.ts';
import type { BusinessId, NotificationId, UserId } from '../kernel/ids.ts';
import { AllNotificationsRead, NotificationDeleted, NotificationRaised, NotificationRead, type NotificationEvent } from './events.ts';

/** A notification is one for the whole business; each of its people reads and deletes it for themself. */
export type Notification =
  | { readonly status: 'none' }
  | { readonly status: 'raised'; readonly notificationId: NotificationId; readonly businessId: BusinessId; readonly readBy: ReadonlySet<UserId>; readonly deletedBy: ReadonlySet<UserId> };

const evolve = (notification: Notification, event: NotificationEvent): Notification => {
  switch (event.type) {
    case 'NotificationRaised':
      return notification.status === 'none'
        ? { status: 'raised', notificationId: event.data.notificationId, businessId: event.data.businessId, readBy: new Set(), deletedBy: new Set() }
        : notification;
    case 'NotificationRead': return notification.status === 'none' ? notification : { ...notification, readBy: new Set([...notification.readBy, event.data.userId]) };
    case 'NotificationDeleted': return notification.status === 'none' ? notification : { ...notification, deletedBy: new Set([...notification.deletedBy, event.data.userId]) };
    case 'AllNotificationsRead': return notification;
    default: return unchanged(notification, event);
  }
};
export const Notification: Aggregate<Notification, NotificationEvent> = { initial: { status: 'none' }, evolve };

export const raise = (command: z.input<typeof NotificationRaised.schema>, notification: Notification): readonly NotificationEvent[] =>
  notification.status === 'none' ? [NotificationRaised.create(command)] : [];

export const readNotification = (command: { readonly userId: UserId }, notification: Notification): readonly NotificationEvent[] =>
  notification.status === 'none' || notification.readBy.has(command.userId) || notification.deletedBy.has(command.userId)
    ? []
    : [NotificationRead.create({ notificationId: notification.notificationId, businessId: notification.businessId, userId: command.userId })];

export const deleteNotification = (command: { readonly userId: UserId }, notification: Notification): readonly NotificationEvent[] =>
  notification.status === 'none' || notification.deletedBy.has(command.userId)
    ? []
    : [NotificationDeleted.create({ notificationId: notification.notificationId, businessId: notification.businessId, userId: command.userId })];

/** The bell of one user: how far they have read everything. */
export interface NotificationInbox { readonly readUpTo: bigint | null }
export const NotificationInbox: Aggregate<NotificationInbox, NotificationEvent> = {
  initial: { readUpTo: null },
  evolve: (inbox, event) => (event.type === 'AllNotificationsRead' ? { readUpTo: later(inbox.readUpTo, BigInt(event.data.upToPosition)) } : inbox),
};

export const readAll = (command: { readonly businessId: BusinessId; readonly userId: UserId; readonly upToPosition: string }, inbox: NotificationInbox): readonly NotificationEvent[] =>
  inbox.readUpTo !== null && BigInt(command.upToPosition) <= inbox.readUpTo ? [] : [AllNotificationsRead.create(command)];

const later = (a: bigint | null, b: bigint): bigint => (a === null || b > a ? b : a);
