import { z } from 'zod';
import { Contact } from '../../domain/contacts/contact.ts';
import { markUnreachable } from '../../domain/contacts/mark-unreachable.ts';
import { optOut } from '../../domain/contacts/opt-out.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { text } from '../../domain/kernel/fields.ts';
import { BusinessId, ContactId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { decision } from '../kernel/command.ts';
import { stateOf } from '../kernel/unit-of-work.ts';

/**
 * What the carrier says of a number: it is on the carrier's own opt-out list (21610), or nothing can reach it (21211, 30005, 30006).
 * Appends ContactOptedOut via `carrier`, or ContactMarkedUnreachable; nothing when that is known already.
 */
export const carrierVerdict = decision({
  input: z.object({
    contactId: ContactId,
    businessId: BusinessId,
    verdict: z.enum(['opted-out', 'unreachable']),
    errorCode: z.number().int(),
    providerMessageId: text.nullable(),
  }),
  by: ['system', 'carrier'],
  aggregate: Contact,
  async at({ world }, { contactId, businessId }) {
    const stream = streams.contact(contactId);
    const seen = await world.events.read(stream);
    const contact = stateOf(Contact, seen);
    if (contact.status === 'none' || contact.businessId !== businessId)
      throw new DomainError('not_found', 'This contact does not exist.');
    return { stream, seen, tenant: seen[0]!.metadata.tenant };
  },
  decide: ({ verdict, contactId, businessId, providerMessageId, errorCode }, contact) =>
    verdict === 'opted-out' ?
      optOut({ contactId, businessId, via: 'carrier', words: null, providerMessageId }, contact)
    : markUnreachable({ errorCode }, contact),
});
