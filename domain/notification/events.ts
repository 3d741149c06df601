import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { BusinessId, ContactId, NotificationId, UserId } from '../kernel/ids.ts';

/** Something the people of a business should see under the bell. `content` may name a contact, hence personal. */
export const NotificationRaised = event('NotificationRaised', 1,
  z.object({
    notificationId: NotificationId, businessId: BusinessId, contactId: ContactId, kind: z.enum(['opt-in', 'opt-out', 'message', 'delivery-problem']),
    title: z.string(), content: z.string(),
    /** Where a click leads, a path of the web application. */
    link: z.string().nullable(),
  }),
  { personal: ['content'], subject: 'contactId' });
export const NotificationRead = event('NotificationRead', 1, z.object({ notificationId: NotificationId, businessId: BusinessId, userId: UserId }));
export const NotificationDeleted = event('NotificationDeleted', 1, z.object({ notificationId: NotificationId, businessId: BusinessId, userId: UserId }));
/** In the stream `notificationInbox-<user id>`: everything raised up to this position of the event log is read. */
export const AllNotificationsRead = event('AllNotificationsRead', 1, z.object({ businessId: BusinessId, userId: UserId, upToPosition: z.string().regex(/^\d+$/) }));

export const notificationEvents = [NotificationRaised, NotificationRead, NotificationDeleted, AllNotificationsRead] as const;
export type NotificationEvent = EventOf<(typeof notificationEvents)[number]>;
