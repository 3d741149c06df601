import { z } from 'zod';
import { Contact } from '../../domain/contacts/contact.ts';
import { contactFields } from '../../domain/contacts/fields.ts';
import { tag } from '../../domain/contacts/tag.ts';
import { ContactId } from '../../domain/kernel/ids.ts';
import { people } from '../kernel/caller.ts';
import { decision } from '../kernel/command.ts';
import { ownContact } from './own-contact.ts';

export const tagContact = decision({
  input: z.object({ contactId: ContactId, tags: contactFields.tags }),
  by: people,
  aggregate: Contact,
  at: ownContact,
  decide: tag,
});
