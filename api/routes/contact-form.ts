import type { z } from 'zod';
import { fromApiNames } from '../../domain/contacts/attributes.ts';
import { contactFormCalls, type CreateContact, type UpdateContact } from '../contract/index.ts';
import { route } from '../kernel/route.ts';

const shown = ['contacts', 'conversations'];

/** In the words of the commands. */
const given = (body: z.output<typeof CreateContact> | z.output<typeof UpdateContact>) => ({
  firstName: body.first_name,
  lastName: body.last_name,
  ...fromApiNames(body),
  custom: body.custom,
  tags: body.tags,
});

export const contactFormRoutes = [
  route(contactFormCalls['POST /contacts'], async (call) => {
    const { position, result } = await call.parts.commands.contacts.add(call.context(), {
      ...given(call.body),
      phone: call.body.phone,
    });
    await call.settled(position, shown);
    return { success: true as const, message: 'The contact was added.', data: { id: result.contactId } };
  }),

  route(contactFormCalls['PUT /contacts/{id}'], async (call) => {
    const { position, result } = await call.parts.commands.contacts.edit(call.context(), {
      contactId: call.params.id,
      ...given(call.body),
      revision: call.body.revision ?? null,
    });
    await call.settled(position, shown);
    return { success: true as const, message: 'Saved.', data: result };
  }),
];
