import { Contact } from '../../domain/contacts/contact.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { ContactId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import type { Call } from '../kernel/command.ts';
import { erased, mergedAway } from '../directory/contact-directory.ts';
import { businessUserOf } from '../kernel/business-user.ts';
import { stateOf } from '../kernel/unit-of-work.ts';

/** A contact of the business that the session is at; anybody else's does not exist. */
export async function ownContact({ world, context }: Call, { contactId }: { readonly contactId: ContactId }) {
  const desk = businessUserOf(context);
  const stream = streams.contact(contactId);
  const seen = await world.events.read(stream);
  const contact = stateOf(Contact, seen);
  if (contact.status === 'none' || contact.businessId !== desk.businessId)
    throw new DomainError('not_found', 'This contact does not exist.');
  if (contact.status === 'erased') throw contact.mergedInto === null ? erased() : mergedAway();
  return { ...desk, stream, seen };
}
