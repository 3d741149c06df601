import { z } from 'zod';
import { Contact } from '../../domain/contacts/contact.ts';
import { contactFields } from '../../domain/contacts/fields.ts';
import { nameContact as decide } from '../../domain/contacts/name.ts';
import { ContactId } from '../../domain/kernel/ids.ts';
import { people } from '../kernel/caller.ts';
import { decision } from '../kernel/command.ts';
import { ownContact } from './own-contact.ts';

const { firstName, lastName } = contactFields;

export const nameContact = decision({
  input: z.object({ contactId: ContactId, firstName, lastName }),
  by: people,
  aggregate: Contact,
  at: ownContact,
  decide,
});
