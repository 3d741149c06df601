import type { Position } from '../../adapters/event-store/port.ts';
import { contactCalls } from '../contract/index.ts';
import { notFound, notShownYet } from '../kernel/errors.ts';
import { listQuery, listReply } from '../kernel/list.ts';
import { type Call, route } from '../kernel/route.ts';
import { campaignsWith } from './bulk.ts';
import { presentContact, presentContactDetail } from '../present/contacts.ts';

export const contactRoutes = [
  route(contactCalls['GET /contacts'], async ({ query: params, parts, businessId }) => {
    const query = listQuery(params);
    const listed = await parts.readModels.contacts(businessId, query);
    const { data, meta } = listReply(listed, query, presentContact);
    return { data, meta: { ...meta, exact: listed.isExact, next: listed.next, prev: listed.prev } };
  }),

  route(contactCalls['GET /contacts/all'], async ({ query: { after, per_page: limit }, parts, businessId }) => {
    const { data, total, next } = await parts.readModels.allContacts(businessId, { after: after ?? null, limit });
    return { data: data.map(presentContact), meta: { total, next } };
  }),

  route(contactCalls['GET /contacts/tags'], async ({ parts, businessId }) => ({
    data: [...(await parts.readModels.contactTags(businessId))],
  })),

  route(contactCalls['PUT /contacts/{id}/sync-keywords'], async (call) => {
    const campaigns = await campaignsWith(call, call.body.keywords);
    const { position } = await call.parts.commands.contacts.syncKeywords(call.context(), {
      contactId: call.params.id,
      campaignIds: campaigns.map(({ campaignId }) => campaignId),
    });
    return shownAfter(call, position, ['contacts']);
  }),

  route(contactCalls['GET /contacts/{id}'], async ({ params, parts, businessId }) => {
    // Whoever was merged into another is shown as that one, so that every address of them leads somewhere.
    const contact =
      (await parts.readModels.contact(businessId, params.id)) ??
      (await parts.readModels.contact(businessId, await parts.commands.contacts.survivor(businessId, params.id)));
    if (contact === null)
      throw notFound(
        (await parts.commands.contacts.isErased(businessId, params.id)) ?
          'This contact was erased.'
        : 'This contact does not exist.',
      );
    return { data: presentContactDetail(contact, await parts.readModels.listingsOf(businessId, contact)) };
  }),

  route(contactCalls['PUT /contacts/{id}/tags'], async (call) => {
    const { params, body, parts } = call;
    const { position } = await parts.commands.contacts.tag(call.context(), { contactId: params.id, tags: body.tags });
    return shownAfter(call, position, ['contacts']);
  }),

  route(contactCalls['POST /contacts/{id}/opt-out'], async (call) => {
    const { position } = await call.parts.commands.contacts.optOut(call.context(), {
      contactId: call.params.id,
      reason: call.body.reason,
    });
    return shownAfter(call, position, ['contacts', 'conversations']);
  }),

  route(contactCalls['POST /contacts/{id}/keep-subscribed'], async (call) => {
    const { position } = await call.parts.commands.contacts.keepSubscribed(call.context(), {
      contactId: call.params.id,
    });
    return shownAfter(call, position, ['contacts']);
  }),
];

/** The contact as a command has left it. */
async function shownAfter(call: Call<{ id: string }>, position: Position | null, readModels: readonly string[]) {
  await call.settled(position, readModels);
  const contact = await call.parts.readModels.contact(call.businessId, call.params.id);
  if (contact === null) throw notShownYet();
  return { data: presentContactDetail(contact, await call.parts.readModels.listingsOf(call.businessId, contact)) };
}
