import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { snippetCalls } from '../contract/index.ts';
import { route } from '../kernel/route.ts';

const shown = ['snippets'];

export const snippetRoutes = [
  route(snippetCalls['GET /livechat/snippets'], async ({ parts, businessId }) => ({
    data: [...(await parts.readModels.snippets(businessId))],
  })),

  route(snippetCalls['POST /livechat/snippets'], async (call) => {
    const context = call.context();
    const snippetId = uuidV5(namespaces.command, context.commandId, 'snippet');
    const { position } = await call.parts.commands.livechat.createSnippet(context, { snippetId, ...call.body });
    await call.settled(position, shown);
    return { success: true as const, message: `/${call.body.name} was added.`, data: { id: snippetId } };
  }),

  route(snippetCalls['PUT /livechat/snippets/{id}'], async (call) => {
    const given = { snippetId: call.params.id, ...call.body };
    const { position } = await call.parts.commands.livechat.changeSnippet(call.context(), given);
    await call.settled(position, shown);
    return { success: true as const, message: 'Saved.' };
  }),

  route(snippetCalls['DELETE /livechat/snippets/{id}'], async (call) => {
    const { position } = await call.parts.commands.livechat.deleteSnippet(call.context(), {
      snippetId: call.params.id,
    });
    await call.settled(position, shown);
    return { success: true as const, message: 'The snippet is gone.' };
  }),
];
