import { z } from 'zod';
import { Contact } from '../../domain/contacts/contact.ts';
import { optOutReason } from '../../domain/bulk/fields.ts';
import { optOut } from '../../domain/contacts/opt-out.ts';
import { ContactId } from '../../domain/kernel/ids.ts';
import { people } from '../kernel/caller.ts';
import { decision } from '../kernel/command.ts';
import { ownContact } from './own-contact.ts';

/** Somebody of the business does it for the contact. */
export const optOutContact = decision({
  input: z.object({ contactId: ContactId, reason: optOutReason.default(null) }),
  by: people,
  aggregate: Contact,
  at: ownContact,
  decide: ({ contactId, reason }, contact, { businessId }) =>
    optOut({ contactId, businessId, via: 'screen', words: null, providerMessageId: null, reason }, contact),
});
