import { z } from 'zod';
import { notificationList, sentNotificationList } from '../../domain/notifications/list.ts';
import { calls } from './calls.ts';
import { Done, IdParams, Instant, list, PositionText, Success, Uuid } from './common.ts';
import { listParams } from './lists.ts';

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
export const NotificationList = z.object({
  data: z.array(Notification),
  meta: z.object({
    total: z.number().int(),
    page: z.number().int(),
    per_page: z.number().int(),
    unread: z.number().int(),
  }),
});
/** Newest first unless `sort_desc` says otherwise. */
export const NotificationListParams = listParams(notificationList);
/** `position`: up to where the list was seen; left out: everything there is now. */
export const MarkAllRequest = z.object({ position: PositionText.optional() });

/** Whom an operator's notification is for. `agency` and `business`: everybody of that one; `user`: one person. */
export const Audience = z.enum(['all', 'agencies', 'businesses', 'agency', 'business', 'user']);
export type Audience = z.output<typeof Audience>;
/** `target_id` for the last three audiences. `link`: a path of the application. */
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
/** `recipients` are the users it is for now, `read` those who have read it. */
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

/** Whether the owner gets the signed checkpoint of each day by email: proof that nothing recorded before was changed. */
export const CheckpointEmailSettings = z.object({ enabled: z.boolean() });
export const CheckpointEmailSettingsReply = z.object({ data: CheckpointEmailSettings });

export const notificationCalls = calls('Notifications', {
  'GET /notifications': {
    id: 'listNotifications',
    who: 'any',
    summary: 'Notifications, newest first. `status` may be `unread` or `read`.',
    query: NotificationListParams,
    reply: NotificationList,
  },
  'GET /businesses/notifications': {
    id: 'listBusinessNotifications',
    who: ['Business'],
    summary: 'The business’s notifications, newest first. `status` may be `unread` or `read`.',
    query: NotificationListParams,
    reply: NotificationList,
  },
  'GET /notifications/list': {
    id: 'listSentNotifications',
    who: ['Admin'],
    summary: 'What operators sent, newest first, with how many it was for and how many have read it.',
    query: SentNotificationListParams,
    reply: SentNotificationList,
  },
  'POST /notifications': {
    id: 'sendNotification',
    who: ['Admin'],
    summary: 'Notify everyone, a role, one agency, one business or one person.',
    body: CreateNotification,
    reply: Success,
  },
  'GET /notifications/checkpoint-emails': {
    id: 'getCheckpointEmails',
    who: ['Agency', 'Business'],
    summary: 'Whether the owner gets the log checkpoint of each day by email.',
    reply: CheckpointEmailSettingsReply,
  },
  'PUT /notifications/checkpoint-emails': {
    id: 'updateCheckpointEmails',
    who: ['Agency', 'Business'],
    summary: 'Turn the daily log checkpoint email of your account on or off.',
    body: CheckpointEmailSettings,
    reply: Success,
  },
  'POST /notification/{id}/read': {
    id: 'readNotification',
    who: 'any',
    summary: 'Mark one as read.',
    params: IdParams,
    reply: Done,
  },
  'DELETE /notification/{id}': {
    id: 'removeNotification',
    who: 'any',
    summary: 'Remove one for oneself.',
    params: IdParams,
    reply: Done,
  },
  'POST /notifications/mark-all': {
    id: 'readAllNotifications',
    who: 'any',
    summary: 'Mark everything as read that is there now.',
    body: MarkAllRequest,
    reply: Done,
  },
});
