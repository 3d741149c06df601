import { z } from 'zod';
import { Contact } from '../../domain/contacts/contact.ts';
import { keepSubscribed } from '../../domain/contacts/suspect.ts';
import { ContactId } from '../../domain/kernel/ids.ts';
import { people } from '../kernel/caller.ts';
import { decision } from '../kernel/command.ts';
import { ownContact } from './own-contact.ts';

/** Someone of the business has looked at a text that looks like an opt-out: it is none. */
export const keepContactSubscribed = decision({
  input: z.object({ contactId: ContactId }),
  by: people,
  aggregate: Contact,
  at: ownContact,
  decide: (_command, contact) => keepSubscribed({ via: 'screen' }, contact),
});
