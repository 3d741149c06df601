import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { helpCalls } from '../contract/index.ts';
import { route } from '../kernel/route.ts';

const shown = ['help'];

export const helpRoutes = [
  route(helpCalls['GET /help'], async ({ parts }) => {
    const { support, news } = await parts.readModels.help();
    return { data: { support, news: news.map(({ publishedAt: at, ...entry }) => ({ ...entry, at })) } };
  }),

  route(helpCalls['PUT /help/support'], async (call) => {
    const { position } = await call.parts.commands.help.chooseSupport(call.context(), call.body);
    await call.settled(position, shown);
    return { success: true as const, message: 'Support details saved.' };
  }),

  route(helpCalls['POST /help/news'], async (call) => {
    const context = call.context();
    const newsId = uuidV5(namespaces.command, context.commandId, 'news');
    const { position } = await call.parts.commands.help.publishNews(context, { newsId, ...call.body });
    await call.settled(position, shown);
    return { success: true as const, message: 'Agencies see this under What’s new.', data: { id: newsId } };
  }),

  route(helpCalls['DELETE /help/news/{id}'], async (call) => {
    const { position } = await call.parts.commands.help.removeNews(call.context(), { newsId: call.params.id });
    await call.settled(position, shown);
    return { success: true as const, message: 'Entry removed.' };
  }),
];
