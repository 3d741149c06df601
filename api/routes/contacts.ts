import { contactCalls } from '../contract/index.ts';
import { ApiError, notFound } from '../kernel/errors.ts';
import { listQuery, listReply } from '../kernel/list.ts';
import { route } from '../kernel/route.ts';
import { presentContact, presentContactDetail } from '../present/contacts.ts';

export const contactRoutes = [
  route(contactCalls['GET /contacts'], async ({ query: params, parts, businessId }) => {
    const query = listQuery(params);
    const listed = await parts.readModels.contacts(businessId, query);
    return listReply(listed, query, presentContact);
  }),

  route(contactCalls['GET /contacts/{id}'], async ({ params, parts, businessId }) => {
    const contact = await parts.readModels.contact(businessId, params.id);
    if (contact === null) throw notFound('This contact does not exist.');
    return { data: presentContactDetail(contact) };
  }),

  route(contactCalls['POST /contacts/{id}/opt-out'], async (call) => {
    const { id: contactId } = call.params;
    const { position } = await call.parts.commands.contacts.optOut(call.context(), { contactId });
    await call.settled(position, ['contacts', 'conversations']);
    const contact = await call.parts.readModels.contact(call.businessId, contactId);
    if (contact === null)
      throw new ApiError(
        'unavailable',
        'This has been done, but can not be shown yet. Please look again in a moment.',
        { retryAfterSeconds: 2 },
      );
    return { data: presentContactDetail(contact) };
  }),
];
