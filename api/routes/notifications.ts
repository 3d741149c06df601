import { Done, IdParams, ListParams, MarkAllRequest, NotificationList } from '../contract/index.ts';
import { notFound } from '../kernel/errors.ts';
import { listQuery, listReply } from '../kernel/list.ts';
import { type Call, route } from '../kernel/route.ts';

const tag = 'Notifications';
const done = { success: true as const };

/** Notifications belong to a business in this slice: nobody else has any yet. */
function businessOr404(call: Call): string {
  const { businessId } = call.session;
  if (businessId === null) throw notFound('This notification does not exist.');
  return businessId;
}

export const notificationRoutes = [
  route(
    { method: 'GET', path: '/notifications', who: 'any', tag, summary: 'What is under the bell, newest first. `status` may be `unread` or `read`.', query: ListParams, reply: NotificationList },
    async ({ query: params, parts, session }) => {
      const query = listQuery({ ...params, sort_desc: params.sort_desc ?? true }, { sortable: ['id', 'at', 'created_at'], statuses: ['read', 'unread'] });
      if (session.businessId === null) return { data: [], meta: { total: 0, page: query.page, per_page: query.perPage, unread: 0 } };
      const listed = await parts.readModels.notifications(session.businessId, session.userId, query);
      const reply = listReply(listed, query, (view) => ({ id: view.id, kind: view.kind, title: view.title, content: view.content, link: view.link, read: view.read, at: view.at }));
      return { ...reply, meta: { ...reply.meta, unread: listed.unread } };
    },
  ),

  route(
    { method: 'POST', path: '/notification/{id}/read', who: 'any', tag, summary: 'Mark one as read.', params: IdParams, reply: Done },
    async (call) => {
      businessOr404(call);
      const { position } = await call.parts.commands.notifications.read(call.context(), { notificationId: call.params.id });
      await call.settled(position, ['notifications']);
      return done;
    },
  ),

  route(
    { method: 'DELETE', path: '/notification/{id}', who: 'any', tag, summary: 'Remove one for oneself.', params: IdParams, reply: Done },
    async (call) => {
      businessOr404(call);
      const { position } = await call.parts.commands.notifications.delete(call.context(), { notificationId: call.params.id });
      await call.settled(position, ['notifications']);
      return done;
    },
  ),

  route(
    { method: 'POST', path: '/notifications/mark-all', who: 'any', tag, summary: 'Mark everything as read that is there now.', body: MarkAllRequest, reply: Done },
    async (call) => {
      const { businessId } = call.session;
      if (businessId === null) return done;
      const upToPosition = call.body.position ?? String(await call.parts.headPosition());
      if (upToPosition === '0') return done;
      const { position } = await call.parts.commands.notifications.readAll(call.context(), { upToPosition });
      await call.settled(position, ['notifications']);
      return done;
    },
  ),
];
