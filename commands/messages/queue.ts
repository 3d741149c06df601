import { z } from 'zod';
import { AutomationOrigin } from '../../domain/kernel/origin.ts';
import { Business } from '../../domain/businesses/business.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { BusinessId, CampaignId, ContactId, MessageId } from '../../domain/kernel/ids.ts';
import { MessagePurpose } from '../../domain/messages/events.ts';
import { messageFields } from '../../domain/messages/fields.ts';
import { isOutgoing, Message } from '../../domain/messages/message.ts';
import { checkPictures } from '../../domain/messages/pictures.ts';
import { queue } from '../../domain/messages/queue.ts';
import { streams } from '../../domain/streams.ts';
import { peopleAndSystem } from '../kernel/caller.ts';
import { type Call, command } from '../kernel/command.ts';
import { picturesOf } from '../directory/pictures.ts';
import { erased } from '../directory/contact-directory.ts';
import { allowTenant, startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';

const input = z.object({
  messageId: MessageId,
  businessId: BusinessId,
  contactId: ContactId,
  body: messageFields.body,
  media: messageFields.media,
  purpose: MessagePurpose,
  notBefore: z.iso.datetime().nullable(),
  /** What it is about, and whose step it is: of one that is sent again, as it was. Left out: of none. */
  campaignId: CampaignId.nullable().optional(),
  aboutId: ContactId.nullable().optional(),
  automation: AutomationOrigin.nullable().optional(),
});

/**
 * Queues a text to a contact of a business, from the business's number. What a person writes to somebody who has opted out is refused here
 * and now (`contact_opted_out`); what is sent to many is decided on at the moment of sending, with a record for each.
 */
export async function queueTo({ world, context }: Call, text: z.output<typeof input>) {
  const names = {
    business: streams.business(text.businessId),
    contact: streams.contact(text.contactId),
    message: streams.message(text.messageId),
  };
  const found = await world.events.readMany(Object.values(names));
  const business = stateOf(Business, found.get(names.business));
  if (business.status === 'none') throw new DomainError('not_found', 'This business does not exist.');
  const tenant = { agencyId: business.agencyId, businessId: business.businessId };
  allowTenant(context.caller, tenant, 'This business');
  const contact = stateOf(Contact, found.get(names.contact));
  if (contact.status === 'none' || contact.businessId !== text.businessId)
    throw new DomainError('not_found', 'This contact does not exist.');

  const pictures = text.media.length === 0 ? business : await picturesOf(world, business);
  const work = startUnitOfWork(world, context, { tenant });
  await work.change({
    stream: names.message,
    aggregate: Message,
    seen: found.get(names.message),
    decide: (current) => {
      // The id is the message's: asking again, also by another command, changes nothing. An id of something else is refused.
      if (
        isOutgoing(current) &&
        current.message.businessId === text.businessId &&
        current.message.contactId === text.contactId
      )
        return [];
      if (current.status !== 'none') throw new DomainError('conflict', 'This message exists already.');
      if (contact.status === 'optedOut' && (text.purpose === 'livechat' || text.purpose === 'test')) {
        const message =
          'This contact has opted out, so you can’t text them. They can opt in again by texting START or one of your keywords.';
        throw new DomainError('contact_opted_out', message, { contactId: [message] });
      }
      if (contact.phone === null) throw erased();
      if (business.number === null) {
        const message = 'This business has no number to text from. Set one up first.';
        throw new DomainError('validation_failed', message, { number: [message] });
      }
      checkPictures(text, pictures);
      return queue({ ...text, from: business.number, to: contact.phone }, current);
    },
  });
  return work.outcome({ messageId: text.messageId });
}

export const queueMessage = command({ input, by: peopleAndSystem, run: queueTo });
