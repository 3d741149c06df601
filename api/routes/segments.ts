import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { segmentCalls } from '../contract/index.ts';
import { route } from '../kernel/route.ts';
import { refuseIfUsed } from '../kernel/uses.ts';

const shown = ['segments'];

export const segmentRoutes = [
  route(segmentCalls['GET /segments'], async ({ parts, businessId }) => {
    const segments = await parts.readModels.segments(businessId);
    return {
      data: segments.map(({ createdAt, countedAt, ...segment }) => ({
        ...segment,
        counted_at: countedAt,
        created_at: createdAt,
      })),
    };
  }),

  route(segmentCalls['POST /segments'], async (call) => {
    const context = call.context();
    const segmentId = uuidV5(namespaces.command, context.commandId, 'segment');
    const { position } = await call.parts.commands.segments.create(context, { segmentId, ...call.body });
    await call.settled(position, shown);
    return { success: true as const, message: `${call.body.name} was saved.`, data: { id: segmentId } };
  }),

  route(segmentCalls['PUT /segments/{id}'], async (call) => {
    const { position } = await call.parts.commands.segments.change(call.context(), {
      segmentId: call.params.id,
      ...call.body,
    });
    await call.settled(position, shown);
    return { success: true as const, message: 'Saved.' };
  }),

  route(segmentCalls['DELETE /segments/{id}'], async (call) => {
    await refuseIfUsed(call, 'segment', call.params.id, call.query.even_if_used);
    const { position } = await call.parts.commands.segments.delete(call.context(), { segmentId: call.params.id });
    await call.settled(position, shown);
    return { success: true as const, message: 'The segment is gone. Its contacts stay.' };
  }),

  route(segmentCalls['POST /segments/count'], async ({ body, parts, businessId, signal }) => ({
    data: { count: await parts.readModels.countFilter(businessId, body.filter, signal) },
  })),
];
