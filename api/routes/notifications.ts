import {
  CreateNotification,
  Done,
  IdParams,
  MarkAllRequest,
  NotificationList,
  NotificationListParams,
  SentNotificationList,
  SentNotificationListParams,
  Success,
} from '../contract/index.ts';
import { listQuery, listReply } from '../kernel/list.ts';
import { route } from '../kernel/route.ts';

const tag = 'Notifications';
const done = { success: true as const };

export const notificationRoutes = [
  route(
    {
      method: 'GET',
      path: '/notifications',
      who: 'any',
      tag,
      summary: 'What is under the bell, newest first. `status` may be `unread` or `read`.',
      query: NotificationListParams,
      reply: NotificationList,
    },
    async ({ query: params, parts, session }) => {
      const query = listQuery({ ...params, sort_desc: params.sort_desc ?? true });
      const listed = await parts.readModels.notifications(session, query);
      const reply = listReply(listed, query, ({ contactId: _contactId, ...view }) => view);
      return { ...reply, meta: { ...reply.meta, unread: listed.unread } };
    },
  ),

  route(
    {
      method: 'GET',
      path: '/notifications/list',
      who: ['Admin'],
      tag,
      summary: 'What operators sent, newest first, with how many it was for and how many have read it.',
      query: SentNotificationListParams,
      reply: SentNotificationList,
    },
    async ({ query: params, parts }) => {
      const query = listQuery({ ...params, sort_desc: params.sort_desc ?? true });
      return listReply(await parts.readModels.sentNotifications(query), query, (view) => view);
    },
  ),

  route(
    {
      method: 'POST',
      path: '/notifications',
      who: ['Admin'],
      tag,
      summary: 'Write to everybody, a role, one agency, one business or one person.',
      body: CreateNotification,
      reply: Success,
    },
    async (call) => {
      const { title, content, audience, target_id: targetId = null, link = null } = call.body;
      const context = call.context();
      // With an Idempotency-Key the command's id is the same every time, and with it the notification's.
      const { position } = await call.parts.commands.notifications.send(context, {
        notificationId: context.commandId,
        title,
        content,
        link,
        audience,
        targetId,
      });
      await call.settled(position, ['notifications']);
      return { success: true as const, message: 'Sent.' };
    },
  ),

  route(
    {
      method: 'POST',
      path: '/notification/{id}/read',
      who: 'any',
      tag,
      summary: 'Mark one as read.',
      params: IdParams,
      reply: Done,
    },
    async (call) => {
      const { position } = await call.parts.commands.notifications.read(call.context(), {
        notificationId: call.params.id,
      });
      await call.settled(position, ['notifications']);
      return done;
    },
  ),

  route(
    {
      method: 'DELETE',
      path: '/notification/{id}',
      who: 'any',
      tag,
      summary: 'Remove one for oneself.',
      params: IdParams,
      reply: Done,
    },
    async (call) => {
      const { position } = await call.parts.commands.notifications.delete(call.context(), {
        notificationId: call.params.id,
      });
      await call.settled(position, ['notifications']);
      return done;
    },
  ),

  route(
    {
      method: 'POST',
      path: '/notifications/mark-all',
      who: 'any',
      tag,
      summary: 'Mark everything as read that is there now.',
      body: MarkAllRequest,
      reply: Done,
    },
    async (call) => {
      const upToPosition = call.body.position ?? String(await call.parts.headPosition());
      if (upToPosition === '0') return done;
      const { position } = await call.parts.commands.notifications.readAll(call.context(), { upToPosition });
      await call.settled(position, ['notifications']);
      return done;
    },
  ),
];
