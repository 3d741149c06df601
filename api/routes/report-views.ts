import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { reportViewCalls } from '../contract/report-views.ts';
import { notFound } from '../kernel/errors.ts';
import { route } from '../kernel/route.ts';

export const reportViewRoutes = [
  route(reportViewCalls['GET /reports/views'], async ({ parts, session }) => {
    const views = await parts.commands.reports.viewsOf(session.userId, session);
    return {
      data: views.map(({ viewId, isDefault, userId: _, ...view }) => ({ ...view, id: viewId, is_default: isDefault })),
      meta: { total: views.length },
    };
  }),

  route(reportViewCalls['POST /reports/views'], async (call) => {
    const context = call.context();
    const viewId = uuidV5(namespaces.command, context.commandId, 'report-view');
    await call.parts.commands.reports.saveView(context, { viewId, ...call.body });
    return { success: true as const, message: 'The view was saved.', data: { id: viewId } };
  }),

  route(reportViewCalls['PUT /reports/views/{id}'], async (call) => {
    const { parts, params, session, body } = call;
    const own = await parts.commands.reports.viewsOf(session.userId, session);
    if (!own.some(({ viewId }) => viewId === params.id)) throw notFound('This view does not exist.');
    await parts.commands.reports.saveView(call.context(), { viewId: params.id, ...body });
    return { success: true as const };
  }),

  route(reportViewCalls['DELETE /reports/views/{id}'], async (call) => {
    await call.parts.commands.reports.deleteView(call.context(), { viewId: call.params.id });
    return { success: true as const };
  }),

  route(reportViewCalls['PUT /reports/default-view'], async (call) => {
    const { screen, id: viewId } = call.body;
    await call.parts.commands.reports.chooseDefaultView(call.context(), { screen, viewId });
    return { success: true as const };
  }),
];
