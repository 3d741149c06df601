import { z } from 'zod';
import { Business } from '../../domain/businesses/business.ts';
import { Contact } from '../../domain/contacts/contact.ts';
import type { KeptSuppression } from '../../domain/contacts/erase.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { MessageId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { messageFields } from '../../domain/messages/fields.ts';
import { Message } from '../../domain/messages/message.ts';
import { checkPictures } from '../../domain/messages/pictures.ts';
import { queue } from '../../domain/messages/queue.ts';
import { defaultCountry, formatPhone, parsePhone } from '../../domain/sms/phone.ts';
import { streams } from '../../domain/streams.ts';
import { picturesOf } from '../directory/pictures.ts';
import { people } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { findOrDeriveContacts } from '../directory/contact-directory.ts';
import { businessUserOf } from '../kernel/business-user.ts';
import { startUnitOfWork, stateOf } from '../kernel/unit-of-work.ts';
import { heldUntil, type TestedOn } from '../delivery/test-sends.ts';

/** Who has said stop, or had the number before, did, and was erased. */
const isOut = (contact: Contact, kept: KeptSuppression): boolean =>
  contact.status === 'optedOut' || (contact.status === 'none' && kept.texts);

/** A test goes to so many numbers at once. */
export const maxTests = 5;

/**
 * Sends words to numbers that somebody of the business has typed, to look at on a phone. They need be no contacts; one
 * that has opted out is refused here and now. Answers the numbers, and where it waits for the end of a night.
 */
export const sendTest = command({
  input: z.object({
    to: z.array(z.string().trim().max(40)).min(1, 'Say where the test goes.').max(maxTests),
    body: messageFields.body,
    media: messageFields.media,
  }),
  by: people,
  async run({ world, context }, { to, body, media }) {
    const { businessId, tenant } = businessUserOf(context);
    const business = stateOf(Business, await world.events.read(streams.business(businessId)));
    if (business.status === 'none') throw new DomainError('not_found', 'This business does not exist.');
    const { number: from } = business;
    if (from === null) {
      const message = 'This business has no number to text from. Set one up first.';
      throw new DomainError('validation_failed', message, { to: [message] });
    }
    checkPictures({ media }, await picturesOf(world, business), 'content.media');
    const country = defaultCountry(business);
    const numbers = [...new Set(to.map((typed) => parsePhone(typed, country, 'to')))].filter((one) => one !== from);
    const met = await findOrDeriveContacts(
      world,
      businessId,
      numbers.map((phone) => ({ phone })),
    );
    const people = met.map(({ contactId }) => contactId);
    const known = await world.events.readMany(people.map((contactId) => streams.contact(contactId)));
    for (const [index, contactId] of people.entries())
      if (isOut(stateOf(Contact, known.get(streams.contact(contactId))), met[index]!.kept)) {
        const message = `${formatPhone(numbers[index]!)} has opted out, so no text can be sent to it.`;
        throw new DomainError('contact_opted_out', message, { to: [message] });
      }
    const work = startUnitOfWork(world, context, { tenant });
    for (const [index, contactId] of people.entries()) {
      const number = numbers[index]!;
      const messageId = MessageId.parse(uuidV5(namespaces.message, businessId, 'test', context.commandId, number));
      const text = { messageId, businessId, contactId, from, to: number, body, media, notBefore: null };
      await work.change({
        stream: streams.message(messageId),
        aggregate: Message,
        decide: (state) => (state.status === 'none' ? queue({ ...text, purpose: 'test' }, state) : []),
      });
    }
    const sent = numbers.map((to): TestedOn => ({ to, until: heldUntil(world, business, to) }));
    return work.outcome({ sent, timezone: business.timezone });
  },
});
