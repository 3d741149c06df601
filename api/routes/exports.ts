import { withDuring } from '../../domain/broadcasts/list.ts';
import type { FastifyInstance } from 'fastify';
import { filtersOf } from '../../domain/contacts/list.ts';
import { exportCalls } from '../contract/index.ts';
import { callerOf, correlationIdOf } from '../kernel/context.ts';
import { ClientGone, notFound } from '../kernel/errors.ts';
import type { ExportWish } from './exported-lists.ts';
import { linkedExport, linkExport, openExport } from './export-files.ts';
import type { ApiParts } from '../kernel/parts.ts';
import { type Call, route } from '../kernel/route.ts';
import { targetOf } from './bulk.ts';

/** As the answer of a call. */
async function sent(call: Call, wish: ExportWish) {
  const asked = { caller: callerOf(call.session), correlationId: correlationIdOf(call.request), signal: call.signal };
  const { headers, content } = await openExport(call.parts, asked, wish);
  call.reply.headers(headers);
  return content;
}
const linked = (call: Call, wish: ExportWish) => linkExport(call.parts, callerOf(call.session), call.businessId, wish);

export const exportRoutes = [
  route(exportCalls['GET /contacts/export'], (call) => {
    const { format, columns, search = '', ...narrowed } = call.query;
    const target = {
      kind: 'matching' as const,
      filters: filtersOf(narrowed),
      search: search === '' ? null : search,
      except: [],
    };
    return sent(call as Call, { list: 'contacts', format, columns, target });
  }),

  route(exportCalls['POST /contacts/export'], (call) => {
    const { format, columns } = call.body;
    return linked(call as Call, { list: 'contacts', format, columns, target: targetOf(call.body) });
  }),

  route(exportCalls['GET /broadcasts/{id}/recipients/export'], (call) => {
    const { format, search = null, ...rest } = call.query;
    const given = withDuring({ search, ...rest });
    return sent(call as Call, { list: 'recipients', format, broadcastId: call.params.id, given });
  }),

  route(exportCalls['POST /broadcasts/{id}/recipients/export'], (call) => {
    const { format, ...given } = call.body;
    const wish = { list: 'recipients', format, broadcastId: call.params.id, given: withDuring(given) } as const;
    return linked(call as Call, wish);
  }),

  route(exportCalls['GET /redemptions/export'], (call) => {
    const { format, search = null, ...narrowed } = call.query;
    return sent(call as Call, { list: 'redemptions', format, given: { search, ...narrowed } });
  }),

  route(exportCalls['POST /redemptions/export'], (call) => {
    const { format, search = null, ...narrowed } = call.body;
    return linked(call as Call, { list: 'redemptions', format, given: { search, ...narrowed } });
  }),

  route(exportCalls['GET /livechat/{id}/export'], (call) =>
    sent(call as Call, { list: 'messages', format: call.query.format, contactId: call.params.id }),
  ),

  route(exportCalls['POST /livechat/{id}/export'], (call) =>
    linked(call as Call, { list: 'messages', format: call.body.format, contactId: call.params.id }),
  ),

  route(exportCalls['GET /landings/{id}/ballots/export'], (call) =>
    sent(call as Call, { list: 'votes', format: call.query.format, campaignId: call.params.id }),
  ),

  route(exportCalls['POST /landings/{id}/ballots/export'], (call) =>
    linked(call as Call, { list: 'votes', format: call.body.format, campaignId: call.params.id }),
  ),

  route(exportCalls['GET /landings/{id}/submissions/export'], (call) =>
    sent(call as Call, { list: 'submissions', format: call.query.format, campaignId: call.params.id }),
  ),

  route(exportCalls['POST /landings/{id}/submissions/export'], (call) =>
    linked(call as Call, { list: 'submissions', format: call.body.format, campaignId: call.params.id }),
  ),
];

/** GET /files/exports/<token>: the file that an address was made for. */
export function registerExportFiles(app: FastifyInstance, parts: ApiParts): void {
  app.get<{ Params: { token: string } }>('/files/exports/:token', async (request, reply) => {
    const found = await linkedExport(parts, request.params.token);
    if (found === null) throw notFound('This file does not exist, or its address is no longer good.');
    const gone = new AbortController();
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) gone.abort(new ClientGone());
    });
    const asked = { caller: found.caller, correlationId: correlationIdOf(request), signal: gone.signal };
    const { headers, content } = await openExport(parts, asked, found.wish);
    return reply.headers(headers).send(content);
  });
}
