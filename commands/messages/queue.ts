import { z } from 'zod';
import { Business } from '../../domain/business/business.ts';
import { Contact } from '../../domain/contact/contact.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { BusinessId, ContactId, MessageId } from '../../domain/kernel/ids.ts';
import { MessagePurpose } from '../../domain/message/events.ts';
import { isOutgoing, Message } from '../../domain/message/message.ts';
import { queue } from '../../domain/message/queue.ts';
import { streams } from '../../domain/streams.ts';
import { StorableMedia, Text } from '../inputs.ts';
import { allow, allowTenant, begin, parse, stateOf, type World } from '../kernel.ts';
import type { CommandContext, CommandOutcome, Commands } from '../types.ts';

const Input = z.object({
  messageId: MessageId,
  businessId: BusinessId,
  contactId: ContactId,
  body: Text,
  media: z.array(StorableMedia).max(10, 'A message can have at most 10 pictures.'),
  purpose: MessagePurpose,
  notBefore: z.iso.datetime().nullable(),
});

export const queueMessage =
  (world: World): Commands['messages']['queue'] =>
  async (context, given) => {
    allow(context.caller, 'system', 'admin', 'agency', 'business');
    return queueTo(world, context, parse(Input, given));
  };

/**
 * Queues a text to a contact of a business, from the business's number. What a person writes to somebody who has opted out is refused here
 * and now (`contact_opted_out`); what is sent to many is decided on at the moment of sending, with a record for each.
 */
export async function queueTo(
  world: World,
  context: CommandContext,
  input: z.output<typeof Input>,
): Promise<CommandOutcome<{ messageId: string }>> {
  const names = {
    business: streams.business(input.businessId),
    contact: streams.contact(input.contactId),
    message: streams.message(input.messageId),
  };
  const found = await world.events.readMany(Object.values(names));
  const business = stateOf(Business, found.get(names.business));
  if (business.status === 'none') throw new DomainError('not_found', 'This business does not exist.');
  const tenant = { agencyId: business.agencyId, businessId: business.businessId };
  allowTenant(context.caller, tenant, 'This business');
  const contact = stateOf(Contact, found.get(names.contact));
  if (contact.status === 'none' || contact.businessId !== input.businessId)
    throw new DomainError('not_found', 'This contact does not exist.');

  const work = begin(world, context, { tenant });
  await work.change({
    stream: names.message,
    aggregate: Message,
    seen: found.get(names.message),
    decide: (message) => {
      // The id is the message's: asking again, also by another command, changes nothing. An id of something else is refused.
      if (
        isOutgoing(message) &&
        message.message.businessId === input.businessId &&
        message.message.contactId === input.contactId
      )
        return [];
      if (message.status !== 'none') throw new DomainError('conflict', 'This message exists already.');
      if (contact.status === 'optedOut' && (input.purpose === 'livechat' || input.purpose === 'test')) {
        const text =
          'This contact has opted out, so you can’t text them. They can opt in again by texting START or one of your keywords.';
        throw new DomainError('contact_opted_out', text, { contactId: [text] });
      }
      if (contact.phone === null) throw new DomainError('not_found', 'This contact was erased.');
      if (business.number === null) {
        const text = 'This business has no number to text from. Set one up first.';
        throw new DomainError('validation_failed', text, { number: [text] });
      }
      return queue({ ...input, from: business.number, to: contact.phone }, message);
    },
  });
  return work.outcome({ messageId: input.messageId });
}
