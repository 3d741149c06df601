import type { ListKind } from '../../domain/blocklists/fields.ts';
import { blocklistCalls } from '../contract/index.ts';
import { listQuery, listReply } from '../kernel/list.ts';
import { route } from '../kernel/route.ts';

const shown = ['blocklists'];
const named = { black: 'blacklist', white: 'whitelist' } as const;

/** The calls of both lists are the same but for the list. */
const routesOf = <P extends 'blacklists' | 'whitelists'>(path: P, list: ListKind) => [
  route(blocklistCalls[`GET /${path}`], async ({ query: params, parts, businessId }) => {
    const query = listQuery(params);
    return listReply(await parts.readModels.listings(businessId, list, query), query, ({ createdAt, ...entry }) => ({
      ...entry,
      created_at: createdAt,
    }));
  }),

  route(blocklistCalls[`POST /${path}`], async (call) => {
    const { values, note } = call.body;
    const { position, result } = await call.parts.commands.blocklists.add(call.context(), { list, values, note });
    await call.settled(position, shown);
    const { added, already, refused, entryId } = result;
    return {
      success: true as const,
      message: said(added, already, refused.length, named[list]),
      data: { id: entryId, added, already, refused: [...refused] },
    };
  }),

  route(blocklistCalls[`PUT /${path}/{id}`], async (call) => {
    const { value, note } = call.body;
    const wanted = { list, entryId: call.params.id, value, note };
    const { position, result } = await call.parts.commands.blocklists.change(call.context(), wanted);
    await call.settled(position, shown);
    return { success: true as const, message: 'Saved.', data: { id: result.entryId } };
  }),

  route(blocklistCalls[`DELETE /${path}/{id}`], async (call) => {
    const { position } = await call.parts.commands.blocklists.remove(call.context(), { list, entryId: call.params.id });
    await call.settled(position, shown);
    return { success: true as const, message: `Taken off the ${named[list]}.` };
  }),
];

function said(added: number, already: number, refused: number, list: string): string {
  const parts = [
    `${added === 0 ? 'Nothing' : added} ${
      added === 1 ? 'entry was'
      : added === 0 ? 'was'
      : 'entries were'
    } added to the ${list}`,
    ...(already === 0 ? [] : [`${already} stood there already`]),
    ...(refused === 0 ? [] : [`${refused} could not be read`]),
  ];
  return `${parts.join(', ')}.`;
}

export const blocklistRoutes = [...routesOf('blacklists', 'black'), ...routesOf('whitelists', 'white')];
