import type { z } from 'zod';
import { type Aggregate, unchanged } from '../kernel/decider.ts';
import { DomainError } from '../kernel/errors.ts';
import type { BusinessId, NotificationId, UserId } from '../kernel/ids.ts';
import {
  AllNotificationsRead,
  NotificationDeleted,
  NotificationRaised,
  NotificationRead,
  NotificationSent,
  type NotificationEvent,
} from './events.ts';
import type { Audience } from './fields.ts';

/** What a notification is for: all people of one business, or an audience that an operator or the platform chose. */
export type Addressed =
  | { readonly to: 'business'; readonly businessId: BusinessId }
  | { readonly to: 'audience'; readonly audience: Audience; readonly targetId: string | null };

/** Each of those it is for reads and deletes it for themself. */
export type Notification =
  | { readonly status: 'none' }
  | {
      readonly status: 'there';
      readonly notificationId: NotificationId;
      readonly addressed: Addressed;
      readonly readBy: ReadonlySet<UserId>;
      readonly deletedBy: ReadonlySet<UserId>;
    };

const there = (notificationId: NotificationId, addressed: Addressed): Notification => ({
  status: 'there',
  notificationId,
  addressed,
  readBy: new Set(),
  deletedBy: new Set(),
});

const evolve = (notification: Notification, event: NotificationEvent): Notification => {
  switch (event.type) {
    case 'NotificationRaised':
      return notification.status === 'none' ?
          there(event.data.notificationId, { to: 'business', businessId: event.data.businessId })
        : notification;
    case 'NotificationSent':
      return notification.status === 'none' ?
          there(event.data.notificationId, {
            to: 'audience',
            audience: event.data.audience,
            targetId: event.data.targetId,
          })
        : notification;
    case 'NotificationRead':
      return notification.status === 'none' ?
          notification
        : { ...notification, readBy: new Set([...notification.readBy, event.data.userId]) };
    case 'NotificationDeleted':
      return notification.status === 'none' ?
          notification
        : { ...notification, deletedBy: new Set([...notification.deletedBy, event.data.userId]) };
    case 'AllNotificationsRead':
      return notification;
    default:
      return unchanged(notification, event);
  }
};
export const Notification: Aggregate<Notification, NotificationEvent> = { initial: { status: 'none' }, evolve };

export const raise = (
  command: z.input<typeof NotificationRaised.schema>,
  notification: Notification,
): readonly NotificationEvent[] => (notification.status === 'none' ? [NotificationRaised.create(command)] : []);

export const send = (
  command: z.input<typeof NotificationSent.schema>,
  notification: Notification,
): readonly NotificationEvent[] => (notification.status === 'none' ? [NotificationSent.create(command)] : []);

/** What an operator writes goes out once. */
export function announce(
  command: Omit<z.input<typeof NotificationSent.schema>, 'kind'>,
  notification: Notification,
): readonly NotificationEvent[] {
  if (notification.status !== 'none') throw new DomainError('conflict', 'This notification was sent already.');
  return send({ ...command, kind: 'announcement' }, notification);
}

/** Who looks at their bell. Roles as users have them. */
export interface Reader {
  readonly userId: UserId;
  readonly role: 'Admin' | 'Agency' | 'Business';
  readonly agencyId: string | null;
  readonly businessId: BusinessId | null;
}

/** Whether a notification is for somebody. What is for others does not exist for them. */
export function isFor(addressed: Addressed, reader: Reader): boolean {
  if (addressed.to === 'business') return addressed.businessId === reader.businessId;
  switch (addressed.audience) {
    case 'all':
      return true;
    case 'admins':
      return reader.role === 'Admin';
    case 'agencies':
      return reader.role === 'Agency';
    case 'businesses':
      return reader.role === 'Business';
    case 'agency':
      return reader.role === 'Agency' && addressed.targetId !== null && addressed.targetId === reader.agencyId;
    case 'business':
      return reader.role === 'Business' && addressed.targetId !== null && addressed.targetId === reader.businessId;
    case 'user':
      return addressed.targetId === reader.userId;
    default:
      return addressed.audience satisfies never;
  }
}

type By = Pick<Reader, 'userId' | 'businessId'>;

export const readNotification = (
  { userId, businessId }: By,
  notification: Notification,
): readonly NotificationEvent[] =>
  notification.status === 'none' || notification.readBy.has(userId) || notification.deletedBy.has(userId) ?
    []
  : [NotificationRead.create({ notificationId: notification.notificationId, businessId, userId })];

export const deleteNotification = (
  { userId, businessId }: By,
  notification: Notification,
): readonly NotificationEvent[] =>
  notification.status === 'none' || notification.deletedBy.has(userId) ?
    []
  : [NotificationDeleted.create({ notificationId: notification.notificationId, businessId, userId })];

/** The bell of one user: how far they have read everything. */
export interface NotificationInbox {
  readonly readUpTo: bigint | null;
}
export const NotificationInbox: Aggregate<NotificationInbox, NotificationEvent> = {
  initial: { readUpTo: null },
  evolve: (inbox, event) =>
    event.type === 'AllNotificationsRead' ?
      { readUpTo: later(inbox.readUpTo, BigInt(event.data.upToPosition)) }
    : inbox,
};

export const readAll = (
  command: By & { readonly upToPosition: string },
  inbox: NotificationInbox,
): readonly NotificationEvent[] =>
  inbox.readUpTo !== null && BigInt(command.upToPosition) <= inbox.readUpTo ?
    []
  : [AllNotificationsRead.create(command)];

const later = (a: bigint | null, b: bigint): bigint => (a === null || b > a ? b : a);
