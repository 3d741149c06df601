import { z } from 'zod';
import { Business } from '../../domain/businesses/business.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import { discover } from '../../domain/contacts/discover.ts';
import { Conversation } from '../../domain/livechat/conversation.ts';
import { start } from '../../domain/livechat/decide.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { ContactId } from '../../domain/kernel/ids.ts';
import { defaultCountry, parsePhone } from '../../domain/sms/phone.ts';
import { checkRoom } from '../../domain/limits/contacts.ts';
import { streams } from '../../domain/streams.ts';
import { people } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { beingErased, findOrDeriveContact } from '../directory/contact-directory.ts';
import { businessUserOf } from '../kernel/business-user.ts';
import { startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';
import { roomFor } from '../directory/contact-room.ts';
import { ownConversation } from './conversation.ts';

const input = z
  .object({
    phone: z.string().trim().min(1, 'Enter a phone number.').max(40).optional(),
    contactId: ContactId.optional(),
  })
  .refine(({ phone, contactId }) => (phone === undefined) !== (contactId === undefined), {
    error: 'Give a phone number or a contact.',
  });

/** Finds or starts the conversation with a phone number or a known contact. */
export const startConversation = command({
  input,
  by: people,
  async run(call, { contactId: known, phone: typed = '' }) {
    const { world, context } = call;
    const { businessId, userId, tenant } = businessUserOf(context);
    const work = startUnitOfWork(world, context, { tenant });
    if (known !== undefined) {
      const { by, ...place } = await ownConversation(call, { contactId: known });
      await work.change({ ...place, aggregate: Conversation, decide: (conversation) => start(by, conversation) });
      return work.outcome({ contactId: known });
    }
    const business = stateOf(Business, await world.events.read(streams.business(businessId)));
    if (business.status === 'none') throw new DomainError('not_found', 'This business does not exist.');
    const phone = parsePhone(typed, defaultCountry(business), 'phone');
    if (phone === business.number)
      throw new DomainError('validation_failed', 'This is your own number.', { phone: ['This is your own number.'] });
    const { contactId, kept } = await findOrDeriveContact(world, businessId, { phone });
    const rooms = await roomFor(world, businessId, business);
    const names = { contact: streams.contact(contactId), conversation: streams.conversation(contactId) };
    const found = await world.events.readMany(Object.values(names));
    const { before } = await work.change({
      stream: names.contact,
      aggregate: Contact,
      seen: found.get(names.contact),
      decide: (contact) => {
        checkRoom(rooms, contact);
        return discover({ contactId, businessId, phone, via: 'livechat', kept }, contact);
      },
    });
    if (before.status === 'erased') throw beingErased();
    await work.change({
      stream: names.conversation,
      aggregate: Conversation,
      seen: found.get(names.conversation),
      decide: (conversation) => start({ contactId, businessId, userId }, conversation),
    });
    return work.outcome({ contactId });
  },
});
