import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { customFieldCalls } from '../contract/index.ts';
import { listQuery, listReply } from '../kernel/list.ts';
import { route } from '../kernel/route.ts';
import { refuseIfUsed } from '../kernel/uses.ts';

const shown = ['custom_fields'];

export const customFieldRoutes = [
  route(customFieldCalls['GET /custom-fields'], async ({ query: params, parts, businessId }) => {
    const query = listQuery(params);
    return listReply(
      await parts.readModels.customFields(businessId, query),
      query,
      ({ createdAt, choices, ...field }) => ({ ...field, choices: [...choices], created_at: createdAt }),
    );
  }),

  route(customFieldCalls['POST /custom-fields'], async (call) => {
    const context = call.context();
    const fieldId = uuidV5(namespaces.command, context.commandId, 'field');
    const { position } = await call.parts.commands.customFields.create(context, { fieldId, ...call.body });
    await call.settled(position, shown);
    return { success: true as const, message: `${call.body.name} was added.`, data: { id: fieldId } };
  }),

  route(customFieldCalls['PUT /custom-fields/{id}'], async (call) => {
    const { position } = await call.parts.commands.customFields.change(call.context(), {
      fieldId: call.params.id,
      ...call.body,
    });
    await call.settled(position, shown);
    return { success: true as const, message: 'Saved.' };
  }),

  route(customFieldCalls['DELETE /custom-fields/{id}'], async (call) => {
    await refuseIfUsed(call, 'field', call.params.id, call.query.even_if_used);
    const { position } = await call.parts.commands.customFields.delete(call.context(), { fieldId: call.params.id });
    await call.settled(position, shown);
    return { success: true as const, message: 'The field is gone.' };
  }),
];
