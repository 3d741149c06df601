import { notificationCalls } from '../contract/index.ts';
import { listQuery, listReply } from '../kernel/list.ts';
import { route } from '../kernel/route.ts';
import { payerOf } from './payments.ts';
import { presentNotification } from '../present/notification.ts';

const done = { success: true as const };

export const notificationRoutes = [
  route(notificationCalls['GET /notifications'], async ({ query: params, parts, session }) => {
    const query = listQuery({ ...params, sort_desc: params.sort_desc ?? true });
    const listed = await parts.readModels.notifications(session, query);
    const reply = listReply(listed, query, presentNotification);
    return { ...reply, meta: { ...reply.meta, unread: listed.unread } };
  }),

  route(notificationCalls['GET /notifications/list'], async ({ query: params, parts }) => {
    const query = listQuery({ ...params, sort_desc: params.sort_desc ?? true });
    return listReply(await parts.readModels.sentNotifications(query), query, (view) => view);
  }),

  route(notificationCalls['POST /notifications'], async (call) => {
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
  }),

  route(notificationCalls['GET /notifications/checkpoint-emails'], async ({ parts, session }) => {
    const { isOn } = await parts.commands.evidence.checkpointEmails(payerOf(session));
    return { data: { enabled: isOn } };
  }),

  route(notificationCalls['PUT /notifications/checkpoint-emails'], async (call) => {
    const { enabled: isOn } = call.body;
    await call.parts.commands.evidence.switchEmails(call.context(), { account: payerOf(call.session), isOn });
    return { success: true as const, message: isOn ? 'Checkpoint emails are on.' : 'Checkpoint emails are off.' };
  }),

  route(notificationCalls['POST /notification/{id}/read'], async (call) => {
    const { position } = await call.parts.commands.notifications.read(call.context(), {
      notificationId: call.params.id,
    });
    await call.settled(position, ['notifications']);
    return done;
  }),

  route(notificationCalls['DELETE /notification/{id}'], async (call) => {
    const { position } = await call.parts.commands.notifications.delete(call.context(), {
      notificationId: call.params.id,
    });
    await call.settled(position, ['notifications']);
    return done;
  }),

  route(notificationCalls['POST /notifications/mark-all'], async (call) => {
    const upToPosition = call.body.position ?? String(await call.parts.headPosition());
    if (upToPosition === '0') return done;
    const { position } = await call.parts.commands.notifications.readAll(call.context(), { upToPosition });
    await call.settled(position, ['notifications']);
    return done;
  }),
];
