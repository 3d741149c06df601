import { z } from 'zod';
import { notificationList, sentNotificationList } from '../../domain/notification/list.ts';
import { Instant, list, listParams, PositionText, Uuid } from './common.ts';

/** `count`: how many texts of one contact it stands for; `content` is the newest. */
export const Notification = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  content: z.string().nullable(),
  link: z.string().nullable(),
  read: z.boolean(),
  at: Instant,
  count: z.number().int().min(1).default(1),
});
export type Notification = z.output<typeof Notification>;
/** GET /notifications: newest first unless `sort_desc` says otherwise. */
export const NotificationListParams = listParams(notificationList);
export const NotificationList = z.object({
  data: z.array(Notification),
  meta: z.object({
    total: z.number().int(),
    page: z.number().int(),
    per_page: z.number().int(),
    unread: z.number().int(),
  }),
});
/** POST /notifications/mark-all. `position`: up to where the list was seen; left out: everything there is now. */
export const MarkAllRequest = z.object({ position: PositionText.optional() });

/** Whom an operator's notification is for. `agency` and `business`: everybody of that one; `user`: one person. */
export const Audience = z.enum(['all', 'agencies', 'businesses', 'agency', 'business', 'user']);
export type Audience = z.output<typeof Audience>;
/** POST /notifications (admin). `target_id` for the last three audiences. `link`: a path of the application. */
export const CreateNotification = z
  .object({
    title: z
      .string({ error: 'The title is missing.' })
      .trim()
      .min(1, 'The title is missing.')
      .max(120, 'The title can have at most 120 characters.'),
    content: z
      .string({ error: 'The text is missing.' })
      .trim()
      .min(1, 'The text is missing.')
      .max(2000, 'The text can have at most 2,000 characters.'),
    audience: Audience,
    target_id: Uuid.nullable().optional(),
    link: z
      .string()
      .regex(/^\/(?![/\\])[^\s\\]*$/, 'A link is a path of this application, such as /business/dashboard.')
      .max(300)
      .nullable()
      .optional(),
  })
  .refine((body) => ['all', 'agencies', 'businesses'].includes(body.audience) || (body.target_id ?? null) !== null, {
    error: 'Choose who it is for.',
    path: ['target_id'],
  });
/** GET /notifications/list (admin): what was sent, newest first. `recipients` are the users it is for now, `read` those who have read it. */
export const SentNotification = z.object({
  id: z.string(),
  title: z.string(),
  content: z.string(),
  link: z.string().nullable(),
  audience: Audience,
  target: z.object({ id: z.string(), name: z.string() }).nullable(),
  recipients: z.number().int(),
  read: z.number().int(),
  at: Instant,
  sender: z.string().nullable(),
});
export type SentNotification = z.output<typeof SentNotification>;
export const SentNotificationList = list(SentNotification);
export const SentNotificationListParams = listParams(sentNotificationList);

/** POST /pusher/beams-auth: a token that names the signed-in user to the push service. */
export const BeamsRequest = z.object({ user_id: z.string().max(164).optional() });
export const BeamsReply = z.object({ token: z.string() });

/* Standard Web Push (RFC 8030, 8291, 8292), where Beams is not configured. Not in the specification's list of calls. */
/** GET /push/config: how this installation pushes. `public_key` is the VAPID key as the browser wants it. */
export const PushConfig = z.object({
  data: z.object({
    kind: z.enum(['beams', 'webpush']),
    public_key: z.string().nullable(),
    instance_id: z.string().nullable(),
  }),
});
/** POST /push/subscriptions: what `PushSubscription.toJSON()` gives; DELETE /push/subscriptions takes its endpoint. */
export const PushSubscription = z.object({
  endpoint: z.url().max(1000),
  keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
});
export const RemovePushSubscription = z.object({ endpoint: z.string().max(1000) });
