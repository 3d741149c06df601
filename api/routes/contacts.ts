import { ContactDetail, ContactList, ContactListParams, IdParams } from '../contract/index.ts';
import { ApiError, notFound } from '../kernel/errors.ts';
import { listQuery, listReply } from '../kernel/list.ts';
import { route } from '../kernel/route.ts';
import { presentContact, presentContactDetail } from '../present/livechat.ts';

const tag = 'Contacts';

export const contactRoutes = [
  route(
    {
      method: 'GET',
      path: '/contacts',
      who: ['Business'],
      tag,
      summary: 'The contacts; filters: keywords, opt_out, status.',
      query: ContactListParams,
      reply: ContactList,
    },
    async ({ query: params, parts, businessId }) => {
      const query = listQuery(params);
      const listed = await parts.readModels.contacts(businessId, query);
      return listReply(listed, query, presentContact);
    },
  ),

  route(
    {
      method: 'GET',
      path: '/contacts/{id}',
      who: ['Business'],
      tag,
      summary: 'A contact with its consent history.',
      params: IdParams,
      reply: ContactDetail,
    },
    async ({ params, parts, businessId }) => {
      const contact = await parts.readModels.contact(businessId, params.id);
      if (contact === null) throw notFound('This contact does not exist.');
      return { data: presentContactDetail(contact) };
    },
  ),

  route(
    {
      method: 'POST',
      path: '/contacts/{id}/opt-out',
      who: ['Business'],
      tag,
      summary: 'Opt a contact out: nothing is sent to it any more.',
      params: IdParams,
      reply: ContactDetail,
    },
    async (call) => {
      const { id: contactId } = call.params;
      const { position } = await call.parts.commands.livechat.optOut(call.context(), { contactId });
      await call.settled(position, ['contacts', 'conversations']);
      const contact = await call.parts.readModels.contact(call.businessId, contactId);
      if (contact === null)
        throw new ApiError(
          'unavailable',
          'This has been done, but can not be shown yet. Please look again in a moment.',
          { retryAfterSeconds: 2 },
        );
      return { data: presentContactDetail(contact) };
    },
  ),
];
