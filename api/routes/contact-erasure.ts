import { contactErasureCalls } from '../contract/contact-erasure.ts';
import { route } from '../kernel/route.ts';

export const contactErasureRoutes = [
  route(contactErasureCalls['DELETE /contacts/{id}'], async (call) => {
    const { position } = await call.parts.commands.contacts.erase(call.context(), { contactId: call.params.id });
    await call.settled(position, ['contacts', 'conversations', 'notifications']);
    return { success: true as const, message: 'The contact was erased.' };
  }),
];
