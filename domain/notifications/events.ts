import { z } from 'zod';
import { type EventOf, event } from '../kernel/event.ts';
import { personal } from '../kernel/personal.ts';
import { BusinessId, ContactId, NotificationId, UserId } from '../kernel/ids.ts';
import { Audience } from './fields.ts';

/**
 * Something the people of a business should see under the bell; of texts, those left to people. `content` is what the
 * contact wrote, hence personal; who it is, is looked up when it is read. (Until version 1 opt-ins and opt-outs rang
 * as well, and the content began with the number.)
 */
export const NotificationRaised = event(
  'NotificationRaised',
  2,
  z.object({
    notificationId: NotificationId,
    businessId: BusinessId,
    contactId: ContactId,
    kind: z.enum(['opt-in', 'opt-out', 'message', 'delivery-problem']),
    title: z.string(),
    content: personal(z.string()),
    /** Where a click leads, a path of the web application. */
    link: z.string().nullable(),
    /** Of the text it is about, in the event log: reading the conversation that far settles it. Null: any reading after it does. */
    receivedPosition: z.string().regex(/^\d+$/).nullable().default(null),
  }),
  { subject: 'contactId' },
);

/** What the platform tells people of itself. */
export const NoticeKind = z.enum([
  /** A business asks to be registered. */
  'a2p-request',
  /** A broadcast waits for the agency. */
  'broadcast-approval',
  /** The agency has let a broadcast go out, or has given it back. */
  'broadcast-decided',
  /** Too many emails of a business bounce, or are complained about. */
  'mail-health',
  /** Somebody has waited for an answer in live chat longer than the business's reply time. */
  'overdue',
  /** An automation that is on uses something that was archived or deleted. */
  'automation-broken',
  /** A wallet was not recharged, was recharged often, or is parked. */
  'wallet',
  /** A limit of a business is nearly used, or used up. */
  'usage-alert',
  /** A subscription is needed soon, or something about it needs a person. */
  'subscription',
  /** A webhook endpoint was turned off automatically. */
  'webhook-off',
]);
export type NoticeKind = z.output<typeof NoticeKind>;

/** Something that an operator wrote (`announcement`), or that the platform tells people. Each version knows of more kinds. */
export const NotificationSent = event(
  'NotificationSent',
  3,
  z.object({
    notificationId: NotificationId,
    audience: Audience,
    targetId: z.uuid().toLowerCase().nullable(),
    kind: z.enum(['announcement', ...NoticeKind.options]),
    title: z.string(),
    content: z.string(),
    link: z.string().nullable(),
  }),
);

/** Version 2: `businessId` is null for readers who belong to no business. */
export const NotificationRead = event(
  'NotificationRead',
  2,
  z.object({ notificationId: NotificationId, businessId: BusinessId.nullable(), userId: UserId }),
);
export const NotificationDeleted = event(
  'NotificationDeleted',
  2,
  z.object({ notificationId: NotificationId, businessId: BusinessId.nullable(), userId: UserId }),
);
/** In the stream `notificationInbox-<user id>`: everything raised or sent up to this position of the event log is read. */
export const AllNotificationsRead = event(
  'AllNotificationsRead',
  2,
  z.object({ businessId: BusinessId.nullable(), userId: UserId, upToPosition: z.string().regex(/^\d+$/) }),
);

export const notificationEvents = [
  NotificationRaised,
  NotificationSent,
  NotificationRead,
  NotificationDeleted,
  AllNotificationsRead,
] as const;
export type NotificationEvent = EventOf<(typeof notificationEvents)[number]>;
